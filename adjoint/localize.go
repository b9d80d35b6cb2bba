package adjoint

import (
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// localize gives each iteration of a loop scratch of its own: a local that is declared before the loop, used
// nowhere else, and overwritten in each iteration before it is read is declared in the body instead.
// It does so for loops that run in parallel then, outermost first. The adjoint of what is local to
// an iteration is so too.
func (d *deriver) localize(b *ir.Block) {
	for _, s := range b.Stmts {
		f, ok := s.(*ir.For)
		if !ok {
			ir.Inner(s, d.localize)
			continue
		}
		if loopForm(f) != "" || bodyForm(f) != "" || !d.localizeIn(f) {
			d.localize(f.Body)
		}
	}
}

// localizeIn moves the scratch of f into its body and says whether f runs in parallel then. If it would not,
// nothing is moved.
func (d *deriver) localizeIn(f *ir.For) bool {
	s := d.scheduler(d.body)
	if _, why := s.schedule(f); why == "" {
		return true
	}
	roots := map[*ir.Var]bool{}
	var order []*ir.Var
	for _, c := range s.idx.Carried(f) {
		if v := c.A.Ref.Var; !roots[v] {
			roots[v] = true
			order = append(order, v)
		}
	}
	old := append([]ir.Stmt(nil), f.Body.Stmts...)
	type place struct {
		block *ir.Block
		stmts []ir.Stmt
	}
	var undo []place
	for _, v := range order {
		m := findMaking(d.body, v)
		if m == nil || !d.scratchOf(f, m) {
			for i := len(undo) - 1; i >= 0; i-- {
				undo[i].block.Stmts = undo[i].stmts
			}
			f.Body.Stmts = old
			return false
		}
		undo = append(undo, place{m.block, append([]ir.Stmt(nil), m.block.Stmts...)})
		f.Body.Stmts = append([]ir.Stmt{m.inside()}, f.Body.Stmts...)
		m.block.Stmts = append(m.block.Stmts[:m.at:m.at], m.block.Stmts[m.at+1:]...)
	}
	again := d.scheduler(d.body)
	if _, why := again.schedule(f); why == "" {
		return true
	}
	for i := len(undo) - 1; i >= 0; i-- {
		undo[i].block.Stmts = undo[i].stmts
	}
	f.Body.Stmts = old
	return false
}

// A making is the statement that declares a local.
type making struct {
	v     *ir.Var
	block *ir.Block
	at    int
}

func (m *making) stmt() ir.Stmt { return m.block.Stmts[m.at] }

// inside returns the declaration for the body of a loop that overwrites the memory.
func (m *making) inside() ir.Stmt {
	switch s := m.stmt().(type) {
	case *ir.Alloc:
		return &ir.Alloc{Meta: s.Meta, Dst: s.Dst, Len: s.Len, Dirty: true}
	case *ir.Decl:
		return &ir.Decl{Meta: s.Meta, Var: s.Var}
	}
	panic("adjoint: no declaration")
}

// findMaking returns the declaration of v below b, nil if there is none or it is a view.
func findMaking(b *ir.Block, v *ir.Var) *making {
	var found *making
	var visit func(b *ir.Block)
	visit = func(b *ir.Block) {
		for i, s := range b.Stmts {
			switch s := s.(type) {
			case *ir.Alloc:
				if len(s.Dst.Elems) == 0 && s.Dst.Var == v && !s.Escapes {
					found = &making{v, b, i}
				}
			case *ir.Decl:
				if s.Var == v && v.View == nil && (s.Init == nil || isConst(s.Init)) {
					found = &making{v, b, i}
				}
			}
			ir.Inner(s, visit)
		}
	}
	visit(b)
	return found
}

func isConst(e ir.Expr) bool {
	_, ok := e.(*ir.Const)
	return ok
}

// scratchOf says whether the local that m makes, outside f, is used by f alone and overwritten in each
// iteration before it is read.
func (d *deriver) scratchOf(f *ir.For, m *making) bool {
	if m.v.Kind != ir.Local || d.act.stop[m.v] {
		return false
	}
	c := &coverage{v: m.v, values: onceAssigned(d.body), fixed: func(e ir.Expr) bool { return d.unchanged(e) }}
	switch s := m.stmt().(type) {
	case *ir.Alloc:
		if e := ir.ElemType(m.v.Type); !ir.IsFloat(e) && !ir.IsInt(e) && !ir.IsBool(e) {
			return false
		}
		if c.length = s.Len; !d.unchanged(s.Len) {
			return false
		}
	case *ir.Decl:
		switch u := m.v.Type.Underlying().(type) {
		case *types.Array:
			if !ir.IsFloat(u.Elem()) && !ir.IsInt(u.Elem()) && !ir.IsBool(u.Elem()) {
				return false
			}
			c.length = ir.Int(u.Len())
		case *types.Basic:
		default:
			return false
		}
	}
	if c.usedOutside(d.body, f) {
		return false
	}
	covered := c.block(f.Body, false)
	return covered >= 0
}

// unchanged says whether e has the same value in all places that see the same instances of the Vars
// in it: it reads only lengths, iterators, and numbers that are assigned once.
func (d *deriver) unchanged(e ir.Expr) bool {
	ok := true
	ir.WalkExpr(e, func(n ir.Expr) bool {
		switch n := n.(type) {
		case *ir.Len:
			ok = ok && len(n.X.Elems) == 0 && !d.swapped(n.X.Var)
			return false
		case *ir.Ref:
			ok = ok && len(n.Elems) == 0 && (n.Var.Kind == ir.Iter || d.assignments(n.Var) == 0)
		case *ir.Opaque:
			ok = false
		}
		return ok
	})
	return ok
}

// assignments counts the statements that assign v but do not declare it.
func (d *deriver) assignments(v *ir.Var) int {
	count := 0
	ir.Walk(d.body, func(s ir.Stmt) bool {
		if x, ok := s.(*ir.Decl); ok && x.Var == v {
			return true
		}
		ir.Writes(s, func(r *ir.Ref) {
			if r.Var == v {
				count++
			}
		})
		return true
	})
	return count
}

// swapped says whether a Swap may change what v, or what v is a view of, refers to.
func (d *deriver) swapped(v *ir.Var) bool {
	found := false
	root := v.Root()
	ir.Walk(d.body, func(s ir.Stmt) bool {
		if x, ok := s.(*ir.Swap); ok && (x.A.Base().Var == root || x.B.Base().Var == root) {
			found = true
		}
		return !found
	})
	return found
}

// onceAssigned returns the values of the integer locals of b that only their declaration assigns.
func onceAssigned(b *ir.Block) map[*ir.Var]ir.Expr {
	writes, values := map[*ir.Var]int{}, map[*ir.Var]ir.Expr{}
	ir.Walk(b, func(s ir.Stmt) bool {
		ir.Writes(s, func(r *ir.Ref) { writes[r.Var]++ })
		if x, ok := s.(*ir.Decl); ok && x.Init != nil && ir.IsInt(x.Var.Type) {
			values[x.Var] = x.Init
		}
		return true
	})
	for v := range values {
		if writes[v] > 1 {
			delete(values, v)
		}
	}
	return values
}

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
