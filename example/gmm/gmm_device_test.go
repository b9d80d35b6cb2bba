//go:build cuda

package main

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// BenchmarkDevice times the gradient on a GPU. Bytes are its arguments and the adjoint,
// once; operations are three times those of a product of a triangular matrix and a
// vector for each point and component.
func BenchmarkDevice(b *testing.B) {
	d, k, n := 10, 25, 20000
	if testing.Short() {
		d, k, n = 3, 4, 50
	}
	c, err := NewLogLikCUDA(0, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	theta, x := sample(d, k, n)
	if err := c.Upload(theta, x, d, k); err != nil {
		b.Fatal(err)
	}
	check.Device(b, c.gpu.do, c.RunGrad, 8*float64(2*len(theta)+len(x)), 3*float64(n)*float64(k*d*d))
}

// TestLogLikWide compares the kernels with the Go gradient where there are components
// enough for threads to move 16 bytes at once.
func TestLogLikWide(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes minutes on a stand-in for a GPU")
	}
	c, err := NewLogLikCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	const d, k, n = 2, 1<<16 + 2, 2
	theta, x := sample(d, k, n)
	check.CUDA(t, 1e-11, LogLikGrad, c.Grad, theta, x, d, k, make([]float64, len(theta)))
}
