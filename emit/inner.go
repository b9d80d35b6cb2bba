package emit

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// rowLoop prints an innermost loop that runs through rows of flat slices by parts of them,
//
//	if n := end - begin; n > 0 {
//		row := a[i*m+begin:][:n]
//		for j := range n { ... row[j] ... }
//	}
//
// in which the compiler sees that j is in range. It returns nil for other loops.
func (p *printer) rowLoop(s *ir.For) []code {
	if p.out == nil || p.out.sig.grad.Serial || s.Few || s.While != nil || s.Limit == nil || s.Cmp != token.LSS || !ir.IsVal(s.Step, 1) || !types.Identical(s.Iter.Type, types.Typ[types.Int]) {
		return nil
	}
	l, hoisted := lineOf(s)
	if l == nil {
		return nil
	}
	r := l.rows(s, hoisted)
	flat := false
	for _, x := range r.list {
		if by := ir.ConstValue(x.by); by != nil && constant.Sign(by) < 0 { // out of range, where the loop runs; Go refuses it as a constant
			return nil
		}
		_, plain := ir.IntVal(x.by)
		flat = flat || !plain
	}
	if !flat && !r.many(s.Limit) {
		return nil
	}
	return p.printRowLoop(s, r, l, hoisted)
}

// many says whether, in a loop over a slice whose length is limit, so many others are read and written that it is worth while to
// cut them to that length: the compiler then sees that the number of the iteration is in the range of all.
func (r *rows) many(limit ir.Expr) bool {
	n, ok := limit.(*ir.Len)
	if !ok || len(n.X.Elems) > 0 {
		return false
	}
	others := 0
	for _, x := range r.list {
		if x.v != n.X.Var {
			others++
		}
	}
	return others >= 3
}

// lineOf returns what changes in s, and the declarations of integers that grow with the iterator and serve as subscripts
// only. It returns nil if s is no innermost loop of plain assignments.
func lineOf(s *ir.For) (l *line, hoisted []*ir.Decl) {
	l = &line{iter: s.Iter, fixed: map[*ir.Var]bool{s.Iter: true}, index: map[*ir.Var]ir.Expr{}}
	plain := true
	writes := map[*ir.Var]int{}
	ir.Walk(s.Body, func(st ir.Stmt) bool {
		switch d := st.(type) {
		case *ir.Block, *ir.Store, *ir.Reduce:
		case *ir.Decl:
			plain = plain && d.Var.View == nil
		case *ir.If: // what is below the condition may be out of range elsewhere, and is left as it is
			plain = plain && ir.IsVal(s.Begin, 0)
		default:
			plain = false
		}
		ir.Writes(st, func(w *ir.Ref) {
			if len(w.Elems) == 0 {
				l.fixed[w.Var] = true
				writes[w.Var]++
			}
		})
		return plain
	})
	if !plain {
		return nil, nil
	}
	for _, st := range s.Body.Stmts {
		d, ok := st.(*ir.Decl)
		if !ok || d.Init == nil || writes[d.Var] > 1 || !types.Identical(d.Var.Type, types.Typ[types.Int]) {
			continue
		}
		if n, ok := l.coef(d.Init); ok && n == 1 {
			l.index[d.Var] = d.Init
			hoisted = append(hoisted, d)
		}
	}
	return l, hoisted
}

// rows returns the rows of s, which begin where its first iteration reads. The declarations in hoisted stand before the loop.
// Those that are needed in it are taken out of the list.
func (l *line) rows(s *ir.For, hoisted []*ir.Decl) *rows {
	for {
		r := &rows{index: s.Iter, iter: s.Iter, body: ir.CloneBlock(s.Body)}
		if !ir.IsVal(s.Begin, 0) {
			r.index = &ir.Var{Name: s.Iter.Name, Type: s.Iter.Type, Kind: ir.Iter}
		}
		r.body.Stmts = slices.DeleteFunc(r.body.Stmts, func(st ir.Stmt) bool {
			d, ok := st.(*ir.Decl)
			return ok && l.index[d.Var] != nil
		})
		for _, st := range r.body.Stmts {
			ir.Exprs(st, func(e ir.Expr) ir.Expr { return l.replace(r, s.Begin, e) })
		}
		l.load(r)
		kept := false
		for _, d := range hoisted {
			if l.index[d.Var] != nil && reads(r.body, d.Var) {
				delete(l.index, d.Var)
				kept = true
			}
		}
		if !kept {
			return r
		}
	}
}

