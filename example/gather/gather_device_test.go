//go:build cuda

package gather

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// BenchmarkDeviceChiSquare times the gradient on a GPU. Bytes are its arguments and the
// adjoint, once; operations are one for each count and four for each bin.
func BenchmarkDeviceChiSquare(b *testing.B) {
	n, bins := 1<<22, 1<<16
	if testing.Short() {
		n, bins = 700, 234
	}
	c, err := NewChiSquareCUDA(0, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	if err := c.Upload(counts(1, n), check.Ints(2, n, bins), counts(3, bins)); err != nil {
		b.Fatal(err)
	}
	check.Device(b, c.gpu.do, c.RunGrad, 8*float64(3*n+bins), float64(n+4*bins))
}

// BenchmarkDeviceMisfit times the gradient on a GPU. Bytes are its arguments and the
// adjoint, once; operations are five for each observation.
func BenchmarkDeviceMisfit(b *testing.B) {
	n, places := 1<<22, 1<<20
	if testing.Short() {
		n, places = 700, 351
	}
	c, err := NewMisfitCUDA(0, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	if err := c.Upload(check.Normal(1, places), check.Ints(2, n, places), check.Normal(3, n)); err != nil {
		b.Fatal(err)
	}
	check.Device(b, c.gpu.do, c.RunGrad, 8*float64(2*n+2*places), 5*float64(n))
}

// TestChiSquareWide compares the kernels with the Go gradient where there are bins enough
// for threads to move 16 bytes at once, and one more.
func TestChiSquareWide(t *testing.T) {
	c, err := NewChiSquareCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	const n, bins = 1000, 1<<16 + 1
	check.CUDA(t, 1e-11, ChiSquareGrad, c.Grad, counts(1, n), check.Ints(2, n, bins), counts(3, bins), make([]float64, n))
}
