//go:build cuda

package burgers

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// BenchmarkDevice times the gradient on a GPU. Bytes are those of each step: 4 numbers
// a point forward, 8 in reverse.
func BenchmarkDevice(b *testing.B) {
	n, steps := 1<<22, 10
	if testing.Short() {
		n, steps = 500, 3
	}
	c, err := NewMisfitCUDA(0, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	f := newFlow(n, steps)
	if err := c.Upload(f.u0, f.nu, f.obs, f.dx, f.dt, f.steps); err != nil {
		b.Fatal(err)
	}
	check.Device(b, c.gpu.do, c.RunGrad, 8*float64(n)*float64(steps)*12, 40*float64(n)*float64(steps))
}

// TestMisfitWide compares the kernels with the Go gradient where there are points enough
// for threads to move 16 bytes at once, and one more.
func TestMisfitWide(t *testing.T) {
	c, err := NewMisfitCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	f := newFlow(1<<16+1, 2)
	check.CUDA(t, 1e-11, MisfitGrad, c.Grad, f.u0, f.nu, f.obs, f.dx, f.dt, f.steps, f.u0Adj, f.nuAdj)
}
