package adjoint

import (
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// trackGrowth makes the body note how long each local slice that grows becomes, which is how long its
// adjoint has to be.
func (r *reverser) trackGrowth(b *ir.Block) {
	grown := map[*ir.Var]bool{}
	ir.Walk(b, func(s ir.Stmt) bool {
		if g, ok := s.(*ir.Grow); ok {
			grown[g.Var] = true
		}
		return true
	})
	if len(grown) > 0 {
		r.noteExtents(b, grown)
	}
}

func (r *reverser) noteExtents(b *ir.Block, grown map[*ir.Var]bool) {
	var out []ir.Stmt
	for _, s := range b.Stmts {
		ir.Inner(s, func(c *ir.Block) { r.noteExtents(c, grown) })
		out = append(out, s)
		switch s := s.(type) {
		case *ir.Alloc:
			if v := s.Dst.Var; len(s.Dst.Elems) == 0 && grown[v] {
				n := &ir.Var{Name: v.Name + "Len", Type: types.Typ[types.Int], Kind: ir.Local}
				r.extent[v] = n
				out = append(out, &ir.Decl{Var: n, Init: asInt(s.Len)})
			}
		case *ir.Grow:
			n := ir.NewRef(r.extent[s.Var])
			longest := &ir.Intrinsic{Fn: "max", Args: []ir.Expr{n, asInt(s.Len)}, T: n.T}
			out = append(out, &ir.Store{Dst: n, Src: longest})
		}
	}
	b.Stmts = out
}

// extends says whether a slice that is made outside s grows in it, or comes to refer to one of another
// length, so that its length, and with it that of its adjoint, is known behind s only.
func (r *reverser) extends(s ir.Stmt) bool {
	made := map[*ir.Var]bool{}
	found := false
	ir.Walk(s, func(x ir.Stmt) bool {
		switch x := x.(type) {
		case *ir.Alloc:
			made[x.Dst.Var] = true
		case *ir.Grow:
			found = found || r.extent[x.Var] != nil && !made[x.Var]
		case *ir.Swap:
			for _, p := range []*ir.Ref{x.A, x.B} {
				found = found || r.lengths[p.Var] != nil && !made[p.Var]
			}
		}
		return !found
	})
	return found
}
