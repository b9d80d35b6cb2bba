package adjoint

import (
	"fmt"
	"go/token"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A cellBuilder makes the statements of one iteration.
type cellBuilder struct {
	*nest
	at     []ir.Expr
	names  map[*ir.Var]*ir.Var // of what the body declares, in the part at hand
	out    []ir.Stmt
	level  int // terms are moved in the loops before it
	places map[*ir.Reduce]placeKey
}

// A placeKey tells apart what the sums of one iteration add to.
type placeKey struct {
	group *sumGroup
	shift string // in the loops in which the terms are not moved
}

// indices declares the locals that are linear in the iterators.
func (c *cellBuilder) indices() {
	for _, s := range c.body {
		d, ok := s.(*ir.Decl)
		if !ok || c.index[d.Var] == nil {
			continue
		}
		v := *d.Var
		c.out = append(c.out, &ir.Decl{Meta: ir.Meta{Pos: d.Pos}, Var: &v, Init: ir.MapExpr(d.Init, c.replace(make(vector, len(c.at))))})
		c.names[d.Var] = &v
	}
}

// part adds what the body does for some terms, in the iteration that lies by before the one at hand.
func (c *cellBuilder) part(terms []*sumTerm, by vector) {
	b := &ir.Block{}
	for _, s := range c.body {
		if d, ok := s.(*ir.Decl); !ok || c.index[d.Var] == nil {
			b.Stmts = append(b.Stmts, s)
		}
	}
	sums := map[*ir.Reduce]placeKey{}
	for _, t := range terms {
		sums[t.sum] = placeKey{t.group, fmt.Sprint(t.shift[c.level:])}
	}
	b = c.keep(b, sums)
	moved := slices.ContainsFunc(by, func(n int64) bool { return n != 0 })
	ir.Walk(b, func(s ir.Stmt) bool {
		if moved {
			s.Info().Note = ""
		}
		if d, ok := s.(*ir.Decl); ok {
			v := *d.Var
			if moved {
				v.Obj = nil
			}
			c.names[d.Var], d.Var = &v, &v
		}
		return true
	})
	mapBlock(b.Stmts, c.replace(by))
	c.out = append(c.out, b.Stmts...)
}

// keep returns a copy of b with the given sums, and without any other assignment to memory from outside.
func (c *cellBuilder) keep(b *ir.Block, sums map[*ir.Reduce]placeKey) *ir.Block {
	out := &ir.Block{Meta: b.Meta}
	for _, s := range b.Stmts {
		var x ir.Stmt
		switch s := s.(type) {
		case *ir.Reduce:
			k, ok := sums[s]
			if !ok && c.outside(s.Dst) {
				continue
			}
			r := ir.Clone(s).(*ir.Reduce)
			if ok {
				c.places[r] = k
			}
			x = r
		case *ir.Store:
			if c.outside(s.Dst) {
				continue
			}
			x = ir.Clone(s)
		case *ir.For:
			f := *s
			f.Body = c.keep(s.Body, sums)
			x = &f
		case *ir.If:
			f := *s
			if f.Then = c.keep(s.Then, sums); s.Else != nil {
				f.Else = c.keep(s.Else, sums)
			}
			x = &f
		case *ir.Block:
			x = c.keep(s, sums)
		default:
			x = ir.Clone(s)
		}
		out.Stmts = append(out.Stmts, x)
	}
	return out
}

func (n *nest) outside(r *ir.Ref) bool { return n.written[r.Base().Var] }

// replace returns what rewrites expressions for the iteration that lies by before the one at hand.
func (c *cellBuilder) replace(by vector) func(ir.Expr) ir.Expr {
	return func(e ir.Expr) ir.Expr {
		switch x := e.(type) {
		case *ir.Binary:
			if ir.IsInt(x.T) {
				switch x.Op {
				case token.ADD:
					return ir.Add(x.X, x.Y)
				case token.SUB:
					return ir.Sub(x.X, x.Y)
				}
			}
		case *ir.Ref:
			if m := c.iterator(x); m >= 0 {
				return shifted(c.at[m], -by[m])
			}
			if v := c.names[x.Var]; v != nil {
				x = &ir.Ref{Var: v, Elems: x.Elems, T: x.T}
			}
			if s := c.index[e.(*ir.Ref).Var]; s != nil {
				return c.distance(x, s, by)
			}
			return tidy(x)
		}
		return e
	}
}

// distance returns the local x, linear in the iterators as s says, in the iteration that lies by before.
func (c *cellBuilder) distance(x ir.Expr, s *subscript, by vector) ir.Expr {
	p := newPolynomial()
	for m, k := range by {
		for _, t := range s.coef[m].order {
			p.addTerm(*t, -k)
		}
	}
	d := p.expr()
	if b, ok := d.(*ir.Binary); ok && b.Op == token.SUB && ir.IsVal(b.X, 0) {
		return ir.Sub(x, b.Y)
	}
	return ir.Add(x, d)
}

// tidy returns r with subscripts multiplied out where that makes them shorter.
func tidy(r *ir.Ref) *ir.Ref {
	elems := slices.Clone(r.Elems)
	changed := false
	for i, e := range elems {
		if e.Index == nil {
			continue
		}
		if x := shorter(e.Index); x != e.Index {
			elems[i].Index, changed = x, true
		}
	}
	if !changed {
		return r
	}
	return &ir.Ref{Var: r.Var, Elems: elems, T: r.T}
}

// join makes one sum of the terms of each group, where no condition or loop is around one of them.
func (c *cellBuilder) join() {
	count := map[placeKey]int{}
	for _, k := range c.places {
		count[k]++
	}
	sums := map[placeKey][]*ir.Reduce{}
	for _, s := range c.out {
		if r, ok := s.(*ir.Reduce); ok {
			if k, ok := c.places[r]; ok {
				sums[k] = append(sums[k], r)
			}
		}
	}
	var out []ir.Stmt
	for _, s := range c.out {
		r, _ := s.(*ir.Reduce)
		k, ok := c.places[r]
		list := sums[k]
		switch {
		case !ok || len(list) < 2 || len(list) < count[k] || len(k.group.place.subs) == 0:
			out = append(out, s)
		case r == list[len(list)-1]:
			out = append(out, joined(list))
		}
	}
	c.out = out
}

// assign makes an assignment of the sum of the reset's group, or begins with one of zero where the sum has not become one.
func (c *cellBuilder) assign() {
	g := c.reset.group
	var sums []*ir.Reduce
	ir.Walk(&ir.Block{Stmts: c.out}, func(s ir.Stmt) bool {
		if r, ok := s.(*ir.Reduce); ok && r.Dst.Base().Var == c.reset.to {
			sums = append(sums, r)
		}
		return true
	})
	if len(sums) == 1 {
		if k := slices.Index(c.out, ir.Stmt(sums[0])); k >= 0 {
			s := sums[0]
			x := s.Src
			if s.Op == token.SUB {
				x = negate(x)
			}
			c.out[k] = &ir.Store{Meta: s.Meta, Dst: s.Dst, Src: x}
			return
		}
	}
	t := g.terms[0]
	dst := ir.MapRef(t.sum.Dst, c.replace(t.shift))
	k := slices.IndexFunc(c.out, func(s ir.Stmt) bool {
		d, ok := s.(*ir.Decl)
		return !ok || !ir.IsInt(d.Var.Type)
	})
	if k < 0 {
		k = len(c.out)
	}
	c.out = slices.Insert(c.out, k, ir.Stmt(&ir.Store{Dst: dst, Src: ir.Num("0", dst.T)}))
}

// joined returns one sum for several into one place.
func joined(list []*ir.Reduce) *ir.Reduce {
	first := slices.IndexFunc(list, func(r *ir.Reduce) bool { return r.Op == token.ADD })
	first = max(first, 0)
	out := &ir.Reduce{Meta: *list[first].Info(), Op: list[first].Op, Dst: list[0].Dst, Src: list[first].Src}
	for i, r := range list {
		if operations(r.Dst) < operations(out.Dst) {
			out.Dst = r.Dst
		}
		if out.Note == "" {
			out.Note = r.Note
		}
		if i == first {
			continue
		}
		op, x := token.ADD, r.Src
		if r.Op != out.Op {
			op = token.SUB
		}
		if u, ok := x.(*ir.Unary); ok && u.Op == token.SUB {
			op, x = token.ADD+token.SUB-op, u.X
		}
		out.Src = &ir.Binary{Op: op, X: out.Src, Y: x, T: r.Dst.T}
	}
	return out
}

// prune removes what nothing uses.
func (c *cellBuilder) prune() {
	b := &ir.Block{Stmts: c.out}
	for range 3 {
		live := liveSet{}
		for v := range c.written {
			live[v] = true
		}
		sweep(b, live, true)
	}
	c.out = b.Stmts
}
