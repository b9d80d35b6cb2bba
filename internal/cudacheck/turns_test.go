package cudacheck

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/internal/cudastandin"
)

// Iterations that add to each other's elements and whose sums cannot be gathered take turns: launches of those that
// are so far apart that they meet nowhere.
func TestTurns(t *testing.T) {
	d := cudastandin.Start(t)
	dir := scratch(t, "heat2d", func(file, text string) string {
		if file == "heat2d.go" {
			const line = "next[i*ny+j] = u[i*ny+j] + k[i*ny+j]*lap"
			return replace(t, text, line, "if k[i*ny+j] > 0.11 {\n"+line+"\n}")
		}
		return text
	})
	cu := []string{filepath.Join(dir, "heat2d_grad.cu")}
	if text, err := os.ReadFile(cu[0]); err != nil || !strings.Contains(string(text), "color_i") {
		t.Fatalf("no turns: %v\n%s", err, text)
	}
	p := newProgram(t, d, dir, cu)
	if err := p.replay(t, d, cudastandin.Thread, cu); err != nil {
		t.Error(err)
	}
}
