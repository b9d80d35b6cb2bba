package slices

import "math"

// powers gives a named result its memory, and fills it.
func powers(x float64, n int) (p []float64) {
	p = make([]float64, 0, n)
	for q := x; len(p) < n; q *= x {
		p = append(p, q)
	}
	return
}

// Powers is a sum of the powers of x.
//
//pardiff:grad
//pardiff:jvp
func Powers(x float64, n int) float64 {
	s := 1.0
	for i, p := range powers(x, n) {
		s += p / float64(i+1)
	}
	return s
}

// Remade gives a slice that grows new memory again and again: zeros, elements, copies of itself, what a helper returns.
//
//pardiff:grad
//pardiff:jvp
func Remade(x []float64, k int) float64 {
	var b []float64
	s := 0.0
	for i, v := range x {
		b = append(b, v*s+1)
		switch (i + k) % 5 {
		case 0:
			b = make([]float64, len(b)+1, 20)
		case 1:
			b = []float64{b[0] * v, v, b[len(b)-1]}
		case 2:
			b = make([]float64, 0, k)
			b = append(b, v*v)
		case 3:
			b = powers(b[0]*0.5, k)
		default:
			b = append(make([]float64, 0, 2), b...)
		}
		for j, w := range b {
			s += w * math.Sin(w+x[j%len(x)])
		}
		b = append(b, s)
	}
	return s * b[len(b)-1]
}

// Remake is Remade with a slice that loses elements in front, too, and is nil at times.
//
//pardiff:grad
//pardiff:jvp
func Remake(x []float64, k int) float64 {
	var b []float64
	s := 1.0
	for i, v := range x {
		if b == nil {
			s *= v
		}
		b = append(b, v*s)
		if i%3 == 0 {
			b = b[1:]
		}
		if i%4 == 1 {
			b = make([]float64, i%k)
		} else if i%4 == 3 {
			b = nil
		}
		for j := range b {
			b[j] += v * float64(j+1)
			s += b[j] * b[j]
		}
	}
	return s
}

// Histories keeps the last steps and their changes, as quasi-Newton methods do, and drops the oldest ones in one assignment.
//
//pardiff:grad
//pardiff:jvp
func Histories(x []float64, k float64, m int) float64 {
	var steps, changes [][]float64
	var rho []float64
	for it := range 6 {
		s, y := make([]float64, len(x)), make([]float64, len(x))
		dot := 0.0
		for i := range s {
			s[i] = x[i] * float64(it+1) * k
			y[i] = math.Sin(s[i]) + s[i]
			dot += s[i] * y[i]
		}
		steps, changes, rho = append(steps, s), append(changes, y), append(rho, 1/dot)
		if len(steps) > m {
			steps, changes, rho = steps[1:], changes[1:], rho[1:]
		}
	}
	r := 0.0
	for j := range steps {
		for i := range steps[j] {
			r += steps[j][i] * changes[j][i] * x[i] * rho[j]
		}
	}
	return r
}

// RowsTurn exchanges the remainder of a row with the row before it.
//
//pardiff:vjp
//pardiff:jvp
func RowsTurn(m [][]float64, k float64) (s float64) {
	for i, r := range m {
		r = r[1:]
		r[0] *= k
		for j := range m[i] {
			m[i][j] += r[len(r)-1] * 0.3
		}
		if i > 0 {
			p := m[i-1]
			p, r = r, p
			p[0], r[0] = r[0], p[0]*2
		}
		s += m[i][0] * m[i][1] * m[i][2]
	}
	return
}
