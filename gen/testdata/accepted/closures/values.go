package closures

import "math"

type V struct{ X, Y, Z float64 }

func (v V) Dot(w V) float64 { return v.X*w.X + v.Y*w.Y + v.Z*w.Z }
func (v *V) Norm(k float64) { l := k * math.Sqrt(v.Dot(*v)); v.X /= l; v.Y /= l; v.Z /= l }

type U struct {
	V
	k float64
}
type Deg float64

func (d Deg) Sin() float64 { return math.Sin(float64(d)) }

type Vec []float64

func (x Vec) At(i int) float64 { return x[i] * x[0] }
func sum(f func(int) float64, n int) (s float64) {
	for i := range n {
		s += f(i)
	}
	return
}
func apply(vs []V, f func(V, V) float64, g func(*V, float64)) (s float64) {
	for i := range vs {
		g(&vs[i], 2)
		s += f(vs[i], vs[0])
	}
	return
}

type box[T ~float32 | ~float64] struct{ k T }

func (b box[T]) mul(x T) T { return b.k * x }
func (b *box[T]) add(x T)  { b.k += x }

//pardiff:grad
func MethodValues(a, b V, vs []V, x Vec, d Deg) float64 {
	f := a.Dot
	a.X = 2 * a.Y
	s := f(b) * a.Dot(b)
	u := U{a, 2}
	n := u.Norm
	n(b.X)
	n(b.Y)
	s += u.Dot(b) + u.X
	s += sum(x.At, len(x)) * sum(func(i int) float64 { return f(vs[i]) }, 2)
	s += apply(vs, V.Dot, (*V).Norm)
	sin := d.Sin
	d *= 2
	bx := box[float64]{a.X}
	m, ad := bx.mul, bx.add
	ad(2)
	ad(b.X)
	s += m(3) * bx.k * bx.mul(b.Z)
	g := box[float64].mul
	return s * sin() * g(bx, d.Sin())
}

//pardiff:grad
func Kahan(x []float64, k float64) float64 {
	type acc struct{ s, c float64 }
	var a acc
	kahan := func(v float64) (old float64) {
		old = a.s
		y := v - a.c
		t := a.s + y
		a.c = (t - a.s) - y
		a.s = t
		return
	}
	buf := [3]float64{}
	push := func(v float64) { buf[2], buf[1], buf[0] = buf[1], buf[0], v }
	pick := func(fs ...func(float64) float64) float64 { return k }
	_ = pick
	compose := func(f, g func(float64) float64) func(float64) float64 {
		return func(x float64) float64 { return f(g(x)) }
	}
	sq := func(x float64) float64 { return x * x }
	h := compose(sq, math.Sin)
	for i, v := range x {
		o := kahan(v * k)
		push(h(v) * o)
		if i == 2 {
			k *= 1.5
			continue
		}
		func(p *float64) { *p *= k }(&buf[0])
	}
	return a.s * (buf[0] + buf[1]*buf[2]) * compose(compose(sq, sq), sq)(k)
}

//pardiff:grad
func Makers(x []float64, k float64) float64 {
	mul := func(a float64) func(float64) float64 { return func(v float64) float64 { return a * v * v } }
	f := mul(k)
	g := mul(x[0])
	return f(x[1])*2 + g(x[1])
}

//pardiff:grad
func Composed(x []float64, k float64) float64 {
	compose := func(f, g func(float64) float64) func(float64) float64 {
		return func(x float64) float64 { return f(g(x)) }
	}
	sq := func(x float64) float64 { return x * x }
	h := compose(sq, math.Sin)
	h2 := compose(math.Sin, sq)
	return h(k) * h2(x[0]) * x[1]
}

//pardiff:grad
func Counters(x []float64, k float64) float64 {
	gen := func(s float64) func(float64) float64 {
		n := 0.0
		return func(v float64) float64 { n += v; s *= n; return s }
	}
	a, b := gen(k), gen(x[0])
	r := 0.0
	for _, v := range x {
		r += a(v) * b(v*v)
	}
	return r
}

//pardiff:grad
func InLoop(x []float64, k float64) float64 {
	var r float64
	for i := range x {
		y := x[i] * k
		f := func(v float64) float64 { y += v; return y * v }
		r += f(k) + f(y)
		if y := f(2); y > 1 {
			r += y
		}
		k += y * 0.01
	}
	return r
}

//pardiff:grad
func Late(x []float64, k float64) float64 {
	var h float64
	f := func() float64 { return h * k }
	h = x[0]
	a := f()
	h = x[1]
	k = x[2]
	return a*f() + k
}

func parts(x []float64) (func(int) float64, []float64, float64) {
	s := x[0]
	return func(i int) float64 { return x[i] * s }, x[1:], s * s
}

//pardiff:grad
func Parts(x []float64) float64 {
	f, r, s := parts(x)
	return f(1)*r[1] + s*f(0)
}

// A Curve has a function in a field.
type Curve struct {
	At    func(float64) float64
	Scale float64
}

func (c Curve) value(v float64) float64 { return c.Scale * c.At(v) }

func double(c Curve, v float64) float64 { return 2 * c.value(v) }

func square(v float64) float64 { return v * v }

func curve(k float64) Curve {
	return Curve{func(v float64) float64 { return v * v * k }, k}
}

// Fields calls functions in fields of structs.
//
//pardiff:grad
func Fields(x, y float64) float64 {
	a := Curve{At: square, Scale: y}
	b := struct {
		in Curve
		n  int
	}{in: Curve{func(v float64) float64 { return v * math.Sin(x) }, 3}, n: 2}
	c := curve(x * y)
	return a.At(x) + double(a, y)*b.in.At(y) + c.value(x) + b.in.Scale
}
