package recursion

import "math"

type Body struct {
	X, V float64
	n    int
}

//pardiff:vjp
//pardiff:jvp
func Bodies(ps []Body, w [3]float64, depth int) float64 {
	s := 0.0
	for i := range ps {
		if ps[i].X > 0 {
			ps[i].V *= w[i%3]
			if depth > 0 {
				s += Bodies(ps[i:], w, depth-1) * ps[i].X
			}
		}
		ps[i].n++
	}
	return s + ps[0].X*ps[len(ps)-1].V
}

type Solver struct {
	U, W  []float64
	K     float64
	Depth int
	name  string
	B     [2]float64
}

//pardiff:vjp
//pardiff:jvp
func (s *Solver) Run(lo, hi int) float64 {
	if hi-lo == 1 {
		s.U[lo] *= s.K
		return s.U[lo] * s.B[0]
	}
	m := (lo + hi) / 2
	s.K *= 1.01
	a := s.Run(lo, m)
	s.B[1] += a * s.W[lo]
	b := s.Run(m, hi)
	s.U[lo] += a * b
	s.Depth++
	return a*b + s.B[1]
}

//pardiff:grad
//pardiff:jvp
func Total(u, w []float64, k float64) float64 {
	s := Solver{U: u, W: w, K: k, B: [2]float64{k, 1}}
	r := s.Run(0, len(u))
	return r * s.K * s.B[1]
}

type C struct{ Re, Im float64 }

func (a C) Mul(b C) C { return C{a.Re*b.Re - a.Im*b.Im, a.Re*b.Im + a.Im*b.Re} }
func pow(z C, n int) C {
	if n == 0 {
		return C{1, 0}
	}
	h := pow(z, n/2)
	h = h.Mul(h)
	if n%2 == 1 {
		h = h.Mul(z)
	}
	return h
}
func horner(c []C, z C) (r C, n int) {
	if len(c) == 1 {
		return c[0], 1
	}
	r, n = horner(c[1:], z)
	r = r.Mul(z)
	r.Re += c[0].Re
	r.Im += c[0].Im
	return r, n + 1
}

//pardiff:grad
//pardiff:jvp
func Poly(z C, cs []C) float64 {
	r, n := horner(cs, pow(z, 3))
	q := pow(cs[1], 2)
	return r.Re*q.Im + r.Im*float64(n)
}

func rot(a [2]float64, th float64, n int) (r [2]float64, m [2][2]float64) {
	s, c := math.Sincos(th)
	a = [2]float64{c*a[0] - s*a[1], s*a[0] + c*a[1]}
	if n == 0 {
		return a, [2][2]float64{{1, th}, {a[0], 1}}
	}
	r, m = rot(a, th*1.1, n-1)
	m[0][1] *= r[0]
	return r, m
}

//pardiff:grad
//pardiff:jvp
func Rotated(a [2]float64, th float64) float64 {
	r, m := rot(a, th, 3)
	return r[0]*m[0][1] + r[1]*m[1][0]
}

type P struct{ X, V float64 }

func push(p *P, k float64, n int) {
	if n == 0 {
		return
	}
	p.X += k * p.V
	push(p, k*p.X, n-1)
	p.V *= p.X
}

//pardiff:vjp
//pardiff:jvp
func Pushed(ps []P, k float64) (q P) {
	for i := range ps {
		push(&ps[i], k, 2)
	}
	q = ps[0]
	push(&q, ps[1].X, 1)
	return q
}

type num interface{ ~float32 | ~float64 }

func scan[T num](x []T, k T) T {
	if len(x) == 1 {
		x[0] *= k
		return x[0]
	}
	h := len(x) / 2
	a := scan(x[:h], k)
	return a * scan(x[h:], a+k)
}

//pardiff:grad
//pardiff:jvp
func Scanned[T num](x []T, k T) T { return scan(x, k) * x[0] }

//pardiff:vjp
//pardiff:jvp
func ScanAll[T num](x []T, k T) T {
	if len(x) == 1 {
		x[0] *= k
		return x[0]
	}
	h := len(x) / 2
	a := ScanAll(x[:h], k)
	return a * ScanAll(x[h:], a+k)
}

type scratch struct {
	buf []float64
	n   int
}

func rec(x, y []float64, w *scratch, d int) {
	if d == 0 {
		for i := range x {
			y[i] = x[i] * x[i]
		}
		return
	}
	t := w.buf[:len(x)]
	for i := range x {
		t[i] = x[i] * 0.5
	}
	z := make([]float64, len(x))
	rec(t, z, &scratch{make([]float64, len(x)), 0}, d-1)
	for i := range x {
		y[i] = z[i] + t[i]*x[i]
	}
	w.n++
}

//pardiff:grad
//pardiff:jvp
func Clobbered(x []float64) float64 {
	w := scratch{buf: make([]float64, len(x))}
	y := make([]float64, len(x))
	rec(x, y, &w, 3)
	s := 0.0
	for i := range y {
		s += y[i] * w.buf[i]
	}
	return s * float64(w.n)
}
