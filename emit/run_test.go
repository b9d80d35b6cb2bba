package emit_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/emit"
	"golang.org/x/tools/txtar"
)

// TestRun prints the gradients of each file of testdata and runs go vet and the file's own tests on
// them, with tapes that start as NaN.
//
// The comment of an archive has one line for each function: its name, then the requests. src.go is
// the source, src_test.go has the tests.
func TestRun(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), []byte("module example.com\n\ngo 1.26\n"))
	copyPackage(t, "../gen/gradcheck", filepath.Join(dir, "gradcheck"))
	util, err := os.ReadFile("testdata/util_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(name, func(t *testing.T) {
			ar, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			out, of := generate(t, string(file(ar, "src.go")), functions(t, ar)...)
			opts := []emit.SharedOption{emit.PoisonTapes, emit.Taken(taken(of))}
			if name == "facts" || name == "near" {
				opts = append(opts, emit.SmallChunks)
			}
			shared, err := emit.Shared("src", out.Helpers, opts...)
			if err != nil {
				t.Fatal(err)
			}
			pkg := filepath.Join(dir, name)
			write(t, filepath.Join(pkg, "src.go"), file(ar, "src.go"))
			write(t, filepath.Join(pkg, "src_grad.go"), out.Source)
			if shared != nil {
				write(t, filepath.Join(pkg, "pardiff_grad.go"), shared)
			}
			if test := file(ar, "src_test.go"); test != nil {
				write(t, filepath.Join(pkg, "src_test.go"), test)
				write(t, filepath.Join(pkg, "util_test.go"), util)
			}
		})
	}
	goTool(t, dir, "vet", "./...")
	goTool(t, dir, "test", "./...")
	if !testing.Short() {
		goTool(t, dir, "test", "-race", "./parallel", "./stencil", "./heat", "./facts", "./near")
	}
}

// goTool runs the go command in a module of the test.
func goTool(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// functions reads the comment of an archive.
func functions(t *testing.T, ar *txtar.Archive) []function {
	t.Helper()
	var list []function
	for line := range strings.Lines(string(ar.Comment)) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		f := function{name: words[0]}
		for _, w := range words[1:] {
			mode, args, _ := strings.Cut(w, ":")
			r := map[string]want{"grad": grad, "vjp": vjp, "jac": jac, "jvp": jvp}[mode]
			if args != "" {
				key, val, _ := strings.Cut(args, "=")
				switch key {
				case "wrt":
					r.opt.Wrt = strings.Split(val, ",")
				case "of":
					r.opt.Of = strings.Split(val, ",")
				default:
					t.Fatalf("unknown argument %q", args)
				}
			}
			f.wants = append(f.wants, r)
		}
		list = append(list, f)
	}
	return list
}

func file(ar *txtar.Archive, name string) []byte {
	for _, f := range ar.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}
