//go:build cuda

package main

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// BenchmarkDevice times the gradient of GMM on a GPU. Bytes are its arguments and the
// adjoints, once; operations are three times those of a product of a triangular matrix
// and a vector for each point and component.
func BenchmarkDevice(b *testing.B) {
	d, k, n := 10, 25, 20000
	if testing.Short() {
		d, k, n = 3, 4, 50
	}
	c, err := NewGMMCUDA(0, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	alpha, mu, q, l, x := gmmSample(d, k, n)
	if err := c.Upload(d, k, n, alpha, mu, q, l, x, 1, 0); err != nil {
		b.Fatal(err)
	}
	numbers := 2*(len(alpha)+len(mu)+len(q)+len(l)) + len(x)
	check.Device(b, c.gpu.do, c.RunGrad, 8*float64(numbers), 3*float64(n)*float64(k*d*d))
}

// TestGMMWide compares the kernels with the Go gradient where there are components
// enough for threads to move 16 bytes at once, and one more.
func TestGMMWide(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes minutes on a stand-in for a GPU")
	}
	c, err := NewGMMCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	const d, k, n = 2, 1<<16 + 1, 2
	alpha, mu, q, l, x := gmmSample(d, k, n)
	check.CUDA(t, 1e-11, GMMGrad, c.Grad, d, k, n, alpha, mu, q, l, x, 1.5, 2,
		make([]float64, len(alpha)), make([]float64, len(mu)), make([]float64, len(q)), make([]float64, len(l)))
}
