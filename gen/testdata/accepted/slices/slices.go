package slices

import "math"

// Pairs walks along x.
//
//pardiff:grad
func Pairs(x []float64) (s float64) {
	for len(x) > 1 {
		s += x[0] * math.Sin(x[1])
		x = x[1:]
	}
	return s * s
}

// Bisect finds an interval of a table and interpolates.
//
//pardiff:grad
func Bisect(xs, ys []float64, v float64) float64 {
	for len(xs) > 2 {
		m := len(xs) / 2
		if xs[m] > v {
			xs, ys = xs[:m+1], ys[:m+1]
		} else {
			xs, ys = xs[m:], ys[m:]
		}
	}
	t := (v - xs[0]) / (xs[1] - xs[0])
	return ys[0]*(1-t) + ys[1]*t*t
}

// Rows exchanges two rows of a buffer in each step.
//
//pardiff:vjp
func Rows(u []float64, n int) float64 {
	buf := [][]float64{make([]float64, len(u)), make([]float64, len(u))}
	copy(buf[0], u)
	cur, next := buf[0], buf[1]
	for t := 0; t < n; t++ {
		for i := range cur {
			next[i] = cur[i]*cur[(i+1)%len(cur)] + 0.1
		}
		cur, next = next, cur
	}
	s := 0.0
	for _, v := range cur {
		s += v * v
	}
	return s
}

// Best follows the largest row.
//
//pardiff:vjp
func Best(a [][]float64) float64 {
	best := a[0]
	for i := 1; i < len(a); i++ {
		row := a[i]
		if row[0] > best[0] {
			best = row
		}
		for j := range best {
			best[j] *= 1.1 + row[j]
		}
	}
	return best[0] * best[1]
}

// Kept appends what is positive.
//
//pardiff:grad
//pardiff:jvp
func Kept(x []float64) (s float64) {
	var kept []float64
	for i, v := range x {
		if v > 0 {
			kept = append(kept, v*v, v*float64(i))
		}
	}
	for i := 1; i < len(kept); i++ {
		s += kept[i-1] * kept[i]
	}
	return s
}

// Stack is an explicit stack: values are overwritten after they were taken off.
//
//pardiff:vjp
func Stack(x []float64) float64 {
	stack := []float64{x[0]}
	s := 0.0
	for i := 1; len(stack) > 0 && i < 12; i++ {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		s += top * top
		if top < 3 {
			stack = append(stack, top*x[1], top+x[2])
		}
	}
	return s
}

// Queue moves along its memory.
//
//pardiff:vjp
func Queue(x []float64, n int) float64 {
	q := append([]float64(nil), x...)
	for i := 0; i < n; i++ {
		head := q[0]
		q = q[1:]
		q = append(q, math.Sin(head)*q[0])
	}
	s := 0.0
	for _, v := range q {
		s += v * v
	}
	return s
}

// Filtered returns a slice that has grown.
//
//pardiff:vjp
func Filtered(x []float64, min float64) []float64 {
	var y []float64
	for _, v := range x {
		if v > min {
			y = append(y, v*v)
		}
	}
	return y
}

// Nested grows a slice anew in each iteration.
//
//pardiff:grad
func Nested(x []float64) (s float64) {
	for i := range x {
		var part []float64
		for j := 0; j <= i; j++ {
			part = append(part, x[i]*x[j])
		}
		part = append(part, part...)
		for k := range part {
			s += part[k] * part[len(part)-1-k] * part[0]
		}
	}
	return s
}

type point struct{ X, Y float64 }

//pardiff:grad
func Points(x []float64) (area float64) {
	var ps []point
	for i := 0; i+1 < len(x); i += 2 {
		ps = append(ps, point{x[i], x[i+1]})
	}
	for i, p := range ps {
		q := ps[(i+1)%len(ps)]
		area += p.X*q.Y - q.X*p.Y
	}
	return 0.5 * area * area
}

// Joined appends the rows of a literal without a name, and those of a variadic parameter.
//
//pardiff:grad
func Joined(x, y []float64) float64 {
	var out []float64
	for _, s := range [][]float64{x, y, x} {
		out = append(out, s...)
	}
	sum := 0.0
	for i, v := range join(y, out, x[1:]) {
		sum += float64(i+1) * v * v
	}
	return sum
}

func join(all ...[]float64) []float64 {
	var out []float64
	for _, s := range all {
		out = append(out, s...)
	}
	return out
}
