package slices

import (
	"testing"

	"example.com/accepted/gradcheck"
)

// TestBounds requires that a gradient panics exactly where the function does: slices that are assigned again have
// bounds of their own, inside those of the memory that they are a part of.
func TestBounds(t *testing.T) {
	panics := func(f func()) (yes bool) {
		defer func() { yes = recover() != nil }()
		f()
		return
	}
	seen := map[bool]int{}
	same := func(name string, primal, gradient func()) {
		t.Helper()
		want := panics(primal)
		seen[want]++
		if got := panics(gradient); got != want {
			t.Errorf("%s: panic of the gradient %v, of the function %v", name, got, want)
		}
	}
	for n := range 6 {
		x := []float64{0.3, 0.5, 0.7, 0.2, 0.9, 0.4}[:n:n]
		same("Twos", func() { Twos(x) }, func() { TwosGrad(x, nil) })
		for k := -1; k < 5; k++ {
			same("Row", func() { Row(x, k) }, func() { RowGrad(x, k, nil) })
			same("Beyond", func() { Beyond(x, k) }, func() { BeyondGrad(x, k, nil) })
			same("BeyondJVP", func() { Beyond(x, k) }, func() { BeyondJVP(x, k, nil) })
			same("Before", func() { Before(x, k) }, func() { BeforeGrad(x, k, nil) })
			same("Popped", func() { Popped(x, k) }, func() { PoppedGrad(x, k, nil) })
			same("Guarded", func() { Guarded(x, k) }, func() { GuardedGrad(x, k, nil) })
			same("Room", func() { Room(x, k) }, func() { RoomGrad(x, k, nil) })
			same("Neighbours", func() { Neighbours(x, k) }, func() { NeighboursGrad(x, k, nil) })
			for hi := -1; hi < 6; hi++ {
				same("Cut", func() { Cut(x, k, hi) }, func() { CutGrad(x, k, hi, nil) })
			}
		}
	}
	// Behind the length there may be room, which nobody may read.
	for n := range 6 {
		x, y := []float64{0.3, 0.5, 0.7, 0.2, 0.9, 0.4}, make([]float64, 6)
		for k := range 7 {
			xAdj, yAdj := make([]float64, 6), make([]float64, 6)
			same("Dot", func() { Dot(x[:n], y, k) }, func() { DotGrad(x[:n], y, k, xAdj[:n], yAdj) })
			same("Dot", func() { Dot(y, x[:n], k) }, func() { DotGrad(y, x[:n], k, yAdj, xAdj[:n]) })
			same("Blocks", func() { Blocks(x[:n], k, 2) }, func() { BlocksGrad(x[:n], k, 2, xAdj[:n]) })
		}
	}
	if seen[true] < 20 || seen[false] < 20 {
		t.Errorf("%d panics, %d calls without", seen[true], seen[false])
	}
	x := []float64{0.3, 0.5, 0.7, 0.2}
	gradcheck.Grad(t, Beyond, BeyondGrad, x, 1)
	gradcheck.Grad(t, Before, BeforeGrad, x, 2)
	gradcheck.Grad(t, Twos, TwosGrad, x)
	for k := 1; k < 5; k++ {
		gradcheck.Grad(t, Room, RoomGrad, x, k)
	}
	gradcheck.Grad(t, Neighbours, NeighboursGrad, x, 2)
	gradcheck.Grad(t, Cut, CutGrad, x, 1, 3)
	gradcheck.Grad(t, Guarded, GuardedGrad, []float64{0.3, 0.5, -0.7}, 1)
}

// TestRowsApart requires that rows of one argument that share memory are refused where they are written, with the
// names of both, before anything is written; adjoints whose rows share memory always are.
func TestRowsApart(t *testing.T) {
	panicOf := func(f func()) (text string) {
		defer func() { text, _ = recover().(string) }()
		f()
		return
	}
	buf := []float64{0.4, 0.8, 0.3, 0.5}
	shared, apart := [][]float64{buf[:3], buf[2:]}, func() [][]float64 { return [][]float64{{1, 2, 3}, {4, 5}} }
	for name, c := range map[string]struct {
		f    func()
		want string
	}{
		"rows":     {func() { SortedVJP(shared, 1, nil) }, "pardiffgen: SortedVJP: a[0] overlaps a[1]"},
		"adjoint":  {func() { SortedVJP(apart(), 1, shared) }, "pardiffgen: SortedVJP: aAdj[0] overlaps aAdj[1]"},
		"adjoint2": {func() { WeighedGrad(apart(), shared) }, "pardiffgen: WeighedGrad: aAdj[0] overlaps aAdj[1]"},
		"read":     {func() { WeighedGrad(shared, apart()) }, ""},
	} {
		if got := panicOf(c.f); got != c.want {
			t.Errorf("%s: panic %q, want %q", name, got, c.want)
		}
	}
	if buf[0] != 0.4 || buf[2] != 0.3 {
		t.Error("written before the panic:", buf)
	}
}

// TestArraysApart requires that arrays of different lengths are told from each other as slices are.
func TestArraysApart(t *testing.T) {
	buf := []float64{0.4, 0.8, 0.3, 0.5, 0.7, 0.2}
	for first, want := range []string{"pardiffgen: ArraysVJP: a overlaps b", "pardiffgen: ArraysVJP: a overlaps b", ""} {
		var got string
		func() {
			defer func() { got, _ = recover().(string) }()
			ArraysVJP((*[2]float64)(buf), (*[4]float64)(buf[first:]), 1, nil, nil)
		}()
		if got != want {
			t.Errorf("from element %d: panic %q, want %q", first, got, want)
		}
	}
}
