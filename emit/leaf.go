package emit

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// bindings are the statements around a body that tie its adjoints to the parameters.
type bindings struct {
	p      *printer
	sig    *sig
	before []code
	after  []code
	fill   []code // gives memory to what is nil
	vars   []field
	// load and store move values between locals and the parameters.
	load, store []guarded
	// inRows is set while the rows of a slice are given memory, whose floats are copied back.
	inRows bool
	// lost says that nobody reads the adjoints after the body.
	lost bool
	// param is the parameter whose adjoint gets memory.
	param *ir.ParamDecl
}

// A guarded is statements with their condition.
type guarded struct {
	cond string
	body []code
}

// conditions prints guarded statements, neighbours with one condition together.
func (p *printer) conditions(list []guarded) []code {
	var out []code
	for i := 0; i < len(list); {
		var body []code
		j := i
		for ; j < len(list) && list[j].cond == list[i].cond; j++ {
			body = append(body, list[j].body...)
		}
		if i = j; list[j-1].cond == "" {
			out = append(out, body...)
		} else {
			out = append(out, p.when(list[j-1].cond, body))
		}
	}
	return out
}

// bindLeaves says how the adjoints (or tangents) of leaves are printed; it is called before the
// body is.
func (s *sig) bindLeaves(p *printer) {
	for _, l := range s.grad.Leaves {
		h := l.Primal.Home
		switch {
		case s.isParam(l):
			p.places[l.Adj] = func() ast.Expr { p.used[l.Adj] = true; return s.ident(p, l.Slot()) }
		case s.inPlace(l):
			p.places[l.Adj] = func() ast.Expr { p.used[l.Adj] = true; return p.home(s.ident(p, l.Slot()), h) }
		}
	}
	for _, seed := range s.grad.Seeds {
		paths := leafPaths(seed.Result.Type, len(seed.Adj))
		for i, v := range seed.Adj {
			if v != nil {
				p.places[v] = func() ast.Expr { return selectAll(s.ident(p, seed.Result), paths[i]) }
			}
		}
	}
}

// isParam says whether the adjoint of a leaf is the parameter itself: a slice or a pointer to an array.
func (s *sig) isParam(l adjoint.Leaf) bool {
	return len(l.Primal.Home.Path) == 0 && !l.Primal.Home.Deref && refers(l.Primal.Type)
}

// inPlace says whether the tangent of a leaf is printed as a part of the parameter, which is a copy by
// itself: nothing on the way is a pointer.
func (s *sig) inPlace(l adjoint.Leaf) bool {
	if s.mode != JVP || l.Primal.Home.Deref {
		return false
	}
	t := l.Primal.Home.Param.Type
	for _, f := range l.Primal.Home.Path {
		if _, ok := t.Underlying().(*types.Pointer); ok {
			return false
		}
		t = f.Type()
	}
	return true
}

// byRef says whether the caller sees writes to a leaf, in itself or in what it holds.
func byRef(v *ir.Var) bool { return v.Home.ByRef() || reaches(v.Type) }

// selectAll returns x.a.b for the path a, b.
func selectAll(x ast.Expr, path []string) ast.Expr {
	for _, f := range path {
		x = sel(x, f)
	}
	return x
}

// leafPaths returns the selectors that lead to the n leaves of a result of type t, in order.
func leafPaths(t types.Type, n int) [][]string {
	var out [][]string
	var visit func(t types.Type, path []string)
	visit = func(t types.Type, path []string) {
		s, ok := t.Underlying().(*types.Struct)
		if !ok {
			out = append(out, path)
			return
		}
		for f := range s.Fields() {
			visit(f.Type(), append(path[:len(path):len(path)], f.Name()))
		}
	}
	if visit(t, nil); len(out) != n {
		return make([][]string, n)
	}
	return out
}

// bind returns the statements around the body, for the leaves that it used. lost is that of bindings.
func (s *sig) bind(p *printer, lost bool) *bindings {
	b := &bindings{p: p, sig: s, lost: lost}
	for _, l := range s.grad.Leaves {
		if !p.used[l.Adj] {
			if l.Cleared && s.mode != Grad { // which clears all
				b.load = append(b.load, guarded{strings.Join(b.guards(l), " && "), p.clear(l.Adj.Type, b.there(l), 0)})
			}
			continue
		}
		switch {
		case s.inPlace(l) && !reaches(l.Primal.Type):
			// a part of the parameter
		case refers(l.Primal.Type) || reaches(l.Primal.Type):
			b.memory(l)
		default:
			b.value(l)
		}
	}
	for i := 0; i < len(b.vars); {
		j := i + 1
		for j < len(b.vars) && b.vars[j].typ == b.vars[i].typ {
			j++
		}
		b.before = append(b.before, p.line("var %s %s", names(b.vars[i:j]), b.vars[i].typ))
		i = j
	}
	b.before = append(append(b.before, p.conditions(b.load)...), b.fill...)
	if b.after = append(p.conditions(b.store), b.after...); lost {
		b.after = nil
	}
	return b
}

