package adjoint

import (
	"go/types"
	"testing"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// TestCovers checks that a schedule is refused that does less for its sums than the finished loop needs, or takes for a
// scatter what is none.
func TestCovers(t *testing.T) {
	x, y := newLocal("x", types.NewSlice(types.Typ[types.Float64])), newLocal("y", types.NewSlice(types.Typ[types.Float64]))
	needs := &ir.Par{Sums: []*ir.Var{x, y}, Scatters: []ir.Scatter{{Var: x, Terms: 2}}}
	for _, c := range []struct {
		name string
		has  ir.Par
		want bool
	}{
		{"the same", *needs, true},
		{"copies", ir.Par{Sums: []*ir.Var{y, x}}, true},
		{"a halo that nothing needs", ir.Par{Sums: needs.Sums, Halo: 1}, true},
		{"a sum is missing", ir.Par{Sums: []*ir.Var{x}, Scatters: needs.Scatters}, false},
		{"fewer terms", ir.Par{Sums: needs.Sums, Scatters: []ir.Scatter{{Var: x, Terms: 1}}}, false},
		{"no scatter", ir.Par{Sums: needs.Sums, Scatters: []ir.Scatter{{Var: y, Terms: 2}}}, false},
	} {
		if got := covers(&c.has, needs); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
