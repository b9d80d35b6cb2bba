package adjoint

import (
	"go/token"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// saveWithin has the loop that reads the elements of a slice next save them on the tape, where one stood before it that did
// so in a pass of its own:
//
//	copy(uRow, u)                                    for i := range min(1, len(u)) { uRow[i] = u[i] }
//	for i := 1; i < n-1; i++ {           becomes     for i := max(n-1, 1); i < len(u); i++ { uRow[i] = u[i] }
//		next[i] = u[i-1] + u[i] + u[i+1]             for i := 1; i < n-1; i++ {
//	}                                                    uRow[i] = u[i]
//	                                                     next[i] = u[i-1] + u[i] + u[i+1]
//	                                                 }
//
// Elements that the loop does not reach are saved by themselves. Memory then takes what is saved while the loop computes. A
// loop that computes little has no time for that: a copy of what the cache holds is faster.
func (d *deriver) saveWithin(b *ir.Block) {
	for i := 0; i < len(b.Stmts); i++ {
		ir.Inner(b.Stmts[i], d.saveWithin)
		s := savingOf(b.Stmts[i])
		if s == nil {
			continue
		}
		if at := s.reader(b.Stmts[i+1:]); at >= 0 {
			between, g := b.Stmts[i+1:i+1+at], b.Stmts[i+1+at].(*ir.For)
			g.Body.Stmts = append(s.store(g.Iter), g.Body.Stmts...)
			b.Stmts = slices.Concat(b.Stmts[:i], between, d.edges(s, g), b.Stmts[i+1+at:])
			i--
		}
	}
}

// A saving is a loop that saves all elements of a slice in a row of a tape.
type saving struct {
	loop     *ir.For
	row, src *ir.Var
}

// savingOf returns s as a saving, nil if it is something else.
func savingOf(s ir.Stmt) *saving {
	f, ok := s.(*ir.For)
	if !ok || f.Form != ir.CopyLoop || len(f.Body.Stmts) != 1 || !ir.IsVal(f.Begin, 0) {
		return nil
	}
	st, ok := f.Body.Stmts[0].(*ir.Store)
	if !ok || st.Dst.Var.View == nil || st.Dst.Var.Root().Kind != ir.Tape || !isElement(st.Dst, f.Iter) {
		return nil
	}
	src, ok := st.Src.(*ir.Ref)
	if !ok || !isElement(src, f.Iter) || !ir.Equal(f.Limit, &ir.Len{X: ir.NewRef(src.Var)}) {
		return nil
	}
	return &saving{f, st.Dst.Var, src.Var}
}

// isElement says whether r is element i of a slice.
func isElement(r *ir.Ref, i *ir.Var) bool {
	return len(r.Elems) == 1 && r.Elems[0].Index != nil && ir.Equal(r.Elems[0].Index, ir.NewRef(i))
}

// reader returns the place of the loop in list that is the first to read the slice, where nothing writes it before, nor needs
// what was saved; -1 if there is none, or it may or should not save what it reads.
func (s *saving) reader(list []ir.Stmt) int {
	row, src := s.row.Root(), s.src.Root()
	for at, x := range list {
		e := ir.EffectsOf(x)
		if e.Fixed || e.Writes[src] || e.Writes[row] || e.Reads[row] {
			return -1
		}
		g, ok := x.(*ir.For)
		if !ok || savingOf(x) != nil {
			continue
		}
		if s.runs(g) && s.readBy(g) && hidesStore(g) {
			return at
		}
		return -1
	}
	return -1
}

// runs says whether g is an innermost loop over a range.
func (s *saving) runs(g *ir.For) bool {
	begin, ok := ir.IntVal(g.Begin)
	return ok && begin >= 0 && g.While == nil && g.Limit != nil && g.Cmp == token.LSS && ir.IsVal(g.Step, 1) &&
		(g.Form == ir.ThreeClause || g.Form == ir.Range) && nestDepth(g.Body) == 0
}

// minHidden is the work of an iteration, in about floating-point operations, that hides the store of a number.
const minHidden = 10

func hidesStore(g *ir.For) bool {
	work, ok := ir.IntVal(workOf(g))
	return ok && work >= minHidden
}

// readBy says whether each iteration of g reads its element of the slice.
func (s *saving) readBy(g *ir.For) bool {
	return slices.ContainsFunc(g.Body.Stmts, func(st ir.Stmt) bool {
		if _, branches := st.(*ir.If); branches {
			return false
		}
		found := false
		ir.Reads(st, func(e ir.Expr) {
			ir.WalkExpr(e, func(e ir.Expr) bool {
				switch e := e.(type) {
				case *ir.Ref:
					found = found || e.Var == s.src && isElement(e, g.Iter)
				case *ir.Binary:
					return !found && e.Op != token.LAND && e.Op != token.LOR
				}
				return !found
			})
		})
		return found
	})
}

// store returns the statement that saves element i.
func (s *saving) store(i *ir.Var) []ir.Stmt {
	at := func(v *ir.Var) *ir.Ref { return ir.NewRef(v).At(ir.NewRef(i)) }
	return []ir.Stmt{&ir.Store{Dst: at(s.row), Src: at(s.src)}}
}

// edges returns the loops that save what g does not reach.
func (d *deriver) edges(s *saving, g *ir.For) []ir.Stmt {
	var out []ir.Stmt
	edge := func(form ir.Form, begin, limit ir.Expr) {
		i := *s.loop.Iter
		out = append(out, &ir.For{Meta: s.loop.Meta, Iter: &i, Begin: begin, Cmp: token.LSS, Limit: limit, Step: ir.Int(1), Few: true,
			Body: &ir.Block{Stmts: s.store(&i)}, Form: form})
	}
	choose := func(fn string, a, b ir.Expr) ir.Expr {
		return &ir.Intrinsic{Fn: fn, Args: []ir.Expr{a, b}, T: s.loop.Iter.Type}
	}
	if !ir.IsVal(g.Begin, 0) {
		edge(ir.Range, ir.Int(0), choose("min", g.Begin, s.loop.Limit))
	}
	if ir.Equal(d.canonical(g.Limit), d.canonical(s.loop.Limit)) {
		return out
	}
	from := g.Limit
	if _, length := from.(*ir.Len); !length || !ir.IsVal(g.Begin, 0) { // the loop may not run at all
		from = choose("max", g.Limit, g.Begin)
	}
	edge(ir.ThreeClause, from, s.loop.Limit)
	return out
}
