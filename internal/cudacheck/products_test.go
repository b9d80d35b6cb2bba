package cudacheck

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/internal/cudastandin"
)

// Sums that blocks do by tiles: of several products, with loops that begin anywhere and factors that belong to the sum
// alone, with branches that keep a row from reading memory that is not there, and of two terms. Their reverses are such sums as well.
const products = `package dense

//pardiff:grad wrt=a,b cuda
func Batched(a, b []float64, n, m int) float64 {
	s := 0.0
	for h := range 2 {
		for i := range n {
			for j := range n {
				z := 0.0
				for k := range m {
					z += a[(h*n+i)*m+k] * b[(h*n+j)*m+k]
				}
				s += 0.5 * z * z
			}
		}
	}
	return s
}

//pardiff:grad wrt=a,b cuda
func Scaled(a, b, w []float64, n, m int) float64 {
	s := 0.0
	for i := 1; i < n; i++ {
		for j := 2; j < n; j++ {
			z := w[j]
			for k := 1; k < m; k++ {
				z -= a[i*m+k] * w[k] * b[k*n+j]
			}
			s += 0.5 * z * z
		}
	}
	return s
}

//pardiff:grad wrt=a,b cuda
func Banded(a, b []float64, n, m int) float64 {
	s := 0.0
	for i := range n {
		for j := range n {
			z := 0.0
			for k := range m + 100 {
				if k < m {
					if k+i < n {
						z += a[k*n+i] * b[k*n+j]
					}
				}
			}
			s += 0.5 * z * z
		}
	}
	return s
}

//pardiff:grad wrt=a,b,c cuda
func Twice(a, b, c []float64, n, m int) float64 {
	s := 0.0
	for i := range n {
		for j := range n {
			z := 0.0
			for k := range m {
				z += a[i*m+k] * b[k*n+j]
				z -= a[i*m+k] * c[j*m+k]
			}
			s += 0.5 * z * z
		}
	}
	return s
}
`

const productsTest = `//go:build cuda

package dense

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

const n, m = 129, 17

func numbers(seed uint64, k int) []float64 { return check.Normal(seed, k*n*m) }

func TestBatchedCUDA(t *testing.T) {
	c, err := NewBatchedCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	check.CUDA(t, 1e-11, BatchedGrad, c.Grad, numbers(1, 2), numbers(2, 2), n, m, numbers(3, 2), numbers(4, 2))
}

func TestScaledCUDA(t *testing.T) {
	c, err := NewScaledCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	check.CUDA(t, 1e-11, ScaledGrad, c.Grad, numbers(1, 1), numbers(2, 1), numbers(3, 1), n, m, numbers(4, 1), numbers(5, 1))
}

func TestBandedCUDA(t *testing.T) {
	c, err := NewBandedCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	check.CUDA(t, 1e-11, BandedGrad, c.Grad, numbers(1, 1), numbers(2, 1), n, m, numbers(3, 1), numbers(4, 1))
}

func TestTwiceCUDA(t *testing.T) {
	c, err := NewTwiceCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	check.CUDA(t, 1e-11, TwiceGrad, c.Grad, numbers(1, 1), numbers(2, 1), numbers(3, 1), n, m, numbers(4, 1), numbers(5, 1), numbers(6, 1))
}
`

// Blocks that do sums by tiles compute what the Go gradients do, in all orders, and the sanitizers find nothing.
func TestProducts(t *testing.T) {
	d := cudastandin.Start(t)
	dir := scratch(t, "dense", func(file, text string) string {
		switch file {
		case "dense.go":
			return products
		case "dense_cuda_test.go":
			return productsTest
		case "dense_test.go", "dense_device_test.go":
			return ""
		}
		return text
	})
	cu := []string{filepath.Join(dir, "dense_grad.cu")}
	text, err := os.ReadFile(cu[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, kernel := range []string{"BatchedGrad_reverse_h_tiles(", "ScaledGrad_reverse_i_tiles(", "BandedGrad_reverse_i_tiles(", "TwiceGrad_reverse_i_tiles("} {
		_, body, found := strings.Cut(string(text), kernel)
		body, _, _ = strings.Cut(body, "__syncthreads")
		if batched := strings.HasPrefix(kernel, "Batched"); !found || strings.Contains(body, " z[4][4]") == batched {
			t.Errorf("%s...) is not there, or does not what it did", kernel)
		}
	}
	p := newProgram(t, d, dir, cu)
	p.clean(t, d, cu)
}
