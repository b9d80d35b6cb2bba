package depend

import (
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// writesPerStmt is the room that the numbering leaves for the writes of one statement.
const writesPerStmt = 1 << 12

// A census is what has to be known of the whole block before any expression in it can be
// understood: the order of the statements, the loops, and who writes what.
type census struct {
	seq    map[ir.Stmt]int // of the reads of the statement; its writes follow
	loops  map[*ir.For]*loop
	writes map[*ir.Var][]write // by root, in textual order
	next   int
}

// A write is a place in the text where some memory of a root is written.
type write struct {
	seq    int
	loop   *loop
	decl   bool // it is the declaration of the root
	header bool // it makes a slice, whose length is new
	grows  bool // it makes a slice longer and keeps what is in it
}

func newCensus(body *ir.Block, syms *symbols) *census {
	c := &census{seq: map[ir.Stmt]int{}, loops: map[*ir.For]*loop{}, writes: map[*ir.Var][]write{}}
	c.stmt(body, nil, syms)
	return c
}

func (c *census) stmt(s ir.Stmt, in *loop, syms *symbols) {
	c.seq[s] = c.next
	c.next += writesPerStmt
	for i, r := range places(s) {
		root := r.Var.Root()
		_, decl := s.(*ir.Decl)
		if a, ok := s.(*ir.Alloc); ok {
			decl = len(a.Dst.Elems) == 0
		}
		if e, ok := s.(*ir.Exec); ok {
			decl = e.Define && i < len(e.Results)
		}
		_, header := r.T.Underlying().(*types.Slice)
		c.writes[root] = append(c.writes[root], write{c.seq[s] + 1 + i, in, decl, header, false})
	}
	if g, ok := s.(*ir.Grow); ok {
		root := g.Var.Root()
		c.writes[root] = append(c.writes[root], write{c.seq[s] + 1, in, false, true, true})
	}
	switch s := s.(type) {
	case *ir.Block:
		for _, t := range s.Stmts {
			c.stmt(t, in, syms)
		}
	case *ir.If:
		c.stmt(s.Then, in, syms)
		if s.Else != nil {
			c.stmt(s.Else, in, syms)
		}
	case *ir.For:
		l := &loop{For: s, outer: in, step: 1, up: rises(s)}
		if in != nil {
			l.depth = in.depth + 1
		}
		if n, ok := ir.IntVal(s.Step); ok && n != 0 {
			l.step = max(n, -n)
		}
		c.loops[s] = l
		l.iter = syms.fresh(s.Iter.Name, l)
		c.stmt(s.Body, l, syms)
	}
}

// places returns what s writes: ir.Writes less the declarations of views, and what inactive code
// may write through a slice that it gets.
func places(s ir.Stmt) []*ir.Ref {
	if d, ok := s.(*ir.Decl); ok && d.Var.View != nil {
		return nil
	}
	var list []*ir.Ref
	ir.Writes(s, func(r *ir.Ref) { list = append(list, r) })
	ir.Reads(s, func(e ir.Expr) {
		ir.WalkExpr(e, func(e ir.Expr) bool {
			o, ok := e.(*ir.Opaque)
			if !ok || o.Pure {
				return true
			}
			for _, a := range o.Args {
				if r, ok := a.(*ir.Ref); ok && !scalar(r.T) && (o.Sets == nil || !o.Sets.Only) {
					list = append(list, r)
				}
			}
			return true
		})
	})
	return list
}

// scalar says whether t is a type whose values hold no memory that could be written.
func scalar(t types.Type) bool {
	if ir.IsFloat(t) || ir.IsInt(t) || ir.IsBool(t) {
		return true
	}
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

// version says since when the memory of the given roots has the contents that it has at position
// at inside loop l: the innermost loop around that writes it, and the number of writes
// that stand before. Two places with the same version, in the same iteration of that loop, see
// the same contents: a write between them would stand between them in the text, or in a
// loop around one of them and inside that loop.
func (c *census) version(roots []root, at int, l *loop) (*loop, int) {
	var inner *loop
	count := 0
	for _, r := range roots {
		for _, w := range c.writes[r.v] {
			if r.header && !w.header || w.grows && !r.header {
				continue
			}
			if w.seq < at {
				count++
			}
			for m := l; m != nil && (inner == nil || m.depth > inner.depth); m = m.outer {
				if w.loop.inside(m) {
					inner = m
					break
				}
			}
		}
	}
	return inner, count
}

// A root is memory that an expression reads: elements, or only the length of slices in it.
type root struct {
	v      *ir.Var
	header bool
}

// assignedOnce says whether v, a scalar that is declared in the block, is never written elsewhere.
func (c *census) assignedOnce(v *ir.Var) bool {
	for _, w := range c.writes[v] {
		if !w.decl {
			return false
		}
	}
	return true
}

// madeOnce says whether the length of v is set by its declaration alone.
func (c *census) madeOnce(v *ir.Var) bool {
	for _, w := range c.writes[v] {
		if w.header && !w.decl {
			return false
		}
	}
	return true
}
