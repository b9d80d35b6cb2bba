// Package std has functions of the packages cmp, slices and sort of the standard library, written in the Go that
// gradients can look into: calls of those functions with floats are lowered as calls of these.
//
// Each gives what the function of the same name gives, to the bit, NaNs and panics included; of sorts that holds but for
// zeros of both signs, whose order Go leaves open. Functions whose result Go leaves open where elements are equal,
// sort.Slice and slices.SortFunc, are not here.
package std

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:embed cmp/*.go slices/*.go sort/*.go
var sources embed.FS

// Files returns the text of the files of the package with the import path, by name as in "slices/sort.go"; nil if there is
// nothing of that package. The files import nothing.
func Files(importPath string) map[string]string {
	entries, err := fs.ReadDir(sources, importPath)
	if err != nil || strings.Contains(importPath, "/") {
		return nil
	}
	files := map[string]string{}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), "_test.go") {
			name := path.Join(importPath, e.Name())
			text, err := sources.ReadFile(name)
			if err != nil {
				panic(err) // what is embedded can be read
			}
			files[name] = string(text)
		}
	}
	return files
}
