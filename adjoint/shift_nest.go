package adjoint

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A nest is a box of iterations: loops directly inside one another, the bounds of none of which depend on another.
type nest struct {
	loops []*ir.For // as they were found
	dims  []dim
	body  []ir.Stmt // of the innermost loop, with what is declared between the loops in front

	changing map[*ir.Var]bool // what the nest declares, without iterators of loops in the body
	written  map[*ir.Var]bool // roots from outside that it writes
	values   map[*ir.Var]ir.Expr
	// index are the locals of body that are linear in the iterators: where these are shifted, a local is itself and a distance.
	index map[*ir.Var]*subscript
	terms []*sumTerm
	reset *reset // nil for none
}

// A dim is one loop: its iterator runs upwards in steps of 1 from begin to before end.
type dim struct {
	iter       *ir.Var
	begin, end ir.Expr
}

// A sumTerm is a sum of the body into memory from outside.
type sumTerm struct {
	sum   *ir.Reduce
	group *sumGroup
	// shift is by how many iterations what the term adds to is ahead of what the group adds to.
	shift vector
}

// A sumGroup is a place, and the terms that add to it in this iteration or another.
type sumGroup struct {
	terms []*sumTerm
	place place
}

// nestOf returns the box of iterations that f is the outermost loop of, nil if it is none.
func nestOf(f *ir.For) *nest {
	n := &nest{changing: map[*ir.Var]bool{}, written: map[*ir.Var]bool{}, index: map[*ir.Var]*subscript{}}
	subst := map[*ir.Var]ir.Expr{}
	var head []ir.Stmt
	for f != nil {
		d, step, ok := dimOf(f)
		if !ok || mentionsAny(d.begin, n.changing) || mentionsAny(d.end, n.changing) {
			break
		}
		if step != nil {
			subst[f.Iter] = step
		}
		n.changing[f.Iter], n.changing[d.iter] = true, true
		n.loops, n.dims, n.body = append(n.loops, f), append(n.dims, d), f.Body.Stmts
		head, f = n.innerLoop(f, head)
	}
	if len(n.dims) == 0 {
		return nil
	}
	n.body = ir.CloneBlock(&ir.Block{Stmts: slices.Concat(head, n.body)}).Stmts
	mapBlock(n.body, func(e ir.Expr) ir.Expr {
		if r, ok := e.(*ir.Ref); ok && len(r.Elems) == 0 && subst[r.Var] != nil {
			return subst[r.Var]
		}
		return e
	})
	n.learn()
	return n
}

// innerLoop returns the loop that is all of the body of f but for declarations that may as well stand in it, and these
// declarations added to head.
func (n *nest) innerLoop(f *ir.For, head []ir.Stmt) ([]ir.Stmt, *ir.For) {
	last := len(f.Body.Stmts) - 1
	if last < 0 {
		return head, nil
	}
	g, ok := f.Body.Stmts[last].(*ir.For)
	if !ok {
		return head, nil
	}
	for _, s := range f.Body.Stmts[:last] {
		d, ok := s.(*ir.Decl)
		if !ok || d.Var.View != nil || d.Init == nil || ir.ElemType(d.Var.Type) != nil || exprCost(d.Init) > 4 || assigned(g.Body, d.Var) {
			return head, nil
		}
	}
	for _, s := range f.Body.Stmts[:last] {
		n.changing[s.(*ir.Decl).Var] = true
	}
	if d, _, ok := dimOf(g); !ok || mentionsAny(d.begin, n.changing) || mentionsAny(d.end, n.changing) {
		return head, nil
	}
	return append(head, f.Body.Stmts[:last]...), g
}

