package cudacheck

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/gen"
)

// scratch makes a module that has this one's name and requirements, the package example/NAME as edit changes its
// files, and what examples and their tests import. It generates the gradients and returns the folder of the package. An edit that
// returns nothing leaves the file out.
func scratch(t *testing.T, name string, edit func(file, text string) string) string {
	t.Helper()
	const root = "../.."
	to := t.TempDir()
	for _, file := range []string{"go.mod", "go.sum"} {
		copyFile(t, filepath.Join(root, file), filepath.Join(to, file), edit)
	}
	dir := filepath.Join("example", name)
	for _, pkg := range []string{"gen/gradcheck", "example/internal/check", "example/internal/ratio", "example/iris", dir} {
		files, err := filepath.Glob(filepath.Join(root, pkg, "*.*"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%d files in %s: %v", len(files), pkg, err)
		}
		for _, file := range files {
			if !strings.Contains(filepath.Base(file), "_grad") {
				copyFile(t, file, filepath.Join(to, pkg, filepath.Base(file)), edit)
			}
		}
	}
	dir = filepath.Join(to, dir)
	var said strings.Builder
	if status := gen.Main([]string{"-C", dir}, &said, &said); status != 0 {
		t.Fatalf("pardiffgen in a copy of %s: status %d\n%s", name, status, said.String())
	}
	return dir
}

func copyFile(t *testing.T, from, to string, edit func(file, text string) string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	changed := edit(filepath.Base(from), string(text))
	if changed == "" {
		return
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, []byte(changed), 0o666); err != nil {
		t.Fatal(err)
	}
}

// replace returns text with each place of old changed to new. There must be one.
func replace(t *testing.T, text, old, new string) string {
	t.Helper()
	if !strings.Contains(text, old) {
		t.Fatalf("no %q any more in\n%s", old, text)
	}
	return strings.ReplaceAll(text, old, new)
}
