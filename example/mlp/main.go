package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/pardiff/pardiffgen/example/iris"
)

const (
	hiddenUnits = 8
	epochs      = 400
	decay       = 1e-3
)

func main() {
	run(os.Stdout)
}

func run(out io.Writer) {
	train, test := Split(iris.Load())
	net := NewNet(iris.Features, hiddenUnits, len(iris.Species()))
	net.Randomise(rand.New(rand.NewPCG(1936, 0)))
	fmt.Fprintf(out, "%d flowers to learn from, %d to test\n\n", len(train.Label), len(test.Label))
	fmt.Fprintln(out, "epoch     loss   accuracy: training   test")
	net.Train(train, epochs, func(epoch int, loss float64) {
		if epoch%50 == 0 {
			fmt.Fprintf(out, "%5d   %.4f               %5.1f%%  %5.1f%%\n",
				epoch, loss, 100*net.Accuracy(train), 100*net.Accuracy(test))
		}
	})
	fmt.Fprintf(out, "\naccuracy on the test flowers: %.1f%%\n", 100*net.Accuracy(test))
}

// A Set holds samples and their labels.
type Set struct {
	X     []float64 // a row for each label
	Label []int
}

// Split standardises the features x of the flowers and puts every third flower into the test
// set.
func Split(x []float64, label []int) (train, test Set) {
	d := len(x) / len(label)
	mean, sd := make([]float64, d), make([]float64, d)
	column := make([]float64, len(label))
	for c := range d {
		for i := range column {
			column[i] = x[i*d+c]
		}
		mean[c], sd[c] = stat.MeanStdDev(column, nil)
	}
	for i, l := range label {
		set := &train
		if i%3 == 2 {
			set = &test
		}
		set.Label = append(set.Label, l)
		for c := range d {
			set.X = append(set.X, (x[i*d+c]-mean[c])/sd[c])
		}
	}
	return train, test
}

// Randomise sets the weights to random numbers that leave the units in their sensitive range,
// and the biases to zero.
func (net *Net) Randomise(rng *rand.Rand) {
	for i := range net.W1 {
		net.W1[i] = rng.NormFloat64() / math.Sqrt(float64(net.In))
	}
	for i := range net.W2 {
		net.W2[i] = rng.NormFloat64() / math.Sqrt(float64(net.Hidden))
	}
	clear(net.B1)
	clear(net.B2)
}

// Train runs gradient descent with momentum over the whole set. It calls report before each
// step and once at the end.
func (net *Net) Train(set Set, epochs int, report func(epoch int, loss float64)) {
	const rate, momentum = 0.1, 0.9
	var work NetLossWork
	grad := NewNet(net.In, net.Hidden, net.Out)
	speed := NewNet(net.In, net.Hidden, net.Out)
	for epoch := range epochs {
		loss := work.Grad(net, set.X, set.Label, decay, grad)
		report(epoch, loss)
		for i, g := range grad.params() {
			v, w := speed.params()[i], net.params()[i]
			floats.Scale(momentum, v)
			floats.AddScaled(v, -rate, g)
			floats.Add(w, v)
		}
	}
	report(epochs, net.Loss(set.X, set.Label, decay))
}

// params returns the weights and biases of each layer.
func (net *Net) params() [4][]float64 {
	return [4][]float64{net.W1, net.B1, net.W2, net.B2}
}

// Accuracy returns the fraction of the set whose label has the highest score.
func (net *Net) Accuracy(set Set) float64 {
	hidden := make([]float64, net.Hidden)
	score := make([]float64, net.Out)
	right := 0
	for s, want := range set.Label {
		dense(hidden, net.W1, net.B1, set.X[s*net.In:(s+1)*net.In])
		for j := range hidden {
			hidden[j] = math.Tanh(hidden[j])
		}
		dense(score, net.W2, net.B2, hidden)
		if floats.MaxIdx(score) == want {
			right++
		}
	}
	return float64(right) / float64(len(set.Label))
}
