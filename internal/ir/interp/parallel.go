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
	halo := m.halo(s, n)
	if halo >= 0 {
		for _, v := range s.Par.Near {
			owned[v] = true
		}
	}
	halo = max(halo, s.Par.Halo)
	for _, v := range s.Par.Sums {
		if owned[v] {
			continue
		}
		if x := m.env.vars[v]; x.kind == slice {
			private += int(ir.FlatFloats(ir.ElemType(v.Type))) * len(x.elems)
		}
	}
	chunks := ir.Chunks(n, int(work), private, halo)
	if m.env.Chunks > 0 {
		chunks = min(n, m.env.Chunks)
	}
	group, groups := max(s.Jam, 1), n
	if m.env.Chunks == 0 {
		groups = (n + group - 1) / group
		chunks = min(chunks, groups)
	} else {
		group = 1
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
			switch {
			case c > 0 && !owned[v]:
				part = zeroCopy(own[v], v.Type)
			case part.kind == array: // the first chunk gets it by value, and gives it back at the end
				part = part.Clone()
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
		from = begin + int64(group*(c*(groups/chunks)+min(c, groups%chunks)))
		to = begin + int64(min(group*((c+1)*(groups/chunks)+min(c+1, groups%chunks)), n))
		if edge = to; c < chunks-1 {
			edge = max(from, to-int64(halo))
		}
		return from, edge, to
	}
	m.watch(s, true)
	for c := range chunks {
		from, edge, _ := part(c)
		m.chunk = c
		run(c, from, edge)
	}
	m.watch(s, chunks > 0 && n/chunks >= 2*halo)
	for c := range chunks {
		_, edge, to := part(c)
		m.chunk = c
		run(c, edge, to)
	}
	m.watch(s, false)
	for k, v := range s.Par.Sums {
		m.env.vars[v] = own[v]
		if own[v].kind == array && chunks > 0 {
			copy(own[v].elems, copies[0][k].Clone().elems)
		}
		for c := 1; c < chunks && !owned[v]; c++ {
			m.combine(own[v], copies[c][k], v.Type)
		}
	}
}

// halo returns by how many iterations those of s are apart at most that add to one element of near sums, -1 if chunks
// have copies of these.
func (m *machine) halo(s *ir.For, n int) int {
	if len(s.Par.Near) == 0 {
		return -1
	}
	halo := int64(0)
	for _, r := range s.Par.Reach {
		for _, e := range r.Per {
			if m.int(e) < 1 {
				return -1
			}
		}
		halo = max(halo, m.int(r.Quotient()))
	}
	if m.env.Chunks == 0 && !ir.Close(n, int(halo)) {
		return -1
	}
	return int(halo)
}

// watch begins to note which chunk of s writes to what, if on says that chunks are executed at the same time, or
// ends that. Terms that chunks would list are added at once, so that chunks do share the elements.
func (m *machine) watch(s *ir.For, on bool) {
	m.writers = nil
	if on && m.env.Chunks > 0 && len(s.Par.Scatters) == 0 {
		m.writers = map[*Value]int{}
	}
}

// wrote notes that the chunk at hand writes to x, which no other chunk may do.
func (m *machine) wrote(x *Value) *Value {
	if m.writers == nil {
		return x
	}
	if c, ok := m.writers[x]; ok && c != m.chunk {
		m.fail("chunks %d and %d write to the same element", c, m.chunk)
	}
	m.writers[x] = m.chunk
	return x
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
