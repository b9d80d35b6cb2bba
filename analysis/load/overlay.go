package load

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
)

// An overlay replaces files for the time of a load. With it a package that calls what is yet to be
// generated type-checks, and whatever state its generated files are in, they cannot stop the load:
//
//   - a source file with directives gets the stubs of what they ask for appended;
//   - a generated file becomes its package clause alone, so that it takes part in the package but
//     declares nothing;
//   - the file of shared helpers imports what generated code imports, so that those packages are at
//     hand when the output is type-checked.
//
// Build tags could hide generated files too, but go list would still have to read them.
type overlay struct {
	files map[string][]byte
	// own is the length of the user's text of an extended source file; a generated file has 0.
	own map[string]int
}

// generatedImports are the packages of the standard library that generated code may import besides
// those that the user's code imports.
var generatedImports = []string{
	"cmp", "embed", "errors", "fmt", "io", "log", "math", "math/bits", "runtime", "slices", "strconv", "strings", "sync", "sync/atomic",
	"time",
	"unsafe",
}

// makeOverlay makes the overlay for directories of one module; byPath finds the directory of an
// import path.
func makeOverlay(dirs []*sourceDir, byPath func(string) *sourceDir) *overlay {
	o := &overlay{files: make(map[string][]byte), own: make(map[string]int)}
	for _, d := range dirs {
		for _, f := range d.files {
			if f.generated {
				o.replace(f.path, "package %s\n", d.packageName(f.path))
			}
		}
		shared := make(map[string]string)
		for f := range d.sources {
			if !f.requests() || !f.built {
				continue
			}
			types := &syntaxTypes{file: f, dir: d, pkg: byPath}
			o.own[f.path] = len(f.src)
			o.files[f.path] = slices.Concat(f.src, []byte("\n\n"), d.stubs(f, types))
			shared[SharedName(f.pkgName(), f.test())] = f.pkgName()
		}
		for _, name := range slices.Sorted(maps.Keys(shared)) {
			o.replace(filepath.Join(d.dir, name), "package %s\n%s", shared[name], blankImports())
		}
	}
	return o
}

func (o *overlay) replace(path, format string, args ...any) {
	o.own[path] = 0
	o.files[path] = fmt.Appendf(nil, format, args...)
}

func blankImports() string {
	var b bytes.Buffer
	for _, path := range generatedImports {
		fmt.Fprintf(&b, "import _ %q\n", path)
	}
	return b.String()
}

// isStub says whether an offset in a file is not in the user's text.
func (o *overlay) isStub(file string, offset int) bool {
	own, ok := o.own[file]
	return ok && offset >= own
}
