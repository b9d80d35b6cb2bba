package proof

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/analysis/load"
)

// Packages of gonum: those whose functions are checked, and those whose source they need.
var (
	gonumChecked = []string{"floats", "mathext", "integrate", "interp", "stat"}
	gonumCopied  = append([]string{"floats/scalar", "internal/asm/f64", "mathext/internal/amos", "mathext/internal/amos/amoslib", "mathext/internal/cephes", "mathext/internal/gonum"}, gonumChecked...)
)

const (
	gonumPath   = "gonum.org/v1/gonum"
	scratchPath = "example.com/scratch"
)

// TestGonum asks for the gradients of the functions of five packages of gonum that take and return floats, in
// a copy of them. None may be wrong. The log says how many are right, and why the others are not known.
func TestGonum(t *testing.T) {
	dir := t.TempDir()
	copyGonum(t, dir)
	t.Setenv("GOFLAGS", "-mod=mod")
	var patterns []string
	for _, p := range gonumChecked {
		patterns = append(patterns, "./"+p)
	}
	prog, err := load.Load(load.Config{Dir: dir, Patterns: patterns, Tags: "noasm"})
	if err != nil {
		t.Fatal(err)
	}
	g := &gonumTally{reasons: map[string][]string{}, verdicts: map[Verdict]int{}}
	for _, p := range prog.Packages {
		for _, target := range p.Targets {
			g.check(t, prog, target)
		}
	}
	g.log(t)
	if n := g.verdicts[Right]; n < 115 {
		t.Errorf("%d functions are right, want 115 at least", n)
	}
}

// copyGonum copies packages from the module cache, with a directive on each function that may have
// a derivative.
func copyGonum(t *testing.T, dir string) {
	t.Helper()
	cmd := exec.Command("go", "list", "-m", "-f", "{{.Dir}} {{.Version}}", gonumPath)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	from, version, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	sums, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.sum"), sums)
	write(t, filepath.Join(dir, "go.mod"), fmt.Appendf(nil, "module %s\n\ngo 1.26\n\nrequire %s %s\n", scratchPath, gonumPath, version))
	for _, pkg := range gonumCopied {
		files, err := filepath.Glob(filepath.Join(from, pkg, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal("no package", pkg, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if slices.Contains(gonumChecked, pkg) {
				text = addDirectives(t, text)
			}
			write(t, filepath.Join(dir, pkg, filepath.Base(name)), moveImports(text))
		}
	}
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

var (
	importComment = regexp.MustCompile(`(?m)^(package \w+) // import .*$`)
	gonumImport   = regexp.MustCompile(`"` + gonumPath + `/([^"]*)"`)
)

// moveImports makes imports of copied packages those of the copies.
func moveImports(text []byte) []byte {
	text = importComment.ReplaceAll(text, []byte("$1"))
	return gonumImport.ReplaceAllFunc(text, func(s []byte) []byte {
		path := string(gonumImport.FindSubmatch(s)[1])
		if slices.Contains(gonumCopied, path) {
			return []byte(`"` + scratchPath + "/" + path + `"`)
		}
		return s
	})
}

// addDirectives puts a directive above each function with floats, or with types of the package, among
// its parameters or receiver.
func addDirectives(t *testing.T, text []byte) []byte {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range slices.Backward(file.Decls) {
		if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil && mayHoldFloats(d) {
			at := fset.Position(d.Type.Func).Offset
			text = slices.Concat(text[:at], []byte("//pardiff:vjp\n"), text[at:])
		}
	}
	return text
}

func mayHoldFloats(d *ast.FuncDecl) bool {
	if d.Name.Name == "init" {
		return false
	}
	found := d.Recv != nil
	ast.Inspect(d.Type.Params, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == "float64" {
			found = true
		}
		return true
	})
	return found
}

// gonumPlans add to the usual plans what numerical functions expect.
var gonumPlans = slices.Concat(
	[]plan{{length: 5, number: 3, sorted: true}, {length: 4, number: 2, unit: true}, {length: 5, number: 1, unit: true, sorted: true}, {length: 9, number: 3, sorted: true}},
	plans,
)

// A gonumTally counts what became of the functions.
type gonumTally struct {
	verdicts map[Verdict]int
	reasons  map[string][]string // functions by verdict and reason
}

func (g *gonumTally) check(t *testing.T, prog *load.Program, target *load.Target) {
	name := target.Pkg.Name + "." + declName(target.Decl)
	if target.Broken {
		g.verdicts[Skipped]++
		return
	}
	c := &check{
		src: prog, target: target, fn: declName(target.Decl), seed: hash(name), plans: gonumPlans,
		recheck: func(files map[string][]byte) error {
			in := map[string][]byte{}
			for name, text := range files {
				in[filepath.Join(target.Pkg.Dir, name)] = text
			}
			for _, d := range target.Pkg.Recheck(in) {
				return fmt.Errorf("the generated file does not type-check: %s\n%s", d.Format(""), files["src_grad.go"])
			}
			return nil
		},
	}
	r, err := c.run()
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	g.verdicts[r.Verdict]++
	for _, why := range r.Reasons {
		key := r.Verdict.String() + ": " + general(why)
		if !slices.Contains(g.reasons[key], name) {
			g.reasons[key] = append(g.reasons[key], name)
		}
	}
}

// general is a reason without the names that it mentions.
func general(why string) string {
	why = strings.ReplaceAll(why, scratchPath+"/", "")
	if len(why) > 140 {
		why = why[:140]
	}
	return why
}

// log lists the reasons, the frequent ones first.
func (g *gonumTally) log(t *testing.T) {
	t.Helper()
	var keys []string
	for k := range g.reasons {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b string) int {
		if d := len(g.reasons[b]) - len(g.reasons[a]); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	var b strings.Builder
	for _, k := range keys {
		fmt.Fprintf(&b, "%4d %s (%s)\n", len(g.reasons[k]), k, strings.Join(g.reasons[k], ", "))
	}
	t.Logf("%d right, %d accepted but not evaluated, %d refused, %d without a derivative\n%s",
		g.verdicts[Right], g.verdicts[Unknown], g.verdicts[Refused], g.verdicts[Skipped], &b)
}
