package adjoint

import (
	"go/token"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// cleanUp makes the derivative code what a person would have written: sums that start a
// variable become its declaration, names for what is used once disappear, and so does what
// nobody reads. The value of no result changes.
func cleanUp(d *deriver) {
	endAtPanics(d.body)
	dropResets(d)
	d.tidy()
	if d.opt.Forward {
		return
	}
	if divideByRoots(d.body) {
		d.tidy()
	}
	if moveFactors(d.body) {
		d.tidy()
	}
}

// endAtPanics removes what stands behind a panic, in b and what is inside it: it is never executed.
func endAtPanics(b *ir.Block) {
	ir.Walk(b, func(s ir.Stmt) bool {
		if b, ok := s.(*ir.Block); ok {
			if i := slices.IndexFunc(b.Stmts, isPanic); i >= 0 {
				b.Stmts = b.Stmts[:i+1]
			}
		}
		return true
	})
}

func isPanic(s ir.Stmt) bool {
	_, ok := s.(*ir.Panic)
	return ok
}

func (d *deriver) tidy() {
	for range 3 {
		startWithSum(d.body)
		assignSums(d.body)
		substitute(d.body)
		d.dropDead()
	}
}

// mentions says whether s or what is inside it refers to v.
func mentionsVar(s ir.Stmt, v *ir.Var) bool {
	found := false
	see := func(e ir.Expr) {
		ir.WalkExpr(e, func(n ir.Expr) bool {
			if r, ok := n.(*ir.Ref); ok && r.Var == v {
				found = true
			}
			return !found
		})
	}
	ir.Walk(s, func(x ir.Stmt) bool {
		ir.Reads(x, see)
		ir.Writes(x, func(r *ir.Ref) { see(r) })
		if g, ok := x.(*ir.Grow); ok && g.Var == v {
			found = true
		}
		return !found
	})
	return found
}

// startWithSum turns `x := 0; ...; x += e` into `...; x := e` where nothing between mentions
// x, and moves other declarations of zero down to the first use.
func startWithSum(b *ir.Block) {
	for _, s := range b.Stmts {
		ir.Inner(s, startWithSum)
	}
	for i := len(b.Stmts) - 1; i >= 0; i-- {
		d, ok := b.Stmts[i].(*ir.Decl)
		if !ok || d.Var.Obj != nil || d.Var.View != nil || d.Init != nil && !isZero(d.Init) || ir.ElemType(d.Var.Type) != nil {
			continue
		}
		j := i + 1
		for j < len(b.Stmts) && !mentionsVar(b.Stmts[j], d.Var) {
			j++
		}
		if j == len(b.Stmts) {
			b.Stmts = append(b.Stmts[:i], b.Stmts[i+1:]...)
			continue
		}
		first, value := firstSum(b.Stmts[j], d.Var)
		if first == nil {
			copy(b.Stmts[i:], b.Stmts[i+1:j])
			b.Stmts[j-1] = d
			continue
		}
		b.Stmts[j] = &ir.Decl{Meta: *first.Info(), Var: d.Var, Init: value}
		b.Stmts = append(b.Stmts[:i], b.Stmts[i+1:]...)
	}
}

// assignSums turns `x = 0; ...; x += e` into `...; x = e` where nothing between mentions x, or the array
// whose element it is.
func assignSums(b *ir.Block) {
	for _, s := range b.Stmts {
		ir.Inner(s, assignSums)
	}
	for i := len(b.Stmts) - 1; i >= 0; i-- {
		zero, ok := b.Stmts[i].(*ir.Store)
		if !ok || !isZero(zero.Src) || !ir.IsFloat(zero.Dst.T) {
			continue
		}
		j := i + 1
		for j < len(b.Stmts) && !mentionsRoot(b.Stmts[j], zero.Dst.Base().Var) {
			j++
		}
		if j == len(b.Stmts) {
			continue
		}
		sum, ok := b.Stmts[j].(*ir.Reduce)
		if !ok || !ir.Equal(sum.Dst, zero.Dst) || sum.Op != token.ADD && sum.Op != token.SUB || readsRoot(sum.Src, zero.Dst.Base().Var) {
			continue
		}
		if slices.ContainsFunc(zero.Dst.Indices(), func(e ir.Expr) bool { return overwritten(b.Stmts[i:j+1], e) }) {
			continue
		}
		value := sum.Src
		if sum.Op == token.SUB {
			value = negate(value)
		}
		b.Stmts[j] = &ir.Store{Meta: *sum.Info(), Dst: sum.Dst, Src: value}
		b.Stmts = append(b.Stmts[:i], b.Stmts[i+1:]...)
	}
}

// mentionsRoot says whether s or what is inside it refers to memory of root, or its length.
func mentionsRoot(s ir.Stmt, root *ir.Var) bool {
	found := false
	ir.Walk(s, func(x ir.Stmt) bool {
		ir.Reads(x, func(e ir.Expr) { found = found || readsRoot(e, root) })
		ir.Writes(x, func(r *ir.Ref) { found = found || readsRoot(r, root) })
		return !found
	})
	return found
}

// readsRoot says whether e refers to root, or to a view of it.
func readsRoot(e ir.Expr, root *ir.Var) bool {
	found := false
	ir.WalkExpr(e, func(n ir.Expr) bool {
		if r, ok := n.(*ir.Ref); ok && (r.Var == root || r.Base().Var == root) {
			found = true
		}
		return !found
	})
	return found
}

func isZero(e ir.Expr) bool { return ir.IsVal(e, 0) }

// firstSum returns s and the value that v has after it, if s adds to v (which is zero) or
// assigns it.
func firstSum(s ir.Stmt, v *ir.Var) (ir.Stmt, ir.Expr) {
	whole := func(r *ir.Ref) bool { return r.Var == v && len(r.Elems) == 0 }
	reads := func(e ir.Expr) bool {
		found := false
		ir.WalkExpr(e, func(n ir.Expr) bool {
			if r, ok := n.(*ir.Ref); ok && r.Var == v {
				found = true
			}
			return !found
		})
		return found
	}
	switch s := s.(type) {
	case *ir.Reduce:
		if whole(s.Dst) && !reads(s.Src) {
			if s.Op == token.SUB {
				return s, negate(s.Src)
			}
			return s, s.Src
		}
	case *ir.Store:
		if whole(s.Dst) && !reads(s.Src) {
			return s, s.Src
		}
	}
	return nil, nil
}

// negate returns -e with the sign where it reads best.
func negate(e ir.Expr) ir.Expr {
	if b, ok := e.(*ir.Binary); ok {
		switch b.Op {
		case token.MUL, token.QUO:
			return &ir.Binary{Op: b.Op, X: negate(b.X), Y: b.Y, T: b.T}
		case token.SUB:
			return &ir.Binary{Op: token.SUB, X: b.Y, Y: b.X, T: b.T}
		}
	}
	return ir.Neg(e)
}

// substitute puts the value of a made-up variable in place of its name where the value is a name
// or constant itself, or is used once.
func substitute(b *ir.Block) {
	for _, s := range b.Stmts {
		ir.Inner(s, substitute)
	}
	for i := 0; i < len(b.Stmts); i++ {
		d, ok := b.Stmts[i].(*ir.Decl)
		if !ok || d.Init == nil || d.Var.Obj != nil || d.Var.View != nil || d.Var.Kind == ir.Tape {
			continue
		}
		if substituteDecl(b.Stmts[i+1:], d) {
			b.Stmts = append(b.Stmts[:i], b.Stmts[i+1:]...)
			i--
		}
	}
}

// maxInline is the length of an expression, in operations, up to which a value that is used once
// loses its name.
const maxInline = 3

// substituteDecl replaces d.Var in list by its value and reports whether it did.
func substituteDecl(list []ir.Stmt, d *ir.Decl) bool {
	uses := usesOf(list, d.Var)
	if uses.written || uses.reads == 0 || !pure(d.Init) {
		return false
	}
	atom := isAtom(d.Init)
	if uses.rooted || !atom && (uses.reads > 1 || uses.inLoop) {
		return false
	}
	if !atom && operations(d.Init) > maxInline && !uses.whole {
		return false
	}
	if r, ok := d.Init.(*ir.Ref); ok && r.T != nil && ir.ElemType(r.T) != nil {
		return false
	}
	if overwritten(list[:uses.last+1], d.Init) || wouldReadSum(list[:uses.last+1], d) {
		return false
	}
	first := true
	if v, ok := list[0].(*ir.Decl); ok && v.Var.View != nil && v.Note == "" { // what the first use is given a part of
		v.Note, first = d.Note, false
	}
	for _, s := range list[:uses.last+1] {
		ir.Walk(s, func(x ir.Stmt) bool {
			if mentionsVar(x, d.Var) && first {
				if plain(x) && x.Info().Note == "" {
					x.Info().Note = d.Note
				}
				first = false
			}
			ir.Exprs(x, func(e ir.Expr) ir.Expr {
				if e == nil {
					return nil
				}
				return ir.Subst(e, d.Var, d.Init)
			})
			return true
		})
	}
	return true
}

// wouldReadSum says whether a sum in list would read its own place if d.Var were replaced.
func wouldReadSum(list []ir.Stmt, d *ir.Decl) bool {
	found := false
	for _, s := range list {
		ir.Walk(s, func(x ir.Stmt) bool {
			if r, ok := x.(*ir.Reduce); ok && mentionsVar(r, d.Var) && readsPlace(d.Init, r.Dst) {
				found = true
			}
			return !found
		})
	}
	return found
}

// plain says whether s is no loop or branch, whose note would seem to be about all that is inside.
func plain(s ir.Stmt) bool {
	switch s.(type) {
	case *ir.For, *ir.If, *ir.Block:
		return false
	}
	return true
}

// A useCount says how a variable is used in a list of statements.
type useCount struct {
	reads   int
	last    int  // index of the last statement that mentions it
	inLoop  bool // a read is inside a loop
	written bool // it is assigned or its address is taken
	rooted  bool // a read has subscripts, or is in a view
	whole   bool // a read is all of the right side of an assignment
}

func usesOf(list []ir.Stmt, v *ir.Var) useCount {
	var u useCount
	for i, s := range list {
		if !mentionsVar(s, v) {
			continue
		}
		u.last = i
		loop := 0
		var visit func(s ir.Stmt)
		visit = func(s ir.Stmt) {
			if d, ok := s.(*ir.Decl); ok && d.Var.View != nil && mentionsVar(d, v) {
				u.rooted, u.reads = true, u.reads+1 // the view's Var holds its value too
			}
			ir.Writes(s, func(r *ir.Ref) { u.written = u.written || r.Var == v })
			ir.Reads(s, func(e ir.Expr) {
				if r, ok := e.(*ir.Ref); ok && r.Var == v && len(r.Elems) == 0 {
					switch s.(type) {
					case *ir.Decl, *ir.Store, *ir.Reduce:
						u.whole = true
					}
				}
				ir.WalkExpr(e, func(n ir.Expr) bool {
					if r, ok := n.(*ir.Ref); ok && r.Var == v {
						u.reads++
						u.inLoop = u.inLoop || loop > 0
						u.rooted = u.rooted || len(r.Elems) > 0
					}
					return true
				})
			})
			if _, ok := s.(*ir.For); ok {
				loop++
				defer func() { loop-- }()
			}
			ir.Inner(s, func(b *ir.Block) {
				for _, x := range b.Stmts {
					visit(x)
				}
			})
		}
		visit(s)
	}
	return u
}

// overwritten says whether a statement of list, but for the assignment that is the last one's own
// last act, writes memory that e reads.
func overwritten(list []ir.Stmt, e ir.Expr) bool {
	var read []cell
	ir.WalkExpr(e, func(n ir.Expr) bool {
		if r, ok := n.(*ir.Ref); ok {
			read = append(read, cellOf(r))
		}
		return true
	})
	hit := false
	for i, s := range list {
		switch s.(type) {
		case *ir.Decl, *ir.Store, *ir.Reduce:
			if i == len(list)-1 {
				continue
			}
		}
		ir.Walk(s, func(x ir.Stmt) bool {
			ir.Writes(x, func(r *ir.Ref) {
				w := cellOf(r) // of all fields, where a call gets a slice of structs
				hit = hit || slices.ContainsFunc(read, func(c cell) bool { return c.touches(w) })
			})
			return !hit
		})
	}
	return hit
}
