//go:build cuda

package heat2d

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// TestMisfitCUDA compares the kernels with the Go gradient.
func TestMisfitCUDA(t *testing.T) {
	c, err := NewMisfitCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, size := range [][3]int{{2, 2, 1}, {3, 4, 3}, {19, 30, 5}, {19, 37, 4}} {
		p := newPlate(size[0], size[1], size[2])
		check.CUDA(t, 1e-11, MisfitGrad, c.Grad, p.u0, p.k, p.obs, p.nx, p.ny, p.steps, p.u0Adj, p.kAdj)
	}
}
