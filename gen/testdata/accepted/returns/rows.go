package returns

import "math"

// Rowless has a nil row of no rows.
//
//pardiff:vjp
//pardiff:jvp
func Rowless(a [][]float64, x []float64, k float64) float64 {
	r := findRow(a, k)
	s := x[0]
	for i, v := range r {
		s += v * x[i]
	}
	for range r {
		s *= x[1]
	}
	if len(r) > 1 {
		r[0] *= s
		s += r[1] * r[0]
	}
	s += total(r) + total(r[:len(r)/2])
	return s
}

func total(r []float64) float64 {
	s := 0.0
	for _, v := range r {
		s += v * v
	}
	return s
}

// RowlessCopy copies it.
//
//pardiff:vjp
//pardiff:jvp
func RowlessCopy(a [][]float64, x []float64, k float64) float64 {
	r := findRow(a, k)
	y := make([]float64, 4)
	copy(y, r)
	y = append(y, r...)
	s := x[0]
	for _, v := range y {
		s += v * v * x[1]
	}
	return s
}

// RangeNil has a slice that is never assigned.
//
//pardiff:vjp
//pardiff:jvp
func RangeNil(x []float64) float64 {
	var w []float64
	s := weighted(x, nil)
	for range w {
		s *= 2
	}
	return s + weighted(x, x[1:])
}

func weighted(x, w []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v * v
	}
	for i, v := range w {
		s += v * x[i]
	}
	return s
}

func matmul(a, b [][]float64) ([][]float64, error) {
	out := make([][]float64, len(a))
	for i := range a {
		if len(a[i]) != len(b) {
			return nil, ErrSize
		}
		out[i] = make([]float64, len(b[0]))
		for j := range out[i] {
			for k := range b {
				out[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return out, nil
}

// MatMul returns rows, or nil.
//
//pardiff:vjp
//pardiff:jvp
func MatMul(a, b [][]float64) float64 {
	c, err := matmul(a, b)
	if err != nil {
		return a[0][0] * b[0][0]
	}
	s := 0.0
	for _, r := range c {
		for j, v := range r {
			s += v * v * float64(j+1)
		}
	}
	return s + float64(len(c))*c[0][0]
}

func solve(a [][]float64, b []float64) (x []float64, err error) {
	n := len(b)
	m := make([][]float64, n)
	for i := range m {
		m[i] = append([]float64(nil), a[i]...)
	}
	x = append([]float64(nil), b...)
	for k := 0; k < n; k++ {
		if math.Abs(m[k][k]) < 1e-12 {
			return nil, ErrSize
		}
		for i := k + 1; i < n; i++ {
			f := m[i][k] / m[k][k]
			for j := k; j < n; j++ {
				m[i][j] -= f * m[k][j]
			}
			x[i] -= f * x[k]
		}
	}
	for i := n - 1; i >= 0; i-- {
		for j := i + 1; j < n; j++ {
			x[i] -= m[i][j] * x[j]
		}
		x[i] /= m[i][i]
	}
	return x, nil
}

// Solve may be singular.
//
//pardiff:vjp
//pardiff:jvp
func Solve(a [][]float64, b []float64) float64 {
	x, err := solve(a, b)
	if err != nil {
		return -b[0]
	}
	s := 0.0
	for i, v := range x {
		s += v * v * float64(i+1)
	}
	return s
}

func lerp(dst, a, b []float64, t float64) []float64 {
	if dst == nil {
		dst = make([]float64, len(a))
	}
	if len(a) != len(b) {
		return nil
	}
	for i := range dst {
		dst[i] = a[i] + t*(b[i]-a[i])
	}
	return dst
}

// Lerp passes nil and a local.
//
//pardiff:vjp
//pardiff:jvp
func Lerp(a, b []float64, t float64) float64 {
	u := lerp(nil, a, b, t)
	d := make([]float64, len(a))
	v := lerp(d, a, u, t)
	s := t
	for i := range v {
		s += v[i] * u[i]
	}
	return s * d[0]
}

func transposed(a [][]float64) [][]float64 {
	if len(a) == 0 {
		return nil
	}
	var out [][]float64
	for j := range a[0] {
		r := make([]float64, 0, len(a))
		for i := range a {
			r = append(r, a[i][j]*a[i][j])
		}
		out = append(out, r)
	}
	return out
}

// Transposed returns rows that are appended, in an inner block.
//
//pardiff:vjp
//pardiff:jvp
func Transposed(a [][]float64) float64 {
	b := transposed(a)
	s := 0.0
	for _, r := range b {
		for i, v := range r {
			s += v * v * float64(i+1)
		}
	}
	return s
}

func minmax(a, b []float64) ([]float64, []float64) {
	if a[0] < b[0] {
		return a, b
	}
	return b, a
}

// Sorted returns two slices in one order or the other.
//
//pardiff:vjp
//pardiff:jvp
func Sorted(x []float64, n int) float64 {
	lo, hi := minmax(x[:n], x[n:])
	lo[0] *= hi[0]
	hi[0] += lo[0]
	return lo[0] * hi[0] * x[0]
}

func relu[T ~float64](x []T) []T {
	for _, v := range x {
		if v < 0 {
			y := make([]T, len(x))
			for i, v := range x {
				y[i] = max(v, 0)
			}
			return y
		}
	}
	return x
}

// Relu is generic.
//
//pardiff:vjp
//pardiff:jvp
func Relu(x []float64) float64 {
	y := relu(x)
	return y[0]*y[1] + y[2]
}
