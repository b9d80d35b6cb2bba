package load

import (
	"cmp"
	"errors"
	"fmt"
	"go/build"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A Config says what to load.
type Config struct {
	Dir      string   // where patterns are resolved; "" is the current directory
	Patterns []string // as go list takes them; none means the package in Dir
	Tags     string   // build tags, separated by commas
}

// A Program is what a run works on: packages with their targets, and the source of everything in
// their module that targets may call.
type Program struct {
	Fset *token.FileSet
	// Packages are those that the patterns match, in order of path. A directory with directives in
	// its tests has further Packages for them, with the same Dir; each target is in one Package.
	Packages []*Package
	// Warnings are faults that gradients do not depend on.
	Warnings []Diagnostic

	sources  map[*types.Func]*Source
	standard *Standard
	rules    map[*types.Func]*Rule
}

// Source returns the source of a function or method of the module (of the generic one for an
// instance), or what stands for one of the standard library. It is nil if there is none: the function is in another
// module, has no body, or is generated.
func (p *Program) Source(fn *types.Func) *Source {
	if s := p.sources[fn.Origin()]; s != nil {
		return s
	}
	return p.standard.Source(fn)
}

// RuleFor returns the rule that stands for the derivative of fn, or nil.
func (p *Program) RuleFor(fn *types.Func) *Rule { return p.rules[fn.Origin()] }

// Load loads the packages that the patterns match. What is wrong with a package is in its Diags;
// the error is for patterns and modules that cannot be loaded at all.
//
// Three steps, each cheap: go list finds the directories; the parser reads their files and those of the
// packages of the module that they import, and finds the directives; one load with types takes these
// packages from source, so that they share their types, and all others from export data.
func Load(cfg Config) (*Program, error) {
	l, err := newLoader(cfg)
	if err != nil {
		return nil, err
	}
	if err := l.findDirs(); err != nil {
		return nil, err
	}
	if err := l.scanImports(); err != nil {
		return nil, err
	}
	return l.load()
}

// A loader carries what Load's steps find.
type loader struct {
	cfg     Config
	ctx     build.Context
	module  *packages.Module
	dirs    []*sourceDir // those that the patterns match first
	matched int
	byDir   map[string]*sourceDir
	tests   bool     // some directive stands in a test file
	deps    []string // import paths of the further dirs
	overlay *overlay
	prog    *Program
}

func newLoader(cfg Config) (*loader, error) {
	if len(cfg.Patterns) == 0 {
		cfg.Patterns = []string{"."}
	}
	dir, err := filepath.Abs(cfg.Dir)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(dir); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, fmt.Errorf("%s is not a directory", dir)
	}
	cfg.Dir = dir
	ctx := build.Default
	ctx.BuildTags = splitTags(cfg.Tags)
	if cfg.Tags == "" {
		ctx.BuildTags = envTags()
	}
	return &loader{cfg: cfg, ctx: ctx, byDir: make(map[string]*sourceDir)}, nil
}

func splitTags(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
}

// envTags returns the build tags that the go command takes from its environment.
func envTags() []string {
	var tags []string
	for _, flag := range strings.Fields(os.Getenv("GOFLAGS")) {
		if list, ok := strings.CutPrefix(strings.TrimLeft(flag, "-"), "tags="); ok {
			tags = splitTags(list)
		}
	}
	return tags
}

func (l *loader) packages(mode packages.LoadMode, patterns []string) ([]*packages.Package, error) {
	cfg := &packages.Config{Mode: mode, Dir: l.cfg.Dir, Tests: l.tests}
	if len(l.ctx.BuildTags) > 0 {
		cfg.BuildFlags = []string{"-tags=" + strings.Join(l.ctx.BuildTags, ",")}
	}
	if l.overlay != nil {
		cfg.Fset = l.prog.Fset
		cfg.Overlay = l.overlay.files
	}
	pkgs, err := packages.Load(cfg, patterns...)
	if err != nil {
		if _, msg, ok := strings.Cut(err.Error(), "stderr: "); ok { // what the go command said
			err = errors.New(strings.TrimSpace(msg))
		}
	}
	return pkgs, err
}

