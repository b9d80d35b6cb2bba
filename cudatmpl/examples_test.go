package cudatmpl_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/pardiff/pardiffgen/internal/cudastandin"
)

// The launchers of the examples agree with the Go gradients on the stand-in, in whichever order threads and blocks
// are executed.
func TestExamples(t *testing.T) {
	driver := cudastandin.Start(t)
	kernels, err := filepath.Glob("../example/*/*_grad.cu")
	if err != nil || len(kernels) == 0 {
		t.Fatal(kernels, err)
	}
	var dirs []string
	for _, k := range kernels {
		dirs = append(dirs, filepath.Dir(k))
	}
	for _, dir := range slices.Compact(dirs) {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			files, err := filepath.Glob(filepath.Join(dir, "*_grad.cu"))
			if err != nil {
				t.Fatal(err)
			}
			host, err := driver.Kernels(files...)
			if err != nil {
				t.Fatal(err)
			}
			binary := cudastandin.TestBinary(t, dir)
			for _, order := range []string{"forward", "reverse", "shuffle"} {
				cudastandin.Run(t, binary, dir, driver.Env(host, "PARDIFF_STANDIN_ORDER="+order), "-test.run=CUDA$")
			}
		})
	}
}