// replace writes e in terms of rows.
func (l *line) replace(r *rows, begin, e ir.Expr) ir.Expr {
	if e == nil || evaluatesInPart(e) {
		return e
	}
	return ir.MapExpr(e, func(e ir.Expr) ir.Expr {
		ref, ok := e.(*ir.Ref)
		if !ok || len(ref.Elems) == 0 || l.fixed[ref.Var] || ref.Elems[0].Index == nil {
			return e
		}
		if _, ok := ref.Var.Type.Underlying().(*types.Slice); !ok {
			return e
		}
		if n, ok := l.coef(ref.Elems[0].Index); !ok || n != 1 {
			return e
		}
		elems := append([]ir.Elem{{Index: ir.NewRef(r.index)}}, ref.Elems[1:]...)
		return &ir.Ref{Var: r.row(ref.Var, l.at(ref.Elems[0].Index, begin)), Elems: elems, T: ref.T}
	})
}

// load gives elements that are the same in all iterations, and that each of them reads, variables. The compiler does not: for
// all it knows they are written in the loop.
func (l *line) load(r *rows) {
	written := r.writtenRoots()
	for _, s := range r.body.Stmts {
		ir.Exprs(s, func(e ir.Expr) ir.Expr {
			if e == nil || evaluatesInPart(e) {
				return e
			}
			return ir.MapExpr(e, func(e ir.Expr) ir.Expr {
				if ref, ok := e.(*ir.Ref); ok && l.isLoad(ref) && r.base(ref.Var) == nil && !written[ref.Var.Root()] {
					return ir.NewRef(r.loaded(ref))
				}
				return e
			})
		})
	}
}

// isLoad says whether r is a number in a slice or array, at a place that does not change in the loop.
func (l *line) isLoad(r *ir.Ref) bool {
	if l.fixed[r.Var] || !ir.IsFloat(r.T) || len(r.Elems) == 0 || r.Elems[0].Index == nil {
		return false
	}
	for _, e := range r.Elems {
		if e.Deref || e.Index != nil && !l.steady(e.Index) {
			return false
		}
	}
	return true
}

// base returns the slice that row is a part of, nil if it is no row.
func (r *rows) base(row *ir.Var) *ir.Var {
	for _, x := range r.list {
		if x.row == row {
			return x.v
		}
	}
	return nil
}

// loaded returns the variable that holds the element ref.
func (r *rows) loaded(ref *ir.Ref) *ir.Var {
	for _, d := range r.loads {
		if ir.Equal(d.Init, ref) {
			return d.Var
		}
	}
	d := &ir.Decl{Var: &ir.Var{Name: ref.Var.Name, Type: ref.T, Kind: ir.Local}, Init: ref}
	r.loads = append(r.loads, d)
	return d.Var
}

// printRowLoop prints s in terms of r.
func (p *printer) printRowLoop(s *ir.For, r *rows, l *line, hoisted []*ir.Decl) []code {
	r.rollTerms()
	r.rollUp()
	r.nameRepeats()
	var body []code
	for _, d := range hoisted {
		if l.index[d.Var] != nil {
			first := *d
			first.Init = l.at(d.Init, s.Begin)
			body = append(body, p.decl(&first))
		}
	}
	head, n := "", text(p.expr(s.Limit))
	if !ir.IsVal(s.Begin, 0) || !isShort(s.Limit) {
		n = p.fresh("n")
		head = n + " := " + header1(p.expr(ir.Sub(s.Limit, s.Begin))) + "; "
	}
	part := func(x rowSlice, n string) string {
		last, most := p.lastOf(text(p.variable(x.v)), loose(x.v, ir.Sub(x.by, s.Begin), s.Limit))
		if ir.IsVal(x.by, 0) {
			return "[:" + n + most + "]"
		}
		return "[" + text(p.expr(x.by)) + ":" + last + "][:" + n + "]"
	}
	if v := cleared(r); v != nil {
		body = append(body, p.line("%s(%s%s)", p.file.builtin("clear"), p.variable(v), part(r.list[0], n)))
		return []code{p.when(head+n+" > 0", body)}
	}
	for _, d := range r.loads {
		body = append(body, p.decl(d))
	}
	first := func(x roll) []string {
		return x.firsts(func(v *ir.Var) string { return text(p.variable(v)) }, func(by ir.Expr) string { return text(p.expr(by)) })
	}
	if r.index == s.Iter || !reads(r.body, s.Iter) {
		if o := p.outlineOf(r); o != nil {
			o.blocks = r.blocks(ir.Sub(s.Limit, s.Begin))
			var parts []string
			for _, x := range r.list {
				whole := text(p.variable(x.v))
				b, at := o.blockOf(x)
				switch {
				case at > 0:
					continue
				case b != nil:
					whole += part(x, b.length(n))
				case !x.is(s.Limit):
					whole += part(x, n)
				}
				parts = append(parts, whole)
			}
			name := o.define(s)
			p.printStarts(r)
			body = append(body, o.call(name, parts, first))
			p.noteRows(s, r)
			return p.whenRuns(s, r, head, n, body)
		}
	}
	for _, x := range r.list {
		if id, ok := p.ids[x.v]; ok && p.places[x.v] == nil && x.is(s.Limit) {
			p.ids[x.row] = id
			continue
		}
		body = append(body, p.line("%s := %s%s", p.variable(x.row), p.variable(x.v), part(x, n)))
	}
	k := text(p.variable(r.index))
	p.loops++
	inner := p.inner(r.body)
	p.loops--
	p.printTerms(r)
	p.printStarts(r)
	body = append(body, p.startRolls(r, first)...)
	if r.index != s.Iter && reads(r.body, s.Iter) {
		inner = append([]code{p.line("%s := %s", p.variable(s.Iter), p.expr(ir.Add(s.Begin, ir.NewRef(r.index))))}, inner...)
	}
	over := n
	if x, ok := s.Limit.(*ir.Len); ok && len(x.X.Elems) == 0 && head == "" {
		over = text(p.variable(x.X.Var))
	}
	body = append(body, jen.For(p.file.code(k+" := range "+over)).Block(p.aroundRolls(r, inner)...))
	p.noteRows(s, r)
	return p.whenRuns(s, r, head, n, body)
}

