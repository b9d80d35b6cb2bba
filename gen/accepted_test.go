package gen

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestAccepted generates the gradients of each package of testdata/accepted, in a module of its own, and
// runs go vet and the tests of the package, which compare them with finite differences.
func TestAccepted(t *testing.T) {
	root := t.TempDir()
	place(t, filepath.Join(root, "go.mod"), "module example.com/accepted\n\ngo 1.26\n")
	copyFiles(t, "gradcheck", filepath.Join(root, "gradcheck"))
	dirs, err := os.ReadDir("testdata/accepted")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		copyFiles(t, filepath.Join("testdata/accepted", d.Name()), filepath.Join(root, d.Name()))
	}
	for _, d := range dirs {
		t.Run(d.Name(), func(t *testing.T) {
			var out, diags bytes.Buffer
			dir := filepath.Join(root, d.Name())
			if status := Main([]string{"-C", dir}, &out, &diags); status != 0 {
				t.Fatalf("exit status %d\n%s%s", status, &out, &diags)
			}
			for _, args := range [][]string{{"vet", "."}, {"test", "."}} {
				cmd := exec.Command("go", args...)
				cmd.Dir = dir
				if text, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, text)
				}
			}
		})
	}
}

// copyFiles copies the files of a folder.
func copyFiles(t *testing.T, from, to string) {
	t.Helper()
	list, err := os.ReadDir(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		if strings.HasSuffix(from, "gradcheck") && strings.HasSuffix(f.Name(), "_test.go") || f.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(from, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		place(t, filepath.Join(to, f.Name()), string(text))
	}
}

func place(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
