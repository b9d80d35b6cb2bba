package adjoint

import (
	"go/token"
	"go/types"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A kept value: where the forward sweep stores it and where the reverse sweep reads it.
type kept struct {
	tape    *ir.Var
	forward *ir.Ref
	reverse *ir.Ref
	size    string // number of elements, for -explain
}

// keep makes a tape with one element for each iteration of loops, for a value that is known at
// statement at. Without loops that is a single variable.
func (rs *resolver) keep(name string, t types.Type, loops []*ir.For, at ir.Stmt) *kept {
	if len(loops) == 0 {
		v := &ir.Var{Name: tapeName(name), Type: t, Kind: ir.Local}
		head := rs.head(at)
		rs.ins.head[head] = append(rs.ins.head[head], &ir.Decl{Var: v})
		return &kept{v, ir.NewRef(v), ir.NewRef(v), "1"}
	}
	ax := rs.axesOf(loops)
	v := rs.newTape(name, t, ax, nil)
	return &kept{v, ir.NewRef(v).At(ax.forward), ir.NewRef(v).At(ax.reverse), ax.text(nil)}
}

// tapeName is the name of a tape of what is called name, which may be a field of a package-level variable: logWTape for log.w.
func tapeName(name string) string { return ir.OneName(name) + "Tape" }

// newTape declares a tape with row elements (1 for nil) for each iteration of ax.
func (rs *resolver) newTape(name string, t types.Type, ax *axes, row ir.Expr) *ir.Var {
	v := &ir.Var{Name: tapeName(name), Type: types.NewSlice(t), Kind: ir.Tape}
	size := ax.size
	if size == nil {
		size = ir.Int(0)
		n := ir.Expr(ir.NewRef(ax.used))
		if row != nil {
			n = ir.Mul(n, row)
		}
		ax.grow.Stmts = append(ax.grow.Stmts, &ir.Grow{Var: v, Len: n})
	} else if row != nil {
		size = ir.Mul(size, row)
	}
	rs.ins.head[ax.head] = append(rs.ins.head[ax.head], &ir.Alloc{Dst: ir.NewRef(v), Len: size, Dirty: true})
	return v
}

// head returns the statement of the innermost joint block that s is or stands in: what is
// declared before it is in scope in the reverse sweep.
func (rs *resolver) head(s ir.Stmt) ir.Stmt {
	for ; ; s = rs.sh.parent(s) {
		if rs.joint[rs.sh.pos[s].block] {
			return s
		}
	}
}

// keepScalar keeps the value that v has since point p. There v may be behind a pointer that is nil unless the primal
// has asked for that.
func (rs *resolver) keepScalar(v *ir.Var, p point, def ir.Stmt, s *ir.Saved, asked bool) *ir.Ref {
	at := p.block.Stmts[max(p.index, 0)]
	k := rs.keep(v.Name, v.Type, rs.sh.tapeLoops(p.block), at)
	save := ir.Stmt(&ir.Store{Dst: k.forward, Src: ir.NewRef(v)})
	if !asked {
		save = asking(ir.NewRef(v), save)
	}
	rs.insertAt(p, save)
	why := "computing it again costs more"
	switch store, again := rs.hints(v, at); {
	case store:
		why = "as //pardiff:store says"
	case rs.places[v]:
		why = "only the iteration that won matters to the derivative"
	case rs.definition(v, def) == nil:
		why = "it has several definitions"
		if again {
			rs.problem(at.Info().Where(), "%s cannot be computed again here: it has several definitions, or is the result of a call; remove //pardiff:recompute", v.UserName())
		}
	}
	rs.tapeNote(k, v.Name, rs.posOf(at, v), why)
	return k.reverse
}

// insertAt puts statements at a point of the forward sweep.
func (rs *resolver) insertAt(p point, list ...ir.Stmt) {
	if p.index < 0 {
		s := p.block.Stmts[0]
		rs.ins.before[s] = append(rs.ins.before[s], list...)
		return
	}
	s := p.block.Stmts[p.index]
	rs.ins.after[s] = append(rs.ins.after[s], list...)
}

// posOf is the position that -explain gives for a value of v at s: that of s or, where lowering has made s up, of v, or else
// of what s stands in.
func (rs *resolver) posOf(s ir.Stmt, v *ir.Var) token.Pos {
	if p := s.Info().Pos; p.IsValid() {
		return p
	}
	if v.Pos.IsValid() {
		return v.Pos
	}
	for s = rs.sh.parent(s); s != nil; s = rs.sh.parent(s) {
		if p := s.Info().Pos; p.IsValid() {
			return p
		}
	}
	return rs.fn.Pos
}

func (rs *resolver) tapeNote(k *kept, value string, pos token.Pos, why string) {
	t := k.tape.Type
	if k.tape.Kind == ir.Tape {
		t = ir.ElemType(t)
	}
	rs.grad.Tapes = append(rs.grad.Tapes, TapeNote{
		Value: value, Pos: pos, Shape: k.size, Bytes: byteText(t, k.size), Why: why,
	})
}

// byteText returns size elements of type t in bytes, as a formula.
func byteText(t types.Type, size string) string {
	b := sizeText(t)
	if size == "1" {
		return b
	}
	if strings.ContainsAny(size, "+-") {
		size = "(" + size + ")"
	}
	return b + "*" + size
}

// sizeText is the size of t in bytes; that of a type parameter is known by its name only.
func sizeText(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return "sizeof(" + t.Obj().Name() + ")"
	case *types.Array:
		if _, generic := types.Unalias(t.Elem()).(*types.TypeParam); generic {
			return ir.ExprString(ir.Int(t.Len())) + "*" + sizeText(t.Elem())
		}
	}
	return ir.ExprString(ir.Int(types.SizesFor("gc", "amd64").Sizeof(t)))
}

