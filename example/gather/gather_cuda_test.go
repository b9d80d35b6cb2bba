//go:build cuda

package gather

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// TestChiSquareCUDA compares the kernels with the Go gradient.
func TestChiSquareCUDA(t *testing.T) {
	c, err := NewChiSquareCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, n := range []int{1, 5, 700} {
		weight, bin, want := counts(1, n), check.Ints(2, n, n/3+1), counts(3, n/3+1)
		check.CUDA(t, 1e-11, ChiSquareGrad, c.Grad, weight, bin, want, make([]float64, n))
	}
}

// TestMisfitCUDA compares the kernels with the Go gradient.
func TestMisfitCUDA(t *testing.T) {
	c, err := NewMisfitCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, n := range []int{1, 5, 700} {
		table, idx, obs := check.Normal(1, n/2+1), check.Ints(2, n, n/2+1), check.Normal(3, n)
		check.CUDA(t, 1e-11, MisfitGrad, c.Grad, table, idx, obs, make([]float64, len(table)))
	}
}
