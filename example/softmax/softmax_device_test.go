//go:build cuda

package softmax

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// BenchmarkDevice times the gradient on a GPU. Bytes are its arguments and the adjoint,
// once; operations are six for each score, of which an exponential is one.
func BenchmarkDevice(b *testing.B) {
	n, classes := 1<<16, 128
	if testing.Short() {
		n, classes = 300, 17
	}
	c, err := NewLossCUDA(0, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	if err := c.Upload(check.Normal(1, n*classes), check.Ints(2, n, classes), classes); err != nil {
		b.Fatal(err)
	}
	check.Device(b, c.gpu.do, c.RunGrad, 8*float64(2*n*classes+n), 6*float64(n)*float64(classes))
}
