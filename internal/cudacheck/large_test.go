package cudacheck

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/pardiff/pardiffgen/internal/cudastandin"
)

// Where there is too little memory to keep the slices of all iterations, threads have copies of what these add to. The
// launcher of attention is told that there is, for all sizes.
func TestLarge(t *testing.T) {
	d := cudastandin.Start(t)
	dir := scratch(t, "attention", func(_, text string) string { return text })
	launcher := filepath.Join(dir, "attention_grad_cuda.go")
	text, err := os.ReadFile(launcher)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(launcher, []byte(replace(t, string(text), " > 268435456 {", " > 0 {")), 0o666); err != nil {
		t.Fatal(err)
	}
	newProgram(t, d, dir, []string{filepath.Join(dir, "attention_grad.cu")})
}
