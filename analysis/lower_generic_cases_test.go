package analysis_test

import "math"

// The generic functions of this file are compiled for several types, and lowered from its text; duo
// must compute the same. The file stands by itself.

type floats interface{ ~float32 | ~float64 }

type metre float64

func (m metre) Squared() metre { return m * m }

type couple[A, B any] struct {
	Left  A
	Right B
}

type chain[A, B any] struct {
	couple[A, B]
	Tail []B
}

func (c couple[A, B]) flip() couple[B, A]        { return couple[B, A]{Left: c.Right, Right: c.Left} }
func (c *couple[A, B]) set(a A, b B)             { c.Left = a; c.Right = b }
func (c *chain[A, B]) tail(from int) []B         { return c.Tail[from:] }
func duo[T any](a, b T) couple[T, T]             { return couple[T, T]{Left: a, Right: b} }
func firstOf[T any](xs ...T) T                   { return xs[0] }
func mappedBy[T, U any](x T, f func(T) U) U      { return f(x) }
func applied2[T floats](f func(T) T) func(T) T   { return func(x T) T { return f(f(x)) } }
func converted[T, F int | int32 | floats](x F) T { return T(x) }

func thirds[T floats](x T) T { return x / 3 }

func genSum[S ~[]E, E floats | int](xs S) (s E) {
	for _, x := range xs {
		s += x
	}
	return s
}

func genDiv[T int | floats](x, y T) T {
	const two = 2
	return x / y * two
}

func genFirstSquared[T interface {
	floats
	Squared() T
}](xs []T) T {
	return xs[0].Squared()
}

func caseGenericFloats[F floats](x []F, n int) (F, float64) {
	var s F
	t := F(1) / F(3)
	tiny := F(0.1)
	t += tiny*tiny + F(1e-3)
	const tenth = 0.1
	for i, v := range x {
		s += v*tenth + F(i)/7
		x[i] = F(math.Exp(-float64(v))) + 2*t
		t = max(t*1.1, v, 0.25)
	}
	var half F = 0.5
	s += F(1)/F(3)*F(3) - genDiv(F(0.1), 0.3)*genDiv(F(7), 9)
	type local struct {
		a F
		b []F
	}
	l := local{a: s, b: x}
	l.b[0] += l.a * half
	n *= int(int32(n))
	return s + genDiv(s, F(n)), float64(genDiv(n, 3)) + float64(genDiv[F](t, 3)) + float64(l.a)
}

func caseGenericStructs[F floats, G floats](c *chain[F, G], cs []chain[F, float64], x []F) (sum F, last couple[G, F]) {
	c.set(c.Left*2, G(c.Left)+c.Right)
	last = c.flip()
	for i := range cs {
		cs[i].set(cs[i].Left+x[i], float64(c.Right))
		d := cs[i].flip()
		d.Left++
		p := duo(d.Right, F(d.Left))
		p.Left, p.Right = p.Right, p.Left
		sum += p.Left*p.Right + firstOf(x...)
		for k := range cs[i].tail(1) {
			cs[i].tail(1)[k] *= float64(p.Left)
		}
	}
	c.Tail[0] = G(genSum(x))
	return sum, last
}

func caseGenericMixed(x []float64, y []float32, m []metre, n int32) (float64, float32) {
	s := genSum(x) + float64(genSum(y)) + float64(genSum([]int{1, 2, 3}))
	s += float64(genDiv(7, int(n))) + genDiv(7, x[0]) + float64(genFirstSquared(m))
	c := duo(y[0], y[1])
	c.set(c.Right, c.Left*3)
	f := mappedBy(x[1], func(v float64) float32 { return float32(v * s) })
	s += mappedBy(float32(s), func(v float32) float64 { return float64(v) / 3 })
	g := applied2(func(v float32) float32 { return v / 3 })
	h := applied2(func(v float64) float64 { return v / 3 })
	third := thirds[float64]
	ninth := applied2(thirds[float32])
	s += mappedBy(x[1], thirds) + third(x[0]) + float64(ninth(y[0]))
	s += float64(g(y[1]))*h(x[0]) + converted[float64](n) + float64(converted[float32](x[1]))
	return s + float64(c.Left), f + c.Right
}
