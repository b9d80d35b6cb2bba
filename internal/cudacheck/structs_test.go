package cudacheck

import (
	"path/filepath"
	"testing"

	"github.com/pardiff/pardiffgen/internal/cudastandin"
)

// A chain of points: slices of structs, in a stencil, in a sum through an index and in structs that hold arrays.
const structs = `package nbody

type Vec struct{ X, Y float64 }

type Bond struct {
	K float64
	At [2]Vec
}

//pardiff:grad cuda
func Chain(p []Vec, b []Bond, from []int) float64 {
	e := 0.0
	for i := 0; i < len(p)-1; i++ {
		dx, dy := p[i+1].X-p[i].X, p[i+1].Y-p[i].Y
		e += 0.5 * dx * dx * dy
	}
	for i := range b {
		dx := p[from[i]].X - b[i].At[1].X*b[i].At[0].Y
		e += b[i].K * dx * dx
	}
	return e
}
`

const structsTest = `//go:build cuda

package nbody

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

func TestChainCUDA(t *testing.T) {
	c, err := NewChainCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, n := range []int{1, 2, 300} {
		x := check.Normal(1, 8*n)
		p, b := make([]Vec, n), make([]Bond, 2*n)
		for i := range p {
			p[i] = Vec{x[i], x[n+i]}
		}
		for i := range b {
			b[i] = Bond{x[i], [2]Vec{{x[2*n+i], x[3*n+i]}, {x[4*n+i], x[5*n+i]}}}
		}
		check.CUDA(t, 1e-11, ChainGrad, c.Grad, p, b, check.Ints(2, 2*n, n), make([]Vec, n), make([]Bond, 2*n))
	}
}
`

// Slices of structs lie flat on the device, as they do in Go.
func TestStructs(t *testing.T) {
	d := cudastandin.Start(t)
	dir := scratch(t, "nbody", func(file, text string) string {
		switch file {
		case "nbody.go":
			return structs
		case "nbody_cuda_test.go":
			return structsTest
		case "nbody_test.go", "nbody_device_test.go":
			return ""
		}
		return text
	})
	cu := []string{filepath.Join(dir, "nbody_grad.cu")}
	p := newProgram(t, d, dir, cu)
	if err := p.replay(t, d, cudastandin.Address, cu); err != nil {
		t.Error(err)
	}
}
