package analysis_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/pardiff/pardiffgen/internal/irtest"
)

var updateGolden = flag.Bool("update-lowered", false, "rewrite the lowered forms in testdata/lower")

// TestLowerGolden compares the printed form of each function named in an archive of testdata/lower with
// the text there. The first file of an archive is the source.
func TestLowerGolden(t *testing.T) {
	paths, err := filepath.Glob("testdata/lower/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			p := irtest.Load(t, string(a.Files[0].Data))
			for i, want := range a.Files[1:] {
				f, diags := p.Lower(t, want.Name)
				if f == nil {
					t.Errorf("%s: refused: %v", want.Name, diags.Sorted())
					continue
				}
				if d := cmp.Diff(string(want.Data), f.String()); d != "" && !*updateGolden {
					t.Errorf("%s (-want +got):\n%s", want.Name, d)
				}
				a.Files[i+1].Data = []byte(f.String())
			}
			if *updateGolden {
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
