package adjoint

import (
	"sort"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// rebindViews makes View of each view that b declares what its Decl says after resolution.
func rebindViews(b *ir.Block) {
	ir.Walk(b, func(s ir.Stmt) bool {
		if d, ok := s.(*ir.Decl); ok && d.Var.View != nil {
			d.Var.View = d.Init
		}
		return true
	})
}

// assemble puts the inserted statements into the forward sweep, the prologues into the
// reverse blocks, and the reverse of joint blocks behind them.
func (r *reverser) assemble(b *ir.Block) {
	for p, blk := range r.rev {
		list := r.prologue[p]
		sort.SliceStable(list, func(i, j int) bool { return list[i].order < list[j].order })
		var pro []ir.Stmt
		for _, it := range list {
			pro = append(pro, it.stmt)
		}
		// The reverse of an If that ends a joint block is inside it, so what it needs
		// stands before.
		if tail := r.tail(p); tail != nil {
			r.ins.before[tail] = append(r.ins.before[tail], pro...)
			r.markReverse(&ir.Block{Stmts: pro})
		} else {
			blk.Stmts = append(pro, blk.Stmts...)
		}
		r.markReverse(blk)
	}
	r.insert(b)
	for p := range r.joint {
		p.Stmts = append(p.Stmts, r.rev[p].Stmts...)
		r.rev[p] = p
	}
}

// insert puts the statements of r.ins into b and what is inside it. It leaves reverse blocks alone.
func (r *reverser) insert(b *ir.Block) {
	var out []ir.Stmt
	for _, s := range b.Stmts {
		out = append(out, r.ins.head[s]...)
		out = append(out, r.ins.before[s]...)
		out = append(out, s)
		out = append(out, r.ins.after[s]...)
		switch s := s.(type) {
		case *ir.For:
			r.insert(s.Body)
		case *ir.If:
			r.insert(s.Then)
			if s.Else != nil {
				r.insert(s.Else)
			}
		}
	}
	b.Stmts = flatten(&ir.Block{Stmts: out}).Stmts
}

// inserts are statements to be put into the forward sweep when all is decided.
type inserts struct {
	head, before, after map[ir.Stmt][]ir.Stmt // head goes before before
}

type item struct {
	order int
	stmt  ir.Stmt
}
