// Command gradbench is a tool for GradBench (github.com/gradbench/gradbench), a suite of
// benchmarks for automatic differentiation: it answers, one JSON message a line, on standard output
// what an eval asks on standard input. The gradients are those that pardiffgen derives from the Go
// functions of this package.
//
//	lse     primal, gradient    logarithm of a sum of exponentials
//	llsq    primal, gradient    least squares with a polynomial
//	ode     primal, gradient    Runge-Kutta solution of a chain of linear equations
//	gmm     objective, jacobian posterior of a Gaussian mixture
//	lstm    objective, jacobian loss of a recurrent network
//	ba      objective, jacobian bundle adjustment, with a sparse Jacobian
//	kmeans  cost                sum of squared distances to the nearest centroid
//
// The direction of kmeans needs a second derivative; it is refused as undefined.
//
// The outputs are tested against testdata/reference.json, which testdata/reference.py works out
// from the definitions with NumPy and SciPy.
package main
