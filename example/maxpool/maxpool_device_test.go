//go:build cuda

package maxpool

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// BenchmarkDevice times the product with the adjoint on a GPU. Bytes are its arguments
// and adjoints, once; operations are a comparison for each pixel of a window, and a sum.
func BenchmarkDevice(b *testing.B) {
	s := Shape{Planes: 1024, H: 32, W: 32, Size: 2, Stride: 2}
	if testing.Short() {
		s = Shape{Planes: 3, H: 9, W: 12, Size: 3, Stride: 2}
	}
	c, err := NewPoolCUDA(0, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	l := newLayer(s)
	if err := c.Upload(l.Shape, l.x, l.y); err != nil {
		b.Fatal(err)
	}
	if err := c.UploadAdj(nil, l.seed); err != nil {
		b.Fatal(err)
	}
	check.Device(b, c.gpu.do, c.RunVJP, 8*float64(2*len(l.x)+2*len(l.y)), float64(len(l.y)*(s.Size*s.Size+1)))
}
