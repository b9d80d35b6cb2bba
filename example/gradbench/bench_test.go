package main

import (
	"fmt"
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/ratio"
)

func BenchmarkLSE(b *testing.B) {
	x := normal(source(), 10_000)
	grad := make([]float64, len(x))
	var work LSEWork
	ratio.Bench(b, func() { LSE(x) }, func() { work.Grad(x, grad) })
}

func BenchmarkLLSQ(b *testing.B) {
	const n = 1024
	x := normal(source(), 128)
	grad := make([]float64, len(x))
	var work LLSQWork
	ratio.Bench(b, func() { LLSQ(x, n) }, func() { work.Grad(x, n, grad) })
}

func BenchmarkODE(b *testing.B) {
	const n, s = 1000, 100
	x := normal(source(), n)
	y, xAdj, yAdj := make([]float64, n), make([]float64, n), make([]float64, n)
	var work ODEWork
	ratio.Bench(b,
		func() { ODE(x, s, y) },
		func() {
			clear(xAdj)
			clear(yAdj)
			yAdj[n-1] = 1
			work.VJP(x, s, y, xAdj, yAdj)
		})
}

func BenchmarkGMM(b *testing.B) {
	const d, n = 10, 1000
	for _, k := range []int{5, 10, 25} {
		b.Run(fmt.Sprintf("d=%d,k=%d,n=%d", d, k, n), func(b *testing.B) {
			alpha, mu, q, l, x := gmmSample(d, k, n)
			alphaAdj, muAdj := make([]float64, len(alpha)), make([]float64, len(mu))
			qAdj, lAdj := make([]float64, len(q)), make([]float64, len(l))
			var work GMMWork
			ratio.Bench(b,
				func() { GMM(d, k, n, alpha, mu, q, l, x, 1, 0) },
				func() {
					work.Grad(d, k, n, alpha, mu, q, l, x, 1, 0, alphaAdj, muAdj, qAdj, lAdj)
				})
		})
	}
}

func BenchmarkLSTM(b *testing.B) {
	const l, c, bits = 2, 1024, 14
	params, extra, state, seq := lstmSample(l, c, bits)
	paramsAdj, extraAdj := make([]float64, len(params)), make([]float64, len(extra))
	var work LSTMWork
	ratio.Bench(b,
		func() { LSTM(l, c, bits, params, extra, state, seq) },
		func() { work.Grad(l, c, bits, params, extra, state, seq, paramsAdj, extraAdj) })
}

// BenchmarkBA measures the Jacobian of the errors against the errors.
func BenchmarkBA(b *testing.B) {
	const p = 4000
	s := scene(20, 1000, p)
	reproj, weight := make([]float64, 2*p), make([]float64, p)
	var jac Jacobian
	var work ReprojectWork
	ratio.Bench(b,
		func() { s.Errors(reproj, weight) },
		func() { s.Jacobian(&jac, &work) })
}

func BenchmarkKMeans(b *testing.B) {
	const n, k, d = 1000, 10, 8
	rng := source()
	points, centroids := normal(rng, n*d), normal(rng, k*d)
	grad := make([]float64, len(centroids))
	var work KMeansWork
	ratio.Bench(b,
		func() { KMeans(d, points, centroids) },
		func() { work.Grad(d, points, centroids, grad) })
}
