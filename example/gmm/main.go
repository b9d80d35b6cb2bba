package main

import (
	"fmt"
	"io"
	"math"
	"os"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"github.com/pardiff/pardiffgen/example/iris"
)

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "gmm:", err)
		os.Exit(1)
	}
}

func run(out io.Writer) error {
	const d, k = iris.Features, 3
	x, species := iris.Load()
	theta, res, err := Fit(x, d, k, Start(x, d, k))
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d points, %d components, %d parameters\n", len(x)/d, k, len(theta))
	fmt.Fprintf(out, "L-BFGS: %d iterations, %d gradients\n\n", res.MajorIterations, res.GradEvaluations)
	fmt.Fprintln(out, "weight   mean (sepal length, sepal width, petal length, petal width)")
	for j, w := range Weights(theta, k) {
		fmt.Fprintf(out, "%.4f   %.4f\n", w, theta[k+j*d:k+(j+1)*d])
	}
	fmt.Fprintln(out, "\nflowers of each species in each component")
	count := make([][k]int, len(iris.Species()))
	for i, s := range species {
		count[s][Component(theta, x[i*d:(i+1)*d], k)]++
	}
	for s, name := range iris.Species() {
		fmt.Fprintf(out, "%-11s %3d\n", name, count[s])
	}
	fmt.Fprintf(out, "\ntotal log-likelihood %.2f\n", LogLik(theta, x, d, k))
	return nil
}

// Fit maximises the log-likelihood of the points x from the parameters start on, which it
// leaves as they are.
func Fit(x []float64, d, k int, start []float64) ([]float64, *optimize.Result, error) {
	var work LogLikWork
	// The mean instead of the sum over the points makes steps of order 1.
	scale := -float64(d) / float64(len(x))
	problem := optimize.Problem{
		Func: func(theta []float64) float64 {
			return scale * LogLik(theta, x, d, k)
		},
		Grad: func(grad, theta []float64) {
			work.Grad(theta, x, d, k, grad)
			floats.Scale(scale, grad)
		},
	}
	settings := &optimize.Settings{GradientThreshold: 1e-7}
	res, err := optimize.Minimize(problem, start, settings, &optimize.LBFGS{})
	if err != nil {
		return nil, nil, err
	}
	return res.X, res, nil
}

// Weights returns the weights of the k components of theta.
func Weights(theta []float64, k int) []float64 {
	w := make([]float64, k)
	norm := floats.LogSumExp(theta[:k])
	for j := range w {
		w[j] = math.Exp(theta[j] - norm)
	}
	return w
}

// Component returns the component to which the point p most probably belongs. The derivative of
// the point's log-likelihood with respect to alpha is its probability of belonging to the
// component, less the component's weight.
func Component(theta, p []float64, k int) int {
	grad := make([]float64, len(theta))
	LogLikGrad(theta, p, len(p), k, grad)
	post := Weights(theta, k)
	floats.Add(post, grad[:k])
	return floats.MaxIdx(post)
}
