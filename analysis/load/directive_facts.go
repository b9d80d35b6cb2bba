package load

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// FactsOf returns what the doc comment of fn, in a file with text src, assumes of its arguments. It is for
// functions without requests; what is wrong is in diags.
func FactsOf(p *Package, file *ast.File, src []byte, fn *Source, diags *Diagnostics) []Fact {
	for _, f := range parseDirectives(p.Fset, file, src, new(Diagnostics)).Funcs {
		if f.Decl == fn.Decl {
			t := &Target{Source: *fn, Assume: f.Assume}
			(&factTypes{p, t, diags}).check()
			return t.Assume
		}
	}
	return nil
}

// checkFacts verifies the types of facts. Those that are wrong are reported and left out.
func checkFacts(p *Package, t *Target) { (&factTypes{p, t, p.Diags}).check() }

type factTypes struct {
	p     *Package
	t     *Target
	diags *Diagnostics
}

func (c *factTypes) check() {
	if c.t.Decl.Body == nil {
		return
	}
	c.t.Assume = slices.DeleteFunc(slices.Clone(c.t.Assume), func(f Fact) bool { return !c.fact(f) })
}

func (c *factTypes) errorf(pos token.Pos, format string, args ...any) bool {
	c.diags.Add(c.p.Fset, pos, format, args...)
	return false
}

func (c *factTypes) fact(f Fact) bool {
	for i, e := range f.Args {
		t, ok := c.typeOf(e)
		if !ok {
			return false
		}
		switch {
		case f.Word == "":
			b := e.(*ast.BinaryExpr)
			if v := c.p.Info.Types[e].Value; v != nil {
				return c.errorf(e.Pos(), "%s is always %s: it says nothing about an argument", f.Text, v)
			}
			for _, x := range []ast.Expr{b.X, b.Y} {
				if t := c.p.Info.Types[x].Type; !isInteger(t) {
					return c.errorf(x.Pos(), "%s compares values of type %s; facts are about integers and lengths", f.Text, c.text(t))
				}
			}
		case f.Word == "within" && i > 0:
			if !isInteger(t) {
				return c.errorf(e.Pos(), "the bounds of %s are integers, and this has type %s", f.Text, c.text(t))
			}
		case f.Word == "disjoint":
			if _, slice := t.Underlying().(*types.Slice); !slice {
				return c.errorf(e.Pos(), "disjoint takes slices, and this has type %s", c.text(t))
			}
		default:
			if s, slice := t.Underlying().(*types.Slice); !slice || !isInteger(s.Elem()) {
				return c.errorf(e.Pos(), "%s takes a slice of integers, and this has type %s", f.Word, c.text(t))
			}
		}
	}
	return true
}

func (c *factTypes) text(t types.Type) string {
	return types.TypeString(t, types.RelativeTo(c.p.Types))
}

// typeOf type-checks e as it stands at the start of the function's body.
func (c *factTypes) typeOf(e ast.Expr) (types.Type, bool) {
	if err := types.CheckExpr(c.p.Fset, c.p.Types, c.t.Decl.Body.Lbrace+1, e, c.p.Info); err != nil {
		msg, pos := err.Error(), e.Pos()
		if te := (types.Error{}); errors.As(err, &te) {
			msg, pos = te.Msg, te.Pos
		}
		return nil, c.errorf(pos, "%s", msg)
	}
	return c.p.Info.Types[e].Type, true
}

func isInteger(t types.Type) bool {
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Info()&types.IsInteger != 0
	}
	return ir.IsInt(t)
}
