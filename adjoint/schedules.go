package adjoint

import (
	"github.com/pardiff/pardiffgen/internal/depend"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// Schedules says for each loop of a finished body, nested ones included, how its iterations could be executed at
// the same time; loops that are not in the result cannot. In contrast to what [Derive] marks, a loop counts
// whatever it costs.
func Schedules(body *ir.Block) map[*ir.For]*ir.Par {
	s := &scheduler{idx: depend.Index(body)}
	out := map[*ir.For]*ir.Par{}
	ir.Walk(body, func(st ir.Stmt) bool {
		if f, ok := st.(*ir.For); ok {
			if par, why := s.schedule(f); why == "" {
				out[f] = par
			}
		}
		return true
	})
	return out
}
