package main

import "testing"

// TestTapeBytes checks that a gradient keeps no more than the values that its reverse sweep
// needs, by formulas in the sizes of the problem. What is added on top is scratch that does
// not grow with the number of points, steps or characters.
func TestTapeBytes(t *testing.T) {
	rng := source()
	check := func(name string, got, tape, scratch int) {
		t.Helper()
		if want := 8 * (tape + scratch); got > want {
			t.Errorf("%s: %d bytes, want at most %d", name, got, want)
		}
	}

	const n = 200
	x, grad := normal(rng, n), make([]float64, n)
	var lse LSEWork
	lse.Grad(x, grad)
	check("lse", lse.Bytes(), n, 0) // the exponentials

	var llsq LLSQWork
	llsq.Grad(x[:16], n, grad[:16])
	check("llsq", llsq.Bytes(), n, 0) // the residuals

	const steps = 50
	var ode ODEWork
	ode.VJP(x, steps, make([]float64, n), grad, make([]float64, n))
	check("ode", ode.Bytes(), 4*steps*n, 10*n) // where each of four slopes is taken

	const d, k = 5, 4
	alpha, mu, q, l, points := gmmSample(d, k, n)
	var gmm GMMWork
	gmm.Grad(d, k, n, alpha, mu, q, l, points, 1, 0, make([]float64, k), make([]float64, k*d), make([]float64, k*d), make([]float64, len(l)))
	// Q·(x-mu), the exponentials and their adjoints of four points and one; sums of chunks; a line of the cache or two between what
	// belongs to different workers and chunks.
	gaps := 16 * (5*6 + 7*5)
	check("gmm", gmm.Bytes(), 2*k*d+k, 8*(4*k*d+len(l)+8*k+8*d)+gaps)

	const layers, chars, bits = 2, 50, 14
	params, extra, state, seq := lstmSample(layers, chars, bits)
	var lstm LSTMWork
	lstm.Grad(layers, chars, bits, params, extra, state, seq, make([]float64, len(params)), make([]float64, len(extra)))
	// Eight values of each cell, two of each output; a tape whose length is not known at first
	// grows by doubling.
	check("lstm", lstm.Bytes(), 3*(chars-1)*(8*layers*bits+2*bits+layers+1), 8*(layers+1)*bits)

	var kmeans KMeansWork
	kmeans.Grad(d, normal(rng, n*d), x[:k*d], grad[:k*d])
	check("kmeans", kmeans.Bytes(), 2*n*k, 8*k*d) // each distance and the least one before it; sums of chunks

	s := scene(2, 3, 8)
	var jac Jacobian
	var ba ReprojectWork
	s.Jacobian(&jac, &ba)
	check("ba", ba.Bytes(), 0, 0)
}
