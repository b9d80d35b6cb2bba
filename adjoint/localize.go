package adjoint

import (
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
