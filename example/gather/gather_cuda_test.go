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
	for _, size := range [][2]int{{1, 1}, {5, 2}, {700, 234}, {700, 1}} {
		n, bins := size[0], size[1]
		weight, bin, want := counts(1, n), check.Ints(2, n, bins), counts(3, bins)
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
	for _, size := range [][2]int{{1, 1}, {5, 3}, {700, 351}, {700, 1}} {
		n, places := size[0], size[1]
		table, idx, obs := check.Normal(1, places), check.Ints(2, n, places), check.Normal(3, n)
		check.CUDA(t, 1e-11, MisfitGrad, c.Grad, table, idx, obs, make([]float64, len(table)))
	}
}
