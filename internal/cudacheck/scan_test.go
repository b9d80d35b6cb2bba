package cudacheck

import (
	"path/filepath"
	"testing"

	"github.com/pardiff/pardiffgen/internal/cudastandin"
)

// Loops that pass on numbers: with a fixed factor, with factors from memory, downwards, and in single precision.
const recurrences = `package nbody

import "math"

//pardiff:grad cuda
func Variance(r []float64, omega, alpha, beta float64) float64 {
	h := omega
	sum := 0.0
	for i := range r {
		sum += math.Log(h) + r[i]*r[i]/h
		h = omega + alpha*r[i]*r[i] + beta*h
	}
	return 0.5 * sum
}

//pardiff:grad cuda
func Filter(c, x []float64) float64 {
	s, e := 0.0, 0.0
	for i := range x {
		s = c[i]*s + x[i]
		e += s * s
	}
	return e
}

//pardiff:vjp cuda
func Smooth(x, y []float32, a float32) {
	s := float32(0)
	for i := len(x) - 1; i > 0; i-- {
		s += a * (x[i] - s)
		y[i] = s
	}
}
`

const recurrencesTest = `//go:build cuda

package nbody

import (
	"math"
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

var sizes = []int{0, 1, 2, 256, 257, 700}

func TestVarianceCUDA(t *testing.T) {
	c, err := NewVarianceCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, n := range sizes {
		check.CUDA(t, 1e-11, VarianceGrad, c.Grad, check.Normal(1, n), 0.1, 0.1, 0.8, make([]float64, n), new(float64), new(float64), new(float64))
	}
}

func TestFilterCUDA(t *testing.T) {
	f, err := NewFilterCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, n := range append(sizes, 700) {
		c, x := check.Normal(1, n), check.Normal(2, n)
		for i := range c {
			c[i] = math.Tanh(c[i])
		}
		if n <= 700 {
			check.CUDA(t, 1e-11, FilterGrad, f.Grad, c, x, make([]float64, n), make([]float64, n))
		}
		// Products of these factors are not finite, but they multiply nothing.
		for i := 10; i+4 < n; i += 600 {
			copy(c[i:], []float64{0, 1e200, 1e200, 0})
			copy(x[i:], []float64{0, 0, 0})
		}
		check.CUDA(t, 1e-11, FilterGrad, f.Grad, c, x, make([]float64, n), make([]float64, n))
	}
}

func TestSmoothCUDA(t *testing.T) {
	s, err := NewSmoothCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, n := range sizes {
		x, y, yAdj := check.Normal(1, n), check.Normal(2, n), check.Normal(3, n)
		check.CUDA(t, 1e-4, SmoothVJP, s.VJP, x, y, 0.25, make([]float64, n), yAdj, new(float64))
	}
}
`

// withRecurrences makes a package of the recurrences. The longest that are tested have n iterations.
func withRecurrences(t *testing.T, n string) string {
	return scratch(t, "nbody", func(file, text string) string {
		switch file {
		case "nbody.go":
			return recurrences
		case "nbody_cuda_test.go":
			return replace(t, recurrencesTest, "append(sizes, 700)", "append(sizes, "+n+")")
		case "nbody_test.go", "nbody_device_test.go":
			return ""
		}
		return text
	})
}

// Recurrences agree with Go for sizes around those of tiles, and with more tiles than a block has threads.
func TestScan(t *testing.T) {
	d := cudastandin.Start(t)
	dir := withRecurrences(t, "66000")
	newProgram(t, d, dir, []string{filepath.Join(dir, "nbody_grad.cu")})
}

// The sanitizers find nothing in scans, compilers take them, and mistakes in them are found.
func TestPlantedScan(t *testing.T) {
	d := cudastandin.Start(t)
	dir := withRecurrences(t, "700")
	cu := []string{filepath.Join(dir, "nbody_grad.cu")}
	p := newProgram(t, d, dir, cu)
	p.clean(t, d, cu)
	t.Run("NVRTC", func(t *testing.T) { compile(t, cu, t.TempDir()) })
	plant(t, d, dir, "nbody", []mistake{
		{"missing barrier behind the warps", "    __syncthreads();\n    T before_a = 1", "    T before_a = 1", numbers},
		{"missing barrier behind the warps", "    __syncthreads();\n    T before_a = 1", "    T before_a = 1", cudastandin.Thread},
		{"missing barrier behind a tile of tiles", "        __syncthreads();\n    }\n    if (threadIdx.x == 0) *s = start[tiles];", "    }\n    if (threadIdx.x == 0) *s = start[tiles];", cudastandin.Thread},
		{"steps in the wrong order", "b += a * before_b;\n            a *= before_a;", "b = before_a * b + before_b;\n            a *= before_a;", numbers},
		{"warps left out", "w < warp;", "w + 1 < warp;", numbers},
		{"not passed on between tiles", "b[i + 1] = x * s + y;", "b[i + 1] = y;", numbers},
		{"product that is not finite", "if (pardiff_finite<double>(x, y)) {", "if (pardiff_finite<double>(x, y) || true) {", numbers},
		{"element behind the last", "threadIdx.x < 255 && i + 1 < n", "threadIdx.x < 255", cudastandin.Address},
	})
}
