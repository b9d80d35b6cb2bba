//go:build cuda

package heat3d

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// BenchmarkDevice times the gradient on a GPU. Bytes are those of each step: 3 numbers
// a point forward, 4 in reverse.
func BenchmarkDevice(b *testing.B) {
	n, steps := 256, 10
	if testing.Short() {
		n, steps = 8, 3
	}
	c, err := NewMisfitCUDA(0, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	g := newBlock(n, n, n, steps)
	if err := c.Upload(g.Grid, g.u0, g.source, g.obs, g.k, g.steps); err != nil {
		b.Fatal(err)
	}
	points := float64(g.Len()) * float64(steps)
	check.Device(b, c.gpu.do, c.RunGrad, 8*7*points, 20*points)
}

// TestMisfitWide compares the kernels with the Go gradient where there are points enough
// for threads to move 16 bytes at once, and one more.
func TestMisfitWide(t *testing.T) {
	c, err := NewMisfitCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	b := newBlock(41, 41, 41, 2)
	check.CUDA(t, 1e-11, MisfitGrad, c.Grad, b.Grid, b.u0, b.source, b.obs, b.k, b.steps, b.u0Adj, b.sourceAdj)
}
