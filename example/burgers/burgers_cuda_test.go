//go:build cuda

package burgers

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
	for _, size := range [][2]int{{2, 1}, {3, 4}, {300, 7}, {40, 0}} {
		f := newFlow(size[0], size[1])
		check.CUDA(t, 1e-11, MisfitGrad, c.Grad, f.u0, f.nu, f.obs, f.dx, f.dt, f.steps, f.u0Adj, f.nuAdj)
	}
}
