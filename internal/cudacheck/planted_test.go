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

// A mistake is a change of kernels that the check for its kind finds.
type mistake struct {
	name     string
	old, new string // the first place is changed
	by       cudastandin.Sanitizer
}

// plant fails the test unless each of the mistakes in the kernels of a package is found.
func plant(t *testing.T, d *cudastandin.Driver, dir, pkg string, mistakes []mistake) {
	t.Helper()
	cu := filepath.Join(dir, pkg+"_grad.cu")
	source, err := os.ReadFile(cu)
	if err != nil {
		t.Fatal(err)
	}
	p := newProgram(t, d, dir, []string{cu})
	for _, m := range mistakes {
		t.Run(m.name+" by "+string(m.by), func(t *testing.T) {
			changed := strings.Replace(string(source), m.old, m.new, 1)
			if changed == string(source) {
				t.Fatalf("the kernels have no %q any more", m.old)
			}
			cu := []string{filepath.Join(t.TempDir(), pkg+"_grad.cu")}
			if err := os.WriteFile(cu[0], []byte(changed), 0o666); err != nil {
				t.Fatal(err)
			}
			place := pkg + "_cuda_test.go:"
			find := func() error { return p.run(t, d, cu) }
			if m.by != numbers {
				place = pkg + "_grad.cu:" // where the report says it is
				find = func() error { return p.replay(t, d, m.by, cu) }
			}
			if err := find(); err == nil || !strings.Contains(err.Error(), place) {
				t.Errorf("%q in place of %q is not found: %v", m.new, m.old, err)
			}
		})
	}
}

// Each mistake that is planted in the kernels of a stencil is found by the check that is there for its kind.
func TestPlanted(t *testing.T) {
	plant(t, cudastandin.Start(t), "../../example/heat2d", "heat2d", []mistake{
		{"missing barrier", "    __syncthreads();\n", "", numbers},
		{"missing barrier", "    __syncthreads();\n", "", cudastandin.Thread},
		{"dropped halo", "uAdjSum += lapAdj3;\n", "", numbers},
		{"wrong row", "nextAdj[(i - 1) * ny + j]", "nextAdj[i * ny + j]", numbers},
		{"guard of another row", "if (i < nx - 2 && j >= 1", "if (i < nx && j >= 1", cudastandin.Address},
		{"neighbours at once", "uAdj[i * ny + j] += uAdjSum;", "uAdj[i * ny] += uAdjSum;", cudastandin.Thread},
		{"adjoint not set to zero", "uAdj[i * ny + j] = 0.0;", ";", numbers},
		{"range of the other nest", "j < ny - 1) {\n            // adjoint of heat2d.go:29: next[i*ny+j] = u[i*ny+j] + k[i*ny+j]*lap\n            double g5", "j < ny) {\n            double g5", cudastandin.Address},
		{"tape of one step", "lapTape[(i1 * (nx - 2) + (i - 1))", "lapTape[((i - 1))", numbers},
		{"partial sum left out", "p < parts;", "p + 1 < parts;", numbers},
		{"one element too many", "i < len_u;", "i <= len_u;", cudastandin.Address},
		{"not initialised", "double sum = 0.0;", "double sum;", numbers},
		{"sum in each block alone", "sum_part[blockIdx.x] = sum;", "sum_part[0] = sum;", cudastandin.Thread},
	})
}

