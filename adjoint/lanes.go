package adjoint

import (
	"github.com/pardiff/pardiffgen/internal/ir"
)

// The reverse sweep is linear in the adjoints, and all else in it does not depend on them: values that are restored or computed
// again, partial derivatives, bounds, branches. So the rows of a Jacobian have all that in common. What writes an adjoint, or a
// number that depends on one, is there once for each row, in a lane with variables of its own:
//
//	g := uAdj*w + vAdj             uG := w        // the lane of u, whose seed is 1
//	xAdj += g * y       becomes    uXAdj += uG * y
//	                               vXAdj += y     // that of v, where the adjoint of u is 0
//
// An adjoint that is known to be zero at a point makes no statement there.

// A laner splits the reverse sweep into lanes.
type laner struct {
	*deriver
	rows []*ir.ResultDecl
	// own are the variables of which each lane has its own, at[k] those of lane k.
	own map[*ir.Var]bool
	at  []map[*ir.Var]*ir.Var
	// copies are the variables of own that hold values of the primal, which a call may write.
	copies map[*ir.Var]bool
}

// splitLanes gives each result that is an output adjoints of its own.
func (d *deriver) splitLanes() {
	if d.givenUp() || len(d.errs) > 0 {
		return
	}
	l := &laner{deriver: d, own: map[*ir.Var]bool{}, copies: map[*ir.Var]bool{}}
	for _, s := range d.grad.Seeds {
		l.rows = append(l.rows, s.Result)
		l.at = append(l.at, map[*ir.Var]*ir.Var{})
	}
	if l.mark(); len(d.errs) > 0 {
		return
	}
	entry := l.entry()
	out := l.block(d.body, l.seed())
	d.body.Stmts = append(entry.Stmts, out...)
	l.dropUnused(d.body)
	l.bind()
	d.tidy()
}

// entry declares the seeds as variables of the lanes: 1 in that of the result, 0 in the others.
func (l *laner) entry() *ir.Block {
	b := &ir.Block{}
	for i, s := range l.grad.Seeds {
		for k := range l.rows {
			d := &ir.Decl{Var: l.lane(s.Adj[0], k)}
			if k == i {
				d.Init = ir.Num("1", d.Var.Type)
			}
			b.Stmts = append(b.Stmts, d)
		}
	}
	return b
}

// bind has the gradient tell which adjoints belong to which row.
func (l *laner) bind() {
	var leaves []Leaf
	for k, r := range l.rows {
		for _, f := range l.grad.Leaves {
			f.Adj, f.Row = l.lane(f.Adj, k), r
			leaves = append(leaves, f)
		}
	}
	l.grad.Leaves, l.grad.Rows, l.grad.Seeds = leaves, l.rows, nil
}

// lane returns the variable that v is in lane k.
func (l *laner) lane(v *ir.Var, k int) *ir.Var {
	if w := l.at[k][v]; w != nil {
		return w
	}
	w := *v
	if v.Kind == ir.Adjoint {
		w.Name = inRow(l.rows[k], v.Name)
	}
	l.at[k][v] = &w
	return &w
}

// inRow returns the name of what is called name in the row of a result.
func inRow(row *ir.ResultDecl, name string) string {
	result := row.Name
	if result == "_" {
		result = "res"
	}
	return ir.Joined(result, name)
}

// refuseWritten refuses floats that the function writes where the caller sees it: the adjoint of the final value is a seed, and
// there is a row for each.
func (d *deriver) refuseWritten() {
	for _, v := range d.fn.Leaves {
		if d.written[v] && v.Home.ByRef() && ir.HoldsFloats(v.Type) {
			pos := d.fn.Pos
			if o := v.Home.Param.Obj; o != nil {
				pos = o.Pos()
			}
			d.problem(pos, "jac has adjoints for results alone, but %s writes %s; use //pardiff:vjp, once for each seed", d.fn.Name, v.UserName())
		}
	}
}
