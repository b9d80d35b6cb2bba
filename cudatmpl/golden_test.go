package cudatmpl_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

// Each source in testdata has one function F, whose kernels and launcher stand beside it.
func TestGolden(t *testing.T) {
	sources, err := filepath.Glob("testdata/*.go")
	if err != nil || len(sources) == 0 {
		t.Fatal(sources, err)
	}
	for _, name := range sources {
		base := strings.TrimSuffix(name, ".go")
		t.Run(filepath.Base(base), func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			out, refused, _ := generate(t, string(src), "F")
			if len(refused) > 0 {
				t.Fatal(refused)
			}
			golden(t, base+".cu", out.Kernels)
			golden(t, base+".launcher", out.Launcher)
		})
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s, -want +got:\n%s", name, d)
	}
}