// declare declares the local variable v.
func (b *bindings) declare(v string, t types.Type) {
	b.vars = append(b.vars, field{name: v, typ: b.p.file.typ(t)})
}

// value binds a scalar, an array or the like to a local variable.
func (b *bindings) value(l adjoint.Leaf) {
	p, s := b.p, b.sig
	v := text(p.variable(l.Adj))
	b.declare(v, l.Adj.Type)
	there := b.there(l)
	cond := strings.Join(b.guards(l), " && ")
	if byRef(l.Primal) && !l.Cleared && s.mode != Jac {
		b.load = append(b.load, guarded{cond, p.transfer(l.Adj.Type, at(v), there, "=", 0)})
	}
	switch {
	case s.mode == JVP && !l.Written:
	case byRef(l.Primal) || s.mode == Jac: // which clears all
		b.store = append(b.store, guarded{cond, p.transfer(l.Adj.Type, there, at(v), "=", 0)})
	default:
		b.store = append(b.store, guarded{cond, p.transfer(l.Adj.Type, there, at(v), "+=", 0)})
	}
}

// there is the place of a leaf's adjoint among the parameters.
func (b *bindings) there(l adjoint.Leaf) place {
	h := l.Primal.Home
	x := text(b.p.home(b.sig.ident(b.p, l.Slot()), &ir.Home{Param: h.Param, Path: h.Path}))
	if h.Deref || len(h.Path) == 0 && b.sig.mode != JVP && !refers(h.Param.Type) {
		return place{x, "*" + x}
	}
	return at(x)
}

// guards are the conditions under which a leaf's adjoint exists: no pointer on the way is nil.
func (b *bindings) guards(l adjoint.Leaf) []string {
	var out []string
	h := l.Primal.Home
	x := b.sig.ident(b.p, l.Slot())
	t := h.Param.Type
	if b.sig.mode != JVP && !refers(t) {
		t = types.NewPointer(t)
	}
	path := text(x)
	for i := 0; ; i++ {
		if _, ok := t.Underlying().(*types.Pointer); ok && (i < len(h.Path) || h.Deref || i == 0 && !refers(h.Param.Type)) {
			out = append(out, path+" != nil")
		}
		if i == len(h.Path) {
			return out
		}
		path += "." + h.Path[i].Name()
		t = h.Path[i].Type()
	}
}

// primalGuards are the conditions under which the leaf itself exists. That of a receiver does if the method reads it in
// each call.
func (b *bindings) primalGuards(h *ir.Home) []string {
	var out []string
	there := h.Param.Followed && (len(h.Tested) == 0 || len(h.Tested[0].Home.Path) > 0)
	path, t := text(b.p.param(h.Param)), h.Param.Type
	for i, f := range h.Path {
		if _, ok := t.Underlying().(*types.Pointer); ok && !(i == 0 && there) {
			out = append(out, path+" != nil")
		}
		path += "." + f.Name()
		t = f.Type()
	}
	if h.Deref && !(len(h.Path) == 0 && there) {
		out = append(out, path+" != nil")
	}
	return out
}

// memory binds a slice, or something that holds slices: to what the argument holds, or to scratch
// where that is nil.
func (b *bindings) memory(l adjoint.Leaf) {
	p, h := b.p, l.Primal.Home
	b.param = h.Param
	v := text(p.variable(l.Adj))
	if !b.sig.isParam(l) && !b.sig.inPlace(l) {
		b.declare(v, l.Adj.Type)
		cond := strings.Join(b.guards(l), " && ")
		load := []code{p.line("%s = %s", v, b.there(l).whole)}
		if direct(l.Adj.Type) && (b.sig.mode != JVP || l.Written) {
			// The floats beside the slices are treated as those of a leaf of their own.
			op := "="
			if !h.ByRef() {
				load = append(load, p.zero(l.Adj.Type, at(v), 0)...)
				op = "+="
			}
			b.store = append(b.store, guarded{cond, p.transfer(l.Adj.Type, b.there(l), at(v), op, 0)})
		}
		b.load = append(b.load, guarded{cond, load})
	}
	arg := at(text(p.home(p.param(h.Param), &ir.Home{Param: h.Param, Path: h.Path})))
	if h.Deref {
		arg = place{"(*" + arg.path + ")", "*" + arg.path}
	}
	fill := b.scratch(l.Adj.Type, at(v), arg, b.primalGuards(h), 0)
	if l.Cleared {
		fill = append(fill, p.clear(l.Adj.Type, at(v), 0)...)
	}
	b.fill = append(b.fill, fill...)
}

