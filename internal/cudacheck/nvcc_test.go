package cudacheck

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/pardiff/pardiffgen/internal/cudastandin"
)

// Nvcc makes an image of every file of kernels as it is, for all architectures, and warns of nothing in it.
func TestNVCC(t *testing.T) {
	cudastandin.Need(t, cudastandin.NVCC)
	image := filepath.Join(t.TempDir(), "image.fatbin")
	args := []string{"-std=c++17", "-Werror", "all-warnings", "-fatbin", "-o", image}
	for _, arch := range architectures {
		args = append(args, "-gencode", "arch=compute_"+arch+",code=[compute_"+arch+",sm_"+arch+"]")
	}
	for _, file := range kernels(t) {
		os.Remove(image)
		if out, err := exec.Command(os.Getenv("PARDIFF_NVCC"), append(args, file)...).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", file, err, out)
		} else if info, err := os.Stat(image); err != nil || info.Size() == 0 {
			t.Errorf("%s: no image: %v", file, err)
		}
	}
}

// A launcher is built, and computes the same, where the headers of an SDK of CUDA 13 are on the include path behind those
// of this module: these keep from it what package cu is not written against.
func TestSDK(t *testing.T) {
	cudastandin.Need(t, cudastandin.Host, cudastandin.NVCC)
	include := filepath.Join(filepath.Dir(os.Getenv("PARDIFF_NVCC")), "..", "include")
	for _, header := range []string{"cuda.h", "nvrtc.h"} {
		if _, err := os.Stat(filepath.Join(include, header)); err != nil {
			t.Fatal(err)
		}
	}
	d := cudastandin.Start(t)
	const dir = "../../example/dense"
	kernels, err := d.Kernels(filepath.Join(dir, "dense_grad.cu"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := cudastandin.Exec(cudastandin.TestBinary(t, dir, include), dir, d.Env(kernels), "-test.run=CUDA"); err != nil {
		t.Error(err)
	}
}
