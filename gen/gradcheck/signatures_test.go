package gradcheck

import (
	"errors"
	"math"
	"testing"
)

// The functions of this file and their right derivatives have the signatures that pardiffgen gives:
// each must pass. Faults are planted in faults_test.go.

type params struct {
	K, L0 float64
	n     int
}

func energy(x []float64, p params) float64 {
	e := 0.0
	for i := 1; i < len(x); i++ {
		d := x[i] - x[i-1] - p.L0
		e += 0.5 * p.K * d * d
	}
	return e
}

func energyVJP(x []float64, p params, resAdj float64, xAdj []float64, pAdj *params) float64 {
	for i := 1; i < len(x); i++ {
		d := x[i] - x[i-1] - p.L0
		if xAdj != nil {
			xAdj[i] += resAdj * p.K * d
			xAdj[i-1] -= resAdj * p.K * d
		}
		if pAdj != nil {
			pAdj.K += resAdj * 0.5 * d * d
			pAdj.L0 -= resAdj * p.K * d
		}
	}
	return energy(x, p)
}

func energyGrad(x []float64, p params, xAdj []float64, pAdj *params) float64 {
	clear(xAdj)
	if pAdj != nil {
		pAdj.K, pAdj.L0 = 0, 0
	}
	return energyVJP(x, p, 1, xAdj, pAdj)
}

func energyJVP(x []float64, p params, xTan []float64, pTan params) (res, resTan float64) {
	for i := 1; i < len(x); i++ {
		d := x[i] - x[i-1] - p.L0
		dTan := xTan[i] - xTan[i-1] - pTan.L0
		resTan += 0.5*pTan.K*d*d + p.K*d*dTan
	}
	return energy(x, p), resTan
}

var (
	springs = []float64{0, 1.2, 1.9, 3.3}
	spring  = params{2, 0.9, 3}
)

// TestStruct checks a function of a slice and a struct by value, in all three modes.
func TestStruct(t *testing.T) {
	Grad(t, energy, energyGrad, springs, spring)
	VJP(t, energy, energyVJP, springs, spring)
	JVP(t, energy, energyJVP, springs, spring)
	if springs[0] != 0 || springs[3] != 3.3 {
		t.Error("the caller's arguments were changed")
	}
}

// TestEmpty checks nil and empty slices.
func TestEmpty(t *testing.T) {
	Grad(t, energy, energyGrad, nil, spring)
	Grad(t, energy, energyGrad, []float64{}, spring)
	VJP(t, energy, energyVJP, nil, spring)
	JVP(t, energy, energyJVP, nil, spring)
}

// smooth overwrites its argument and reads what it has overwritten.
func smooth(u []float64, c float64, steps int) {
	for range steps {
		for i := 1; i < len(u); i++ {
			u[i] = c*u[i]*u[i] + u[i-1]
		}
	}
}

func smoothVJP(u []float64, c float64, steps int, uAdj []float64, cAdj *float64) {
	n := len(u)
	if uAdj == nil {
		uAdj = make([]float64, n)
	}
	tape := make([]float64, 0, steps*n)
	for range steps {
		for i := 1; i < n; i++ {
			tape = append(tape, u[i])
			u[i] = c*u[i]*u[i] + u[i-1]
		}
	}
	for range steps {
		for i := n - 1; i >= 1; i-- {
			g, old := uAdj[i], tape[len(tape)-1]
			tape = tape[:len(tape)-1]
			uAdj[i-1] += g
			if cAdj != nil {
				*cAdj += g * old * old
			}
			uAdj[i] = 2 * c * old * g
		}
	}
}

func smoothJVP(u []float64, c float64, steps int, uTan []float64, cTan float64) {
	for range steps {
		for i := 1; i < len(u); i++ {
			uTan[i] = cTan*u[i]*u[i] + 2*c*u[i]*uTan[i] + uTan[i-1]
			u[i] = c*u[i]*u[i] + u[i-1]
		}
	}
}

// TestWritten checks a function without results that writes its argument.
func TestWritten(t *testing.T) {
	u := []float64{0.3, -0.2, 0.5, 0.1}
	VJP(t, smooth, smoothVJP, u, 0.7, 3)
	JVP(t, smooth, smoothJVP, u, 0.7, 3)
}

// smoothLast has a result and a written argument.
func smoothLast(u []float64, c float64) float64 {
	smooth(u, c, 2)
	return u[len(u)-1]
}

func smoothLastVJP(u []float64, c float64, resAdj float64, uAdj []float64, cAdj *float64) float64 {
	if uAdj == nil {
		uAdj = make([]float64, len(u))
	}
	uAdj[len(u)-1] += resAdj
	smoothVJP(u, c, 2, uAdj, cAdj)
	return u[len(u)-1]
}

