package ir

import "go/token"

// sharedSums returns the adjoints that each iteration of f has for itself, which are declared as zero, summed up, and
// added once, in the block of their declaration, to a place that is the same for all iterations. Iterations that go
// together share one: it is the sum of all that they would add.
func sharedSums(f *For, same *Sameness) map[*Var]bool {
	shared := map[*Var]bool{}
	Walk(f.Body, func(s Stmt) bool {
		Inner(s, func(b *Block) { findShared(b, f, same, shared) })
		return true
	})
	findShared(f.Body, f, same, shared)
	return shared
}

// findShared adds those that are declared in b.
func findShared(b *Block, f *For, same *Sameness, shared map[*Var]bool) {
	if len(MainLoops(b)) == 0 {
		return
	}
	for i, s := range b.Stmts {
		d, ok := s.(*Decl)
		if !ok || d.Var.Kind != Adjoint || !IsFloat(d.Var.Type) || same.Var(d.Var) || d.Init != nil && !IsVal(d.Init, 0) {
			continue
		}
		for j := i + 1; j < len(b.Stmts); j++ {
			if u, ok := b.Stmts[j].(*Reduce); ok && isVar(u.Src, d.Var) {
				if len(u.Dst.Elems) > 0 && same.Expr(u.Dst) && u.Dst.Base().Var.Kind == Adjoint && !touched(b.Stmts[j+1:], u.Dst.Base().Var) && !changed(b.Stmts[j+1:], u.Dst) && summedOnly(f, d, u) {
					shared[d.Var] = true
				}
				break
			}
		}
	}
}

// summedOnly says whether all that f does with the variable of d is to add to it, before use reads it.
func summedOnly(f *For, d *Decl, use *Reduce) bool {
	ok, used := true, false
	Walk(f.Body, func(s Stmt) bool {
		if s == Stmt(d) {
			return true
		}
		if r, sum := s.(*Reduce); sum && r.Dst.Var == d.Var {
			ok = ok && !used && len(r.Dst.Elems) == 0 && !mentionsVar(r.Src, d.Var) && (r.Op == token.ADD || r.Op == token.SUB)
			return ok
		}
		if s == Stmt(use) {
			used = true
			return ok
		}
		Reads(s, func(e Expr) { ok = ok && !mentionsVar(e, d.Var) })
		Writes(s, func(w *Ref) { ok = ok && w.Var != d.Var })
		if o, again := s.(*Decl); again && o.Var == d.Var {
			ok = false
		}
		return ok
	})
	return ok && used
}

// touched says whether statements of list read the memory of v, which is summed up after them.
func touched(list []Stmt, v *Var) bool {
	found := false
	for _, s := range list {
		Walk(s, func(s Stmt) bool {
			Reads(s, func(e Expr) {
				WalkExpr(e, func(e Expr) bool {
					r, ok := e.(*Ref)
					found = found || ok && r.Base().Var == v
					return !found
				})
			})
			return !found
		})
	}
	return found
}

func isVar(e Expr, v *Var) bool {
	r, ok := e.(*Ref)
	return ok && r.Var == v && len(r.Elems) == 0
}

func mentionsVar(e Expr, v *Var) bool {
	found := false
	WalkExpr(e, func(e Expr) bool {
		r, ok := e.(*Ref)
		found = found || ok && r.Var == v
		return !found
	})
	return found
}

// together returns one sum for the copies of one: of their terms, with a factor that all have taken out.
func together(list []Stmt) *Reduce {
	first := list[0].(*Reduce)
	var terms []Expr
	for _, s := range list {
		terms = append(terms, s.(*Reduce).Src)
	}
	one := *first
	one.Src = sumOf(terms)
	return &one
}

// sumOf returns the sum of the terms.
func sumOf(terms []Expr) Expr {
	if x, y, factor := factors(terms); factor != nil {
		if x != nil {
			return &Binary{Op: token.MUL, X: added(x), Y: factor, T: terms[0].Type()}
		}
		return &Binary{Op: token.MUL, X: factor, Y: added(y), T: terms[0].Type()}
	}
	return added(terms)
}

func added(terms []Expr) Expr {
	sum := terms[0]
	for _, t := range terms[1:] {
		sum = &Binary{Op: token.ADD, X: sum, Y: t, T: sum.Type()}
	}
	return sum
}

// factors returns the factor that all terms have on one side, and what they have on the other: in x that on the left, or in y
// that on the right.
func factors(terms []Expr) (x, y []Expr, factor Expr) {
	var left, right []Expr
	for _, t := range terms {
		b, ok := t.(*Binary)
		if !ok || b.Op != token.MUL {
			return nil, nil, nil
		}
		left, right = append(left, b.X), append(right, b.Y)
	}
	switch {
	case allEqual(right):
		return left, nil, right[0]
	case allEqual(left):
		return nil, right, left[0]
	}
	return nil, nil, nil
}

func allEqual(list []Expr) bool {
	for _, e := range list[1:] {
		if !Equal(e, list[0]) {
			return false
		}
	}
	return true
}
