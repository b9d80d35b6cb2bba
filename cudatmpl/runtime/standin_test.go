//go:build !cuda

package runtime_test

import (
	"os"
	"path/filepath"
	"slices"
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
		out, err := cudastandin.Exec(binary, ".", d.Env(kernels, "PARDIFF_STANDIN_ORDER="+order), "-test.skip=OpenError|CompileFiles")
		if err != nil {
			t.Error(err)
		}
		if strings.Contains(out, "--- SKIP") {
			t.Errorf("%s: tests were skipped\n%s", order, out)
		}
		if strings.Contains(out, "were not freed") {
			t.Errorf("%s: %s", order, out)
		}
	}
	if _, err := cudastandin.Exec(binary, ".", d.Env(kernels, "PARDIFF_STANDIN_ARCH=120"), "-test.run=TestLaunches"); err != nil {
		t.Error(err)
	}

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
			if _, err := cudastandin.Exec(binary, ".", append(test.env, "PARDIFF_WANT="+test.want), "-test.run=TestOpenError"); err != nil {
				t.Error(err)
			}
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
	env := d.Env(kernels, "PARDIFF_STANDIN_RECORD="+recording)
	if _, err := cudastandin.Exec(cudastandin.TestBinary(t, "."), ".", env, "-test.run=TestLaunches"); err != nil {
		t.Fatal(err)
	}
	for _, s := range []cudastandin.Sanitizer{cudastandin.Address, cudastandin.Thread} {
		r, err := d.Replayer(s, "testdata/sums.cu")
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Run(recording, "forward"); err != nil {
			t.Error(err)
		}
	}
}

// What TestLaunches moves is counted: three kernels, and the copies around them.
func TestCounts(t *testing.T) {
	d := cudastandin.Start(t)
	kernels, err := d.CountedKernels("testdata/sums.cu")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "counts")
	if _, err := cudastandin.Exec(cudastandin.TestBinary(t, "."), ".", d.Env(kernels, "PARDIFF_STANDIN_COUNT="+file), "-test.run=TestLaunches"); err != nil {
		t.Fatal(err)
	}
	got, err := cudastandin.Counts(file)
	if err != nil {
		t.Fatal(err)
	}
	const x, part = 8 * 10000, 8 * 7 // bytes
	launch := func(kernel string, in, out int) cudastandin.Count {
		return cudastandin.Count{What: "launch", Kernel: kernel, Loaded: in, Stored: out, Read: in, Written: out}
	}
	bytes := func(what string, n int) cudastandin.Count { return cudastandin.Count{What: what, Bytes: n} }
	want := []cudastandin.Count{bytes("up", x), launch("square", x, x), launch("block_sums", x, part), bytes("copy", x),
		launch("reverse_blocks", x, x), bytes("down", x), bytes("down", x), bytes("down", part)}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
