package emit

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// facts tests what the gradient is wrong without.
func (s *sig) facts(p *printer, fn string) []code {
	var out []code
	for _, u := range s.grad.Facts {
		if !u.Required {
			continue
		}
		c := p.must(fn, quote(u.Fact.Text), u.Fact.Cond)
		if conds := p.reachable(u.Fact.Cond); len(conds) > 0 {
			c = p.when(strings.Join(conds, " && "), []code{c})
		}
		out = append(out, c)
	}
	return out
}

// must prints a test that panics in the name of fn if cond, which fact is the text of, does not hold.
func (p *printer) must(fn, fact string, cond ir.Expr) code {
	if e := ir.Predicate(cond); e != nil {
		name := "pardiffMust" + strings.TrimPrefix(predicateHelper[e.Fn], "pardiff")
		args := append([]string{fn, fact, quote(ir.SourceText(e.Args[0]))}, p.predicateArgs(e)...)
		return p.line("%s(%s)", p.file.helper(name), strings.Join(args, ", "))
	}
	b := cond.(*ir.Binary)
	args := []string{fn, fact, text(p.expr(cond))}
	for _, x := range []ir.Expr{b.X, b.Y} {
		if _, ok := x.(*ir.Const); ok {
			args = append(args, quote(""), "0")
			continue
		}
		value := text(p.expr(x))
		args = append(args, quote(ir.SourceText(x)))
		if !types.Identical(x.Type(), types.Typ[types.Int]) {
			value = text(call(p.typ(types.Typ[types.Int]), p.expr(x)))
		}
		args = append(args, value)
	}
	return p.line("%s(%s)", p.file.helper("pardiffMust"), strings.Join(args, ", "))
}

// predicateHelper has the names of the helpers that test predicates.
var predicateHelper = map[string]string{
	ir.Monotone: "pardiffMonotone", ir.Injective: "pardiffInjective", ir.Within: "pardiffWithin",
}

// predicate prints a test of index arrays. Where they cannot be reached it is false.
func (p *printer) predicate(e *ir.Intrinsic) ast.Expr {
	x := ""
	if e.Fn == ir.Holds {
		x = text(p.expr(e.Args[0]))
	} else {
		x = p.file.helper(predicateHelper[e.Fn]) + "(" + strings.Join(p.predicateArgs(e), ", ") + ")"
	}
	return ast.NewIdent(strings.Join(append(p.reachable(e), x), " && "))
}

func (p *printer) predicateArgs(e *ir.Intrinsic) []string {
	var args []string
	if e.Fn == ir.Injective {
		args = append(args, "&"+text(p.mem.arena(p, types.Typ[types.Uint64])))
	}
	for _, a := range e.Args {
		args = append(args, text(p.expr(a)))
	}
	return args
}

// reachable returns the conditions on which the leaves in e can be read: that no pointer that leads to them is nil.
// A receiver that each call reads is none.
func (p *printer) reachable(e ir.Expr) []string {
	var out []string
	ir.WalkExpr(e, func(n ir.Expr) bool {
		var v *ir.Var
		switch n := n.(type) {
		case *ir.Ref:
			v = n.Var
		case *ir.Len:
			v = n.X.Var
		}
		if v == nil || v.Home == nil {
			return true
		}
		for _, c := range (&bindings{p: p}).primalGuards(v.Home) {
			if !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
		return true
	})
	return out
}

// all prints the conjunction of conditions.
func (p *printer) all(conds []ir.Expr) string {
	var list []string
	for _, e := range conds {
		list = append(list, operand(p.expr(e)))
	}
	return strings.Join(list, " && ")
}
