package analysis

import (
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// An alias is another name for memory that is reached through a slice: it is resolved to the slice
// again wherever it is used, so the slice must not refer to other memory meanwhile.
type alias struct {
	root *ir.Var
	// through says that the memory is reached through a slice that lies in memory itself: a row
	// of a slice of slices.
	through bool
	view    *ir.Var // the variable that is the other name, nil for pointers and parameters
	place   *ir.Ref // to which the name leads, nil if that is not known
	said    bool    // what is wrong with it has been reported
	// The name is in use in these statements of block, to its end if end is -1.
	block      *ir.Block
	start, end int
	// since, if it is not nil, says instead that it is in use in what is executed from there on.
	since *moment
}

// noteAlias records that r, as it is now, gets another name: that of a view, if there is one.
func (l *lowerer) noteAlias(r *ir.Ref, view *ir.Var) {
	b := r.Base()
	l.aliases = append(l.aliases, alias{root: b.Var, through: throughHeader(b), view: view, place: b, block: l.blk, start: len(l.blk.Stmts), end: -1})
}

// reported says that what is wrong with the view v has been reported.
func (l *lowerer) reported(v *ir.Var) {
	for i := range l.aliases {
		if a := &l.aliases[i]; v.View != nil && a.view == v {
			a.said = true
		}
	}
}

// throughHeader says whether the way to r leads through a slice that is an element or a field.
func throughHeader(r *ir.Ref) bool {
	t := r.Var.Type
	for i, e := range r.Elems {
		if _, ok := t.Underlying().(*types.Slice); ok && i > 0 {
			return true
		}
		switch {
		case e.Index != nil:
			t = ir.ElemType(t)
		case e.Field != nil:
			t = e.Field.Type()
		default:
			t = t.Underlying().(*types.Pointer).Elem()
		}
	}
	_, ok := t.Underlying().(*types.Slice)
	return ok && len(r.Elems) > 0
}

// scope are the statements in which the name is in use.
func (a *alias) scope() []ir.Stmt {
	if a.end < 0 {
		return a.block.Stmts[a.start:]
	}
	return a.block.Stmts[a.start:a.end]
}

// leadsThrough says whether the name may lead through the slice at the place r.
func (a *alias) leadsThrough(r *ir.Ref) bool {
	return a.through && r.Var == a.root && (a.place == nil || len(r.Elems) <= len(a.place.Elems) && !disjoint(a.place.Elems, r.Elems))
}

// swapped says whether s may exchange the slice that the name leads through.
func (a *alias) swapped(s *ir.Swap) bool {
	for _, r := range []*ir.Ref{s.A, s.B} {
		if r.Base().Var == a.root && (a.through || len(r.Elems) == 0) {
			return true
		}
	}
	return false
}

// checkAliases refuses new memory for a slice, and swaps of slices, while another name for the old
// memory is in use.
func (l *lowerer) checkAliases() {
	for _, a := range slices.Concat(l.aliases, l.lasting) {
		if a.said {
			continue
		}
		if a.since != nil {
			a.since.after(nil, nil, func(s ir.Stmt) bool {
				l.checkAlias(&a, s, nil)
				return false
			})
			continue
		}
		scope := a.scope()
		for k, s := range scope {
			ir.Walk(s, func(s ir.Stmt) bool {
				l.checkAlias(&a, s, scope[k:])
				return true
			})
		}
	}
}

// checkAlias refuses s if it changes what a leads to. A name that is a view is in use as long as something in rest, if that is
// known, reads it.
func (l *lowerer) checkAlias(a *alias, s ir.Stmt, rest []ir.Stmt) {
	inUse := func() bool { return a.view == nil || rest == nil || lastUse(a.view, rest) >= 0 }
	switch n := s.(type) {
	case *ir.Alloc:
		if len(n.Dst.Elems) > 0 && a.leadsThrough(n.Dst.Base()) {
			l.refuse(n.Where(), "new memory for an element of "+a.root.UserName(), "a variable that is a view of the old memory is in scope", "make the memory before, or give the view a block of its own")
		}
	case *ir.Grow:
		if n.Var == a.root && !l.indexed(a, rest) && inUse() {
			what := "append to " + a.root.UserName()
			if name, is := l.columns[a.root]; is {
				what = "append to " + name
			} else if o, is := l.memories[a.root]; is {
				what = "new elements for " + o.name
			}
			l.refuse(n.Where(), what, "another name for its memory is in use", "take the view or the pointer after the append")
		}
	case *ir.Swap:
		if !l.backs[n] && a.swapped(n) && inUse() {
			l.refuse(n.Where(), "swap of "+a.root.UserName(), "another name for its memory is in use", "take the view, the pointer or the argument after the swap")
		}
	}
}

// checkEscapes marks the memory that a result may refer to after swaps. Memory of the caller must
// not be among it.
func (l *lowerer) checkEscapes(f *ir.Func) {
	if f == nil {
		return
	}
	for grown := true; grown; {
		grown = false
		ir.Walk(f.Body, func(s ir.Stmt) bool {
			if s, ok := s.(*ir.Swap); ok {
				a, inA := l.escapes[s.A.Var]
				b, inB := l.escapes[s.B.Var]
				switch {
				case inA && !inB:
					l.escapes[s.B.Var], grown = a, true
				case inB && !inA:
					l.escapes[s.A.Var], grown = b, true
				}
			}
			return true
		})
	}
	for v, pos := range l.escapes {
		if v.Kind != ir.Local {
			l.refuse(pos, "result", "it may alias argument "+v.UserName()+" after a swap", "return a copy")
		}
	}
}
