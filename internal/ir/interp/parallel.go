package interp

import (
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// parallel executes the chunks of a parallel loop one after the other, and then adds up their sums, as
// the generated code does.
func (m *machine) parallel(s *ir.For) {
	begin, limit, work := m.int(s.Begin), m.int(s.Limit), m.int(s.Par.Work)
	n := int(max(limit-begin, 0))
	private := 0
	owned := map[*ir.Var]bool{} // need no copies
	for _, o := range s.Par.Own {
		owned[o.Var] = m.all(o.If)
	}
	for _, x := range s.Par.Scatters { // chunks are executed in order, so what they list is added at once
		if ir.Copied(len(m.env.vars[x.Var].elems), n*x.Terms) == 0 {
			owned[x.Var] = true
		}
	}
	for _, v := range s.Par.Sums {
		if owned[v] {
			continue
		}
		if e := ir.ElemType(v.Type); e != nil {
			private += int(ir.FlatFloats(e)) * len(m.env.vars[v].elems)
		}
	}
	chunks := ir.Chunks(n, int(work), private, s.Par.Halo)
	if m.env.Chunks > 0 {
		chunks = min(n, m.env.Chunks)
	}
	if !m.all(s.Par.If) {
		chunks = min(n, 1)
	}
	own := map[*ir.Var]*Value{}
	for _, v := range s.Par.Sums {
		own[v] = m.env.vars[v]
	}
	copies := make([][]*Value, chunks)
	for c := range chunks {
		for _, v := range s.Par.Sums {
			part := own[v]
			if c > 0 && !owned[v] {
				part = zeroCopy(own[v], v.Type)
			}
			copies[c] = append(copies[c], part)
		}
	}
	run := func(c int, from, to int64) {
		for k, v := range s.Par.Sums {
			m.env.vars[v] = copies[c][k]
		}
		if s.Jam > 0 && m.env.Jam {
			part := *s
			part.Par, part.Begin, part.Limit = nil, ir.Int(from), ir.Int(to)
			m.loop(&part)
			return
		}
		for i := from; i < to; i++ {
			m.env.vars[s.Iter] = &Value{kind: integer, i: i}
			m.block(s.Body)
		}
	}
	part := func(c int) (from, edge, to int64) {
		from = begin + int64(c*(n/chunks)+min(c, n%chunks))
		to = begin + int64((c+1)*(n/chunks)+min(c+1, n%chunks))
		if edge = to; c < chunks-1 {
			edge = max(from, to-int64(s.Par.Halo))
		}
		return from, edge, to
	}
	for c := range chunks {
		from, edge, _ := part(c)
		run(c, from, edge)
	}
	for c := range chunks {
		_, edge, to := part(c)
		run(c, edge, to)
	}
	for k, v := range s.Par.Sums {
		m.env.vars[v] = own[v]
		for c := 1; c < chunks && !owned[v]; c++ {
			m.combine(own[v], copies[c][k], v.Type)
		}
	}
}

// all says whether all conditions hold.
func (m *machine) all(conds []ir.Expr) bool {
	for _, e := range conds {
		if !m.bool(e) {
			return false
		}
	}
	return true
}

// zeroCopy returns a zero of type t; a slice is as long as v.
func zeroCopy(v *Value, t types.Type) *Value {
	if v.kind == slice {
		return v.ZeroLike()
	}
	z := zero(t)
	return &z
}

// combine adds part to sum, of type t.
func (m *machine) combine(sum, part *Value, t types.Type) {
	switch op := (ir.Binary{Op: token.ADD, T: t}); sum.kind {
	case float:
		sum.f = m.floatOp(&op, sum.f, part.f)
	case integer:
		sum.i = m.intOp(&op, sum.i, part.i)
	default:
		for i := range sum.elems {
			e := ir.ElemType(t)
			if s, ok := t.Underlying().(*types.Struct); ok {
				e = s.Field(i).Type()
			}
			m.combine(&sum.elems[i], &part.elems[i], e)
		}
	}
}
