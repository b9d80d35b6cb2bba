//go:build cuda

package conv2d

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
	for _, s := range []Shape{{1, 1, 1, 1, 1, 1}, {2, 3, 4, 7, 6, 3}, {3, 2, 5, 9, 16, 2}, {1, 64, 64, 17, 18, 2}} {
		l := newLayer(s)
		check.CUDA(t, 1e-11, LossGrad, c.Grad, l.Shape, l.x, l.k, l.b, l.want, l.xAdj, l.kAdj, l.bAdj)
	}
}
