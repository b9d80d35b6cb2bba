package cudacheck

import (
	"path/filepath"
	"testing"

	"github.com/pardiff/pardiffgen/internal/cudastandin"
)

// Sums over rows: of one thing for each column and of two, of rows from the second on, of a batch of matrices, and of single
// precision.
const columnSums = `package nbody

//pardiff:grad wrt=b cuda
func Bias(x, b []float64) float64 {
	s := 0.0
	for i := range len(x) / len(b) {
		for j := range b {
			d := x[i*len(b)+j] + b[j]
			s += d * d * d
		}
	}
	return s
}

//pardiff:grad wrt=ab cuda
func Affine(x, ab []float64, rows, cols int) float64 {
	s := 0.0
	for i := 1; i < rows; i++ {
		for j := range cols {
			d := x[i*cols+j]*ab[j] + ab[cols+j]
			s += d * d
		}
	}
	return s
}

//pardiff:grad wrt=b cuda
func Batch(x, b []float64, n, rows, cols int) float64 {
	s := 0.0
	for k := range n {
		for i := range rows {
			for j := range cols {
				d := x[(k*rows+i)*cols+j] + b[k*cols+j]
				s += d * d
			}
		}
	}
	return s
}

//pardiff:grad wrt=b cuda
func Single(x, b []float32) float32 {
	s := float32(0)
	for i := range len(x) / len(b) {
		for j := range b {
			d := x[i*len(b)+j] + b[j]
			s += d * d
		}
	}
	return s
}
`

const columnSumsTest = `//go:build cuda

package nbody

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// Rows and columns. The launchers are told that 16 rows are enough for a part, and 200 sums for a thread each.
var sizes = [][2]int{{1, 1}, {8, 32}, {40, 33}, {3, 257}}

func TestBiasCUDA(t *testing.T) {
	c, err := NewBiasCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, s := range sizes {
		check.CUDA(t, 1e-11, BiasGrad, c.Grad, check.Normal(1, s[0]*s[1]), check.Normal(2, s[1]), make([]float64, s[1]))
	}
}

func TestAffineCUDA(t *testing.T) {
	c, err := NewAffineCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, s := range sizes {
		check.CUDA(t, 1e-11, AffineGrad, c.Grad, check.Normal(1, s[0]*s[1]), check.Normal(2, 2*s[1]), s[0], s[1], make([]float64, 2*s[1]))
	}
}

func TestBatchCUDA(t *testing.T) {
	c, err := NewBatchCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, s := range sizes {
		check.CUDA(t, 1e-11, BatchGrad, c.Grad, check.Normal(1, 3*s[0]*s[1]), check.Normal(2, 3*s[1]), 3, s[0], s[1], make([]float64, 3*s[1]))
	}
}

func TestSingleCUDA(t *testing.T) {
	c, err := NewSingleCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, s := range sizes {
		check.CUDA(t, 1e-4, SingleGrad, c.Grad, check.Normal(1, s[0]*s[1]), check.Normal(2, s[1]), make([]float64, s[1]))
	}
}
`

// Sums of columns agree with Go in all orders, for tiles that are not full, parts of rows, and a thread for each sum; the
// sanitizers find nothing, compilers take them, and mistakes are found.
func TestColumns(t *testing.T) {
	d := cudastandin.Start(t)
	dir := scratch(t, "nbody", func(file, text string) string {
		switch file {
		case "nbody.go":
			return columnSums
		case "nbody_cuda_test.go":
			return columnSumsTest
		case "nbody_test.go", "nbody_device_test.go":
			return ""
		}
		return text
	})
	change(t, filepath.Join(dir, "pardiff_grad_cuda.go"), "if sums >= 1<<14 {", "if sums >= 200 {")
	change(t, filepath.Join(dir, "pardiff_grad_cuda.go"), "n/128", "n/16")
	cu := []string{filepath.Join(dir, "nbody_grad.cu")}
	p := newProgram(t, d, dir, cu)
	p.clean(t, d, cu)
	t.Run("NVRTC", func(t *testing.T) { compile(t, cu, t.TempDir()) })
	sum := "    for (int row = 1; threadIdx.x < 32"
	plant(t, d, dir, "nbody", []mistake{
		{"missing barrier before the sum", "    __syncthreads();\n" + sum, sum, numbers},
		{"missing barrier before the sum", "    __syncthreads();\n" + sum, sum, cudastandin.Thread},
		{"missing barrier behind the sum", "    __syncthreads(); // the tile is used again\n", "", cudastandin.Thread},
		{"row of the tile left out", "row = 1; threadIdx", "row = 2; threadIdx", numbers},
		{"row left out", "i += parts * rows", "i += parts * rows + 1", numbers},
		{"part again", "part * rows + down; i <", "down; i <", numbers},
		{"part left out", "p = down; p < done;", "p = down + 1; p < done;", numbers},
		{"parts in one place", "_part[part * ", "_part[0 * ", numbers},
		{"last sum twice", "if (down > 0 || at >= ", "if (down > 0 || at > ", numbers},
		{"column behind the last", "min(at, ", "max(at, ", cudastandin.Address},
		{"each row adds", "if (down > 0 || at", "if (at", numbers},
	})
}
