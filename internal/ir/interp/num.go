package interp

import (
	"go/types"
	"math"
)

// A num is a float with its tangent and the tape node that computed it (0 for none: it does
// not depend on an input).
type num struct {
	v, d float64
	node int
}

// A tape records elementary operations: node k has the operands parents[first[k]:first[k+1]] with
// their partial derivatives. Node 0 stands for all constants.
type tape struct {
	first    []int
	parents  []int
	partials []float64
}

func newTape() *tape {
	t := &tape{}
	t.push()
	return t
}

type operand struct {
	x num
	p float64 // partial derivative of the result
}

// push records an operation and returns its node.
func (t *tape) push(ops ...operand) int {
	t.first = append(t.first, len(t.parents))
	for _, o := range ops {
		if o.x.node != 0 {
			t.parents = append(t.parents, o.x.node)
			t.partials = append(t.partials, o.p)
		}
	}
	return len(t.first) - 1
}

// reverse plays the tape backwards: adj holds the adjoints of the nodes, which are final for the
// inputs on return.
func (t *tape) reverse(adj []float64) {
	end := len(t.parents)
	for k := len(t.first) - 1; k > 0; k-- {
		for j := t.first[k]; j < end; j++ {
			adj[t.parents[j]] += times(t.partials[j], adj[k])
		}
		end = t.first[k]
	}
}

// times returns p*d where a zero derivative stays zero.
func times(p, d float64) float64 {
	if d == 0 {
		return 0
	}
	return p * d
}

// result returns y as the result of an operation on the given operands.
func (m *machine) result(y float64, ops ...operand) num {
	if m.env.Largest > 0 && !(math.Abs(y) <= m.env.Largest) {
		m.fail("a value of %v", y)
	}
	r := num{v: y}
	active := false
	for _, o := range ops {
		r.d += times(o.p, o.x.d)
		active = active || o.x.node != 0
	}
	if m.tape != nil && active {
		r.node = m.tape.push(ops...)
	}
	return r
}

// basic returns the basic type under t; a type parameter over floats counts as float64, any other
// as int.
func basic(t types.Type) *types.Basic {
	if tp, ok := types.Unalias(t).(*types.TypeParam); ok {
		if isFloat(tp) {
			return types.Typ[types.Float64]
		}
		return types.Typ[types.Int]
	}
	b, _ := t.Underlying().(*types.Basic)
	return b
}

// round rounds x to the float type t.
func round(t types.Type, x float64) float64 {
	if b := basic(t); b != nil && b.Kind() == types.Float32 {
		return float64(float32(x))
	}
	return x
}

// wrap reduces x to the integer type t.
func wrap(t types.Type, x int64) int64 {
	b := basic(t)
	if b == nil {
		return x
	}
	switch b.Kind() {
	case types.Int8:
		return int64(int8(x))
	case types.Int16:
		return int64(int16(x))
	case types.Int32:
		return int64(int32(x))
	case types.Uint8:
		return int64(uint8(x))
	case types.Uint16:
		return int64(uint16(x))
	case types.Uint32:
		return int64(uint32(x))
	}
	return x
}

func unsigned(t types.Type) bool {
	b := basic(t)
	return b != nil && b.Info()&types.IsUnsigned != 0
}

// truncate converts a float to the integer type t as Go does on most machines.
func truncate(t types.Type, x float64) int64 {
	if unsigned(t) && x >= math.MaxInt64 {
		return wrap(t, int64(uint64(x)))
	}
	return wrap(t, int64(x))
}

// toFloat converts an integer of type from to the float type t, rounding once.
func toFloat(t, from types.Type, x int64) float64 {
	single := basic(t).Kind() == types.Float32
	switch {
	case unsigned(from) && single:
		return float64(float32(uint64(x)))
	case unsigned(from):
		return float64(uint64(x))
	case single:
		return float64(float32(x))
	}
	return float64(x)
}
