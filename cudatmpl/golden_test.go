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

// With cuda=atomic threads add to the elements themselves, and iterations that meet run in one launch.
func TestAtomic(t *testing.T) {
	for _, test := range []struct{ name, body, want, without string }{
		{"scatter", "y[idx[i]] += x[i] * x[i]", "atomicAdd(&y[pardiff_at(idx[i], len_y)], x[i] * x[i])", "idxOrder"},
		{"difference", "y[idx[i]] -= x[i] + x[i]", "atomicAdd(&y[pardiff_at(idx[i], len_y)], -(x[i] + x[i]))", "idxOrder"},
		{"stencil", "y[i] = x[i] * x[i+1]", "atomicAdd(&xAdj[i + 1], g * x[i])", "xAdj[i] += xAdjSum"},
		{"stencil with a branch", "if x[i] > 0 { y[i] = x[i] * x[i+1] }", "atomicAdd(&xAdj[i + 1], g * x[i])", "color_i"},
	} {
		t.Run(test.name, func(t *testing.T) {
			src := "package src\n\nfunc F(x []float64, idx []int, y []float64) {\n\tfor i := range len(y) - 1 {\n\t\t" + test.body + "\n\t}\n}\n"
			for _, atomic := range []bool{false, true} {
				out, refused, _ := generateFor(t, src, atomic, "F")
				if len(refused) > 0 {
					t.Fatal(refused)
				}
				text := string(out.Kernels)
				if strings.Contains(text, test.want) != atomic || strings.Contains(text, test.without) == atomic {
					t.Errorf("atomic %v: want %q and not %q, or the other way round\n%s", atomic, test.want, test.without, text)
				}
			}
		})
	}
}
