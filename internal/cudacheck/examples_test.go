package cudacheck

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/internal/cudastandin"
)

// launchers returns the folders of the packages that have CUDA launchers.
func launchers(t *testing.T) []string {
	t.Helper()
	var dirs []string
	for _, file := range kernels(t) {
		dir := filepath.Dir(file)
		if found, _ := filepath.Glob(filepath.Join(dir, "*_grad_cuda.go")); len(found) > 0 && (len(dirs) == 0 || dirs[len(dirs)-1] != dir) {
			dirs = append(dirs, dir)
		}
	}
	if len(dirs) == 0 {
		t.Fatal("no package has launchers")
	}
	return dirs
}

// orders are those of threads and blocks.
var orders = []string{"forward", "reverse", "shuffle"}

// A program is the test binary of a package with launchers, with a recording of their launches.
type program struct {
	dir, binary, recording string
	kernels                string // of the last run
	said                   string // by the tests of all runs
}

// newProgram builds and records it. It fails the test unless all tests of launchers pass with the kernels of .cu
// files.
func newProgram(t *testing.T, d *cudastandin.Driver, dir string, cu []string) *program {
	t.Helper()
	p := &program{dir: dir, binary: cudastandin.TestBinary(t, dir), recording: filepath.Join(t.TempDir(), "launches")}
	if err := p.run(t, d, cu, "PARDIFF_STANDIN_RECORD="+p.recording); err != nil {
		t.Fatal(err)
	}
	return p
}

// run runs the tests of launchers with the kernels of .cu files, in all orders, and returns the first error.
// Settings of the stand-in are for the first order.
func (p *program) run(t *testing.T, d *cudastandin.Driver, cu []string, settings ...string) error {
	t.Helper()
	kernels, err := d.Kernels(cu...)
	if err != nil {
		t.Fatal(err)
	}
	p.kernels = kernels
	for _, order := range orders {
		env := d.Env(kernels, append(settings, "PARDIFF_STANDIN_ORDER="+order)...)
		out, err := cudastandin.Exec(p.binary, p.dir, env, "-test.run=CUDA")
		if err != nil {
			return err
		}
		p.said += out
		settings = nil
	}
	return nil
}

// device runs what example/cuda-check.sh runs on a device beside the tests of launchers, with the kernels of the last
// run: the benchmarks, once on small sizes, and the tests of sizes at which threads move 16 bytes at once.
func (p *program) device(t *testing.T, d *cudastandin.Driver) {
	t.Helper()
	out, err := cudastandin.Exec(p.binary, p.dir, d.Env(p.kernels), "-test.short", "-test.run=Wide", "-test.bench=Device", "-test.benchtime=1x")
	if err != nil {
		t.Error(err)
	}
	for _, unit := range []string{" ms/grad", " GB/s", " GFLOP/s"} {
		if !strings.Contains(out, unit) {
			t.Errorf("no benchmark says%s\n%s", unit, out)
		}
	}
}

// replay runs the recorded launches with the kernels of .cu files under a sanitizer, in one order.
func (p *program) replay(t *testing.T, d *cudastandin.Driver, s cudastandin.Sanitizer, cu []string) error {
	t.Helper()
	r, err := d.Replayer(s, cu...)
	if err != nil {
		t.Fatal(err)
	}
	return r.Run(p.recording, "forward")
}

// clean fails the test if the address or the thread sanitizer finds anything in the recorded launches, in any order.
func (p *program) clean(t *testing.T, d *cudastandin.Driver, cu []string) {
	t.Helper()
	for _, s := range []cudastandin.Sanitizer{cudastandin.Address, cudastandin.Thread} {
		r, err := d.Replayer(s, cu...)
		if err != nil {
			t.Fatal(err)
		}
		for _, order := range orders {
			if err := r.Run(p.recording, order); err != nil {
				t.Error(err)
			}
		}
	}
}

// Every launcher computes what its Go gradient does, whatever the order of threads and blocks, and sanitizers find
// nothing in the launches. Without a driver or memory it returns an error, and the process goes on. Its benchmarks for a device run.
func TestExamples(t *testing.T) {
	d := cudastandin.Start(t)
	for _, dir := range launchers(t) {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			cu, _ := filepath.Glob(dir + "/*.cu")
			p := newProgram(t, d, dir, cu)
			if _, err := cudastandin.Exec(p.binary, dir, append(os.Environ(), "LD_LIBRARY_PATH="), "-test.run=CUDA"); err == nil ||
				!strings.Contains(err.Error(), "--- FAIL") || !strings.Contains(err.Error(), "there is no NVIDIA driver") {
				t.Errorf("without a driver: %v", err)
			}
			little := d.Env(p.kernels, "PARDIFF_STANDIN_MEMORY=64")
			if _, err := cudastandin.Exec(p.binary, dir, little, "-test.run=CUDA"); err == nil ||
				!strings.Contains(err.Error(), "--- FAIL") || !strings.Contains(err.Error(), "no device memory for ") || strings.Contains(err.Error(), "panic:") {
				t.Errorf("with little memory: %v", err)
			}
			p.device(t, d)
			p.clean(t, d, cu)
		})
	}
}
