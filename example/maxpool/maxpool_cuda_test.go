//go:build cuda

package maxpool

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// TestPoolCUDA compares the kernels with the Go gradient.
func TestPoolCUDA(t *testing.T) {
	c, err := NewPoolCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, s := range []Shape{{1, 1, 1, 1, 1}, {3, 9, 12, 3, 2}, {5, 8, 8, 2, 2}} {
		l := newLayer(s)
		check.CUDA(t, 1e-11, PoolVJP, c.VJP, l.Shape, l.x, l.y, check.Normal(5, len(l.x)), l.seed)
	}
}
