package cudacheck

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/internal/cudastandin"
)

// With cuda=atomic gradients agree with those of Go to rounding, in whatever order threads add, and the sanitizers find
// nothing: a histogram and a gather (gather), and a stencil whose iterations add to each other's elements (heat2d).
func TestAtomic(t *testing.T) {
	d := cudastandin.Start(t)
	for _, pkg := range []string{"gather", "heat2d"} {
		t.Run(pkg, func(t *testing.T) {
			dir := scratch(t, pkg, func(file, text string) string {
				switch file {
				case pkg + ".go":
					return replace(t, text, " cuda\n", " cuda=atomic\n")
				case "cuda.go": // the order of sums is not the same in the second call
					return replace(t, text, "same(t, name, again[i], got[i])", "near(t, name, again[i], want[i], tol)")
				}
				return text
			})
			cu := []string{filepath.Join(dir, pkg+"_grad.cu")}
			if text, err := os.ReadFile(cu[0]); err != nil || !strings.Contains(string(text), "atomicAdd(&") {
				t.Fatalf("no atomics: %v\n%s", err, text)
			}
			p := newProgram(t, d, dir, cu)
			p.clean(t, d, cu)
		})
	}
}
