//go:build cuda

package main

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// TestLogLikCUDA compares the kernels with the Go gradient.
func TestLogLikCUDA(t *testing.T) {
	c, err := NewLogLikCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, size := range [][3]int{{1, 1, 1}, {2, 3, 4}, {5, 4, 300}} {
		d, k := size[0], size[1]
		theta, x := sample(d, k, size[2])
		check.CUDA(t, 1e-11, LogLikGrad, c.Grad, theta, x, d, k, make([]float64, len(theta)))
	}
}
