package abroad

import (
	"context"
	"testing"

	"example.com/accepted/gradcheck"
	"example.com/accepted/inactive/abroad/lib"
)

// TestAbroad compares with finite differences.
func TestAbroad(t *testing.T) {
	x := []float64{0.7, 1.3, 0.4}
	m := map[string]int{"aa": 1, "b": 2}
	set := func() *lib.Set { return &lib.Set{Seen: map[int]bool{}, Pos: []int{1, 2, 3}} }
	gradcheck.Grad(t, Lib, LibGrad, x, set(), m)
	gradcheck.JVP(t, Lib, LibJVP, x, set(), m)
	gradcheck.Grad(t, Spans, SpansGrad, x, map[int]int{1: 0, 0: 1})
	gradcheck.JVP(t, Spans, SpansJVP, x, map[int]int{1: 0, 0: 1})
	gradcheck.Grad(t, Generic[float64], GenericGrad[float64], x, m)
	gradcheck.Grad(t, Steps, StepsGrad, context.Background(), x, map[int]int{2: 1})
	gradcheck.JVP(t, Steps, StepsJVP, context.Background(), x, map[int]int{2: 1})
	gradcheck.Grad(t, Items, ItemsGrad, x, []item{{1, 1}, {2, 2}, {3, 3}}, &item{4, 4})
	gradcheck.JVP(t, Items, ItemsJVP, x, []item{{1, 1}, {2, 2}, {3, 3}}, &item{4, 4})
	gradcheck.Grad(t, Grid, GridGrad, x, &grid{[3]int{0, 1, 2}, [][]int{{1, 2}}})
	gradcheck.JVP(t, Grid, GridJVP, x, &grid{[3]int{0, 1, 2}, [][]int{{1, 2}}})

	items := []item{{1, 1}, {2, 2}, {3, 3}}
	defer func() {
		if r, want := recover(), "pardiffgen: ItemsGrad: items overlaps one"; r != want {
			t.Errorf("panic %v, want %s", r, want)
		}
	}()
	ItemsGrad(x, items, &items[1], nil)
}
