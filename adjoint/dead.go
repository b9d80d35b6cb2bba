package adjoint

import (
	"maps"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A liveSet holds the scalars that are read later.
type liveSet map[*ir.Var]bool

// dropDead removes assignments to scalars that nobody reads, declarations that nobody uses, and
// loops and branches that are empty then.
func (d *deriver) dropDead() { sweep(d.body, d.liveAtEnd(), true) }

// liveAtEnd are the scalars that the caller reads. Where the body ends with a panic, these are those that he shares.
func (d *deriver) liveAtEnd() liveSet {
	live := liveSet{}
	for _, v := range d.fn.Leaves {
		if v.Home.ByRef() {
			live[v] = true
		}
	}
	if ir.Ends(d.body) {
		return live
	}
	for _, r := range d.fn.Results {
		for _, v := range r.Leaves {
			live[v] = true
		}
	}
	for _, s := range d.grad.Seeds {
		if d.opt.Forward {
			for _, v := range s.Adj {
				if v != nil {
					live[v] = true
				}
			}
		}
	}
	for _, l := range d.grad.Leaves {
		live[l.Adj] = true
	}
	return live
}

// sweep walks b backwards. On entry live is what is read after it, on return what is read from its
// start on. With drop it removes what is dead. It says whether nothing is left of b, removed or not: what
// such a loop or branch reads is not read.
func sweep(b *ir.Block, live liveSet, drop bool) (empty bool) {
	empty = true
	for i := len(b.Stmts) - 1; i >= 0; i-- {
		s := b.Stmts[i]
		gone := dead(s, b.Stmts[i+1:], live) // a sum that only feeds itself is not read by being added to
		if !gone {
			gone = sweepInner(s, live, drop)
		}
		switch {
		case !gone:
			readsInto(s, live)
			empty = false
		case drop:
			b.Stmts = append(b.Stmts[:i], b.Stmts[i+1:]...)
		}
	}
	return empty
}

// sweepInner is sweep for one statement, less what it reads itself. It says whether nothing is left in a loop or branch, and leaves
// live alone then.
func sweepInner(s ir.Stmt, live liveSet, drop bool) (empty bool) {
	inner := maps.Clone(live)
	switch s := s.(type) {
	case *ir.For:
		empty = sweepLoop(s, inner, drop)
	case *ir.If:
		empty = sweepIf(s, inner, drop)
	case *ir.Block:
		sweep(s, live, drop)
		return false
	default:
		transfer(s, live, drop)
		return false
	}
	if !empty {
		clear(live)
		maps.Copy(live, inner)
	}
	return empty
}

// scalarPlace returns the scalar variable that r is, nil for elements of memory.
func scalarPlace(r *ir.Ref) *ir.Var {
	if r == nil || len(r.Elems) > 0 || ir.ElemType(r.T) != nil {
		return nil
	}
	return r.Var
}

// dead says whether s only computes what nobody reads. rest is what follows it in its block.
func dead(s ir.Stmt, rest []ir.Stmt, live liveSet) bool {
	switch s := s.(type) {
	case *ir.Store:
		v := scalarPlace(s.Dst)
		return v != nil && v.Kind != ir.Global && !live[v] && pure(s.Src)
	case *ir.Reduce:
		v := scalarPlace(s.Dst)
		return v != nil && !live[v] && pure(s.Src)
	case *ir.Decl:
		if live[s.Var] || s.Init != nil && !pure(s.Init) {
			return false
		}
		for _, x := range rest {
			if mentionsVar(x, s.Var) {
				return false
			}
		}
		return true
	}
	return false
}

// transfer updates live for what s assigns; reads are added by the caller.
func transfer(s ir.Stmt, live liveSet, drop bool) {
	switch s := s.(type) {
	case *ir.Decl:
		if drop && !live[s.Var] && s.Init != nil && s.Var.View == nil && ir.ElemType(s.Var.Type) == nil && pure(s.Init) {
			s.Init = nil // it is assigned before it is read
		}
		delete(live, s.Var)
	case *ir.Store:
		if v := scalarPlace(s.Dst); v != nil {
			delete(live, v)
		}
	case *ir.Reduce:
		if v := scalarPlace(s.Dst); v != nil {
			live[v] = true
		}
	case *ir.Call:
		for _, r := range s.Results {
			if v := scalarPlace(r); v != nil {
				delete(live, v)
			}
		}
		if drop {
			dropParts(s, live)
		}
	}
}

// dropParts has a call leave in the parts of structs only what is read later.
func dropParts(s *ir.Call, live liveSet) {
	for _, a := range s.Args {
		for i := range a.Parts {
			a.Parts[i].Values(func(x *ir.Arg) {
				if r, ok := x.X.(*ir.Ref); ok && x.Addr && scalarPlace(r) != nil && !live[r.Var] {
					x.Addr = false
				}
			})
		}
	}
}

func sweepLoop(f *ir.For, live liveSet, drop bool) (empty bool) {
	if f.While != nil { // it is evaluated after the body too
		readsOf(f.While, live)
	}
	for {
		n := len(live)
		head := maps.Clone(live)
		sweep(f.Body, head, false)
		maps.Copy(live, head)
		if len(live) == n {
			break
		}
	}
	return sweep(f.Body, maps.Clone(live), drop)
}

func sweepIf(f *ir.If, live liveSet, drop bool) (empty bool) {
	then, els := maps.Clone(live), maps.Clone(live)
	noThen, noElse := sweep(f.Then, then, drop), true
	if f.Else != nil {
		noElse = sweep(f.Else, els, drop)
	}
	clear(live)
	maps.Copy(live, then)
	maps.Copy(live, els)
	switch {
	case !drop || noThen && noElse:
	case noThen:
		f.Cond, f.Then, f.Else = not(f.Cond), f.Else, nil
	case noElse:
		f.Else = nil
	}
	return noThen && noElse
}

func readsOf(e ir.Expr, live liveSet) {
	ir.WalkExpr(e, func(n ir.Expr) bool {
		if r, ok := n.(*ir.Ref); ok {
			live[r.Var] = true
		}
		return true
	})
}

// readsInto adds what s itself reads.
func readsInto(s ir.Stmt, live liveSet) {
	ir.Reads(s, func(e ir.Expr) { readsOf(e, live) })
	ir.Writes(s, func(r *ir.Ref) {
		if len(r.Elems) > 0 {
			live[r.Var] = true
		}
	})
}
