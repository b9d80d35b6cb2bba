package jacobians

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/accepted/gradcheck"
)

func wave(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = 1 + 0.5*math.Sin(float64(i))
	}
	return x
}

// TestRows compares the rows of the Jacobians with finite differences.
func TestRows(t *testing.T) {
	for _, c := range []Circle{{0.2, -0.4, 0.9, 1}, {1, 2, 0.5, 0}} {
		gradcheck.Jac(t, Miss, MissJac, c, 1.0, 2.0)
	}
	for _, n := range []int{0, 1, 7, 3000} {
		gradcheck.Jac(t, Moments, MomentsJac, wave(n), 0.3)
	}
	gradcheck.Jac(t, Trees, TreesJac, wave(9), 0.7)
	w := 0.2
	for _, steps := range []int{0, 1, 4} {
		gradcheck.Jac(t, Smooth, SmoothJac, wave(9), steps, &w)
	}
	gradcheck.Jac(t, Smooth, SmoothJac, wave(2), 3, &w)
	for _, limit := range []float64{0.5, 10} {
		gradcheck.Jac(t, (*Line[float64]).Fit, (*Line[float64]).FitJac, &Line[float64]{0.3, -0.2}, wave(6), []float64{0.2, 0.1, 0.3, 1.4, 0.2, 0.5}, limit)
	}
	gradcheck.Jac(t, (*Line[float32]).Fit, (*Line[float32]).FitJac, &Line[float32]{0.3, -0.2}, []float32{1, 2}, []float32{2, 1}, float32(9))
	gradcheck.Jac(t, Single, SingleJac, float32(0.7), float32(1.3), float32(0.4), gradcheck.Wrt(0, 1))
	gradcheck.Jac(t, Three, ThreeJac, [3]float64{0.7, 0.2, 1.5}, 1.2)
	gradcheck.Jac(t, Chosen, ChosenRows, [][]float64{{0.5, 1.2}, {1.7, 0.4, 2.1}}, 0.6, gradcheck.Of(0, 2))
	for n := range 4 {
		gradcheck.Jac(t, Power, PowerJac, 0.8, 1.3, n)
		gradcheck.Jac(t, Recursive, RecursiveJac, 0.8, 1.3, n)
	}
	gradcheck.Jac(t, Ratios, RatiosJac, wave(5))
	bias := 0.4
	for _, m := range []*Model{
		{W: [][]float64{{0.3, -0.2}, {0.7, 1.1}, {0.1, 0.4}}},
		{W: [][]float64{{0.3, -0.2}, {0.7, 1.1}}, Bias: &bias, Next: &Layer{1.5, 2}},
	} {
		gradcheck.Jac(t, (*Model).Outputs, (*Model).OutputsJac, m, []float64{0.6, 1.3})
	}
	gradcheck.Jac(t, Clash, ClashJac, 0.3, 0.7, 1.1)
	gradcheck.Jac(t, Miss, new(MissWork).Jac, Circle{R: 1}, 0.3, 0.4)
}

// TestAlike compares the rows with vector-Jacobian products for unit seeds, and those of one worker with those of four.
func TestAlike(t *testing.T) {
	x, k := wave(20_000), 0.3
	n := len(x)
	one, four := MomentsWork{Workers: 1}, MomentsWork{Workers: 4}
	var rows [2][2][]float64 // by workers
	var last [2][2]float64
	for i, w := range []*MomentsWork{&one, &four} {
		rows[i] = [2][]float64{make([]float64, n), make([]float64, n)}
		w.Jac(x, k, rows[i][0], &last[i][0], rows[i][1], &last[i][1])
	}
	for r := range 2 {
		seeds := [2]float64{}
		seeds[r] = 1
		want, wantK := make([]float64, n), 0.0
		MomentsVJP(x, k, seeds[0], seeds[1], want, &wantK)
		if !slices.Equal(rows[0][r], rows[1][r]) || last[0] != last[1] {
			t.Errorf("row %d depends on the number of workers", r)
		}
		for i := range want {
			if !(math.Abs(rows[0][r][i]-want[i]) <= 1e-12*math.Abs(want[i])) {
				t.Fatalf("row %d, element %d is %v, want %v", r, i, rows[0][r][i], want[i])
			}
		}
		if !(math.Abs(last[0][r]-wantK) <= 1e-12*math.Abs(wantK)) {
			t.Errorf("row %d, adjoint of k is %v, want %v", r, last[0][r], wantK)
		}
	}
	adj := make([]float64, n)
	if a := testing.AllocsPerRun(10, func() { one.Jac(x, k, rows[0][0], nil, adj, nil) }); a != 0 {
		t.Errorf("%v allocations", a)
	}
}

// TestPanics checks lengths and overlaps, also of adjoints of different results, and that nothing is written before.
func TestPanics(t *testing.T) {
	x, k := wave(4), 0.5
	a, b := make([]float64, 5), make([]float64, 4)
	panics(t, "pardiffgen: MomentsJac: len(res1XAdj) = 5, want len(x) = 4", func() { MomentsJac(x, k, a, nil, b, nil) })
	panics(t, "pardiffgen: MomentsJac: res1XAdj overlaps res3XAdj", func() { MomentsJac(x, k, a[:4], nil, a[1:], nil) })
	panics(t, "pardiffgen: MomentsJac: res3XAdj overlaps x", func() { MomentsJac(x, k, b, nil, x, nil) })
	panics(t, "pardiffgen: MomentsJac: res1KAdj overlaps res3KAdj", func() { MomentsJac(x, k, b, &k, nil, &k) })
	var c Circle
	panics(t, "pardiffgen: MissJac: distCAdj overlaps angleCAdj", func() { MissJac(c, 1, 2, &c, nil, nil, &c, nil, nil) })
	if c != (Circle{}) || slices.Max(b) != 0 || k != 0.5 {
		t.Error("a call that panics has written")
	}
}

func panics(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		if got, ok := recover().(string); !ok || !strings.HasPrefix(got, want) {
			t.Errorf("panic %v, want %s", got, want)
		}
	}()
	f()
	t.Errorf("no panic, want %s", want)
}

// TestBranch checks that a result that is a constant where the function returns early has a row of zeros, whatever it was
// before.
func TestBranch(t *testing.T) {
	c := Circle{R: 2}
	adj, x, y := Circle{X: math.NaN(), Hits: 7}, math.NaN(), math.NaN()
	dist, angle := MissJac(c, 0, 0, nil, nil, nil, &adj, &x, &y)
	if dist != 2 || angle != 0 || adj != (Circle{Hits: 7}) || x != 0 || y != 0 {
		t.Errorf("MissJac = %v, %v with %v, %v, %v", dist, angle, adj, x, y)
	}
}
