//go:build cuda

package attention

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// BenchmarkDevice times the gradient on a GPU. Bytes are its arguments and adjoints,
// once; operations are those of seven products of matrices.
func BenchmarkDevice(b *testing.B) {
	n := 2048
	if testing.Short() {
		n = 32
	}
	c, err := NewLossCUDA(0, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	h := newHead(n, n, 64)
	if err := c.Upload(h.q, h.k, h.v, h.want, h.d); err != nil {
		b.Fatal(err)
	}
	check.Device(b, c.gpu.do, c.RunGrad, 8*float64(7*n*64), 14*float64(n)*float64(n)*64)
}
