//go:build cuda

package main

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// BenchmarkDevice times the gradient on a GPU. Bytes are those of each step: 4 numbers
// a point forward, 6 in reverse.
func BenchmarkDevice(b *testing.B) {
	n, steps := 1<<22, 10
	if testing.Short() {
		n, steps = 500, 3
	}
	c, err := NewObjectiveCUDA(0, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	rod, logK, u0, obs := newRod(n, steps)
	if err := c.Upload(logK, rod, u0, obs, 0.2); err != nil {
		b.Fatal(err)
	}
	check.Device(b, c.gpu.do, c.RunGrad, 8*float64(n)*float64(steps)*10, 35*float64(n)*float64(steps))
}

// TestObjectiveWide compares the kernels with the Go gradient where there are points enough
// for threads to move 16 bytes at once, and one more.
func TestObjectiveWide(t *testing.T) {
	c, err := NewObjectiveCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	rod, logK, u0, obs := newRod(1<<16+2, 2)
	check.CUDA(t, 1e-11, ObjectiveGrad, c.Grad, logK, rod, u0, obs, 0.2, make([]float64, len(logK)))
}
