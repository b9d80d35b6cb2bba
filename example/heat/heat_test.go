package main

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/optimize"

	"github.com/pardiff/pardiffgen/example/internal/ratio"
	"github.com/pardiff/pardiffgen/gen/gradcheck"
)

// TestRunMode compares with the exact solution of the difference equation: for a constant
// conductivity a sine shrinks by the same factor in every step.
func TestRunMode(t *testing.T) {
	const n, k = 21, 1.7
	rod := Rod{Dx: 1.0 / (n - 1), Dt: 5e-4, Steps: 50}
	logK := make([]float64, n-1)
	for i := range logK {
		logK[i] = math.Log(k)
	}
	u := make([]float64, n)
	want := make([]float64, n)
	s := math.Sin(math.Pi / (2 * (n - 1)))
	shrink := math.Pow(1-4*k*rod.Dt/(rod.Dx*rod.Dx)*s*s, float64(rod.Steps))
	for i := range u {
		u[i] = math.Sin(math.Pi * float64(i) * rod.Dx)
		want[i] = shrink * u[i]
	}
	rod.Run(logK, u)
	for i := range u {
		if !(math.Abs(u[i]-want[i]) < 1e-13) {
			t.Fatalf("u[%d] = %v, want %v", i, u[i], want[i])
		}
	}
}

// TestRunSteady compares with the steady state of the nonlinear equation, in which
// u + Beta·u²/2 is a straight line.
func TestRunSteady(t *testing.T) {
	const n = 11
	rod := Rod{Dx: 0.1, Dt: 0.002, Beta: 0.5, Steps: 5000}
	u := make([]float64, n)
	u[0] = 1
	rod.Run(make([]float64, n-1), u)
	for i := range u {
		if got, want := u[i]+0.25*u[i]*u[i], 1.25*(1-0.1*float64(i)); !(math.Abs(got-want) < 1e-12) {
			t.Errorf("point %d: u + Beta·u²/2 = %v, want %v", i, got, want)
		}
	}
}

// TestObjectiveGrad compares the generated gradient with finite differences, also for rods
// without inner points and for no steps at all.
func TestObjectiveGrad(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for _, size := range [][2]int{{2, 3}, {3, 1}, {5, 0}, {6, 4}, {9, 20}} {
		n := size[0]
		rod := Rod{Dx: 0.1, Dt: 0.001, Beta: 0.7, Steps: size[1]}
		logK := make([]float64, n-1)
		u0 := make([]float64, n)
		obs := make([]float64, n)
		for i := range n {
			u0[i] = rng.Float64()
			obs[i] = rng.Float64()
		}
		for i := range logK {
			logK[i] = 0.3 * rng.NormFloat64()
		}
		gradcheck.Grad(t, Objective, ObjectiveGrad, logK, rod, u0, obs, 0.2, gradcheck.Wrt(0))
	}
}

// TestRecover fits observations without noise: hardly any smoothing
// is needed, and the profile comes out.
func TestRecover(t *testing.T) {
	rod, u0, truth := Setup(11)
	obs := Observe(truth, rod, u0, 0, nil)
	res, err := Recover(make([]float64, 10), rod, u0, obs, 1e-8)
	if err != nil {
		t.Fatal(err)
	}
	if got := profileError(res.X, truth); !(got < 0.02) {
		t.Errorf("profile error %v", got)
	}
}

// TestRecoverToNoise checks that the misfit falls below the noise and that the profile is
// then known to better than 0.15, from an error of 0.5 at the start.
func TestRecoverToNoise(t *testing.T) {
	rod, u0, truth := Setup(21)
	obs := Observe(truth, rod, u0, noise, rand.New(rand.NewPCG(seed, 0)))
	tries := 0
	logK, err := RecoverToNoise(rod, u0, obs, noise, func(_, misfit float64, _ *optimize.Result) {
		tries++
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := Misfit(logK, rod, u0, obs); !(got <= noise) || tries == 0 {
		t.Errorf("misfit %v after %d tries, want at most %v", got, tries, noise)
	}
	if got := profileError(logK, truth); !(got < 0.15) {
		t.Errorf("profile error %v", got)
	}
}

// TestRun checks the line of the output that people look for.
func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := run(&out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "the misfit has fallen below the noise level\n") {
		t.Errorf("unexpected output:\n%s", &out)
	}
}

// TestAllocs checks that a gradient with a kept Work allocates nothing.
func TestAllocs(t *testing.T) {
	rod, u0, truth := Setup(9)
	grad := make([]float64, 8)
	work := ObjectiveWork{Workers: 1}
	ratio.Allocs(t, func() { work.Grad(truth, rod, u0, u0, 1, grad) })
}

func BenchmarkObjective(b *testing.B) {
	rod, u0, truth := Setup(points)
	logK := make([]float64, points-1)
	obs := Observe(truth, rod, u0, 0, nil)
	grad := make([]float64, points-1)
	var work ObjectiveWork
	ratio.Bench(b,
		func() { Objective(logK, rod, u0, obs, 1e-3) },
		func() { work.Grad(logK, rod, u0, obs, 1e-3, grad) })
}
