package proof

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/pardiff/pardiffgen/internal/irtest"
)

// A seed is a function with what it needs, as a file.
type seed struct{ src, fn, from string }

// seeds are the programs of the module: the functions of its files, of the source texts in its tests, and
// some random ones. What needs more than the standard library is left out.
var seeds = sync.OnceValue(func() []seed {
	var out []seed
	known := map[string]bool{}
	add := func(text, from string) {
		if !strings.Contains(text, "package ") {
			text = "package p\n\n" + text
		}
		for _, fn := range Functions(text) {
			src := complete(Reduce(text, fn))
			if known[src+fn] || strings.Contains(src, "testing") {
				continue
			}
			known[src+fn] = true
			if _, err := Load(src); err == nil {
				out = append(out, seed{src, fn, from})
			}
		}
	}
	for _, dir := range []string{"adjoint", "analysis", "analysis/testdata/*", "emit", "gen/testdata/accepted/*", "example/*", "internal/bench/*", "internal/depend"} {
		files, _ := filepath.Glob(filepath.Join("..", "..", dir, "*"))
		for _, name := range files {
			text, err := os.ReadFile(name)
			switch {
			case err != nil || strings.HasSuffix(name, "_grad.go") || strings.Contains(name, "directive"):
			case strings.HasSuffix(name, ".txtar"):
				for _, part := range strings.Split(string(text), "\n-- ") {
					if _, body, ok := strings.Cut(part, " --\n"); ok {
						add(body, name)
					}
				}
			case strings.HasSuffix(name, "_test.go"):
				for _, s := range literals(string(text)) {
					add(s, name)
				}
				if strings.Contains(name, "cases") {
					add(string(text), name)
				}
			case strings.HasSuffix(name, ".go") && (strings.Contains(dir, "*")):
				add(string(text), name)
			}
		}
	}
	random := irtest.RandomFunc(irtest.Options{})
	for i := range 60 {
		add(random.Example(i).Src, "random")
	}
	return out
})

// literals returns the string literals of a Go file that hold functions.
func literals(src string) []string {
	file, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	var out []string
	ast.Inspect(file, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING && strings.Contains(l.Value, "func ") {
			if s, err := strconv.Unquote(l.Value); err == nil {
				out = append(out, s)
			}
		}
		return true
	})
	return out
}

// TestSeeds checks the programs of the module themselves.
func TestSeeds(t *testing.T) {
	var wg sync.WaitGroup
	reports := make([]Report, len(seeds()))
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(reports); i += workers {
				reports[i] = mustCheck(t, seeds()[i].src, seeds()[i].fn, 1)
			}
		})
	}
	wg.Wait()
	tally := map[Verdict]int{}
	for i, r := range reports {
		tally[r.Verdict]++
		if r.Verdict == Unknown {
			t.Logf("%s: %s: %v", seeds()[i].from, seeds()[i].fn, r.Reasons)
		}
	}
	t.Log(len(seeds()), tally)
	if tally[Right] < 300 {
		t.Errorf("%d programs were compared with the interpreter, want 300 at least", tally[Right])
	}
}
