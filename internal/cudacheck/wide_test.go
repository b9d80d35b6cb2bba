package cudacheck

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/internal/cudastandin"
)

// Nests whose threads load and store 16 bytes at once: in one loop and in two, with what the launcher alone knows of where
// their memory begins, with branches around what they write, and of single precision.
const maps = `package nbody

import "math"

//pardiff:grad cuda
func Chi(x, w []float64) float64 {
	s := 0.0
	for i := range x {
		d := x[i] - math.Tanh(w[i])
		s += d * d
	}
	return s
}

//pardiff:vjp cuda
func Rows(x, y []float64, n, m, at int) {
	for i := range n {
		for j := range m {
			v := x[at+i*m+j]
			z := y[i*m+j]
			if v > 0 {
				y[i*m+j] = v * z
			}
		}
	}
}

//pardiff:vjp wrt=x,y,u cuda
func Steps(x, y, u []float64, n, steps int) {
	for t := range steps {
		for i := range n {
			u[i] = u[i] * math.Sin(x[i])
			y[t*n+i] += u[i]
		}
	}
}

//pardiff:vjp cuda
func Single(x, y []float32) {
	for i := range x {
		y[i] = y[i]*x[i] + 1/(1+x[i]*x[i])
	}
}
`

const mapsTest = `//go:build cuda

package nbody

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
)

// The launchers are told that 8 iterations are enough for groups.
var sizes = []int{0, 1, 7, 8, 9, 10, 11, 1200}

func TestChiCUDA(t *testing.T) {
	c, err := NewChiCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, n := range sizes {
		check.CUDA(t, 1e-10, ChiGrad, c.Grad, check.Normal(1, n), check.Normal(2, n), make([]float64, n), make([]float64, n))
	}
}

func TestRowsCUDA(t *testing.T) {
	c, err := NewRowsCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, s := range [][3]int{{1, 5, 0}, {30, 22, 0}, {30, 22, 1}, {30, 22, 2}, {31, 21, 0}} {
		k := s[0] * s[1]
		check.CUDA(t, 1e-11, RowsVJP, c.VJP, check.Normal(1, k+2), check.Normal(2, k), s[0], s[1], s[2], check.Normal(3, k+2), check.Normal(4, k))
	}
}

func TestStepsCUDA(t *testing.T) {
	c, err := NewStepsCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, n := range []int{7, 300, 301} {
		check.CUDA(t, 1e-11, StepsVJP, c.VJP, check.Normal(1, n), check.Normal(2, 2*n), check.Normal(3, n), n, 2, check.Normal(4, n), check.Normal(5, 2*n), check.Normal(6, n))
	}
}

func TestSingleCUDA(t *testing.T) {
	c, err := NewSingleCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, n := range sizes {
		check.CUDA(t, 1e-4, SingleVJP, c.VJP, check.Normal(1, n), check.Normal(2, n), check.Normal(3, n), check.Normal(4, n))
	}
}
`

// withMaps makes a package of the maps, whose launchers take groups of few iterations as well.
func withMaps(t *testing.T) string {
	dir := scratch(t, "nbody", func(file, text string) string {
		switch file {
		case "nbody.go":
			return maps
		case "nbody_cuda_test.go":
			return mapsTest
		case "nbody_test.go", "nbody_device_test.go":
			return ""
		}
		return text
	})
	change(t, filepath.Join(dir, "pardiff_grad_cuda.go"), "if n < 1<<16 {", "if n < 8 {")
	return dir
}

// change replaces each place of old in a file by new. There must be one.
func change(t *testing.T, file, old, new string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(replace(t, string(text), old, new)), 0o666); err != nil {
		t.Fatal(err)
	}
}

// Threads that move 16 bytes at once compute what the Go gradients do, in all orders, for sizes around those of groups and
// wherever memory begins; the sanitizers find nothing, compilers take them, and mistakes are found.
func TestWide(t *testing.T) {
	d := cudastandin.Start(t)
	dir := withMaps(t)
	cu := []string{filepath.Join(dir, "nbody_grad.cu")}
	p := newProgram(t, d, dir, cu)
	p.clean(t, d, cu)
	plant(t, d, dir, "nbody", []mistake{
		{"iteration that is left left out", "i = 2 * groups + ", "i = 2 * groups + 1 + ", numbers},
		{"iterations of groups again", "i = 2 * groups + ", "i = groups + ", numbers},
		{"iteration behind the last", "i < len_x; i +=", "i <= len_x; i +=", cudastandin.Address},
		{"group behind the last", "t < groups; t +=", "t <= groups; t +=", cudastandin.Address},
		{"groups that overlap", "const long long i = 2 * t;", "const long long i = t;", numbers},
		{"groups that overlap", "const long long i = 2 * t;", "const long long i = t;", cudastandin.Address},
		{"numbers of one lane", "x_wide.x[lane]", "x_wide.x[0]", numbers},
		{"lane that is not done", "lane < 2; lane++", "lane < 1; lane++", numbers},
	})
}

// A launcher that does not look at where memory begins is found: the stand-in's processor, or the sanitizer, sees what a
// device would fail for.
func TestPlantedAlignment(t *testing.T) {
	d := cudastandin.Start(t)
	dir := withMaps(t)
	change(t, filepath.Join(dir, "pardiff_grad_cuda.go"), "if a%16 != 0 {", "if a%8 != 0 {")
	cu := []string{filepath.Join(dir, "nbody_grad.cu")}
	p := &program{dir: dir, binary: cudastandin.TestBinary(t, dir), recording: filepath.Join(t.TempDir(), "launches")}
	err := p.run(t, d, cu, "PARDIFF_STANDIN_RECORD="+p.recording)
	if err == nil {
		err = p.replay(t, d, cudastandin.Address, cu)
	}
	if err == nil {
		t.Error("groups that begin anywhere are not found")
	}
}

// Compilers make loads and stores of 16 bytes of them.
func TestWidePTX(t *testing.T) {
	cu := filepath.Join(withMaps(t), "nbody_grad.cu")
	check := func(by, ptx string) {
		for kernel, want := range map[string][]string{
			"ChiGrad_reverse_i":   {"ld.global.nc.v2.f64", "st.global.v2.f64"},
			"SingleVJP_reverse_i": {"ld.global.nc.v4.f32", "ld.global.v4.f32", "st.global.v4.f32"},
		} {
			_, body, found := strings.Cut(ptx, ".entry "+kernel+"(")
			body, _, _ = strings.Cut(body, ".entry ")
			for _, s := range want {
				if !found || !strings.Contains(body, s) {
					t.Errorf("%s makes no %s of %s", by, s, kernel)
				}
			}
			if strings.Contains(body, ".local") {
				t.Errorf("%s puts what threads of %s load into memory", by, kernel)
			}
		}
	}
	t.Run("clang", func(t *testing.T) {
		cudastandin.Need(t, cudastandin.Clang)
		ptx, err := clang(cu, "75")
		if err != nil {
			t.Fatal(err)
		}
		check("clang", ptx)
	})
	t.Run("NVRTC", func(t *testing.T) {
		for _, file := range compile(t, []string{cu}, t.TempDir()) {
			ptx, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			check("NVRTC", string(ptx))
		}
	})
}
