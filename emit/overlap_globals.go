package emit

import (
	"go/types"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// readGlobals returns the package-level variables, or parts of them, whose values fn reads, in the order of their first
// reads. A length, or a comparison with nil, reads no memory that an argument could share.
func readGlobals(fn *ir.Func) []*ir.Var {
	var list []*ir.Var
	seen := map[*ir.Var]bool{}
	var visit func(e ir.Expr) bool
	visit = func(e ir.Expr) bool {
		header, _ := ir.NilTest(e).(*ir.Ref)
		if n, ok := e.(*ir.Len); ok {
			header = n.X
		}
		if header != nil {
			for _, i := range header.Indices() {
				ir.WalkExpr(i, visit)
			}
			return false
		}
		if r, ok := e.(*ir.Ref); ok && r.Var.Kind == ir.Global && r.Var.Copy == nil && !seen[r.Var] {
			seen[r.Var] = true
			list = append(list, r.Var)
		}
		return true
	}
	ir.Walk(fn.Body, func(s ir.Stmt) bool {
		ir.Reads(s, func(e ir.Expr) { ir.WalkExpr(e, visit) })
		return true
	})
	return list
}

// addGlobal adds what a package-level variable, or a part of one, holds and reaches, as far as that can be memory of the spans
// that are written. v.Name leads to it as in Go; a nil pointer on the way is left to the function, which may not follow it.
func (l *spanList) addGlobal(v *ir.Var) {
	p := l.p
	name := v.Name
	if v.Obj == nil {
		return
	}
	if pkg := v.Obj.Pkg(); pkg.Path() != p.file.spec.Package.Path() {
		name = pkg.Name() + "." + name
	}
	whole := text(p.global(v))
	within, conds := v.Obj.Type(), []string(nil)
	if fields := strings.Split(v.Name, ".")[1:]; len(fields) > 0 {
		t := within
		path := strings.TrimSuffix(whole, "."+strings.Join(fields, "."))
		for _, f := range fields {
			if q, ok := t.Underlying().(*types.Pointer); ok {
				conds = append(conds, path+" != nil")
				t, within = q.Elem(), nil
			}
			path += "." + f
			t = fieldType(t, f)
		}
	}
	add := func() {
		if l.direct(v.Type) {
			l.global.within = within
			l.entry("pardiffPointer", "the package-level variable "+name, "&"+whole, v.Type, nil, false, "")
			l.global.within = nil
		}
		l.visit(v.Type, at(whole), "the package-level variable "+name, nil, nil, readOnly, true)
	}
	l.global.on, l.root = true, v.Obj
	if len(conds) > 0 {
		l.under(func(body []code) code { return p.when(strings.Join(conds, " && "), body) }, false, add)
	} else {
		add()
	}
	l.global.on = false
}

// fieldType returns the type of a field of the struct t.
func fieldType(t types.Type, name string) types.Type {
	for f := range t.Underlying().(*types.Struct).Fields() {
		if f.Name() == name {
			return f.Type()
		}
	}
	panic("emit: no field " + name + " in " + t.String())
}

// mayMeet says whether memory of a, which is written, may be memory of b as well, by their types.
func (a span) mayMeet(b span) bool {
	if b.within == nil {
		return contains(a.elem, b.elem) || contains(b.elem, a.elem)
	}
	// What leads into a variable is a pointer to a part of it, or a slice of an array in it.
	if _, array := b.elem.Underlying().(*types.Array); !array && a.fn == "pardiffSlice" {
		return false
	}
	return contains(b.within, a.elem)
}
