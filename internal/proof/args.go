package proof

import (
	"go/types"
	"math/rand/v2"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
)

// A plan says how large arguments are. Programs have no common convention, so several plans are tried.
type plan struct {
	length int  // of slices
	number int  // integers
	vary   bool // integers are drawn from [0, number] instead
	square bool // slices of floats hold length*length elements
	sorted bool // slices of floats rise
	unit   bool // floats lie between 0 and 1
}

var plans = []plan{
	{length: 4, number: 4}, {length: 3, number: 3, square: true}, {length: 24, number: 2}, {length: 4, number: 3, vary: true},
	{length: 3, number: 1}, {length: 2, number: 2}, {length: 1, number: 1}, {length: 0, number: 0}, {length: 60, number: 3, vary: true},
}

// An argumenter makes arguments.
type argumenter struct {
	plan
	r  *rand.Rand
	ok bool
}

// newArguments returns arguments for the parameters of f, nil if they are of types for which there are
// none.
func newArguments(f *ir.Func, p plan, seed uint64) []*interp.Value {
	m := &argumenter{plan: p, r: rand.New(rand.NewPCG(seed, 7)), ok: true}
	out := []*interp.Value{}
	for _, d := range f.Params {
		v := m.value(d.Type, 0)
		out = append(out, &v)
	}
	if !m.ok {
		return nil
	}
	return out
}

func (m *argumenter) value(t types.Type, depth int) interp.Value {
	switch {
	case depth > 6:
	case ir.IsFloat(t):
		return *interp.Float(m.float())
	case ir.IsInt(t):
		return *interp.Int(m.int())
	case ir.IsBool(t):
		return *interp.Bool(m.r.IntN(2) == 0)
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return m.slice(u, depth)
	case *types.Array:
		return *interp.Array(m.list(u.Elem(), int(u.Len()), depth)...)
	case *types.Struct:
		var fields []*interp.Value
		for f := range u.Fields() {
			v := m.value(f.Type(), depth+1)
			fields = append(fields, &v)
		}
		return *interp.Struct(fields...)
	case *types.Pointer:
		if depth > 3 {
			return *interp.Pointer(nil)
		}
		v := m.value(u.Elem(), depth+1)
		return *interp.Pointer(&v)
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return *interp.Str("ab")
		}
	}
	m.ok = false
	return *interp.Int(0)
}

// float returns a number that mathematical functions like, seldom one that they do not.
func (m *argumenter) float() float64 {
	if m.unit {
		return 0.05 + 0.9*m.r.Float64()
	}
	x := 0.2 + 1.6*m.r.Float64()
	switch m.r.IntN(12) {
	case 0:
		x = -x
	case 1:
		x = 2 * x
	}
	return float64(float32(x))
}

func (m *argumenter) int() int {
	if m.vary {
		return m.r.IntN(m.number + 1)
	}
	return m.number
}

func (m *argumenter) slice(u *types.Slice, depth int) interp.Value {
	n := m.length
	switch {
	case depth > 3:
		n = 0
	case ir.IsInt(u.Elem()):
		return m.indices(n)
	case m.square && ir.IsFloat(u.Elem()) && depth == 0:
		n *= n
	}
	v := interp.Slice(m.list(u.Elem(), n, depth)...)
	if m.sorted && ir.IsFloat(u.Elem()) {
		x := v.AllFloats()
		slices.Sort(x)
		v.SetAllFloats(x)
	}
	return *v
}

// indices returns subscripts that fit every slice of the plan.
func (m *argumenter) indices(n int) interp.Value {
	x := make([]int, n)
	for i := range x {
		x[i] = m.r.IntN(min(n, max(m.number, 1)))
	}
	return *interp.Ints(x...)
}

func (m *argumenter) list(elem types.Type, n, depth int) []*interp.Value {
	out := make([]*interp.Value, n)
	for i := range out {
		v := m.value(elem, depth+1)
		out[i] = &v
	}
	return out
}
