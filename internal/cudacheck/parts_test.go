package cudacheck

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/internal/cudastandin"
)

// parts are tests that are added to those of launchers. An image comes from the file PARDIFF_IMAGE, if that is set.
var parts = map[string]string{
	"heat2d": `
func TestPartsCUDA(t *testing.T) {
	c, err := NewMisfitCUDA(0, image(t))
	if err != nil {
		t.Fatal(err)
	}
	const first = "call Upload first"
	const run = "nothing has run with what was uploaded; call RunGrad first"
	refused(t, c.RunGrad(), "MisfitCUDA.RunGrad", first)
	_, err = c.Download(nil, nil)
	refused(t, err, "MisfitCUDA.Download", first)
	if n := c.Bytes(); n != 0 {
		t.Errorf("%d bytes are held before Upload", n)
	}
	for _, p := range []*plate{newPlate(5, 7, 3), newPlate(19, 37, 4)} {
		want := p.grad()
		if err := c.Upload(p.u0, p.k, p.obs, p.nx, p.ny, p.steps); err != nil {
			t.Fatal(err)
		}
		// What the gradient before has left there is not for these arguments.
		_, err := c.Download(make([]float64, p.nx*p.ny), nil)
		refused(t, err, "MisfitCUDA.Download", run)
		for _, x := range [][]float64{p.u0, p.k, p.obs} { // they may change
			clear(x)
		}
		var results []float64
		var adjoints [][]float64
		for range 2 {
			if err := c.RunGrad(); err != nil {
				t.Fatal(err)
			}
			u0Adj, kAdj := check.Normal(5, p.nx*p.ny), check.Normal(6, p.nx*p.ny)
			for _, adj := range [][2][]float64{{nil, nil}, {u0Adj, nil}, {nil, kAdj}} {
				res, err := c.Download(adj[0], adj[1])
				if err != nil {
					t.Fatal(err)
				}
				results = append(results, res)
			}
			adjoints = append(adjoints, u0Adj, kAdj)
		}
		for _, res := range results {
			if res != results[0] {
				t.Errorf("results %v", results)
			}
		}
		check.Close(t, "result", results[:1], []float64{want}, 1e-11)
		check.Close(t, "u0Adj", adjoints[0], p.u0Adj, 1e-11)
		check.Close(t, "kAdj", adjoints[1], p.kAdj, 1e-11)
		check.Close(t, "u0Adj of the second run", adjoints[2], adjoints[0], 0)
		check.Close(t, "kAdj of the second run", adjoints[3], adjoints[1], 0)
		// Arguments, results and two fields of a state and its adjoint are the least.
		if n := c.Bytes(); n < 8*(5+p.steps)*p.nx*p.ny {
			t.Errorf("%d bytes are held", n)
		}
		short(t, func() { c.Download(make([]float64, 3), nil) })
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	for _, err := range []error{c.RunGrad(), c.Upload(nil, nil, nil, 0, 0, 0)} {
		if err == nil || !strings.Contains(err.Error(), "MisfitCUDA: used after Close") {
			t.Errorf("error %v after Close", err)
		}
	}
	if _, err := NewMisfitCUDA(0, []byte("no image")); err == nil || !strings.HasPrefix(err.Error(), "pardiffgen: MisfitCUDA: ") {
		t.Errorf("error %v of what is no image", err)
	}
}
`,
	"maxpool": `
func TestPartsCUDA(t *testing.T) {
	c, err := NewPoolCUDA(0, image(t))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	const first = "call Upload first"
	const run = "nothing has run with what was uploaded; call RunVJP first"
	refused(t, c.UploadAdj(nil, nil), "PoolCUDA.UploadAdj", first)
	refused(t, c.RunVJP(), "PoolCUDA.RunVJP", first)
	refused(t, c.Download(nil, nil), "PoolCUDA.Download", first)
	l := newLayer(Shape{3, 9, 12, 3, 2})
	if err := c.Upload(l.Shape, l.x, l.y); err != nil {
		t.Fatal(err)
	}
	refused(t, c.Download(nil, nil), "PoolCUDA.Download", run)

	// Adjoints on entry: none given, then nil for each of them and for both. Those of the second run are on the device, where
	// that of y has become zero.
	start := check.Normal(5, len(l.x))
	for _, entry := range []struct {
		none, runs   bool
		xAdj, yAdj []float64
	}{{none: true}, {xAdj: start}, {yAdj: l.seed}, {}, {xAdj: start, yAdj: l.seed}} {
		if !entry.none {
			if err := c.UploadAdj(entry.xAdj, entry.yAdj); err != nil {
				t.Fatal(err)
			}
			refused(t, c.Download(nil, nil), "PoolCUDA.Download", run)
		}
		want, seed := make([]float64, len(l.x)), make([]float64, len(l.seed))
		copy(want, entry.xAdj)
		copy(seed, entry.yAdj)
		PoolVJP(l.Shape, l.x, l.y, want, seed)
		for range 2 {
			if err := c.RunVJP(); err != nil {
				t.Fatal(err)
			}
			xAdj, yAdj := check.Normal(6, len(l.x)), check.Normal(7, len(l.seed))
			if err := errors.Join(c.Download(nil, nil), c.Download(xAdj, nil), c.Download(nil, yAdj)); err != nil {
				t.Fatal(err)
			}
			check.Close(t, "xAdj", xAdj, want, 1e-11)
			check.Close(t, "yAdj", yAdj, seed, 0)
		}
	}
	if n := c.Bytes(); n < 8*(2*len(l.x)+2*len(l.y)) {
		t.Errorf("%d bytes are held", n)
	}
	short(t, func() { c.UploadAdj(nil, make([]float64, 1)) })

	// Adjoints of arguments that are no longer there do not count.
	if err := errors.Join(c.Upload(l.Shape, l.x, l.y), c.RunVJP()); err != nil {
		t.Fatal(err)
	}
	xAdj := check.Normal(6, len(l.x))
	if err := c.Download(xAdj, nil); err != nil {
		t.Fatal(err)
	}
	check.Close(t, "xAdj", xAdj, make([]float64, len(xAdj)), 0)
}
`,
	// A sum whose adjoint is a seed adds to what a run before has left: only without UploadAdj is it the same again.
	"softmax": `
func TestPartsCUDA(t *testing.T) {
	c, err := NewLossCUDA(0, image(t))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	score, label := check.Normal(1, 15), []int{2, 0, 1, 2, 2}
	want, entry := make([]float64, 15), check.Normal(2, 15)
	LossVJP(score, label, 3, 0.5, want)
	if err := c.Upload(score, label, 3); err != nil {
		t.Fatal(err)
	}
	for i, seed := range []float64{0.5, 0.5, 0.25, 0.25} {
		if i == 2 {
			if err := c.UploadAdj(entry); err != nil {
				t.Fatal(err)
			}
			copy(want, entry)
		}
		if i >= 2 {
			LossVJP(score, label, 3, seed, want)
		}
		got := make([]float64, 15)
		if err := c.RunVJP(seed); err != nil {
			t.Fatal(err)
		}
		res, err := c.Download(got)
		if err != nil {
			t.Fatal(err)
		}
		check.Close(t, "scoreAdj", got, want, 1e-11)
		check.Close(t, "result", []float64{res}, []float64{Loss(score, label, 3)}, 1e-11)
	}
}
`,
}

