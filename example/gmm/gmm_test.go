package main

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/pardiff/pardiffgen/example/internal/ratio"
	"github.com/pardiff/pardiffgen/example/iris"
	"github.com/pardiff/pardiffgen/gen/gradcheck"
)

// sample returns random parameters of a mixture and n random points.
func sample(d, k, n int) (theta, x []float64) {
	rng := rand.New(rand.NewPCG(1, uint64(d*1000+k)))
	theta = make([]float64, NumParams(d, k))
	for i := range theta {
		theta[i] = 0.3 * rng.NormFloat64()
	}
	x = make([]float64, n*d)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return theta, x
}

// TestLogLikValue compares with the sum of the densities written out for one and two
// dimensions.
func TestLogLikValue(t *testing.T) {
	theta, x := sample(1, 2, 5)
	want := 0.0
	for _, v := range x {
		p := 0.0
		for j := range 2 {
			w := math.Exp(theta[j]) / (math.Exp(theta[0]) + math.Exp(theta[1]))
			sd := math.Exp(-theta[4+j])
			z := (v - theta[2+j]) / sd
			p += w * math.Exp(-0.5*z*z) / (sd * math.Sqrt(2*math.Pi))
		}
		want += math.Log(p)
	}
	if got := LogLik(theta, x, 1, 2); !(math.Abs(got-want) < 1e-12) {
		t.Errorf("d = 1: LogLik = %v, want %v", got, want)
	}

	// alpha, mu, q and l of one component: the precision is QᵀQ with Q = (2 0; 3 4).
	theta = []float64{7, 0.5, -1, math.Log(2), math.Log(4), 3}
	x = []float64{1.5, 0}
	want = -math.Log(2*math.Pi) + math.Log(2*4) - 0.5*(2*2+(3+4)*(3+4))
	if got := LogLik(theta, x, 2, 1); !(math.Abs(got-want) < 1e-12) {
		t.Errorf("d = 2: LogLik = %v, want %v", got, want)
	}
}

// TestLogLikGrad compares the generated gradient with finite differences.
func TestLogLikGrad(t *testing.T) {
	for _, size := range [][3]int{{1, 1, 1}, {1, 3, 5}, {2, 1, 4}, {4, 3, 20}, {5, 2, 7}} {
		d, k := size[0], size[1]
		theta, x := sample(d, k, size[2])
		gradcheck.Grad(t, LogLik, LogLikGrad, theta, x, d, k, gradcheck.Wrt(0))
	}
}

// TestFit compares the fits of one, two and three components with the log-likelihoods that
// R's mclust (model VVV) reports for the Iris data.
func TestFit(t *testing.T) {
	x, _ := iris.Load()
	for k, want := range map[int]float64{1: -379.9146, 2: -214.3547, 3: -180.1858} {
		start := Start(x, iris.Features, k)
		theta, _, err := Fit(x, iris.Features, k, start)
		if err != nil {
			t.Errorf("k = %d: %v", k, err)
			continue
		}
		if got := LogLik(theta, x, iris.Features, k); !(math.Abs(got-want) < 2e-3) {
			t.Errorf("k = %d: log-likelihood %.4f, want %.4f", k, got, want)
		}
	}
}

// TestWeightsAtOptimum checks what every maximum fulfils: the weights are the means of the
// probabilities of belonging, the means the weighted means of the points.
func TestWeightsAtOptimum(t *testing.T) {
	x, _ := iris.Load()
	const d, k = iris.Features, 3
	theta, _, err := Fit(x, d, k, Start(x, d, k))
	if err != nil {
		t.Fatal(err)
	}
	w := Weights(theta, k)
	post := make([]float64, k)
	mean := make([]float64, k*d)
	grad := make([]float64, len(theta))
	for i := range iris.Flowers {
		p := x[i*d : (i+1)*d]
		LogLikGrad(theta, p, d, k, grad)
		for j := range k {
			r := grad[j] + w[j]
			post[j] += r / iris.Flowers
			floats.AddScaled(mean[j*d:(j+1)*d], r/iris.Flowers, p)
		}
	}
	for j := range k {
		if !(math.Abs(post[j]-w[j]) < 1e-4) {
			t.Errorf("component %d: weight %v, mean probability %v", j, w[j], post[j])
		}
		for c := range d {
			if got, want := theta[k+j*d+c], mean[j*d+c]/post[j]; !(math.Abs(got-want) < 1e-3) {
				t.Errorf("component %d: mean[%d] = %v, want %v", j, c, got, want)
			}
		}
	}
}

// TestRun checks the line of the output that people look for.
func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := run(&out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "total log-likelihood -180.19\n") {
		t.Errorf("unexpected output:\n%s", &out)
	}
}

// TestAllocs checks that a gradient with a kept Work allocates nothing.
func TestAllocs(t *testing.T) {
	theta, x := sample(4, 3, 50)
	grad := make([]float64, len(theta))
	work := LogLikWork{Workers: 1}
	ratio.Allocs(t, func() { work.Grad(theta, x, 4, 3, grad) })
}

func BenchmarkLogLik(b *testing.B) {
	const d, k = iris.Features, 3
	x, _ := iris.Load()
	theta := Start(x, d, k)
	grad := make([]float64, len(theta))
	var work LogLikWork
	ratio.Bench(b,
		func() { LogLik(theta, x, d, k) },
		func() { work.Grad(theta, x, d, k, grad) })
}