// whenRuns prints body under the condition that the loop runs at all, where that is not known.
func (p *printer) whenRuns(s *ir.For, r *rows, head, n string, body []code) []code {
	if head == "" && (p.isPositive(s.Limit) || r.fromStart(s.Limit)) {
		return body
	}
	return []code{p.when(head+n+" > 0", body)}
}

// noteRows notes what printing s in terms of r has declared.
func (p *printer) noteRows(s *ir.For, r *rows) {
	if p.par == nil {
		return
	}
	for _, d := range r.loads {
		p.par.extra = append(p.par.extra, d.Var)
	}
	p.par.extra = append(p.par.extra, r.named...)
	r.vars(func(v *ir.Var) { p.par.extra = append(p.par.extra, v) })
	p.par.extra = append(p.par.extra, r.index, s.Iter)
}

// knowPositive notes the integer that is above 0 where s executes Then, if the condition says so and no statement there
// changes it.
func (p *printer) knowPositive(s *ir.If) {
	c, ok := s.Cond.(*ir.Binary)
	if !ok || c.Op != token.GTR || !ir.IsVal(c.Y, 0) || !ir.IsInt(c.X.Type()) {
		return
	}
	l := &line{fixed: map[*ir.Var]bool{}}
	ir.Walk(s.Then, func(st ir.Stmt) bool {
		ir.Writes(st, func(w *ir.Ref) { l.fixed[w.Var] = true })
		return true
	})
	if l.steady(c.X) {
		p.positive = append(p.positive, c.X)
	}
}

// isPositive says whether e is known to be positive where the loop at hand is executed.
func (p *printer) isPositive(e ir.Expr) bool {
	if n, ok := ir.IntVal(e); ok {
		return n > 0
	}
	return slices.ContainsFunc(p.positive, func(x ir.Expr) bool { return ir.Equal(x, e) })
}

// is says whether x is the whole of the slice whose length is limit.
func (x rowSlice) is(limit ir.Expr) bool {
	n, ok := limit.(*ir.Len)
	return ok && len(n.X.Elems) == 0 && n.X.Var == x.v && ir.IsVal(x.by, 0)
}

// fromStart says whether all rows begin with their slices, of which limit is a length: they may well be empty.
func (r *rows) fromStart(limit ir.Expr) bool {
	_, ok := limit.(*ir.Len)
	for _, x := range r.list {
		ok = ok && ir.IsVal(x.by, 0)
	}
	return ok && len(r.loads) == 0 && len(r.rolls) == 0
}

// cleared returns the slice of which r sets one row to zero and does nothing else.
func cleared(r *rows) *ir.Var {
	if len(r.body.Stmts) != 1 || len(r.list) != 1 {
		return nil
	}
	st, ok := r.body.Stmts[0].(*ir.Store)
	if !ok || !ir.IsVal(st.Src, 0) || len(st.Dst.Elems) != 1 || st.Dst.Var != r.list[0].row {
		return nil
	}
	return r.list[0].v
}

// isShort says whether e may well be written twice.
func isShort(e ir.Expr) bool {
	b, ok := e.(*ir.Binary)
	return !ok || b.Op == token.MUL
}

// declares notes what a copy of a loop declares.
func (p *printer) declares(s ir.Stmt) {
	if p.par == nil {
		return
	}
	ir.Walk(s, func(s ir.Stmt) bool {
		declared(s, func(v *ir.Var) { p.par.extra = append(p.par.extra, v) })
		return true
	})
}
