// Package modtest writes modules for tests to a folder of their own.
package modtest

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

// Write writes the files of a txtar archive, and a go.mod if it has none, to a new directory, which it returns.
// The test removes it when it ends.
func Write(t testing.TB, archive string) string {
	t.Helper()
	dir := t.TempDir()
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	files := txtar.Parse([]byte(archive)).Files
	files = append([]txtar.File{{Name: "go.mod", Data: []byte("module m\n\ngo 1.26\n")}}, files...)
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
