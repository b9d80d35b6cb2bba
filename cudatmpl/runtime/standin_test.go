//go:build !cuda

package runtime_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/internal/cudastandin"
)

// The tests of runtime_test.go hold on the stand-in, in all orders of threads and blocks, and what there is too
// little of is an error of pardiffOpen, whatever it is: the process does not end.
func TestOnStandin(t *testing.T) {
	d := cudastandin.Start(t)
	binary := cudastandin.TestBinary(t, ".")
	kernels, err := d.Kernels("testdata/sums.cu")
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range []string{"forward", "reverse", "shuffle"} {
		out := cudastandin.Run(t, binary, ".", d.Env(kernels, "PARDIFF_STANDIN_ORDER="+order))
		if strings.Count(out, "--- SKIP") != 1 { // TestOpenError
			t.Errorf("%s: tests were skipped\n%s", order, out)
		}
		if strings.Contains(out, "were not freed") {
			t.Errorf("%s: %s", order, out)
		}
	}
	cudastandin.Run(t, binary, ".", d.Env(kernels, "PARDIFF_STANDIN_ARCH=120"), "-test.run=TestLaunches")

	driverOnly := t.TempDir()
	if err := os.Symlink(filepath.Join(d.Dir(), "libcuda.so.1"), filepath.Join(driverOnly, "libcuda.so.1")); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, want string
		env        []string
	}{
		{"no driver", "there is no NVIDIA driver, libcuda.so.1 cannot be loaded; .*SharedObjectInitFailed",
			append(os.Environ(), "LD_LIBRARY_PATH=")},
		{"no device", "there is no NVIDIA device, .*NoDevice", d.Env(kernels, "PARDIFF_STANDIN_DEVICES=0")},
		{"no NVRTC", "there is no NVRTC to compile the kernels with", d.Env(kernels, "LD_LIBRARY_PATH="+driverOnly)},
	} {
		t.Run(test.name, func(t *testing.T) {
			cudastandin.Run(t, binary, ".", append(test.env, "PARDIFF_WANT="+test.want), "-test.run=TestOpenError")
		})
	}
}

// The kernels are clean under the sanitizers, launch by launch.
func TestSanitizers(t *testing.T) {
	d := cudastandin.Start(t)
	kernels, err := d.Kernels("testdata/sums.cu")
	if err != nil {
		t.Fatal(err)
	}
	recording := filepath.Join(t.TempDir(), "launches")
	cudastandin.Run(t, cudastandin.TestBinary(t, "."), ".", d.Env(kernels, "PARDIFF_STANDIN_RECORD="+recording), "-test.run=TestLaunches")
	for _, s := range []cudastandin.Sanitizer{cudastandin.Address, cudastandin.Thread} {
		if err := d.Replay(s, recording, "forward", "testdata/sums.cu"); err != nil {
			t.Error(err)
		}
	}
}
