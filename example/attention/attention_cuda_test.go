//go:build cuda

package attention

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// TestLossCUDA compares the kernels with the Go gradient.
func TestLossCUDA(t *testing.T) {
	c, err := NewLossCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, size := range [][3]int{{1, 1, 1}, {3, 5, 2}, {70, 40, 16}, {130, 140, 130}} {
		h := newHead(size[0], size[1], size[2])
		check.CUDA(t, 1e-11, LossGrad, c.Grad, h.q, h.k, h.v, h.want, h.d, h.qAdj, h.kAdj, h.vAdj)
	}
}