func smoothLastGrad(u []float64, c float64, uAdj []float64, cAdj *float64) float64 {
	clear(uAdj)
	if cAdj != nil {
		*cAdj = 0
	}
	return smoothLastVJP(u, c, 1, uAdj, cAdj)
}

// smoothLastOfVJP is what of=res gives: what uAdj holds on entry counts as 0.
func smoothLastOfVJP(u []float64, c float64, resAdj float64, uAdj []float64, cAdj *float64) float64 {
	clear(uAdj)
	return smoothLastVJP(u, c, resAdj, uAdj, cAdj)
}

// TestWrittenAndResult checks a gradient of a function that writes its argument, and of= without it.
func TestWrittenAndResult(t *testing.T) {
	u := []float64{0.3, -0.2, 0.5, 0.1}
	Grad(t, smoothLast, smoothLastGrad, u, 0.7)
	VJP(t, smoothLast, smoothLastVJP, u, 0.7)
	VJP(t, smoothLast, smoothLastOfVJP, u, 0.7, NotOf(0))
	wantFault(t, "NaN", func(tb TB) { VJP(tb, smoothLast, smoothLastVJP, u, 0.7, NotOf(0)) })
}

type layer struct {
	W   [][]float64
	b   []float32
	idx []int
}

type model struct {
	Layers [2]layer
	Scale  *float64
	name   string
	Next   *model
}

// loss has nested slices, arrays, structs, pointers, unexported and recursive fields, and several results.
func (m *model) loss(x []float64) (val float64, hits int, ok bool, err error) {
	if len(x) == 0 {
		return 0, 0, false, errors.New("no input")
	}
	for l := range m.Layers {
		for i, row := range m.Layers[l].W {
			for j, w := range row {
				val += *m.Scale * w * w * x[m.Layers[l].idx[i]] * float64(j+1)
			}
		}
		for _, b := range m.Layers[l].b {
			val += float64(b) * x[0]
		}
	}
	if m.Next != nil {
		val += *m.Next.Scale * 3
	}
	return val, len(m.name), true, nil
}

func (m *model) lossVJP(x []float64, valAdj float64, mAdj *model, xAdj []float64) (float64, int, bool, error) {
	v, hits, ok, err := m.loss(x)
	if err != nil {
		return v, hits, ok, err
	}
	if xAdj == nil {
		xAdj = make([]float64, len(x))
	}
	if mAdj == nil {
		mAdj = &model{}
	}
	for l := range m.Layers {
		for i, row := range m.Layers[l].W {
			k := m.Layers[l].idx[i]
			for j, w := range row {
				f := float64(j + 1)
				if mAdj.Layers[l].W != nil {
					mAdj.Layers[l].W[i][j] += valAdj * *m.Scale * 2 * w * x[k] * f
				}
				if mAdj.Scale != nil {
					*mAdj.Scale += valAdj * w * w * x[k] * f
				}
				xAdj[k] += valAdj * *m.Scale * w * w * f
			}
		}
		for i, b := range m.Layers[l].b {
			if mAdj.Layers[l].b != nil {
				mAdj.Layers[l].b[i] += float32(valAdj * x[0])
			}
			xAdj[0] += valAdj * float64(b)
		}
	}
	if m.Next != nil && mAdj.Next != nil && mAdj.Next.Scale != nil {
		*mAdj.Next.Scale += valAdj * 3
	}
	return v, hits, ok, err
}

func newModel() *model {
	s, s2 := 1.5, -0.5
	return &model{
		Layers: [2]layer{
			{W: [][]float64{{1, 2}, {0.5, -1, 3}, nil}, b: []float32{0.25}, idx: []int{1, 0, 0}},
			{W: [][]float64{{-2}}, idx: []int{1}},
		},
		Scale: &s, name: "two", Next: &model{Scale: &s2},
	}
}

// TestModel checks a method by its expression, with results that are no floats.
func TestModel(t *testing.T) {
	m := newModel()
	VJP(t, (*model).loss, (*model).lossVJP, m, []float64{0.7, 1.1})
	VJP(t, (*model).loss, (*model).lossVJP, m, []float64{})
	if *m.Scale != 1.5 || m.Layers[0].W[1][2] != 3 {
		t.Error("the caller's model was changed")
	}
}

// mean is variadic, powers returns a slice and a scalar.
func mean(x ...float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s / float64(len(x))
}

func meanGrad(x []float64, xAdj []float64) float64 {
	for i := range xAdj {
		xAdj[i] = 1 / float64(len(x))
	}
	return mean(x...)
}

func powers(x float64, n int) (p []float64, sum float64) {
	y := 1.0
	for range n {
		y *= x
		p = append(p, y)
		sum += y
	}
	return p, sum
}

