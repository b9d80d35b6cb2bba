package gen

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/aymanbagabas/go-udiff"
)

// write brings a directory up to date. It says what it did on log.
func write(changes []change, log io.Writer, rel func(string) string) error {
	for _, c := range changes {
		switch c.state {
		case current:
			fmt.Fprintf(log, "%s: %s\n", rel(c.path), c.state)
		case orphaned:
			if err := os.Remove(c.path); err != nil {
				return err
			}
			fmt.Fprintf(log, "%s: removed (%s)\n", rel(c.path), c.state)
		default:
			if err := writeFile(c.path, c.new); err != nil {
				return err
			}
			fmt.Fprintf(log, "%s: written\n", rel(c.path))
		}
	}
	return nil
}

// writeFile replaces a file in one step, so that nobody sees half of it, and keeps its
// permissions.
func writeFile(path string, text []byte) (err error) {
	mode := os.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	// The name does not end in .go, so that go build never takes it for a part of the package.
	tmp, err := os.CreateTemp(filepath.Dir(path), ".pardiffgen-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(tmp.Name())
		}
	}()
	if _, err = tmp.Write(text); err != nil {
		tmp.Close()
		return err
	}
	if err = tmp.Chmod(mode); err != nil {
		tmp.Close()
		return err
	}
	if err = tmp.Close(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

// check prints the files that are not as they should be and says whether there are any.
func check(changes []change, out io.Writer, rel func(string) string) bool {
	differs := false
	for _, c := range changes {
		if c.state != current {
			fmt.Fprintf(out, "%s: %s\n", rel(c.path), c.state)
			differs = true
		}
	}
	return differs
}

// diff prints what would change as a unified diff and says whether anything would.
func diff(changes []change, out io.Writer, rel func(string) string) bool {
	differs := false
	for _, c := range changes {
		if c.state == current {
			continue
		}
		from, to := filepath.ToSlash(rel(c.path)), filepath.ToSlash(rel(c.path))
		if c.old == nil {
			from = os.DevNull
		}
		if c.new == nil {
			to = os.DevNull
		}
		io.WriteString(out, udiff.Unified(from, to, string(c.old), string(c.new)))
		differs = true
	}
	return differs
}
