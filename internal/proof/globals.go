package proof

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/pardiff/pardiffgen/analysis/load"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
)

// globals returns the values of the package-level variables that the function reads, as far as their declarations tell them:
// constants, and literals of such.
func (c *check) globals() interp.Globals {
	out := interp.Globals{}
	ir.Walk(c.f.Body, func(s ir.Stmt) bool {
		ir.Reads(s, func(e ir.Expr) {
			ir.WalkExpr(e, func(e ir.Expr) bool {
				if r, ok := e.(*ir.Ref); ok && r.Var.Kind == ir.Global && r.Var.Obj != nil && out[r.Var] == nil {
					if x := c.global(r.Var); x != nil {
						out[r.Var] = x
					}
				}
				return true
			})
		})
		return true
	})
	return out
}

// global returns the value of a variable, nil if it is not known.
func (c *check) global(v *ir.Var) *interp.Value {
	pkg := c.packageOf(v.Obj.Pkg())
	if pkg == nil || strings.Contains(v.Name, ".") {
		return nil
	}
	for _, f := range pkg.Files {
		for _, d := range f.Decls {
			d, ok := d.(*ast.GenDecl)
			if !ok || d.Tok != token.VAR {
				continue
			}
			for _, s := range d.Specs {
				s := s.(*ast.ValueSpec)
				for i, id := range s.Names {
					if pkg.Info.Defs[id] == v.Obj && i < len(s.Values) {
						return literal(pkg.Info, s.Values[i], v.Obj.Type())
					}
				}
			}
		}
	}
	return nil
}

// packageOf returns the package with the syntax for its types.
func (c *check) packageOf(p *types.Package) *load.Package {
	if p == c.target.Pkg.Types {
		return c.target.Pkg
	}
	for _, name := range p.Scope().Names() {
		if fn, ok := p.Scope().Lookup(name).(*types.Func); ok {
			if s := c.src.Source(fn); s != nil {
				return s.Pkg
			}
		}
	}
	return nil
}

// literal returns the value of e, which becomes one of type t: a constant, or a literal of an array or a slice without keys.
func literal(info *types.Info, e ast.Expr, t types.Type) *interp.Value {
	if v := info.Types[e].Value; v != nil {
		switch {
		case ir.IsFloat(t):
			x, _ := constant.Float64Val(constant.ToFloat(v))
			return interp.Float(x)
		case ir.IsInt(t):
			x, _ := constant.Int64Val(constant.ToInt(v))
			return interp.Int(int(x))
		}
		return nil
	}
	lit, ok := e.(*ast.CompositeLit)
	elem := ir.ElemType(t)
	if !ok || elem == nil {
		return nil
	}
	var list []*interp.Value
	for _, x := range lit.Elts {
		v := literal(info, x, elem)
		if v == nil {
			return nil
		}
		list = append(list, v)
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return interp.Slice(list...)
	case *types.Array:
		if int(u.Len()) == len(list) {
			return interp.Array(list...)
		}
	}
	return nil
}