// scratch gives memory to what is nil in adj, as long as arg, under the conditions conds.
func (b *bindings) scratch(t types.Type, adj, arg place, conds []string, depth int) []code {
	p := b.p
	isNil := strings.Join(append([]string{adj.path + " == nil"}, conds...), " && ")
	switch u := t.Underlying().(type) {
	case *types.Slice:
		n := ast.NewIdent("len(" + arg.whole + ")")
		if !reaches(u.Elem()) {
			get := p.line("%s = %s", adj.path, p.mem.get(p, t, u.Elem(), n, false))
			out := []code{p.when(isNil, []code{get})}
			if depth == 0 && len(conds) == 0 {
				// The lengths are equal: this tells the compiler.
				out = append(out, p.line("%s = %s[:%s]", adj.path, adj.path, n))
			}
			return out
		}
		fill := b.rows(u, t, adj, arg, conds, depth)
		if len(conds) > 0 {
			return []code{p.when(strings.Join(conds, " && "), fill)}
		}
		return fill
	case *types.Pointer:
		return b.pointee(u, t, adj, arg, conds, depth)
	case *types.Array:
		if !reaches(t) {
			return nil
		}
		i := p.counter(depth)
		return []code{p.rangeLoop(i, adj, b.scratch(u.Elem(), adj.index(i), arg.index(i), conds, depth+1))}
	case *types.Struct:
		var out []code
		p.fields(u, func(f *types.Var) {
			if reaches(f.Type()) {
				out = append(out, b.scratch(f.Type(), adj.field(f), arg.field(f), conds, depth)...)
			}
		})
		return out
	}
	return nil
}

// pointee gives memory to what a pointer points to.
func (b *bindings) pointee(u *types.Pointer, t types.Type, adj, arg place, conds []string, depth int) []code {
	p := b.p
	if leadsOn(u.Elem()) {
		b.refuseForm(t, "in memory")
		return nil
	}
	if !reaches(u.Elem()) {
		return []code{p.when(adj.path+" == nil", []code{p.line("%s = %s", adj.path, b.one(u.Elem(), depth))})}
	}
	if direct(u.Elem()) && !b.inRows {
		b.refuseForm(t, "with floats beside slices, which may be nil")
	}
	// The slices behind the caller's pointer stay as they are: a copy gets the scratch.
	c := p.fresh("c")
	out := []code{
		p.line("%s := %s", c, b.one(u.Elem(), depth)),
		p.when(adj.path+" != nil", []code{p.line("*%s = *%s", c, adj.path)}),
		p.line("%s = %s", adj.path, c),
	}
	return append(out, b.scratch(u.Elem(), adj, arg, append(conds, arg.path+" != nil"), depth)...)
}

// one returns an expression for a pointer to a zero value.
func (b *bindings) one(t types.Type, depth int) string {
	a, ok := b.p.mem.(*arenas)
	if !ok || depth == 0 {
		return b.p.file.new(b.p.file.typ(t))
	}
	return "&" + text(call(a.method(b.p, t, "take"), ast.NewIdent("1"))) + "[0]"
}

// rows gives memory to a slice of slices, or of structs that hold slices. Rows that are nil get
// theirs in a copy of the outer slice: the caller's stays as it is.
func (b *bindings) rows(u *types.Slice, t types.Type, adj, arg place, conds []string, depth int) []code {
	p := b.p
	a, _ := p.mem.(*arenas)
	if row, ok := u.Elem().Underlying().(*types.Slice); ok && !reaches(row.Elem()) {
		if a == nil {
			return []code{p.line("%s = %s(%s, %s)", adj.path, p.file.helper("pardiffMakeRows"), adj.whole, arg.whole)}
		}
		a.file.helper("pardiffArena.take")
		return []code{p.line("%s = %s(&%s, &%s, %s, %s)", adj.path, p.file.helper("pardiffRows"),
			a.arena(p, u.Elem()), a.arena(p, row.Elem()), adj.whole, arg.whole)}
	}
	full := p.fresh("full")
	old, define := b.keep(u, t, adj, full, conds, depth)
	out := append([]code{
		p.line("%s %s %s", full, define, p.mem.get(p, t, u.Elem(), ast.NewIdent("len("+arg.whole+")"), false)),
		p.line("%s(%s, %s)", p.file.builtin("copy"), full, adj.whole),
	}, old...)
	i := p.counter(depth)
	defer func(was bool) { b.inRows = was }(b.inRows)
	b.inRows = true
	return append(out,
		p.line("%s = %s", adj.path, full),
		p.rangeLoop(i, adj, b.scratch(u.Elem(), adj.index(i), arg.index(i), nil, depth+1)))
}
