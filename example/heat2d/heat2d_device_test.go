//go:build cuda

package heat2d

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// BenchmarkDevice times the gradient on a GPU. Bytes are those of each step: 4 numbers
// a point forward, 8 in reverse.
func BenchmarkDevice(b *testing.B) {
	n, steps := 2048, 10
	if testing.Short() {
		n, steps = 20, 3
	}
	c, err := NewMisfitCUDA(0, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	p := newPlate(n, n, steps)
	if err := c.Upload(p.u0, p.k, p.obs, p.nx, p.ny, p.steps); err != nil {
		b.Fatal(err)
	}
	check.Device(b, c.gpu.do, c.RunGrad, 8*float64(n*n)*float64(steps)*12, 20*float64(n*n)*float64(steps))
}

// TestMisfitWide compares the kernels with the Go gradient where there are points enough
// for threads to move 16 bytes at once, and one more.
func TestMisfitWide(t *testing.T) {
	c, err := NewMisfitCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	p := newPlate(257, 257, 2)
	check.CUDA(t, 1e-11, MisfitGrad, c.Grad, p.u0, p.k, p.obs, p.nx, p.ny, p.steps, p.u0Adj, p.kAdj)
}
