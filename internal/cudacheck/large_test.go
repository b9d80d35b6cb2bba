package cudacheck

import (
	"path/filepath"
	"testing"

	"github.com/pardiff/pardiffgen/internal/cudastandin"
)

// Where there is too little memory to keep the slices of all iterations, threads have copies of what these add to. The
// launcher of attention is told that there is, for all sizes.
func TestLarge(t *testing.T) {
	d := cudastandin.Start(t)
	dir := scratch(t, "attention", func(_, text string) string { return text })
	change(t, filepath.Join(dir, "attention_grad_cuda.go"), " > 268435456 {", " > 0 {")
	newProgram(t, d, dir, []string{filepath.Join(dir, "attention_grad.cu")})
}
