package cudatmpl

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// effects are the Vars that a statement reads and writes, memory as a whole. Loads are reads other than of lengths.
type effects struct {
	reads, loads, writes map[*ir.Var]bool
	// fixed says that the statement may end the function, so that nothing passes it.
	fixed bool
}

func effectsOf(s ir.Stmt) *effects {
	e := &effects{reads: map[*ir.Var]bool{}, loads: map[*ir.Var]bool{}, writes: map[*ir.Var]bool{}}
	ir.Walk(s, func(s ir.Stmt) bool {
		if d, ok := s.(*ir.Decl); ok && d.Var.View != nil {
			e.view(d)
			return true
		}
		ir.Reads(s, e.read)
		ir.Writes(s, func(r *ir.Ref) {
			b := r.Base()
			e.writes[b.Var] = true
			for _, i := range b.Indices() {
				e.read(i)
			}
		})
		switch s := s.(type) {
		case *ir.Panic, *ir.Call, *ir.Exec:
			e.fixed = true
		case *ir.Grow:
			e.writes[s.Var] = true
		case *ir.For:
			e.writes[s.Iter] = true
		}
		return true
	})
	return e
}

// view notes the declaration of a view: a name, which reads its bounds.
func (e *effects) view(d *ir.Decl) {
	e.writes[d.Var] = true
	if s, ok := d.Var.View.(*ir.Slice); ok {
		e.read(s.Lo)
		e.read(s.Hi)
	}
	for _, i := range ir.NewRef(d.Var).Base().Indices() {
		e.read(i)
	}
}

func (e *effects) read(x ir.Expr) {
	ir.WalkExpr(x, func(x ir.Expr) bool {
		switch x := x.(type) {
		case *ir.Len:
			e.reads[x.X.Var], e.reads[x.X.Base().Var] = true, true
			markView(x.X.Var, e.reads)
			for _, i := range x.X.Indices() {
				e.read(i)
			}
			return false
		case *ir.Ref:
			e.reads[x.Var], e.reads[x.Base().Var], e.loads[x.Base().Var] = true, true, true
			markView(x.Var, e.reads)
		}
		return true
	})
}

// apart says whether two statements can change places.
func (e *effects) apart(o *effects) bool {
	if e.fixed || o.fixed {
		return false
	}
	for v := range e.writes {
		if o.reads[v] || o.writes[v] {
			return false
		}
	}
	for v := range o.writes {
		if e.reads[v] {
			return false
		}
	}
	return true
}

// around divides the statements between the first and the last of a list into those that can go before the first and
// those that can come after the last. It says whether each can do one of them.
func around(list []ir.Stmt) (before, after []ir.Stmt, ok bool) {
	first, last := effectsOf(list[0]), effectsOf(list[len(list)-1])
	var stay []*effects
	for _, s := range list[1 : len(list)-1] {
		e := effectsOf(s)
		up := e.apart(first)
		for _, o := range stay {
			up = up && e.apart(o)
		}
		if up {
			before = append(before, s)
			continue
		}
		if !e.apart(last) {
			return nil, nil, false
		}
		stay, after = append(stay, e), append(after, s)
	}
	return before, after, true
}

// A renamer copies statements with other iterators. What they declare becomes new Vars; views are replaced by what they
// are views of.
type renamer struct{ vars map[*ir.Var]*ir.Var }

func (r *renamer) list(list []ir.Stmt) []ir.Stmt {
	b := ir.CloneBlock(&ir.Block{Stmts: list})
	r.declare(b)
	ir.Walk(b, func(s ir.Stmt) bool {
		ir.Exprs(s, r.expr)
		return true
	})
	return b.Stmts
}

// declare finds new Vars for what a block declares, and drops its views.
func (r *renamer) declare(b *ir.Block) {
	b.Stmts = slices.DeleteFunc(b.Stmts, func(s ir.Stmt) bool {
		d, ok := s.(*ir.Decl)
		return ok && d.Var.View != nil
	})
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *ir.Decl:
			s.Var = r.fresh(s.Var)
		case *ir.For:
			s.Iter = r.fresh(s.Iter)
		}
		ir.Inner(s, r.declare)
	}
}

func (r *renamer) fresh(v *ir.Var) *ir.Var {
	c := *v
	r.vars[v] = &c
	return &c
}

func (r *renamer) expr(e ir.Expr) ir.Expr {
	return ir.MapExpr(plain(e), func(e ir.Expr) ir.Expr {
		if x, ok := e.(*ir.Ref); ok && r.vars[x.Var] != nil {
			return &ir.Ref{Var: r.vars[x.Var], Elems: x.Elems, T: x.T}
		}
		return e
	})
}

// plain returns e without views.
func plain(e ir.Expr) ir.Expr {
	for range 16 {
		changed := false
		e = ir.MapExpr(e, func(e ir.Expr) ir.Expr {
			switch x := e.(type) {
			case *ir.Len:
				if n := viewLen(x); n != nil {
					changed = true
					return n
				}
			case *ir.Ref:
				if x.Var.View != nil && len(x.Elems) > 0 {
					changed = true
					return x.Base()
				}
			}
			return e
		})
		if !changed {
			break
		}
	}
	return e
}
