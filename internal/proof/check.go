package proof

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/analysis"
	"github.com/pardiff/pardiffgen/analysis/load"
	"github.com/pardiff/pardiffgen/emit"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// A Verdict says what became of a function.
type Verdict uint8

const (
	// Skipped functions have no derivative that one could ask for: no float goes in, or none
	// comes out.
	Skipped Verdict = iota
	// Refused functions have diagnostics, each with a position.
	Refused
	// Unknown functions are accepted, but no arguments were found with which the interpreter
	// can evaluate them.
	Unknown
	// Right functions are accepted, and their derivatives agree with the interpreter.
	Right
)

// String returns the verdict as a word.
func (v Verdict) String() string { return [...]string{"skipped", "refused", "unknown", "right"}[v] }

// A Report tells of one function.
type Report struct {
	Verdict Verdict
	// Reasons are the messages of a refusal, or why the function could not be evaluated.
	Reasons []string
	// Generated is the text of the printed file, nil if the function was refused.
	Generated []byte
}

// imports imports the standard library for type-checking.
var imports = sync.OnceValue(func() types.Importer {
	return &lockedImporter{imp: importer.ForCompiler(token.NewFileSet(), "gc", nil)}
})

// A lockedImporter may be used by several goroutines: a check that exceeds its time goes on beside the next.
type lockedImporter struct {
	mu  sync.Mutex
	imp types.Importer
}

func (l *lockedImporter) Import(path string) (*types.Package, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.imp.Import(path)
}

// Load parses and type-checks src, the full text of one file of package p that imports the standard library alone.
func Load(src string) (*irtest.Program, error) {
	return irtest.Parse(token.NewFileSet(), imports(), src)
}

// Check takes function fn of prog, "F" or "T.M", through all stages. Random choices depend on seed
// alone. An error is a fault of a stage: a panic, a refusal without a position, code that does not
// type-check, a wrong number.
func Check(prog *irtest.Program, fn string, seed uint64) (Report, error) {
	return (&check{
		src: prog, target: &load.Target{Source: *source(prog, fn)}, fn: fn, seed: seed, plans: plans,
		recheck: func(files map[string][]byte) error { return typeCheck(prog.Package, files) },
	}).run()
}

// source returns the syntax of a function or method by its name.
func source(prog *irtest.Program, name string) *load.Source {
	for _, obj := range prog.Package.Info.Defs {
		if fn, ok := obj.(*types.Func); ok {
			if s := prog.Source(fn); s != nil && declName(s.Decl) == name {
				return s
			}
		}
	}
	panic("proof: no function " + name)
}

// A check is the way of one function through the stages.
type check struct {
	src    analysis.Sources
	target *load.Target
	fn     string
	seed   uint64
	plans  []plan
	// recheck type-checks the generated files, by name, together with the source.
	recheck func(files map[string][]byte) error

	f *ir.Func
}

func (c *check) run() (r Report, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	diags := new(load.Diagnostics)
	f := analysis.Lower(c.src, c.target, diags)
	if f == nil {
		r.Verdict = Refused
		for _, d := range diags.Sorted() {
			r.Reasons = append(r.Reasons, d.Message)
			if err := checkRefusal(d.Pos, d.Message); err != nil {
				return r, err
			}
		}
		if len(r.Reasons) == 0 {
			return r, errors.New("refused without a reason")
		}
		return r, nil
	}
	if diags.Len() > 0 {
		return r, fmt.Errorf("accepted with diagnostics: %v", diags.Sorted())
	}
	if !asks(f) {
		return r, nil
	}
	c.f = f
	return c.derive()
}

func checkRefusal(pos token.Position, msg string) error {
	if pos.Line == 0 || pos.Column == 0 {
		return fmt.Errorf("refusal without a position: %s", msg)
	}
	if strings.Contains(msg, "internal error") {
		return fmt.Errorf("%v: %s", pos, msg)
	}
	return nil
}

// asks says whether floats go into f through parameters with names and come out of it.
func asks(f *ir.Func) bool {
	in, out := false, false
	for _, p := range f.Params {
		in = in || p.Name != "_" && ir.HoldsFloats(p.Type)
	}
	for _, r := range f.Results {
		out = out || ir.HoldsFloats(r.Type)
	}
	for _, v := range f.Leaves {
		out = out || v.Home.ByRef() && ir.HoldsFloats(v.Type)
	}
	return in && out
}

