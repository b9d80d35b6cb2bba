package load

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// A sourceDir is a directory of Go files as the parser sees it, whatever state its generated
// files are in.
type sourceDir struct {
	dir   string
	files []*sourceFile
	// kernels are the files of CUDA kernels that pardiffgen wrote.
	kernels []string
	diags   Diagnostics // of the directives
}

// A sourceFile is one file of a sourceDir.
type sourceFile struct {
	path       string
	src        []byte
	fset       *token.FileSet
	syntax     *ast.File
	err        error // of the syntax
	generated  bool  // by pardiffgen; the rest is then not filled in
	built      bool  // the build constraints hold
	directives *fileDirectives
	loaded     bool // with types
}

func (f *sourceFile) test() bool      { return strings.HasSuffix(f.path, "_test.go") }
func (f *sourceFile) pkgName() string { return f.syntax.Name.Name }

// requests says whether a directive of the file asks for something to be generated.
func (f *sourceFile) requests() bool {
	if f.directives == nil {
		return false
	}
	for _, fn := range f.directives.Funcs {
		if len(fn.Requests) > 0 {
			return true
		}
	}
	return false
}

// scanDir parses the Go files of a directory and reads their directives.
func scanDir(dir string, ctx *build.Context) (*sourceDir, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	d := &sourceDir{dir: dir}
	fset := token.NewFileSet()
	for _, e := range entries {
		name := e.Name()
		if !e.IsDir() && strings.HasSuffix(name, ".cu") {
			if err := d.scanKernels(filepath.Join(dir, name)); err != nil {
				return nil, err
			}
			continue
		}
		if e.IsDir() || !strings.HasSuffix(name, ".go") || name[0] == '_' || name[0] == '.' {
			continue
		}
		f := &sourceFile{path: filepath.Join(dir, name), fset: fset}
		if f.src, err = os.ReadFile(f.path); err != nil {
			return nil, err
		}
		if f.generated = isGenerated(f.path, f.src); !f.generated {
			f.built, err = ctx.MatchFile(dir, name)
			f.parse(&d.diags)
			f.built = f.built && err == nil
		}
		d.files = append(d.files, f)
	}
	d.claimNames()
	return d, nil
}

// scanKernels notes a file of CUDA kernels that pardiffgen wrote.
func (d *sourceDir) scanKernels(path string) error {
	src, err := os.ReadFile(path)
	if err == nil && isGenerated(path, src) {
		d.kernels = append(d.kernels, path)
	}
	return err
}

func (f *sourceFile) parse(diags *Diagnostics) {
	f.syntax, f.err = parser.ParseFile(f.fset, f.path, f.src, parser.ParseComments|parser.SkipObjectResolution)
	if f.syntax != nil {
		f.directives = parseDirectives(f.fset, f.syntax, f.src, diags)
	}
}

// sources calls yield for the files that are not generated and have a package clause.
func (d *sourceDir) sources(yield func(*sourceFile) bool) {
	for _, f := range d.files {
		if !f.generated && f.syntax != nil && f.syntax.Name != nil && !yield(f) {
			return
		}
	}
}

// packageName returns the name of the package that a generated file must belong to: that of the
// source file it comes from, otherwise that of the directory.
func (d *sourceDir) packageName(generated string) string {
	name := ""
	for f := range d.sources {
		if GeneratedName(f.path) == filepath.Base(generated) {
			return f.pkgName()
		}
		if name == "" || f.built && !f.test() {
			name = f.pkgName()
		}
	}
	if name == "" { // only generated files are left
		name = "orphan"
	}
	if SharedName("_test", true) == filepath.Base(generated) {
		name += "_test"
	}
	return name
}

// imports returns the paths that the files import, those of tests only on request.
func (d *sourceDir) imports(tests bool) []string {
	var out []string
	for f := range d.sources {
		if !f.built || f.test() && !tests {
			continue
		}
		for _, spec := range f.syntax.Imports {
			out = append(out, strings.Trim(spec.Path.Value, "`\""))
		}
	}
	return out
}
