package emit_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/emit"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestRandom prints the gradients of random functions and has go vet and package gradcheck
// look at them, with tapes that start as NaN.
func TestRandom(t *testing.T) {
	n := 16
	if testing.Short() {
		n = 4
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), []byte("module example.com\n\ngo 1.26\n"))
	copyPackage(t, "../gen/gradcheck", filepath.Join(dir, "gradcheck"))
	for i := range n {
		r := irtest.RandomFunc(irtest.Options{Flow: i%2 == 1}).Example(i)
		if !printRandom(t, filepath.Join(dir, fmt.Sprintf("r%d", i)), r) {
			t.Errorf("program %d:\n%s", i, r)
		}
	}
	goTool(t, dir, "vet", "-assign=false", "./...") // x = x may be the program's own
	if testing.Short() {
		goTool(t, dir, "test", "./...")
	} else {
		goTool(t, dir, "test", "-race", "./...")
	}
}

// printRandom writes a package with the program, its gradients and a test.
func printRandom(t *testing.T, dir string, r *irtest.Random) bool {
	t.Helper()
	prog := irtest.Load(t, r.Src)
	f, _ := prog.Lower(t, "F")
	if f == nil {
		return false
	}
	u := &emit.Unit{Primal: f}
	for _, m := range []emit.Mode{emit.VJP, emit.JVP} {
		g, problems := adjoint.Derive(f, adjoint.Options{Forward: m == emit.JVP})
		if len(problems) > 0 {
			t.Error(problems[0].Message)
			return false
		}
		u.Requests = append(u.Requests, request("F", "F", m, g))
	}
	out, err := emit.File(&emit.FileSpec{Package: f.Pkg, Source: "src.go", Units: []*emit.Unit{u},
		Taken: func(name string) bool { return f.Pkg.Scope().Lookup(name) != nil }})
	if err != nil {
		t.Error(err)
		return false
	}
	shared, err := emit.Shared(f.Pkg.Name(), out.Helpers, emit.PoisonTapes, emit.SmallChunks)
	if err != nil {
		t.Error(err)
		return false
	}
	write(t, filepath.Join(dir, "src.go"), []byte(r.Src))
	write(t, filepath.Join(dir, "src_grad.go"), out.Source)
	if shared != nil {
		write(t, filepath.Join(dir, "pardiff_grad.go"), shared)
	}
	args := strings.Join(r.Literals, ", ")
	write(t, filepath.Join(dir, "src_test.go"), fmt.Appendf(nil, `package %s

import (
	"testing"

	"example.com/gradcheck"
)

func TestF(t *testing.T) {
	gradcheck.VJP(t, F, FVJP, %s)
	gradcheck.VJP(t, F, new(FWork).VJP, %[2]s)
	gradcheck.JVP(t, F, FJVP, %[2]s)
}
`, f.Pkg.Name(), args))
	return true
}

// copyPackage copies the sources of a package without its tests.
func copyPackage(t *testing.T, from, to string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(from, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal("no package", from, err)
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(to, filepath.Base(path)), src)
	}
}
