//go:build cuda

package main

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// TestGMMCUDA compares the kernels with the Go gradient.
func TestGMMCUDA(t *testing.T) {
	c, err := NewGMMCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, size := range [][3]int{{1, 1, 1}, {2, 3, 4}, {5, 4, 300}} {
		d, k, n := size[0], size[1], size[2]
		alpha, mu, q, l, x := gmmSample(d, k, n)
		check.CUDA(t, 1e-11, GMMGrad, c.Grad, d, k, n, alpha, mu, q, l, x, 1.5, 2,
			make([]float64, len(alpha)), make([]float64, len(mu)), make([]float64, len(q)), make([]float64, len(l)))
	}
}
