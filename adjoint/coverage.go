package adjoint

import (
	"go/token"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A coverage asks whether a local is overwritten before it is read.
type coverage struct {
	v      *ir.Var
	length ir.Expr // of an array or slice, nil for a scalar
	values map[*ir.Var]ir.Expr
	fixed  func(ir.Expr) bool
}

// usedOutside says whether c.v, its memory or its length, is mentioned below b, but for its declaration,
// outside the body of f.
func (c *coverage) usedOutside(b *ir.Block, f *ir.For) bool {
	used := false
	ir.Walk(b, func(s ir.Stmt) bool {
		if s == ir.Stmt(f) {
			used = used || c.inMentions(s)
			return false
		}
		switch x := s.(type) {
		case *ir.Alloc:
			if x.Dst.Var == c.v && len(x.Dst.Elems) == 0 {
				return true
			}
		case *ir.Decl:
			if x.Var == c.v {
				return true
			}
		case *ir.Swap:
			used = used || x.A.Base().Var == c.v || x.B.Base().Var == c.v
		}
		used = used || c.inMentions(s) || c.written(s)
		return !used
	})
	return used
}

// inMentions says whether what s itself evaluates mentions c.v.
func (c *coverage) inMentions(s ir.Stmt) bool {
	found := false
	ir.Reads(s, func(e ir.Expr) {
		ir.WalkExpr(e, func(n ir.Expr) bool {
			r, ok := n.(*ir.Ref)
			found = found || ok && r.Base().Var == c.v
			return !found
		})
	})
	return found
}

// inReads says whether what s itself evaluates reads memory of c.v; lengths do not count.
func (c *coverage) inReads(s ir.Stmt) bool {
	found := false
	see := func(e ir.Expr) { found = found || c.reads(e) }
	ir.Reads(s, see)
	return found
}

func (c *coverage) reads(e ir.Expr) bool {
	found := false
	ir.WalkExpr(e, func(n ir.Expr) bool {
		switch n := n.(type) {
		case *ir.Len:
			for _, i := range n.X.Indices() {
				found = found || c.reads(i)
			}
			return false
		case *ir.Ref:
			found = found || n.Base().Var == c.v
		}
		return !found
	})
	return found
}

func (c *coverage) written(s ir.Stmt) bool {
	found := false
	if d, ok := s.(*ir.Decl); ok && d.Var.View != nil {
		return false
	}
	ir.Writes(s, func(r *ir.Ref) { found = found || r.Base().Var == c.v })
	return found
}

// mentioned says whether s or what is inside it reads or writes memory of c.v.
func (c *coverage) mentioned(s ir.Stmt) bool {
	found := false
	ir.Walk(s, func(x ir.Stmt) bool {
		if w, ok := x.(*ir.Swap); ok && (w.A.Base().Var == c.v || w.B.Base().Var == c.v) {
			found = true
		}
		found = found || c.inReads(x) || c.written(x)
		return !found
	})
	return found
}

// block returns 1 if b overwrites all of c.v, 0 if it may not but reads nothing that was there
// before, and -1 if it may. done says that it was overwritten before.
func (c *coverage) block(b *ir.Block, done bool) int {
	for _, s := range b.Stmts {
		if done || !c.mentioned(s) {
			continue
		}
		switch k := c.stmt(s); {
		case k < 0:
			return -1
		case k > 0:
			done = true
		}
	}
	if done {
		return 1
	}
	return 0
}

func (c *coverage) stmt(s ir.Stmt) int {
	switch s := s.(type) {
	case *ir.Block:
		return c.block(s, false)
	case *ir.Store:
		if c.inReads(s) {
			return -1
		}
		if c.length == nil && s.Dst.Var == c.v && len(s.Dst.Elems) == 0 {
			return 1
		}
		return 0
	case *ir.For:
		if c.inReads(s) {
			return -1
		}
		if c.covers(s) {
			return 1
		}
		if c.block(s.Body, false) < 0 {
			return -1
		}
		return 0
	case *ir.If:
		if c.inReads(s) {
			return -1
		}
		then, els := c.block(s.Then, false), 0
		if s.Else != nil {
			els = c.block(s.Else, false)
		}
		return min(then, els)
	}
	return -1 // a Reduce, a view, a call
}

// covers says whether f stores to each element of c.v, and reads none before that.
func (c *coverage) covers(f *ir.For) bool {
	if c.length == nil || f.While != nil || f.Limit == nil || f.Cmp != token.LSS || !ir.IsVal(f.Begin, 0) || !ir.IsVal(f.Step, 1) {
		return false
	}
	if n := c.resolved(f.Limit); !c.fixed(n) || !ir.IsVal(intDifference(n, c.resolved(c.length)), 0) {
		return false
	}
	own := false
	for _, s := range f.Body.Stmts {
		if !c.mentioned(s) {
			continue
		}
		if st, ok := s.(*ir.Store); ok && !own {
			if c.inReads(s) || !c.element(st.Dst, f.Iter) {
				return false
			}
			own = true
			continue
		}
		if !own || !c.only(s, f.Iter) {
			return false
		}
	}
	return own
}

// element says whether r is element iter of c.v.
func (c *coverage) element(r *ir.Ref, iter *ir.Var) bool {
	if r.Var != c.v || len(r.Elems) != 1 {
		return false
	}
	i, ok := r.Elems[0].Index.(*ir.Ref)
	return ok && i.Var == iter && len(i.Elems) == 0
}

// only says whether s and what is inside it touch no element of c.v but iter.
func (c *coverage) only(s ir.Stmt, iter *ir.Var) bool {
	ok := true
	see := func(e ir.Expr) {
		ir.WalkExpr(e, func(n ir.Expr) bool {
			if r, isRef := n.(*ir.Ref); isRef && r.Base().Var == c.v {
				ok = ok && c.element(r, iter)
			}
			_, length := n.(*ir.Len)
			return !length
		})
	}
	ir.Walk(s, func(x ir.Stmt) bool {
		ir.Reads(x, see)
		ir.Writes(x, func(r *ir.Ref) {
			if r.Base().Var == c.v {
				ok = ok && c.element(r, iter)
			}
		})
		return ok
	})
	return ok
}

// resolved replaces numbers that are assigned once by their values, and the length of c.v by what it was made
// with.
func (c *coverage) resolved(e ir.Expr) ir.Expr {
	for range 8 {
		x := ir.MapExpr(e, func(n ir.Expr) ir.Expr {
			switch n := n.(type) {
			case *ir.Ref:
				if v := c.values[n.Var]; v != nil && len(n.Elems) == 0 {
					return v
				}
			case *ir.Len:
				if n.X.Var == c.v && len(n.X.Elems) == 0 {
					return c.length
				}
			}
			return n
		})
		if x == e {
			break
		}
		e = x
	}
	return e
}
