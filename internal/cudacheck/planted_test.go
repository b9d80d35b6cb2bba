package cudacheck

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/internal/cudastandin"
)

// numbers are what a launcher's test compares with the Go gradient.
const numbers cudastandin.Sanitizer = "numbers"

// Each mistake that is planted in the kernels of an example is found by the check that is there for its kind.
func TestPlanted(t *testing.T) {
	const dir = "../../example/heat2d"
	d := cudastandin.Start(t)
	source, err := os.ReadFile(dir + "/heat2d_grad.cu")
	if err != nil {
		t.Fatal(err)
	}
	p := newProgram(t, d, dir, []string{dir + "/heat2d_grad.cu"})
	for _, m := range []struct {
		name     string
		old, new string // the first place is changed
		by       cudastandin.Sanitizer
	}{
		{"missing barrier", "    __syncthreads();\n", "", numbers},
		{"missing barrier", "    __syncthreads();\n", "", cudastandin.Thread},
		{"dropped halo", "uAdjSum += lapAdj3;\n", "", numbers},
		{"wrong row", "nextAdj[(i - 1) * ny + j]", "nextAdj[i * ny + j]", numbers},
		{"guard of another row", "if (i < nx - 2 && j >= 1", "if (i < nx && j >= 1", cudastandin.Address},
		{"neighbours at once", "uAdj[i * ny + j] += uAdjSum;", "uAdj[i * ny] += uAdjSum;", cudastandin.Thread},
		{"tape of one step", "lapTape[(i1 * (nx - 2) + (i - 1))", "lapTape[((i - 1))", numbers},
		{"partial sum left out", "p < parts;", "p + 1 < parts;", numbers},
		{"one element too many", "i < len_u;", "i <= len_u;", cudastandin.Address},
		{"not initialised", "double sum = 0.0;", "double sum;", numbers},
		{"sum in each block alone", "sum_part[blockIdx.x] = sum;", "sum_part[0] = sum;", cudastandin.Thread},
	} {
		t.Run(m.name+" by "+string(m.by), func(t *testing.T) {
			changed := strings.Replace(string(source), m.old, m.new, 1)
			if changed == string(source) {
				t.Fatalf("the kernels have no %q any more", m.old)
			}
			cu := []string{filepath.Join(t.TempDir(), "heat2d_grad.cu")}
			if err := os.WriteFile(cu[0], []byte(changed), 0o666); err != nil {
				t.Fatal(err)
			}
			place := "heat2d_cuda_test.go:"
			find := func() error { return p.run(t, d, cu) }
			if m.by != numbers {
				place = "heat2d_grad.cu:" // where the report says it is
				find = func() error { return p.replay(t, d, m.by, cu) }
			}
			if err := find(); err == nil || !strings.Contains(err.Error(), place) {
				t.Errorf("%q in place of %q is not found: %v", m.new, m.old, err)
			}
		})
	}
}
