//go:build cuda

package heat3d

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
	for _, size := range [][4]int{{2, 2, 2, 1}, {3, 4, 5, 3}, {9, 7, 11, 4}, {4, 12, 37, 3}} {
		b := newBlock(size[0], size[1], size[2], size[3])
		check.CUDA(t, 1e-11, MisfitGrad, c.Grad, b.Grid, b.u0, b.source, b.obs, b.k, b.steps, b.u0Adj, b.sourceAdj)
	}
}
