package interp

import (
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// An Instance says which types the type parameters of a generic function stand for.
type Instance map[*types.TypeParam]types.Type

// InstanceOf returns the instance of f with the given type arguments, in the order of f's type
// parameters, or of those of its receiver. It is nil for no arguments.
func InstanceOf(f *ir.Func, targs ...types.Type) Instance {
	if len(targs) == 0 {
		return nil
	}
	sig := f.Obj.Signature()
	list := sig.TypeParams()
	if sig.Recv() != nil {
		list = sig.RecvTypeParams()
	}
	inst := Instance{}
	for i, t := range targs {
		inst[list.At(i)] = t
	}
	return inst
}

// Type returns what t, a number, stands for.
func (in Instance) Type(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.TypeParam); ok && in[p] != nil {
		return in[p]
	}
	return t
}

func (m *machine) typ(t types.Type) types.Type { return m.env.Instance.Type(t) }
