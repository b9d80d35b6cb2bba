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
// little of, and what the driver refuses, is an error that says what to do: the process does not end.
func TestOnStandin(t *testing.T) {
	d := cudastandin.Start(t)
	binary := cudastandin.TestBinary(t, ".")
	kernels, err := d.Kernels("testdata/sums.cu")
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range []string{"forward", "reverse", "shuffle"} {
		out, err := cudastandin.Exec(binary, ".", d.Env(kernels, "PARDIFF_STANDIN_ORDER="+order), "-test.skip=OneError|CompileFiles")
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
	type failure struct {
		name, want string
		env        []string
	}
	// fault is that of a function of the driver that returns an error.
	fault := func(of, want string) failure {
		return failure{of, "^pardiffgen: SumsCUDA: " + want, d.Env(kernels, "PARDIFF_STANDIN_FAULT="+of)}
	}
	for _, test := range []failure{
		{"no driver", "there is no NVIDIA driver, libcuda.so.1 cannot be loaded; .*SharedObjectInitFailed",
			append(os.Environ(), "LD_LIBRARY_PATH=")},
		{"no device", "there is no NVIDIA device, .*NoDevice", d.Env(kernels, "PARDIFF_STANDIN_DEVICES=0")},
		{"no NVRTC", "there is no NVRTC to compile the kernels with", d.Env(kernels, "LD_LIBRARY_PATH="+driverOnly)},
		{"little memory", `no device memory for 8000 bytes beside the 8000 that it holds \(2000 of the device's 10000 are free\); use less data at once: OutOfMemory`,
			d.Env(kernels, "PARDIFF_STANDIN_MEMORY=10000")},
		fault("cuInit=803", "the NVIDIA driver does not start; see that nvidia-smi works: SystemDriverMismatch"),
		fault("cuDevicePrimaryCtxRetain=46", "device 0 gives no context; see that it is free and its compute mode allows one: UnknownErrorCode:46"),
		fault("cuDevicePrimaryCtxRetain=2", "device 0 gives no context; .*: OutOfMemory: nvidia-smi shows what uses the device's memory"),
		fault("cuCtxPushCurrent_v2=201", "the device's context cannot be used: InvalidContext"),
		fault("cuModuleLoadData=222", "the driver does not take the image: UnknownErrorCode:222: its PTX is newer than the driver; update the driver"),
		fault("cuModuleLoadData=209", "the driver does not take the image: NoBinaryForGpu: it has no code for this device; compile for it"),
		fault("cuModuleLoadData=218", "the driver does not take the image: InvalidPtx: it is damaged, or for a newer device"),
		fault("cuModuleLoadData=221", "the driver does not take the image: JitCompilerNotFound: the driver's own compiler is not there"),
		fault("cuMemcpyHtoD_v2=1", "copying to the device: InvalidValue"),
		fault("cuMemsetD8_v2=1", "clearing device memory: InvalidValue"),
		fault("cuLaunchKernel=701", "kernel square in 4 blocks of 256 threads: LaunchOutOfResources"),
		fault("cuMemcpyDtoD_v2=1", "copying device memory: InvalidValue"),
		fault("cuCtxSynchronize=700", "a kernel failed: IllegalAddress: the process cannot use the device any more"),
		fault("cuMemcpyDtoH_v2=719", "copying from the device; what failed may be a kernel before it: LaunchFailed: the process cannot use"),
		fault("cuMemFree_v2=1", "freeing device memory: InvalidValue"),
		fault("cuModuleUnload=1", "unloading the kernels: InvalidValue"),
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := cudastandin.Exec(binary, ".", append(test.env, "PARDIFF_WANT="+test.want), "-test.run=TestOneError"); err != nil {
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
