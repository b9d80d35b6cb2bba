package gen

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/analysis/load"
)

// A state says how a file differs from what it should be.
type state string

const (
	current  state = "up to date"
	missing  state = "missing"
	stale    state = "stale"
	orphaned state = "orphaned: no directive asks for it any more"
)

// A change is a generated file as it is and as it should be.
type change struct {
	path     string
	state    state
	old, new []byte // nil where there is no such file
}

// plan compares a directory with what the passes gave for it. Changes are in order of path.
func (j *job) plan() ([]change, error) {
	var out []change
	for path, text := range j.outputs {
		old, err := os.ReadFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			out = append(out, change{path, missing, nil, text})
		case err != nil:
			return nil, err
		case bytes.Equal(old, text):
			out = append(out, change{path, current, old, text})
		default:
			out = append(out, change{path, stale, old, text})
		}
	}
	for _, path := range j.existing() {
		if _, wanted := j.outputs[path]; wanted || j.excluded(path) {
			continue
		}
		old, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return nil, err
		}
		out = append(out, change{path, orphaned, old, nil})
	}
	slices.SortFunc(out, func(a, b change) int { return strings.Compare(a.path, b.path) })
	return out, nil
}

// existing returns the files that pardiffgen wrote to the directory earlier.
func (j *job) existing() []string {
	var out []string
	for _, p := range j.pkgs {
		out = append(out, p.Generated...)
		out = append(out, p.Kernels...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// excluded says whether a generated file belongs to a source file that the build constraints leave
// out, in this run. The shared helpers may be needed there as well.
func (j *job) excluded(path string) bool {
	for _, p := range j.pkgs {
		for _, source := range p.Excluded {
			test := strings.HasSuffix(source, "_test.go")
			if path == j.generated(source) || path == filepath.Join(j.dir, load.KernelsName(source)) ||
				path == filepath.Join(j.dir, load.LauncherName(source)) || filepath.Base(path) == load.SharedCUDAName || filepath.Base(path) == load.SharedName(p.Name, test) {
				return true
			}
		}
	}
	return false
}
