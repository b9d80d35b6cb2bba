//go:build cuda

package dense

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// BenchmarkDevice times the gradient on a GPU. Bytes are its arguments and adjoints,
// once; operations are those of three products of matrices.
func BenchmarkDevice(b *testing.B) {
	n := 1024
	if testing.Short() {
		n = 64
	}
	c, err := NewLossCUDA(0, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	l := newLayer(n, n, n)
	if err := c.Upload(l.w, l.b, l.x, l.want, l.in, l.out); err != nil {
		b.Fatal(err)
	}
	check.Device(b, c.gpu.do, c.RunGrad, 8*float64(6*n*n), 6*float64(n)*float64(n)*float64(n))
}

// TestLossWide compares the kernels with the Go gradient where there are outputs enough
// for threads to move 16 bytes at once.
func TestLossWide(t *testing.T) {
	c, err := NewLossCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	l := newLayer(3, 256, 257)
	check.CUDA(t, 1e-11, LossGrad, c.Grad, l.w, l.b, l.x, l.want, l.in, l.out, l.wAdj, l.bAdj, l.xAdj)
}
