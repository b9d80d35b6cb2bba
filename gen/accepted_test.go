package gen

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestAccepted generates the gradients of the packages of testdata/accepted, in a module of its own, and
// runs go vet and the tests of the packages, which compare them with finite differences.
func TestAccepted(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "go.mod"), []byte("module example.com/accepted\n\ngo 1.26\n"), 0o644); err != nil {
		t.Fatal(err)
	}
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
			if status := Main([]string{"-C", dir, "./..."}, &out, &diags); status != 0 {
				t.Fatalf("exit status %d\n%s%s", status, &out, &diags)
			}
			for _, args := range [][]string{{"vet", "./..."}, {"test", "./..."}} {
				cmd := exec.Command("go", args...)
				cmd.Dir = dir
				if text, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, text)
				}
			}
		})
	}
}

func copyFiles(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}
