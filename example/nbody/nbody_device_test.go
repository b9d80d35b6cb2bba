//go:build cuda

package nbody

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// BenchmarkDevice times the gradient on a GPU. Bytes are its arguments and adjoints,
// once; operations are 40 for each pair.
func BenchmarkDevice(b *testing.B) {
	n := 16384
	if testing.Short() {
		n = 100
	}
	c, err := NewEnergyCUDA(0, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	g := newCluster(n)
	if err := c.Upload(g.pos, g.mass, g.eps); err != nil {
		b.Fatal(err)
	}
	check.Device(b, c.gpu.do, c.RunGrad, 8*float64(7*n), 20*float64(n)*float64(n))
}
