package proof

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFixed checks programs that were treated wrongly once. Each file starts with what it is about and with
// the verdict that its function F must have.
func TestFixed(t *testing.T) {
	files, err := filepath.Glob("testdata/fixed/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".go"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			_, head, _ := strings.Cut(string(text), "\n")
			want, _, _ := strings.Cut(strings.TrimPrefix(head, "// "), "\n")
			if _, err := Load(string(text)); err != nil {
				t.Fatal(err)
			}
			for seed := range uint64(8) {
				if r := mustCheck(t, string(text), "F", seed); r.Verdict.String() != want {
					t.Errorf("%v %v, want %s", r.Verdict, r.Reasons, want)
				}
			}
		})
	}
}