func powersVJP(x float64, n int, pAdj []float64, sumAdj float64, xAdj *float64) ([]float64, float64) {
	for i := range n {
		if xAdj != nil {
			*xAdj += (pAdj[i] + sumAdj) * float64(i+1) * math.Pow(x, float64(i))
		}
	}
	return powers(x, n)
}

func powersJVP(x float64, n int, xTan float64) (p []float64, sum float64, pTan []float64, sumTan float64) {
	for i := range n {
		d := float64(i+1) * math.Pow(x, float64(i)) * xTan
		pTan = append(pTan, d)
		sumTan += d
	}
	p, sum = powers(x, n)
	return p, sum, pTan, sumTan
}

// powersOfVJP is what of=sum gives.
func powersOfVJP(x float64, n int, sumAdj float64, xAdj *float64) ([]float64, float64) {
	return powersVJP(x, n, make([]float64, n), sumAdj, xAdj)
}

// TestVariadic checks both ways to hand over variadic arguments, and a result that is a slice.
func TestVariadic(t *testing.T) {
	Grad(t, mean, meanGrad, 1.5, 2, -3.0)
	Grad(t, mean, meanGrad, []float64{1.5, 2})
	VJP(t, powers, powersVJP, 1.3, 4)
	VJP(t, powers, powersVJP, -0.4, 3, Directions(0))
	VJP(t, powers, powersOfVJP, 1.3, 4)
	VJP(t, powers, powersOfVJP, 1.3, 4, Of(1))
	JVP(t, powers, powersJVP, 1.3, 4)
}

type celsius float64

// dot is generic; it is checked in float32 and with a named type.
func dot[F ~float32 | ~float64](a, b []F) F {
	var s F
	for i := range a {
		s += a[i] * b[i]
	}
	return s
}

func dotGrad[F ~float32 | ~float64](a, b []F, aAdj, bAdj []F) F {
	if aAdj != nil {
		copy(aAdj, b)
	}
	if bAdj != nil {
		copy(bAdj, a)
	}
	return dot(a, b)
}

// TestGeneric checks instances of a generic function.
func TestGeneric(t *testing.T) {
	Grad(t, dot[float32], dotGrad[float32], []float32{1, 2, -3}, []float32{0.5, 4, 2})
	Grad(t, dot[celsius], dotGrad[celsius], []celsius{1, 2, -3}, []celsius{0.5, 4, 2})
}

// weigh has three parameters with floats, of which wrt= takes some.
func weigh(a, b, c []float64) float64 { return dot(a, b) + dot(b, c) }

func weighACGrad(a, b, c []float64, aAdj, cAdj []float64) float64 {
	if aAdj != nil {
		copy(aAdj, b)
	}
	if cAdj != nil {
		copy(cAdj, b)
	}
	return weigh(a, b, c)
}

// TestWrt checks that an ambiguous choice of parameters is asked for, and taken.
func TestWrt(t *testing.T) {
	a, b, c := []float64{1, 2}, []float64{3, -1}, []float64{0.5, 0.25}
	Grad(t, weigh, weighACGrad, a, b, c, Wrt(0, 2))
	wantFault(t, "Wrt", func(tb TB) { Grad(tb, weigh, weighACGrad, a, b, c) })
	wantFault(t, "adjoint of arg 1", func(tb TB) { Grad(tb, weigh, weighACGrad, a, b, c, Wrt(0, 1)) })
}

// work stands for a Work: its method is a method value.
type work struct{ calls int }

func (w *work) Grad(x []float64, p params, xAdj []float64, pAdj *params) float64 {
	w.calls++
	return energyGrad(x, p, xAdj, pAdj)
}

// TestWork checks the method of a Work.
func TestWork(t *testing.T) {
	w := new(work)
	Grad(t, energy, w.Grad, springs, spring)
	if w.calls == 0 {
		t.Error("the Work was not used")
	}
}

// fill writes a struct behind a pointer and an array behind another.
func fill(out *params, a *[3]float64, x float64) {
	out.K, out.L0 = x*x, out.L0*x
	a[1] = a[0] * x
}

func fillVJP(out *params, a *[3]float64, x float64, outAdj *params, aAdj *[3]float64, xAdj *float64) {
	if outAdj == nil {
		outAdj = new(params)
	}
	if aAdj == nil {
		aAdj = new([3]float64)
	}
	g := outAdj.K*2*x + outAdj.L0*out.L0 + aAdj[1]*a[0]
	aAdj[0] += aAdj[1] * x
	aAdj[1] = 0
	outAdj.K = 0
	outAdj.L0 *= x
	if xAdj != nil {
		*xAdj += g
	}
	fill(out, a, x)
}

// TestPointers checks writes behind pointers.
func TestPointers(t *testing.T) {
	VJP(t, fill, fillVJP, &params{1, 2, 3}, &[3]float64{0.5, 1.5, -1}, 1.2)
}
