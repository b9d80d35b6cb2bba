//go:build cuda

package softmax

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
	for _, size := range [][2]int{{1, 1}, {3, 4}, {300, 17}} {
		n, classes := size[0], size[1]
		score, label := check.Normal(1, n*classes), check.Ints(2, n, classes)
		check.CUDA(t, 1e-11, LossGrad, c.Grad, score, label, classes, make([]float64, len(score)))
	}
}
