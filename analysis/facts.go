package analysis

import (
	"go/ast"
	"go/types"

	"github.com/pardiff/pardiffgen/analysis/load"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// facts lowers what is assumed of the parameters, as they are on entry.
func (l *lowerer) facts(list []load.Fact) []*ir.Fact {
	var out []*ir.Fact
	for _, f := range list {
		var args []ir.Expr
		for _, e := range f.Args {
			args = append(args, l.factExpr(f, e))
		}
		cond := args[0]
		if f.Word != "" {
			cond = ir.NewPredicate("pardiff."+f.Word, args...)
		}
		out = append(out, &ir.Fact{Pos: f.Pos, Text: f.Text, Cond: cond, Unchecked: f.Unchecked})
	}
	return out
}

// factExpr lowers a part of a fact, which is made of leaves of parameters.
func (l *lowerer) factExpr(f load.Fact, e ast.Expr) ir.Expr {
	x := l.scalar(e)
	ir.WalkExpr(x, func(n ir.Expr) bool {
		r, ok := n.(*ir.Ref)
		if _, opaque := n.(*ir.Opaque); opaque || ok && (r.Var.Kind != ir.Param || len(r.Elems) > 0) {
			l.refuse(e.Pos(), "the fact "+f.Text, "it is about memory that is not followed from the start of the function", "pass the value as a parameter")
			return false
		}
		return true
	})
	if f.Word == "within" && !types.Identical(x.Type(), types.Typ[types.Int]) && ir.IsInt(x.Type()) {
		if _, c := x.(*ir.Const); !c {
			x = &ir.Convert{X: x, T: types.Typ[types.Int]}
		}
	}
	return x
}
