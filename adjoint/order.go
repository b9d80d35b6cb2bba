package adjoint

import (
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/depend"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// orderLoops gives each reverse loop its direction. A loop that carries no dependence but sums
// runs forwards, as memory is read best; one that does runs backwards.
func (r *reverser) orderLoops() {
	idx := r.index(r.body)
	ir.Walk(r.body, func(s ir.Stmt) bool {
		f, ok := s.(*ir.For)
		if !ok || r.mirror[f] == nil {
			return true
		}
		r.origins[f] = r.mirror[f].(*ir.For)
		note := Note{Kind: "loop", Pos: r.mirror[f].Info().Pos, Pass: "reverse", What: "serial"}
		var c []depend.Conflict
		needs := r.facts.doubtful(idx.Using(func() { c = idx.Carried(f) }))
		if len(c) == 0 && len(needs) == 0 {
			r.facts.use(idx.Relied())
		}
		switch {
		case len(c) > 0:
			turn(f)
			note.Why = "runs backwards: iterations depend on each other through " + ir.ExprString(c[0].A.Ref)
		case len(needs) > 0:
			head := *f
			turn(f)
			r.facts.turned[f] = &turned{head, *f, needs}
			note.Why = "runs backwards: iterations are independent only where " + r.conditionTexts(needs)
		default:
			r.inOrder = append(r.inOrder, r.origins[f])
			note.Why = "runs forwards: iterations are independent but for sums"
		}
		r.grad.Notes = append(r.grad.Notes, note)
		return true
	})
	r.noteSums(idx)
}

// turn makes f run through the same iterations backwards.
func turn(f *ir.For) {
	n := ir.Sub(trip(f), ir.Int(1))
	first := f.Begin
	switch unit := ir.IsVal(stride(f), 1); {
	case unit && f.Cmp == token.LSS:
		f.Begin = ir.Sub(f.Limit, ir.Int(1))
	case unit && f.Cmp == token.GTR:
		f.Begin = ir.Add(f.Limit, ir.Int(1))
	case unit:
		f.Begin = f.Limit
	default:
		last := ir.Add(asInt(f.Begin), ir.Mul(n, asInt(f.Step)))
		if !types.Identical(f.Iter.Type, types.Typ[types.Int]) {
			last = &ir.Convert{X: last, T: f.Iter.Type}
		}
		f.Begin = last
	}
	f.Limit = first
	if f.Cmp == token.LSS || f.Cmp == token.LEQ {
		f.Cmp = token.GEQ
	} else {
		f.Cmp = token.LEQ
	}
	f.Step = ir.Neg(f.Step)
	f.Form = ir.ThreeClause
}
