package main

import (
	"bytes"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/ratio"
	"github.com/pardiff/pardiffgen/example/iris"
	"github.com/pardiff/pardiffgen/gen/gradcheck"
)

// sample returns a network with random weights and biases and n random samples.
func sample(in, hidden, out, n int) (*Net, Set) {
	rng := rand.New(rand.NewPCG(3, uint64(n)))
	net := NewNet(in, hidden, out)
	for _, p := range net.params() {
		for i := range p {
			p[i] = rng.NormFloat64()
		}
	}
	set := Set{X: make([]float64, n*in), Label: make([]int, n)}
	for i := range set.X {
		set.X[i] = rng.NormFloat64()
	}
	for i := range set.Label {
		set.Label[i] = rng.IntN(out)
	}
	return net, set
}

// TestLossValue compares with a network small enough to be written out.
func TestLossValue(t *testing.T) {
	net := &Net{
		In: 1, Hidden: 1, Out: 2,
		W1: []float64{0.5}, B1: []float64{-0.25},
		W2: []float64{2, -1}, B2: []float64{0.125, 0.75},
	}
	h := math.Tanh(0.5*3 - 0.25)
	a, b := 2*h+0.125, -h+0.75
	want := -math.Log(math.Exp(b)/(math.Exp(a)+math.Exp(b))) + 0.05*(0.25+4+1)
	if got := net.Loss([]float64{3}, []int{1}, 0.1); !(math.Abs(got-want) < 1e-15) {
		t.Errorf("Loss = %v, want %v", got, want)
	}
}

// TestLossZeroNet checks that without weights every class has the same probability.
func TestLossZeroNet(t *testing.T) {
	_, set := sample(4, 2, 3, 10)
	if got := NewNet(4, 2, 3).Loss(set.X, set.Label, 1); !(math.Abs(got-math.Log(3)) < 1e-15) {
		t.Errorf("Loss = %v, want log(3)", got)
	}
}

// TestLossGrad compares the generated gradient with finite differences.
func TestLossGrad(t *testing.T) {
	for _, size := range [][4]int{{1, 1, 2, 1}, {4, 3, 3, 6}, {2, 5, 4, 9}} {
		net, set := sample(size[0], size[1], size[2], size[3])
		gradcheck.Grad(t, (*Net).Loss, (*Net).LossGrad, net, set.X, set.Label, 0.01, gradcheck.Wrt(0))
	}
}

// TestBiasGrad checks a property of the softmax: the derivatives with respect to the output
// biases are mean probability minus frequency, so that they add up to zero.
func TestBiasGrad(t *testing.T) {
	net, set := sample(4, 6, 3, 20)
	grad := NewNet(4, 6, 3)
	net.LossGrad(set.X, set.Label, 0.01, grad)
	if sum := grad.B2[0] + grad.B2[1] + grad.B2[2]; !(math.Abs(sum) < 1e-15) || grad.B2[0] == 0 {
		t.Errorf("derivatives %v add up to %v", grad.B2, sum)
	}
}

// TestRun checks the accuracy that is printed at the end.
func TestRun(t *testing.T) {
	var out bytes.Buffer
	run(&out)
	m := regexp.MustCompile(`accuracy on the test flowers: ([0-9.]+)%\n$`).FindSubmatch(out.Bytes())
	if m == nil {
		t.Fatalf("unexpected output:\n%s", &out)
	}
	if acc, err := strconv.ParseFloat(string(m[1]), 64); err != nil || !(acc >= 94) {
		t.Errorf("accuracy %s%%, want at least 94%%", m[1])
	}
}

// TestAllocs checks that a gradient with a kept Work allocates nothing.
func TestAllocs(t *testing.T) {
	net, set := sample(4, 8, 3, 20)
	grad := NewNet(4, 8, 3)
	work := NetLossWork{Workers: 1}
	ratio.Allocs(t, func() { work.Grad(net, set.X, set.Label, decay, grad) })
}

func BenchmarkLoss(b *testing.B) {
	train, _ := Split(iris.Load())
	net := NewNet(iris.Features, hiddenUnits, len(iris.Species()))
	net.Randomise(rand.New(rand.NewPCG(1936, 0)))
	grad := NewNet(net.In, net.Hidden, net.Out)
	var work NetLossWork
	ratio.Bench(b,
		func() { net.Loss(train.X, train.Label, decay) },
		func() { work.Grad(net, train.X, train.Label, decay, grad) })
}
