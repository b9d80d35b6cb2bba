package slices

import "slices"

// A buf has memory that is made on demand.
type buf struct {
	cur []float64
	n   int
}

func (b *buf) init(x []float64) {
	b.cur = make([]float64, len(x))
	for i := range x {
		b.cur[i] = x[i] * x[i]
	}
	b.n++
}

func (b *buf) demand(x []float64) {
	if b.cur == nil {
		b.cur = make([]float64, len(x))
	}
	for i := range x {
		b.cur[i] += x[i] * x[i]
	}
}

func (b buf) total() (s float64) {
	for _, v := range b.cur {
		s += v * v
	}
	return s
}

// Made uses a field after the block in which it is made.
//
//pardiff:vjp
//pardiff:jvp
func Made(x []float64, n int) float64 {
	var b buf
	s := 0.0
	if n > 0 {
		b.cur = make([]float64, len(x))
		copy(b.cur, x)
	}
	for i := range b.cur {
		s += b.cur[i] * b.cur[i]
	}
	return s
}

// MadeEither makes it in one branch or the other, or in neither.
//
//pardiff:vjp
//pardiff:jvp
func MadeEither(x []float64, n int) float64 {
	b := buf{}
	if n > 0 {
		b.cur = append([]float64(nil), x...)
	} else if n < 0 {
		b.cur = make([]float64, 2)
		b.cur[1] = x[0] * x[0]
	}
	return b.total()
}

// MadeEach makes it in each iteration.
//
//pardiff:vjp
//pardiff:jvp
func MadeEach(x []float64, n int) float64 {
	b := buf{}
	for t := range n {
		b.cur = make([]float64, len(x))
		for i := range x {
			b.cur[i] = x[i] * x[i] * float64(t+1)
		}
	}
	return b.total()
}

// MadeOnce makes it in the first iteration and asks for nil afterwards.
//
//pardiff:vjp
//pardiff:jvp
func MadeOnce(x []float64, n int) float64 {
	var b buf
	s := 0.0
	for t := range n {
		if b.cur == nil {
			b.cur = make([]float64, len(x))
		}
		for i := range x {
			b.cur[i] += x[i] * x[i] * float64(t+1)
		}
	}
	if b.cur != nil {
		s += x[0]
	}
	return s + b.total()
}

// MadeThere has it made by a method.
//
//pardiff:vjp
//pardiff:jvp
func MadeThere(x []float64, n int) float64 {
	b := &buf{}
	s := 0.0
	if n > 0 {
		b.init(x)
		s = float64(b.n) * x[0]
	}
	s += b.total()
	if n > 1 {
		b.init(x[1:])
	}
	return s + b.total()*x[0]
}

// MadeDemanded has it made by a method that asks for nil.
//
//pardiff:vjp
//pardiff:jvp
func MadeDemanded(x []float64, n int) float64 {
	b := buf{}
	s := 0.0
	for range n {
		b.demand(x)
		s += b.total() * x[0]
	}
	return s + b.total()
}

// MadeInside has it made in a struct of a struct, and in an embedded one.
//
//pardiff:vjp
//pardiff:jvp
func MadeInside(x []float64, n int) (s float64) {
	var o struct {
		in buf
		buf
	}
	if n > 0 {
		o.in.init(x)
		o.init(o.in.cur)
	}
	c := o
	for i := range c.in.cur {
		s += c.in.cur[i] * o.cur[i]
	}
	return s
}

// MadeBy has it made by a closure.
//
//pardiff:vjp
//pardiff:jvp
func MadeBy(x []float64, n int) float64 {
	var b buf
	f := func() {
		b.cur = make([]float64, len(x))
		for i := range x {
			b.cur[i] = x[i] * x[i]
		}
	}
	if n > 0 {
		f()
	}
	return b.total()
}

// Some results below do not depend on the arguments, whichever way is taken or where one is: their tangents are zeros.

// Constant returns zeros for some arguments.
//
//pardiff:jvp
func Constant(x []float64) []float64 {
	if x[0] < 0 {
		return make([]float64, len(x))
	}
	y := make([]float64, len(x))
	for i := range x {
		y[i] = x[i] * x[i]
	}
	return y
}

// ConstantRows returns rows of different lengths, some of them nil.
//
//pardiff:jvp
func ConstantRows(x float64, n int) ([][]float64, []float64, float64) {
	if n > 1 {
		return [][]float64{{1}, nil, {2, float64(n)}}, []float64{1, 2, 3}, x
	}
	return nil, slices.Repeat([]float64{1, 2}, n), 0
}

// ConstantParts returns parts of constant memory.
//
//pardiff:jvp
func ConstantParts(x []float64, n int) ([]float64, []float64) {
	a := make([]float64, 2*n)
	for i := range a {
		a[i] = float64(i)
	}
	if x[0] < 0 {
		return a[n:], nil
	}
	b := make([]float64, n)
	copy(b, x)
	return b, a
}

// A Parted holds slices.
type Parted struct {
	V []float64
	W [2][]float64
	C float64
}

// ConstantFields returns structs with slices, and slices of such.
//
//pardiff:jvp
func ConstantFields(x float64, n int) (p Parted, list []Parted) {
	list = make([]Parted, n)
	for i := range list {
		list[i].V = make([]float64, i)
		list[i].W[1] = make([]float64, 2)
	}
	p.V = []float64{1, 2}
	p.W[0] = []float64{3}
	p.C = x * x
	return p, list
}

// ConstantSwapped swaps its result with other memory.
//
//pardiff:jvp
func ConstantSwapped(x []float64, n int) (y []float64, s float64) {
	y = make([]float64, len(x))
	z := make([]float64, len(x))
	for k := range n {
		for i := range y {
			z[i] = y[i] + float64(k)
		}
		y, z = z, y
	}
	return y, x[0]
}

// ConstantGrown appends to its result.
//
//pardiff:jvp
func ConstantGrown(x []float64, n int) (y []float64, s float64) {
	for i := range n {
		y = append(y, float64(i))
	}
	return y, x[0]
}
