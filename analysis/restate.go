package analysis

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A restated is what is known of a package-level variable that generated code cannot name: how it is declared again, or
// why it cannot be.
type restated struct {
	*ir.Copy
	t   types.Type // of the copy
	why string
}

// restate says how v, a variable of another package, is declared again where code is generated: as a constant table, which
// nobody writes. Only its own package names one that is not exported, so that this is the package of the function at hand.
func (l *lowerer) restate(v *types.Var) restated {
	if c, ok := l.restated[v]; ok {
		return c
	}
	c := restated{t: l.rehomed(v.Type())}
	switch spec, i := l.specOf(v); {
	case v.Exported():
		c.why = "other packages may write it"
	case !isTable(v.Type()):
		c.why = "its type " + types.TypeString(v.Type(), l.qualify) + " is not one of tables of numbers"
	case spec == nil || len(spec.Values) != len(spec.Names):
		c.why = "its declaration gives it no value of its own"
	default:
		w := &restater{l: l, v: v}
		c.Copy = &ir.Copy{Value: w.expr(spec.Values[i])}
		if _, ok := c.t.Underlying().(*types.Basic); ok {
			c.Value = w.scalar(c.Value)
		} else if !types.Identical(l.info().TypeOf(spec.Values[i]), v.Type()) {
			w.fail(spec.Values[i])
		}
		c.Imports = w.imports
		if c.why = w.why; c.why == "" {
			c.why = l.disturbed(v)
		}
	}
	l.restated[v] = c
	return c
}

// specOf returns the declaration of v in the package of the function at hand, and which of its names v is.
func (l *lowerer) specOf(v *types.Var) (*ast.ValueSpec, int) {
	for _, f := range l.fr.Pkg.Files {
		for _, d := range f.Decls {
			d, ok := d.(*ast.GenDecl)
			if !ok || d.Tok != token.VAR {
				continue
			}
			for _, s := range d.Specs {
				for i, id := range s.(*ast.ValueSpec).Names {
					if l.info().Defs[id] == v {
						return s.(*ast.ValueSpec), i
					}
				}
			}
		}
	}
	return nil, 0
}

// isTable says whether t is made of numbers, bools and strings, in arrays, slices and structs.
func isTable(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsInteger|types.IsFloat|types.IsBoolean|types.IsString) != 0
	case *types.Slice:
		return isTable(u.Elem())
	case *types.Array:
		return isTable(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if f.Embedded() || f.Name() == "_" || !isTable(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

// rehomed is the type of a copy: structs that generated code cannot name are written out, with fields of its own package.
func (l *lowerer) rehomed(t types.Type) types.Type {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if l.nameable(t.Obj()) {
			return t
		}
		return l.rehomed(t.Underlying())
	case *types.Slice:
		return types.NewSlice(l.rehomed(t.Elem()))
	case *types.Array:
		return types.NewArray(l.rehomed(t.Elem()), t.Len())
	case *types.Struct:
		var fields []*types.Var
		for f := range t.Fields() {
			fields = append(fields, types.NewField(f.Pos(), l.pkg, f.Name(), l.rehomed(f.Type()), false))
		}
		return types.NewStruct(fields, nil)
	}
	return t
}

// A restater writes the value of a variable for another package.
type restater struct {
	l       *lowerer
	v       *types.Var
	imports []*types.Package
	why     string
}

func (w *restater) fail(e ast.Expr) string {
	w.why = cmp.Or(w.why, "its value at "+w.l.lineOf(e.Pos())+" is not made of constants")
	return ""
}

func (w *restater) typ(t types.Type) string {
	t = w.l.rehomed(t)
	w.imports = append(w.imports, w.l.importsOf(t)...)
	return types.TypeString(t, w.l.qualify)
}

// expr writes a constant, a literal of such, or what functions of package math make of them.
func (w *restater) expr(e ast.Expr) string {
	l := w.l
	if tv := l.info().Types[e]; tv.Value != nil {
		c := l.constant(e, tv)
		if c.Pkg != nil {
			w.imports = append(w.imports, c.Pkg)
		}
		return c.Text
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		return w.literal(e)
	case *ast.ParenExpr:
		return "(" + w.expr(e.X) + ")"
	case *ast.UnaryExpr:
		if e.Op == token.SUB || e.Op == token.ADD {
			return e.Op.String() + w.expr(e.X)
		}
	case *ast.BinaryExpr:
		return w.expr(e.X) + " " + e.Op.String() + " " + w.expr(e.Y)
	case *ast.CallExpr:
		fn := l.callee(e)
		if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "math" {
			break
		}
		w.imports = append(w.imports, fn.Pkg())
		var args []string
		for _, a := range e.Args {
			args = append(args, w.expr(a))
		}
		return "math." + fn.Name() + "(" + strings.Join(args, ", ") + ")"
	}
	return w.fail(e)
}

// scalar makes a value of the variable's type of the text of a number or the like. A text with a point is a float64 by itself.
func (w *restater) scalar(text string) string {
	if _, err := strconv.ParseFloat(text, 64); err == nil && strings.Contains(text, ".") && types.Identical(w.v.Type(), types.Typ[types.Float64]) {
		return text
	}
	return w.typ(w.v.Type()) + "(" + text + ")"
}

// literal writes a composite literal, with its lines as they are.
func (w *restater) literal(e *ast.CompositeLit) string {
	var b strings.Builder
	if a, ok := e.Type.(*ast.ArrayType); ok && a.Len != nil {
		n := w.l.info().TypeOf(e).Underlying().(*types.Array)
		if _, dots := a.Len.(*ast.Ellipsis); dots {
			b.WriteString("[...]" + w.typ(n.Elem()))
		} else {
			fmt.Fprintf(&b, "[%d]%s", n.Len(), w.typ(n.Elem()))
		}
	} else if e.Type != nil {
		b.WriteString(w.typ(w.l.info().TypeOf(e)))
	}
	b.WriteString("{")
	line := func(p token.Pos) int { return w.l.fset.Position(p).Line }
	last := line(e.Lbrace)
	for i, x := range e.Elts {
		if i > 0 {
			b.WriteString(", ")
		}
		if line(x.Pos()) > last {
			b.WriteString("\n")
		}
		last = line(x.End())
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && isField(w.l.info().Uses[id]) {
				b.WriteString(id.Name + ": ")
			} else {
				b.WriteString(w.expr(kv.Key) + ": ")
			}
			x = kv.Value
		}
		b.WriteString(w.expr(x))
	}
	if line(e.Rbrace) > last && len(e.Elts) > 0 {
		b.WriteString(",\n")
	}
	b.WriteString("}")
	return b.String()
}

// lineOf names a position in a message, without the folder.
func (l *lowerer) lineOf(pos token.Pos) string {
	p := l.fset.Position(pos)
	return fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line)
}
