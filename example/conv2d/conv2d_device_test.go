//go:build cuda

package conv2d

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// BenchmarkDevice times the gradient on a GPU. Bytes are its arguments and adjoints,
// once; operations are those of three convolutions.
func BenchmarkDevice(b *testing.B) {
	s := Shape{32, 16, 32, 66, 66, 3}
	if testing.Short() {
		s = Shape{2, 3, 4, 10, 10, 3}
	}
	c, err := NewLossCUDA(0, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	l := newLayer(s)
	if err := c.Upload(l.Shape, l.x, l.k, l.b, l.want); err != nil {
		b.Fatal(err)
	}
	check.Device(b, c.gpu.do, c.RunGrad, 8*float64(2*len(l.x)+2*len(l.k)+len(l.want)), 6*float64(len(l.want))*float64(s.In*s.Size*s.Size))
}

// TestLossWide compares the kernels with the Go gradient where there are pixels enough
// for threads to move 16 bytes at once.
func TestLossWide(t *testing.T) {
	c, err := NewLossCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	l := newLayer(Shape{2, 1, 8, 65, 65, 2})
	check.CUDA(t, 1e-11, LossGrad, c.Grad, l.Shape, l.x, l.k, l.b, l.want, l.xAdj, l.kAdj, l.bAdj)
}
