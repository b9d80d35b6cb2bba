package emit

import (
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A rowSlice is the part of a slice that a chunk of a loop runs through, v[from+by:][:end-from], of which
// iteration from+k has element k. The compiler sees that k is in range.
type rowSlice struct {
	row, v *ir.Var
	by     ir.Expr
}

// rows are what a parallel loop reads and writes through parts of slices.
type rows struct {
	list  []rowSlice
	rolls []roll
	// loads are the elements that are the same in all iterations, in variables.
	loads []*ir.Decl
	named []*ir.Var // hold elements that an iteration reads several times
	index *ir.Var   // counts the iterations of the chunk
	iter  *ir.Var   // of the loop
	from  *ir.Var   // the first iteration of the chunk, nil where rows begin at fixed elements
	body  *ir.Block
}

// rowsOf finds the elements v[i+by] of slices from outside that each iteration i of f touches. The body that
// it returns is in terms of rows.
func rowsOf(f *ir.For) *rows {
	r := &rows{index: &ir.Var{Name: f.Iter.Name, Type: f.Iter.Type, Kind: ir.Iter}, iter: f.Iter, from: &ir.Var{Name: "from", Type: f.Iter.Type, Kind: ir.Local}, body: f.Body}
	fixed := map[*ir.Var]bool{f.Iter: true} // what has no rows
	for _, x := range f.Par.Scatters {
		fixed[x.Var] = true
	}
	nested := false
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		declared(s, func(v *ir.Var) { fixed[v] = true })
		_, loop := s.(*ir.For)
		nested = nested || loop
		return true
	})
	if nested {
		return r
	}
	r.body = ir.CloneBlock(f.Body)
	for _, s := range r.body.Stmts {
		switch s := s.(type) {
		case *ir.If: // what is below the condition may be out of range elsewhere
			s.Cond = r.replace(s.Cond, f.Iter, fixed)
		case *ir.Decl:
			if s.Var.View == nil {
				s.Init = r.replace(s.Init, f.Iter, fixed)
			}
		default:
			ir.Exprs(s, func(e ir.Expr) ir.Expr { return r.replace(e, f.Iter, fixed) })
		}
	}
	return r
}

// replace writes e in terms of rows.
func (r *rows) replace(e ir.Expr, iter *ir.Var, fixed map[*ir.Var]bool) ir.Expr {
	if e == nil || evaluatesInPart(e) {
		return e
	}
	return ir.MapExpr(e, func(e ir.Expr) ir.Expr {
		ref, ok := e.(*ir.Ref)
		if !ok || len(ref.Elems) == 0 || fixed[ref.Var] || ref.Elems[0].Index == nil {
			return e
		}
		if _, ok := ref.Var.Type.Underlying().(*types.Slice); !ok {
			return e
		}
		by, ok := distance(ref.Elems[0].Index, iter, fixed)
		if !ok {
			return e
		}
		elems := append([]ir.Elem{{Index: ir.NewRef(r.index)}}, ref.Elems[1:]...)
		return &ir.Ref{Var: r.row(ref.Var, by), Elems: elems, T: ref.T}
	})
}

// evaluatesInPart says whether some operand in e may be skipped.
func evaluatesInPart(e ir.Expr) bool {
	found := false
	ir.WalkExpr(e, func(e ir.Expr) bool {
		b, ok := e.(*ir.Binary)
		found = found || ok && (b.Op == token.LAND || b.Op == token.LOR)
		return !found
	})
	return found
}

// distance returns by if i is iter+by, with a by that does not change in the loop.
func distance(i ir.Expr, iter *ir.Var, fixed map[*ir.Var]bool) (by ir.Expr, ok bool) {
	l := &line{iter: iter, fixed: fixed}
	if n, ok := l.coef(i); !ok || n != 1 {
		return nil, false
	}
	return l.at(i, ir.Int(0)), true
}

// row returns the row of v that begins by elements after the chunk's first iteration.
func (r *rows) row(v *ir.Var, by ir.Expr) *ir.Var {
	for _, x := range r.list {
		if x.v == v && ir.Equal(x.by, by) {
			return x.row
		}
	}
	row := &ir.Var{Name: v.Name, Type: v.Type, Kind: ir.Local}
	r.list = append(r.list, rowSlice{row, v, by})
	return row
}

// loose says whether a row of v, which is by elements ahead of a loop that ends before limit, may end behind v's
// length. Go lets a slice expression reach up to the capacity, but the primal panics there. Adjoints and tapes are as
// long as what they belong to, and memory that a function makes has no room behind it.
func loose(v *ir.Var, by, limit ir.Expr) bool {
	switch root := v.Root(); {
	case root.Kind == ir.Adjoint || root.Kind == ir.Tape || root.Kind == ir.Tangent:
		return false
	case root.Kind == ir.Local && toEnd(v):
		return false
	}
	n, ok := limit.(*ir.Len)
	k, constant := ir.IntVal(by)
	return !ok || len(n.X.Elems) > 0 || n.X.Var != v || !constant || k > 0
}

// toEnd says whether v is the whole of its root's memory, or a part of it up to the end.
func toEnd(v *ir.Var) bool {
	for v.View != nil {
		s, ok := v.View.(*ir.Slice)
		if !ok || s.Hi != nil || len(s.X.Elems) > 0 {
			return false
		}
		v = s.X.Var
	}
	return true
}

// lastOf returns what ends a slice expression of base, printed as text, that is to be sliced again, and what follows its
// bounds otherwise, so that they are tested against the length of a loose slice.
func (p *printer) lastOf(base string, loose bool) (last, most string) {
	if !loose {
		return "", ""
	}
	n := p.file.builtin("len") + "(" + base + ")"
	return n + ":" + n, ":" + n
}
