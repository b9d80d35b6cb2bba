//go:build cuda

package nbody

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// TestEnergyCUDA compares the kernels with the Go gradient.
func TestEnergyCUDA(t *testing.T) {
	c, err := NewEnergyCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, n := range []int{1, 2, 3, 70} {
		b := newCluster(n)
		check.CUDA(t, 1e-11, EnergyGrad, c.Grad, b.pos, b.mass, b.eps, b.posAdj)
	}
}
