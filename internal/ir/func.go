package ir

import (
	"go/token"
	"go/types"
)

// A Func is a function in the IR.
type Func struct {
	Name string
	Fset *token.FileSet
	Pos  token.Pos
	Obj  *types.Func    // the user's function
	Pkg  *types.Package // the package that the code is printed in

	Params  []*ParamDecl // the receiver first
	Results []*ResultDecl
	// Leaves are the parts of the parameters that the body uses, of kind Param, each once.
	Leaves []*Var
	// Facts are what the user says of the arguments.
	Facts []*Fact
	// Alike are slices that change places, and so must be alike on entry.
	Alike []Alike
	Body  *Block
}

// An Alike says that two slices, and those in them, are equally long where all of When holds. It is in terms of the arguments
// on entry.
type Alike struct {
	A, B *Ref
	When []Expr
}

// Leaf returns the leaf of p at path, or nil if the body does not use it.
func (f *Func) Leaf(p *ParamDecl, path []*types.Var) *Var {
	for _, v := range f.Leaves {
		if v.Home.Param == p && samePath(v.Home.Path, path) {
			return v
		}
	}
	return nil
}

func samePath(a, b []*types.Var) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
