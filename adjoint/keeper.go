package adjoint

import (
	"go/token"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A keeper is an assignment in a nest of loops by which a variable may keep one of the values of the
// iterations: m = min(m, e), or m = e.
type keeper struct {
	nest  *ir.For
	store *ir.Store
	call  *ir.Intrinsic // the minimum or maximum, nil for m = e
	arg   int           // which argument of call is e
	path  []pos         // where the store stands, from the body of the nest inwards
	loops []*ir.For     // around the store, from the nest inwards
	cone  []ir.Stmt     // what an iteration executes before the store to compute e
	pre   []ir.Stmt     // goes before the nest
}

// keepers returns the assignments of floats in nest by which variables may keep values.
func keepers(nest *ir.For) []*keeper {
	var list []*keeper
	var visit func(b *ir.Block, path []pos, loops []*ir.For)
	visit = func(b *ir.Block, path []pos, loops []*ir.For) {
		for i, s := range b.Stmts {
			here := append(path[:len(path):len(path)], pos{b, i})
			switch s := s.(type) {
			case *ir.Store:
				if k := (&keeper{nest: nest, store: s, path: here, loops: loops}); k.formed() {
					list = append(list, k)
				}
			case *ir.For:
				visit(s.Body, here, append(loops[:len(loops):len(loops)], s))
			default:
				ir.Inner(s, func(b *ir.Block) { visit(b, here, loops) })
			}
		}
	}
	visit(nest.Body, nil, []*ir.For{nest})
	return list
}

// formed says whether the store has the form m = min(m, e) or m = e, where e does not read m.
func (k *keeper) formed() bool {
	m := k.store.Dst.Var
	if len(k.store.Dst.Elems) > 0 || !ir.IsFloat(m.Type) {
		return false
	}
	is := func(e ir.Expr) bool {
		r, ok := e.(*ir.Ref)
		return ok && r.Var == m
	}
	if c, ok := k.store.Src.(*ir.Intrinsic); ok && len(c.Args) == 2 {
		switch c.Fn {
		case "min", "max", "math.Min", "math.Max":
			if is(c.Args[0]) || is(c.Args[1]) {
				k.call = c
				if is(c.Args[0]) {
					k.arg = 1
				}
			}
		}
	}
	return !mentionsAny(k.kept(), map[*ir.Var]bool{m: true})
}

// kept returns e.
func (k *keeper) kept() ir.Expr {
	if k.call != nil {
		return k.call.Args[k.arg]
	}
	return k.store.Src
}

// sound says whether the value that the variable has after the nest is that of the last iteration that assigned it,
// which can be computed again after the nest, and whether nobody sees the values that it has in between.
func (k *keeper) sound() bool {
	for _, f := range k.loops {
		if !isWide(f.Iter.Type) {
			return false
		}
	}
	return k.unseen() && computes(k.kept()) && k.findCone()
}

// unseen says whether the nest assigns the variable in the store alone, and reads it there and in conditions
// alone.
func (k *keeper) unseen() bool {
	m := k.store.Dst.Var
	ok := true
	ir.Walk(k.nest, func(s ir.Stmt) bool {
		if s == ir.Stmt(k.store) {
			return true
		}
		ir.Writes(s, func(r *ir.Ref) { ok = ok && r.Var != m })
		ir.Reads(s, func(e ir.Expr) {
			switch s := s.(type) {
			case *ir.If:
				return
			case *ir.For:
				if e == s.While {
					return
				}
			}
			ok = ok && !mentionsAny(e, map[*ir.Var]bool{m: true})
		})
		return ok
	})
	return ok
}

// findCone finds the statements that compute e in an iteration of the loops, without the conditions under which the
// store is reached. It says whether they see nothing that other iterations, or what follows, writes.
func (k *keeper) findCone() bool {
	needed := map[*ir.Var]bool{}
	readVars(k.kept(), needed)
	k.cone = nil
	for i := len(k.path) - 1; i >= 0; i-- {
		p := k.path[i]
		for j := p.index - 1; j >= 0; j-- {
			s := p.block.Stmts[j]
			if !writesAny(s, needed) {
				continue
			}
			if !again(s) {
				return false
			}
			k.cone = append(k.cone, s)
			ir.Walk(s, func(x ir.Stmt) bool {
				ir.Reads(x, func(e ir.Expr) { readVars(e, needed) })
				ir.Writes(x, func(r *ir.Ref) { readVars(r, needed) })
				return true
			})
		}
	}
	slices.Reverse(k.cone)
	for _, f := range k.loops {
		carried := map[*ir.Var]bool{}
		own := declaredIn(f)
		for v := range needed {
			carried[v] = !own[v]
		}
		if writesAny(f, carried) {
			return false
		}
	}
	return true
}

// again says whether s can be executed again: it only computes.
func again(s ir.Stmt) bool {
	ok := true
	ir.Walk(s, func(x ir.Stmt) bool {
		switch x.(type) {
		case *ir.Decl, *ir.Store, *ir.Reduce, *ir.For, *ir.If, *ir.Block:
		default:
			ok = false
		}
		ir.Reads(x, func(e ir.Expr) { ok = ok && computes(e) })
		return ok
	})
	return ok
}

// computes says whether e holds no source text, which may read what nobody knows of.
func computes(e ir.Expr) bool {
	ok := true
	ir.WalkExpr(e, func(n ir.Expr) bool {
		_, text := n.(*ir.Opaque)
		ok = ok && !text
		return ok
	})
	return ok
}

// readVars adds the Vars that e refers to, and the memory that they are views of.
func readVars(e ir.Expr, vars map[*ir.Var]bool) {
	ir.WalkExpr(e, func(n ir.Expr) bool {
		switch n := n.(type) {
		case *ir.Ref:
			vars[n.Var] = true
			base := n.Base()
			if vars[base.Var] = true; base.Var != n.Var {
				for _, i := range base.Indices() {
					readVars(i, vars)
				}
			}
		}
		return true
	})
}

// writesAny says whether s or what is inside it writes one of vars, or memory of it.
func writesAny(s ir.Stmt, vars map[*ir.Var]bool) bool {
	found := false
	ir.Walk(s, func(x ir.Stmt) bool {
		if f, ok := x.(*ir.For); ok && x != s {
			found = found || vars[f.Iter]
		}
		if d, ok := x.(*ir.Decl); ok && d.Var.View != nil {
			found = found || vars[d.Var]
			return !found
		}
		ir.Writes(x, func(r *ir.Ref) { found = found || vars[r.Var] || vars[r.Base().Var] })
		return !found
	})
	return found
}

// element returns e as an element of memory that has one subscript, nil if it is something else.
func (k *keeper) element() *ir.Ref {
	r, ok := k.kept().(*ir.Ref)
	if !ok {
		return nil
	}
	r = k.outside(r)
	if len(r.Elems) != 1 || r.Elems[0].Index == nil || writesAny(k.nest, map[*ir.Var]bool{r.Base().Var: true}) {
		return nil
	}
	// What the subscript reads has the value that it had where a view was declared.
	vars := map[*ir.Var]bool{}
	readVars(r.Elems[0].Index, vars)
	once := true
	ir.Walk(k.nest, func(s ir.Stmt) bool {
		if _, decl := s.(*ir.Decl); !decl {
			ir.Writes(s, func(w *ir.Ref) { once = once && !vars[w.Var] && !vars[w.Base().Var] })
		}
		return once
	})
	if !once {
		return nil
	}
	return &ir.Ref{Var: r.Var, Elems: []ir.Elem{{Index: asInt(r.Elems[0].Index)}}, T: r.T}
}

// outside resolves r through the views that the nest declares.
func (k *keeper) outside(r *ir.Ref) *ir.Ref {
	own := declaredIn(k.nest)
	for own[r.Var] && len(r.Elems) > 0 {
		switch v := r.Var.View.(type) {
		case *ir.Ref:
			r = &ir.Ref{Var: v.Var, Elems: slices.Concat(v.Elems, r.Elems), T: r.T}
		case *ir.Slice:
			elems := slices.Clone(r.Elems)
			if v.Lo != nil {
				elems[0].Index = ir.Add(v.Lo, elems[0].Index)
			}
			r = &ir.Ref{Var: v.X.Var, Elems: slices.Concat(v.X.Elems, elems), T: r.T}
		default:
			return r
		}
	}
	return r
}

// hoisted returns subscript index of the innermost loop as a sum of what does not change in that loop, which gets
// a name before it, and the iterator.
func (k *keeper) hoisted(index ir.Expr) ir.Expr {
	f := k.loops[len(k.loops)-1]
	rest, ok := without(index, f.Iter)
	inside := declaredIn(f)
	vars := map[*ir.Var]bool{}
	readVars(index, vars)
	if !ok || operations(rest) == 0 || mentionsAny(rest, inside) || writesAny(f, vars) {
		return index
	}
	at := &ir.Decl{Meta: ir.Meta{Pos: f.Pos}, Var: newLocal("at", index.Type()), Init: rest}
	if f == k.nest {
		k.pre = append(k.pre, at)
	} else {
		for i, p := range k.path {
			if p.block.Stmts[p.index] == ir.Stmt(f) {
				p.block.Stmts = slices.Insert(p.block.Stmts, p.index, ir.Stmt(at))
				k.path[i].index++
			}
		}
	}
	return ir.Add(ir.NewRef(at.Var), ir.NewRef(f.Iter))
}

// without returns e - iter, where iter is a summand of e.
func without(e ir.Expr, iter *ir.Var) (ir.Expr, bool) {
	in := map[*ir.Var]bool{iter: true}
	switch e := e.(type) {
	case *ir.Ref:
		return ir.Int(0), e.Var == iter
	case *ir.Binary:
		if e.Op != token.ADD && e.Op != token.SUB {
			break
		}
		if x, ok := without(e.X, iter); ok && !mentionsAny(e.Y, in) {
			if ir.IsVal(x, 0) && e.Op == token.SUB {
				break
			}
			return sumOf(e.Op, x, e.Y), true
		}
		if y, ok := without(e.Y, iter); ok && e.Op == token.ADD && !mentionsAny(e.X, in) {
			return ir.Add(e.X, y), true
		}
	}
	return e, false
}

func sumOf(op token.Token, x, y ir.Expr) ir.Expr {
	if op == token.SUB {
		return ir.Sub(x, y)
	}
	return ir.Add(x, y)
}

// startsAt finds the declaration that gives the variable its value before the nest, b.Stmts[i], if that is an
// element of the memory that the candidates come from: its subscript is the first winner then.
func (k *keeper) startsAt(b *ir.Block, i int) (at int, index ir.Expr) {
	e := k.element()
	if e == nil {
		return 0, nil
	}
	m := k.store.Dst.Var
	for i--; i >= 0 && !mentionsVar(b.Stmts[i], m); i-- {
	}
	if i < 0 {
		return 0, nil
	}
	d, ok := b.Stmts[i].(*ir.Decl)
	if !ok || d.Var != m {
		return 0, nil
	}
	r, ok := d.Init.(*ir.Ref)
	if !ok || r.Var != e.Var || len(r.Elems) != 1 || r.Elems[0].Index == nil {
		return 0, nil
	}
	vars := map[*ir.Var]bool{}
	readVars(r, vars)
	for _, s := range b.Stmts[i+1:] {
		if s == ir.Stmt(k.nest) {
			return i, asInt(r.Elems[0].Index)
		}
		if writesAny(s, vars) {
			break
		}
	}
	return 0, nil
}

// again returns the statements that compute e in the iteration that the keys say, and e.
func (k *keeper) again(keys []key) ([]ir.Stmt, ir.Expr) {
	if keys[0].iter == nil {
		return nil, ir.NewRef(k.element().Var).At(ir.NewRef(keys[0].v))
	}
	to := map[*ir.Var]ir.Expr{}
	for _, c := range keys {
		to[c.iter] = c.back
	}
	copied := ir.CloneBlock(&ir.Block{Stmts: k.cone})
	renew(copied, to)
	return copied.Stmts, replaceVars(k.kept(), to)
}

// renew gives b, which is a copy, variables of its own. to holds what stands in place of those outside, and gets
// what stands in place of its own.
func renew(b *ir.Block, to map[*ir.Var]ir.Expr) {
	own := func(v *ir.Var) *ir.Var {
		w := *v
		to[v] = ir.NewRef(&w)
		return &w
	}
	for _, s := range b.Stmts {
		ir.Exprs(s, func(e ir.Expr) ir.Expr { return replaceVars(e, to) })
		switch s := s.(type) {
		case *ir.Decl:
			s.Var = own(s.Var)
			if s.Var.View != nil {
				s.Var.View = s.Init
			}
		case *ir.For:
			s.Iter = own(s.Iter)
			s.While = replaceVars(s.While, to)
		}
		ir.Inner(s, func(b *ir.Block) { renew(b, to) })
	}
}

// replaceVars puts the expressions of to in e in place of Vars, and their roots in place of the roots of longer
// references.
func replaceVars(e ir.Expr, to map[*ir.Var]ir.Expr) ir.Expr {
	return ir.MapExpr(e, func(n ir.Expr) ir.Expr {
		r, ok := n.(*ir.Ref)
		if !ok || to[r.Var] == nil {
			return n
		}
		x := to[r.Var]
		if len(r.Elems) == 0 {
			return x
		}
		return &ir.Ref{Var: x.(*ir.Ref).Var, Elems: r.Elems, T: r.T}
	})
}