// findDirs scans the directories that the patterns match. Errors of a package are not looked at
// yet: they may come from generated files.
func (l *loader) findDirs() error {
	pkgs, err := l.packages(packages.NeedName|packages.NeedFiles|packages.NeedModule, l.cfg.Patterns)
	if err != nil {
		return err
	}
	var errs []error
	for _, p := range pkgs {
		if p.Dir == "" {
			for _, e := range p.Errors {
				errs = append(errs, errors.New(e.Msg))
			}
			continue
		}
		l.module = cmp.Or(l.module, p.Module)
		if err := l.scan(p.Dir); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) == 0 && len(l.dirs) == 0 {
		errs = append(errs, fmt.Errorf("no packages match %s", strings.Join(l.cfg.Patterns, " ")))
	}
	l.matched = len(l.dirs)
	return errors.Join(errs...)
}

func (l *loader) scan(dir string) error {
	if l.byDir[dir] != nil {
		return nil
	}
	d, err := scanDir(dir, &l.ctx)
	if err != nil {
		return err
	}
	if len(d.files) == 0 {
		return fmt.Errorf("no Go files in %s", dir)
	}
	l.byDir[dir] = d
	l.dirs = append(l.dirs, d)
	for f := range d.sources {
		l.tests = l.tests || f.test() && f.built && f.requests()
	}
	return nil
}

// scanImports scans the packages of the module that the matched ones import, directly or not. It
// follows the import declarations instead of asking go list, which stumbles over broken files.
func (l *loader) scanImports() error {
	tests := l.tests // what only dependencies test does not matter
	for i := 0; i < len(l.dirs); i++ {
		for _, path := range l.dirs[i].imports(tests && i < l.matched) {
			dir := l.moduleDir(path)
			if dir == "" || l.byDir[dir] != nil {
				continue
			}
			if err := l.scan(dir); err != nil {
				return err
			}
			l.deps = append(l.deps, path)
		}
	}
	l.tests = tests
	return nil
}

// moduleDir returns the directory of a package of the module, or "".
func (l *loader) moduleDir(path string) string {
	if l.module == nil {
		return ""
	}
	rest, ok := strings.CutPrefix(path, l.module.Path)
	if !ok || rest != "" && rest[0] != '/' {
		return ""
	}
	dir := filepath.Join(l.module.Dir, filepath.FromSlash(rest))
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return ""
	}
	for up := dir; up != l.module.Dir && len(up) > len(l.module.Dir); up = filepath.Dir(up) {
		if _, err := os.Stat(filepath.Join(up, "go.mod")); err == nil {
			return "" // a module of its own
		}
	}
	return dir
}

// load loads everything with types and builds the Program.
func (l *loader) load() (*Program, error) {
	l.prog = &Program{
		Fset:    token.NewFileSet(),
		sources: make(map[*types.Func]*Source),
		rules:   make(map[*types.Func]*Rule),
	}
	l.prog.standard = NewStandard(l.prog.Fset)
	l.overlay = makeOverlay(l.dirs, func(path string) *sourceDir { return l.byDir[l.moduleDir(path)] })
	mode := packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
		packages.NeedDeps | packages.NeedExportFile | packages.NeedTypesSizes | packages.NeedModule | packages.NeedForTest
	roots, err := l.packages(mode, slices.Concat(l.cfg.Patterns, l.deps))
	if err != nil {
		return nil, err
	}
	roots = slices.DeleteFunc(roots, func(p *packages.Package) bool {
		return p.ForTest == "" && strings.HasSuffix(p.ID, ".test") // the main package of a test
	})
	checker := newTypeChecker(l.prog.Fset, l.overlay, l.module, roots)
	for _, root := range roots {
		checker.check(root)
	}
	var all []*Package
	for _, root := range roots {
		p := l.newPackage(root)
		p.Instances = checker.instances
		all = append(all, p)
	}
	imported := importedBy(roots)
	for _, p := range all {
		p.imported = imported
		l.indexRules(p)
	}
	l.report(all)
	slices.SortStableFunc(l.prog.Packages, func(a, b *Package) int { return strings.Compare(a.Path, b.Path) })
	return l.prog, nil
}

// importedBy returns the packages that any of roots is or imports, by path.
func importedBy(roots []*packages.Package) map[string]*types.Package {
	all := make(map[string]*types.Package)
	for _, root := range roots {
		if root.ForTest != "" {
			continue
		}
		all[root.PkgPath] = root.Types
		for path, imp := range root.Imports {
			if all[path] == nil && imp.ForTest == "" && imp.Types != nil {
				all[path] = imp.Types
			}
		}
	}
	return all
}