// dimOf returns the range of f. A loop with steps counts its iterations instead: value is its iterator then.
func dimOf(f *ir.For) (d dim, value ir.Expr, ok bool) {
	step, constant := ir.IntVal(f.Step)
	if f.While != nil || f.Limit == nil || !constant || step == 0 || !types.Identical(f.Iter.Type, types.Typ[types.Int]) {
		return d, nil, false
	}
	one := ir.Int(1)
	switch {
	case step == 1 && f.Cmp == token.LSS:
		return dim{f.Iter, f.Begin, f.Limit}, nil, true
	case step == 1 && f.Cmp == token.LEQ:
		return dim{f.Iter, f.Begin, ir.Add(f.Limit, one)}, nil, true
	case step == -1 && f.Cmp == token.GTR:
		return dim{f.Iter, ir.Add(f.Limit, one), ir.Add(f.Begin, one)}, nil, true
	case step == -1 && f.Cmp == token.GEQ:
		return dim{f.Iter, f.Limit, ir.Add(f.Begin, one)}, nil, true
	}
	k := &ir.Var{Name: f.Iter.Name, Type: f.Iter.Type, Kind: ir.Iter}
	return dim{k, ir.Int(0), trip(f)}, ir.Add(ir.Mul(ir.Int(step), ir.NewRef(k)), f.Begin), true
}

// learn finds what the body declares and writes, and the locals that are linear in the iterators.
func (n *nest) learn() {
	whole := &ir.Block{Stmts: n.body}
	n.values = onceAssigned(whole)
	inside := map[*ir.Var]bool{}
	ir.Walk(whole, func(s ir.Stmt) bool {
		switch s := s.(type) {
		case *ir.Decl:
			inside[s.Var] = true
			n.changing[s.Var] = true
		case *ir.For:
			inside[s.Iter] = true
		}
		return true
	})
	ir.Walk(whole, func(s ir.Stmt) bool {
		if d, ok := s.(*ir.Decl); ok && d.Var.View != nil {
			return true
		}
		ir.Writes(s, func(r *ir.Ref) {
			if v := r.Base().Var; !inside[v] {
				n.written[v] = true
			}
		})
		return true
	})
	for _, s := range n.body {
		if d, ok := s.(*ir.Decl); ok && n.values[d.Var] != nil {
			if x, ok := n.subscript(d.Init); ok {
				n.index[d.Var] = x
			}
		}
	}
	ir.Walk(whole, func(s ir.Stmt) bool {
		if r, ok := s.(*ir.Reduce); ok && !inside[r.Dst.Base().Var] {
			n.terms = append(n.terms, &sumTerm{sum: r, shift: make(vector, len(n.dims))})
		}
		return true
	})
}

// group puts the terms that add to the same place in different iterations together, and centres their shifts. It says
// whether there are such terms.
func (n *nest) group() bool {
	shifted := false
	var groups []*sumGroup
	for _, t := range n.terms {
		p, ok := n.place(t.sum.Dst)
		if ok && len(p.subs) > 0 {
			for _, g := range groups {
				if v, ok := g.place.shift(p, len(n.dims)); ok {
					t.group, t.shift = g, v
					g.terms = append(g.terms, t)
					break
				}
			}
		}
		if t.group != nil {
			continue
		}
		t.group = &sumGroup{terms: []*sumTerm{t}, place: p}
		if ok && len(p.subs) > 0 {
			groups = append(groups, t.group)
		}
	}
	for _, g := range groups {
		for m := range n.dims {
			low, high := bounds(g.terms, m)
			shifted = shifted || low < high
			for _, t := range g.terms {
				t.shift[m] -= (low + high) / 2
			}
		}
	}
	return shifted
}

// bounds returns the smallest and the largest shift in loop m.
func bounds(terms []*sumTerm, m int) (low, high int64) {
	for i, t := range terms {
		if s := t.shift[m]; i == 0 {
			low, high = s, s
		} else {
			low, high = min(low, s), max(high, s)
		}
	}
	return low, high
}

// mapBlock rebuilds the expressions of list and of what is inside.
func mapBlock(list []ir.Stmt, f func(ir.Expr) ir.Expr) {
	for _, s := range list {
		ir.Walk(s, func(x ir.Stmt) bool {
			ir.Exprs(x, func(e ir.Expr) ir.Expr { return ir.MapExpr(e, f) })
			return true
		})
	}
}
