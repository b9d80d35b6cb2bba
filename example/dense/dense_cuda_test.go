//go:build cuda

package dense

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
	for _, size := range [][3]int{{1, 1, 1}, {3, 2, 4}, {65, 33, 70}, {600, 28, 2}, {130, 128, 131}} {
		l := newLayer(size[0], size[1], size[2])
		check.CUDA(t, 1e-11, LossGrad, c.Grad, l.w, l.b, l.x, l.want, l.in, l.out, l.wAdj, l.bAdj, l.xAdj)
	}
}