const partsHelp = `
// image returns that of the kernels, or nil.
func image(t *testing.T) []byte {
	file := os.Getenv("PARDIFF_IMAGE")
	if file == "" {
		return nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// refused fails the test unless err says what is to be called before a method.
func refused(t *testing.T, err error, method, what string) {
	t.Helper()
	if want := "pardiffgen: " + method + ": " + what; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// short fails the test unless call panics: the caller's slice has a wrong length.
func short(t *testing.T, call func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Error("an adjoint of another length than its argument is taken")
		}
	}()
	call()
}

var _, _ = errors.Join, strings.Contains // not all use them
`

// The parts of a launcher do what Grad and VJP do together, as often as they are called, and say what must be called before
// them. So does a launcher that is given an image, where there is no NVRTC.
func TestParts(t *testing.T) {
	d := cudastandin.Start(t)
	alone := t.TempDir() // the driver, no compiler
	if err := os.Link(filepath.Join(d.Dir(), "libcuda.so.1"), filepath.Join(alone, "libcuda.so.1")); err != nil {
		t.Fatal(err)
	}
	for pkg, test := range parts {
		t.Run(pkg, func(t *testing.T) {
			dir := scratch(t, pkg, func(file, text string) string {
				switch file {
				case "softmax.go":
					return replace(t, text, "//pardiff:grad stop=top cuda", "//pardiff:vjp stop=top cuda")
				case "softmax_test.go":
					return ""
				case "softmax_cuda_test.go":
					text = text[:strings.Index(text, "// TestLossCUDA")]
				case pkg + "_device_test.go":
					return ""
				}
				if file == pkg+"_cuda_test.go" {
					text = replace(t, text, "import (\n", "import (\n\t\"errors\"\n\t\"os\"\n\t\"strings\"\n")
					return text + test + partsHelp
				}
				return text
			})
			cu := filepath.Join(dir, pkg+"_grad.cu")
			kernels, err := d.Kernels(cu)
			if err != nil {
				t.Fatal(err)
			}
			binary := cudastandin.TestBinary(t, dir)
			run := func(t *testing.T, settings ...string) {
				t.Helper()
				if _, err := cudastandin.Exec(binary, dir, d.Env(kernels, settings...), "-test.run=Parts"); err != nil {
					t.Error(err)
				}
			}
			run(t)
			image := func(t *testing.T, file string) {
				t.Helper()
				run(t, "PARDIFF_IMAGE="+file, "LD_LIBRARY_PATH="+alone)
			}
			t.Run("image of clang", func(t *testing.T) {
				cudastandin.Need(t, cudastandin.Clang)
				ptx, err := clang(cu, "75")
				if err != nil {
					t.Fatal(err)
				}
				file := filepath.Join(t.TempDir(), "image.ptx")
				if err := os.WriteFile(file, []byte(ptx), 0o666); err != nil {
					t.Fatal(err)
				}
				image(t, file)
			})
			t.Run("image of NVRTC", func(t *testing.T) {
				for _, file := range compile(t, []string{cu}, t.TempDir()) {
					image(t, file)
				}
			})
		})
	}
}