// element finds the value of an element of an array or slice.
func (rs *resolver) element(s *ir.Saved) ir.Expr {
	x, base := s.X, s.X.Base()
	root, c := base.Var, cellOf(base)
	if len(rs.sh.writes[c]) == 0 && rs.visible(root) {
		return rs.place(x, s.At)
	}
	st := rs.stop(x, s.At, s.After)
	if st.block == nil && rs.visible(root) {
		return rs.place(x, s.At)
	}
	if decl := rs.sh.decl[root]; decl != nil {
		b := rs.sh.pos[decl].block
		if st.block == nil || rs.depth(b) > rs.depth(st.block) {
			st = stop{b, rs.sh.child(b, s.At)}
		}
	}
	p, asked := rs.inward(base, point{st.block, -1}, s.At)
	if p.block != st.block {
		st = stop{p.block, rs.sh.child(p.block, s.At)}
	}
	if !asked { // here and there
		return rs.keepElement(s, c)
	}
	if row := rs.row(base, s, st); row != nil {
		return &ir.Ref{Var: row, Elems: []ir.Elem{{Index: rs.replace(savedIndex(x, s.At, rs.sh))}}, T: x.T}
	}
	return rs.keepElement(s, c)
}

// whole finds the memory of a slice that is passed to a call: its own, if all elements keep their
// values and the call does not write them, else a copy.
func (rs *resolver) whole(s *ir.Saved) ir.Expr {
	base := s.X.Base()
	st := rs.stop(s.X, s.At, s.After)
	if c, ok := s.At.(*ir.Call); ok && !c.ReadOnly {
		return rs.ownCopy(s)
	}
	if st.block == nil && rs.visible(base.Var) {
		return rs.place(s.X, s.At)
	}
	elem := ir.ElemType(base.Var.Type)
	if _, slice := s.X.T.Underlying().(*types.Slice); slice && len(base.Elems) == 0 && s.X.Var.View == nil && isScalar(elem) {
		if st.block == nil {
			b := rs.sh.pos[rs.sh.decl[base.Var]].block
			st = stop{b, rs.sh.child(b, s.At)}
		}
		// A row of a tape is not nil where the slice is, for which the call may ask.
		loops := rs.sh.tapeLoops(st.block)
		if len(tests(base)) > 0 || rs.mayBeNil(s.X) != nil && (len(loops) > 0 || !rs.headerStays(s.X)) {
			return rs.ownCopy(s)
		}
		if v := rs.keepRow(base.Var, elem, st, rs.rowPoint(cellOf(base), st, s), loops, s); v != nil {
			return ir.NewRef(v)
		}
	}
	return rs.ownCopy(s)
}

// place returns x with its subscripts resolved, where memory still holds its value.
func (rs *resolver) place(x *ir.Ref, at ir.Stmt) *ir.Ref {
	s := &ir.Ref{Var: x.Var, Elems: savedElems(x, at), T: x.T}
	for s.Var.View != nil && rs.inside(rs.sh.decl[s.Var]) {
		s = throughView(s, rs.sh.decl[s.Var])
	}
	q := rs.elems(s)
	q.Var = rs.view2(s.Var)
	return q
}

// throughView returns r, whose subscripts are saved, without the view that its root is, declared by decl.
func throughView(r *ir.Ref, decl ir.Stmt) *ir.Ref {
	switch w := r.Var.View.(type) {
	case *ir.Slice:
		elems := savedElems(w.X, decl)
		for i, e := range r.Elems {
			if i == 0 && w.Lo != nil {
				e.Index = ir.Add(saved(w.Lo, decl), e.Index)
			}
			elems = append(elems, e)
		}
		return &ir.Ref{Var: w.X.Var, Elems: elems, T: r.T}
	case *ir.Ref:
		return &ir.Ref{Var: w.Var, Elems: append(savedElems(w, decl), r.Elems...), T: r.T}
	}
	panic("adjoint: view of an expression")
}

// savedIndex returns the first subscript of x resolved through views: what views contribute has the
// value that it had when the view was declared.
func savedIndex(x *ir.Ref, at ir.Stmt, sh *shape) ir.Expr {
	i := saved(x.Elems[0].Index, at)
	for v := x.Var; v.View != nil; {
		switch w := v.View.(type) {
		case *ir.Slice:
			if w.Lo != nil {
				i = ir.Add(saved(w.Lo, sh.decl[v]), i)
			}
			v = w.X.Var
		case *ir.Ref:
			v = w.Var
		}
	}
	return i
}

// keepElement keeps one element for each iteration of the loops around the statement that reads
// it. Statements of one block that read the same element share it.
func (rs *resolver) keepElement(s *ir.Saved, c cell) ir.Expr {
	key := rs.elementKey(s, c)
	if e := rs.cells[key]; e != nil {
		return e
	}
	k := rs.keep(s.X.Base().Var.Name, s.X.T, rs.sh.tapeLoops(rs.sh.pos[s.At].block), s.At)
	save := &ir.Store{Dst: k.forward, Src: s.X}
	if s.After {
		rs.ins.after[s.At] = append(rs.ins.after[s.At], save)
	} else {
		rs.ins.before[s.At] = append(rs.ins.before[s.At], save)
	}
	rs.tapeNote(k, ir.ExprString(s.X), rs.posOf(s.At, s.X.Var), "it is overwritten before the reverse sweep gets there")
	rs.cells[key] = k.reverse
	return k.reverse
}