// derive takes the lowered function through the stages after lowering.
func (c *check) derive() (r Report, err error) {
	reverse, problems := adjoint.Derive(c.f, adjoint.Options{})
	rows := c.jacobian()
	forward, more := adjoint.Derive(c.f, adjoint.Options{Forward: true})
	for _, p := range append(problems, more...) {
		r.Verdict = Refused
		r.Reasons = append(r.Reasons, p.Message)
		if err := checkRefusal(c.f.Fset.Position(p.Pos), p.Message); err != nil {
			return r, err
		}
	}
	if r.Verdict == Refused {
		return r, nil
	}
	r.Verdict = Unknown
	if c.callsItself() {
		r.Reasons = []string{"it calls the VJP of a recursive function"}
		return r, nil
	}
	if r.Generated, err = c.print(reverse, rows, forward); err != nil {
		if printRefusal(err) {
			return Report{Verdict: Refused, Reasons: []string{err.Error()}}, nil
		}
		return r, err
	}
	if again, err := c.print(reverse, rows, forward); err != nil || !bytes.Equal(again, r.Generated) {
		return r, fmt.Errorf("printing again gives another file (%v)\n%s\n%s", err, r.Generated, again)
	}
	x := &comparison{f: c.f, reverse: reverse, jacobian: rows, forward: forward, globals: c.globals(), seed: c.seed, plans: c.plans}
	done, why, err := x.run()
	if err != nil {
		return r, fmt.Errorf("%w\n%s", err, r.Generated)
	}
	if done > 0 {
		r.Verdict = Right
	} else {
		r.Reasons = []string{why}
	}
	return r, nil
}

// printRefusal says whether printing ended with a reason that the user can act on.
func printRefusal(err error) bool {
	for _, s := range []string{"recursive type", "rename it", "is not supported", "floats beside slices"} {
		if strings.Contains(err.Error(), s) {
			return true
		}
	}
	return false
}

// callsItself says whether the derivative calls one that a run of the command would generate beside it.
func (c *check) callsItself() bool {
	found := false
	ir.Walk(c.f.Body, func(s ir.Stmt) bool {
		call, ok := s.(*ir.Call)
		found = found || ok && call.Rule != nil && c.src.RuleFor(call.Fn) == nil
		return true
	})
	return found
}

// print prints the file with all derivatives and type-checks it together with the source.
func (c *check) print(reverse, rows, forward *adjoint.Gradient) ([]byte, error) {
	u := &emit.Unit{Primal: c.f}
	add := func(m emit.Mode, g *adjoint.Gradient) {
		r := &emit.Request{Mode: m, Name: c.free(c.f.Name + m.String()), Gradient: g}
		if m != emit.JVP {
			r.Work = strings.ReplaceAll(c.fn, ".", "") + "Work"
		}
		u.Requests = append(u.Requests, r)
	}
	if oneFloat(c.f) {
		add(emit.Grad, reverse)
	}
	add(emit.VJP, reverse)
	if rows != nil {
		add(emit.Jac, rows)
	}
	add(emit.JVP, forward)
	pkg := c.target.Pkg
	taken := func(name string) bool { return pkg.Types.Scope().Lookup(name) != nil }
	copies := emit.NewCopies(taken)
	out, err := emit.File(&emit.FileSpec{
		Package: pkg.Types, Source: "src.go", Units: []*emit.Unit{u}, Imports: pkg.ImportNames(c.target.File),
		Taken: taken, Copies: copies,
	})
	if err != nil {
		return nil, err
	}
	if text, err := format.Source(out.Source); err != nil || !bytes.Equal(text, out.Source) {
		return nil, fmt.Errorf("the generated file is not in gofmt's form (%v)\n%s", err, out.Source)
	}
	shared, err := emit.Shared(pkg.Name, out.Helpers, emit.Declare(copies.Declarations(out.Copies)))
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{"src_grad.go": out.Source}
	if shared != nil {
		files["pardiff_grad.go"] = shared
	}
	return out.Source, c.recheck(files)
}

// free returns a name that the package does not declare.
func (c *check) free(name string) string {
	for c.target.Pkg.Types.Scope().Lookup(name) != nil {
		name += "1"
	}
	return name
}

func oneFloat(f *ir.Func) bool {
	floats := 0
	for _, r := range f.Results {
		switch {
		case ir.IsFloat(r.Type):
			floats++
		case ir.HoldsFloats(r.Type):
			return false
		}
	}
	return floats == 1
}

// typeCheck type-checks generated files with a package of one file that imports the standard library.
func typeCheck(pkg *load.Package, generated map[string][]byte) error {
	files := []*ast.File{pkg.Files[0]}
	for name, text := range generated {
		file, err := parser.ParseFile(pkg.Fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("the generated file does not parse: %w\n%s", err, text)
		}
		files = append(files, file)
	}
	conf := types.Config{Importer: imports()}
	if _, err := conf.Check(pkg.Path, pkg.Fset, files, nil); err != nil {
		return fmt.Errorf("the generated file does not type-check: %w\n%s", err, generated["src_grad.go"])
	}
	return nil
}
