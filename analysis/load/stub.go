package load

import (
	"bytes"
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

// Stubs declare what a package will have once it is generated, so that code which uses it
// type-checks. They are appended to the source file that asks for them: there the types of the
// primal's signature mean what they say, and positions in the user's text do not move. Their
// signatures are a best effort from syntax; nothing depends on their being exact, because type errors
// that only concern generated names are ignored.

// stubs returns the text to append to f, with no stub for what is declared already.
func (d *sourceDir) stubs(f *sourceFile, types *syntaxTypes) []byte {
	taken := make(map[string]claim)
	for g := range d.sources {
		if g.built && g.scope() == f.scope() {
			g.declared(taken)
		}
	}
	b := &stubWriter{f: f, types: types, taken: taken}
	for _, fn := range f.directives.Funcs {
		for _, r := range fn.Requests {
			b.request(fn.Decl, r)
		}
	}
	return b.out.Bytes()
}

type stubWriter struct {
	f     *sourceFile
	types *syntaxTypes
	taken map[string]claim
	out   bytes.Buffer
}

// free says whether the name still needs a stub, and takes it.
func (b *stubWriter) free(typ, name string) bool {
	if typ != "" {
		name = typ + "." + name
	}
	_, taken := b.taken[b.f.scope()+name]
	b.taken[b.f.scope()+name] = claim{gen: true}
	return !taken
}

func (b *stubWriter) text(n ast.Node) string {
	file := b.f.fset.File(n.Pos())
	return string(b.f.src[file.Offset(n.Pos()):file.Offset(n.End())])
}

// request writes the function of a request, and its Work with the method for it.
func (b *stubWriter) request(fn *ast.FuncDecl, r *Request) {
	params, results := b.signature(fn, r)
	list := strings.Join(params, ", ")
	decl, use := b.typeParams(fn)
	recv, recvType := "", receiverName(fn)
	if recvType != "" {
		recv = fmt.Sprintf("(_ %s) ", b.text(fn.Recv.List[0].Type))
	}
	if b.free(recvType, r.Name) {
		params := decl
		if recv != "" {
			params = "" // a method takes those of its type
		}
		fmt.Fprintf(&b.out, "\nfunc %s%s%s(%s) (%s) { for {} }\n", recv, r.Name, params, list, results)
	}
	if r.Work == "" {
		return
	}
	if b.free("", r.Work) {
		fmt.Fprintf(&b.out, "type %s%s struct{ Workers int }\n", r.Work, decl)
		fmt.Fprintf(&b.out, "func (*%s%s) Bytes() int { for {} }\n", r.Work, use)
	}
	if recv != "" {
		list = strings.Join(append([]string{b.text(fn.Recv.List[0].Type)}, params...), ", ")
	}
	if b.free(r.Work, r.Mode.String()) {
		fmt.Fprintf(&b.out, "func (*%s%s) %s(%s) (%s) { for {} }\n", r.Work, use, r.Mode, list, results)
	}
}

// typeParams returns the type parameters of a function, or of the type that it is a method of, as
// they are declared, [T any], and as they are used, [T].
func (b *stubWriter) typeParams(fn *ast.FuncDecl) (decl, use string) {
	var names []string
	list := fn.Type.TypeParams
	if list != nil {
		for _, f := range list.List {
			for _, id := range f.Names {
				names = append(names, id.Name)
			}
		}
		return "[" + strings.TrimSuffix(strings.TrimPrefix(b.text(list), "["), "]") + "]", "[" + strings.Join(names, ", ") + "]"
	}
	var decls []string
	for i, name := range receiverParams(fn) {
		names = append(names, name)
		decls = append(decls, name+" "+b.types.constraint(receiverName(fn), i))
	}
	if len(names) == 0 {
		return "", ""
	}
	return "[" + strings.Join(decls, ", ") + "]", "[" + strings.Join(names, ", ") + "]"
}

// receiverParams returns the names of the type parameters of a receiver: F of (m *Model[F]).
func receiverParams(fn *ast.FuncDecl) []string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return nil
	}
	var args []ast.Expr
	ast.Inspect(fn.Recv.List[0].Type, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			args = []ast.Expr{n.Index}
		case *ast.IndexListExpr:
			args = n.Indices
		}
		return args == nil
	})
	var out []string
	for _, a := range args {
		if id, ok := a.(*ast.Ident); ok {
			out = append(out, id.Name)
		}
	}
	return out
}

// signature returns the types of the generated function's parameters, without the receiver, and of
// its results.
func (b *stubWriter) signature(fn *ast.FuncDecl, r *Request) (params []string, results string) {
	scope := b.types.within(fn)
	var adjoints []string
	each(fn.Recv, func(name string, t ast.Expr) {
		adjoints = append(adjoints, b.adjoint(scope, name, t, r)...)
	})
	each(fn.Type.Params, func(name string, t ast.Expr) {
		params = append(params, b.plain(t))
		adjoints = append(adjoints, b.adjoint(scope, name, t, r)...)
	})
	var out, floats []string
	rows := 0
	each(fn.Type.Results, func(_ string, t ast.Expr) {
		name := resultName(fn.Type.Results, len(out))
		out = append(out, b.plain(t))
		if scope.shape(t).floats {
			floats = append(floats, b.plain(t))
			if r.Of == nil || slices.Contains(r.Of, name) {
				rows++
			}
		}
	})
	switch r.Mode {
	case VJP:
		params = append(params, floats...)
	case Jac:
		adjoints = slices.Repeat(adjoints, rows)
	case JVP:
		at := len(out)
		if at > 0 && out[at-1] == "error" { // stays last
			at--
		}
		out = slices.Insert(out, at, floats...)
	}
	return append(params, adjoints...), strings.Join(out, ", ")
}

// plain is the text of a type; a variadic parameter becomes a slice.
func (b *stubWriter) plain(t ast.Expr) string {
	if e, ok := t.(*ast.Ellipsis); ok {
		return "[]" + b.text(e.Elt)
	}
	return b.text(t)
}

// adjoint returns the type of the parameter's adjoint or tangent, or nothing if it gets none.
func (b *stubWriter) adjoint(scope *syntaxTypes, name string, t ast.Expr, r *Request) []string {
	wanted := r.Wrt == nil
	for _, w := range r.Wrt {
		wanted = wanted || w == name
	}
	switch {
	case name == "_" || !wanted || !scope.shape(t).floats:
		return nil
	case r.Mode == JVP || scope.shape(t).ref:
		return []string{b.plain(t)}
	}
	return []string{"*" + b.plain(t)}
}

// each calls f for every parameter of a list; an unnamed one is called _.
func each(list *ast.FieldList, f func(name string, t ast.Expr)) {
	if list == nil {
		return
	}
	for _, field := range list.List {
		if len(field.Names) == 0 {
			f("_", field.Type)
		}
		for _, id := range field.Names {
			f(id.Name, field.Type)
		}
	}
}