// So are mistakes in a kernel that does a product by tiles.
func TestPlantedTiles(t *testing.T) {
	d := cudastandin.Start(t)
	dir := scratch(t, "dense", func(file, text string) string {
		if file == "dense_cuda_test.go" { // one layer, whose sums are enough for tiles, and whose tiles are not full
			text = text[:strings.Index(text, "{{1, 1, 1}")] + "{{20, 129, 130}}" + text[strings.Index(text, " {\n\t\tl :="):]
		}
		return text
	})
	after := "o = col0 + across + 16 * ci;\n                if (s < batch && o < out) {\n                    double tanh1"
	plant(t, d, dir, "dense", []mistake{
		{"missing barrier before the sums", "            __syncthreads();\n", "", numbers},
		{"missing barrier before the sums", "            __syncthreads();\n", "", cudastandin.Thread},
		{"missing barrier behind the sums", "            __syncthreads(); // the tiles are used again\n", "", numbers},
		{"missing barrier behind the sums", "            __syncthreads(); // the tiles are used again\n", "", cudastandin.Thread},
		{"barrier for some alone", "            __syncthreads();\n            const int depth", "            if (row0 + down < batch) __syncthreads();\n            const int depth", numbers},
		{"wrong row of a tile", "x_tile[ki][down + 16 * ri]", "x_tile[ki][across + 16 * ri]", numbers},
		{"tile of another step", "const long long i = k0 + across;", "const long long i = across;", numbers},
		{"term left out", "(int)(in - k0) : 16", "(int)(in - k0) : 15", numbers},
		{"row that is not there", "s < batch && i < in ?", "i < in ?", cudastandin.Address},
		{"column that is not there", "o < out && i < in ?", "i < in ?", cudastandin.Address},
		{"sum that is not there", after, strings.Replace(after, "s < batch && ", "", 1), cudastandin.Address},
		{"two threads with one sum", after, strings.Replace(after, "16 * ci", "8 * ci", 1), cudastandin.Thread},
	})
}

// So are mistakes in a kernel whose warps have copies of what they add to.
func TestPlantedWarps(t *testing.T) {
	plant(t, cudastandin.Start(t), "../../example/gmm", "gmm", []mistake{
		{"lane without an iteration adds", "active ? g : 0.0", "g", numbers},
		{"each lane adds", "if (threadIdx.x % 32 == 0) *sum += v;", "*sum += v;", numbers},
		{"warps share a copy", "diagAdj_part[(j * d + i1) * warps + warp]", "diagAdj_part[(j * d + i1) * warps]", cudastandin.Thread},
		{"iterations left out", "group < groups * (warp + 1) / warps;", "group + 1 < groups * (warp + 1) / warps;", numbers},
		{"copies left out", "long long p = lane; p < parts;", "long long p = lane + 1; p < parts;", numbers},
		{"scratch of another thread", "termAdj[j * threads + thread] = 0.0;", "termAdj[j * threads + thread + 1] = 0.0;", cudastandin.Thread},
	})
}

// And in kernels whose blocks read shared memory with a halo. That a block does a second tile takes a large grid.
func TestPlantedHalos(t *testing.T) {
	d := cudastandin.Start(t)
	of := func(sizes string) string {
		return scratch(t, "heat2d", func(file, text string) string {
			if file == "heat2d_cuda_test.go" {
				text = text[:strings.Index(text, "{{2, 2, 1}")] + sizes + text[strings.Index(text, " {\n\t\tp :="):]
			}
			return text
		})
	}
	plant(t, d, of("{{19, 37, 4}}"), "heat2d", []mistake{
		{"missing barrier", "        __syncthreads();\n        const long long row", "        const long long row", numbers},
		{"missing barrier", "        __syncthreads();\n        const long long row", "        const long long row", cudastandin.Thread},
		{"dropped halo", "e < 10 * 34", "e < 9 * 34", numbers},
		{"halo on one side", "const long long j = col0 + e % 34 - 1;", "const long long j = col0 + e % 34;", numbers},
		{"wrong neighbour", "u_tile[down + 2][across + 1]", "u_tile[down + 1][across + 1]", numbers},
		{"halo that is not there", "at >= 0 && at < len_nextAdj ?", "at < len_nextAdj ?", cudastandin.Address},
		{"row that is not there", "if (row < n_i && col < n_j)", "if (col < n_j)", cudastandin.Address},
		{"rows of neighbours", "row0 = tile / colTiles * 8", "row0 = tile / colTiles * 7", cudastandin.Thread},
	})
	plant(t, d, of("{{1032, 1056, 1}}"), "heat2d", []mistake{
		{"missing barrier behind a tile", "        __syncthreads(); // the tiles are used again\n", "", numbers},
	})
}
