package load

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"
)

// A Mode is what a directive asks for.
type Mode uint8

const (
	Grad Mode = iota // value and gradient of the one float result
	VJP              // adds the vector-Jacobian product
	Jac              // values and gradients of several float results
	JVP              // value and tangent
	Copy             // the function itself, for a package that cannot call it; no directive asks for it
)

// String returns the suffix of a generated name: Grad, VJP, Jac or JVP.
func (m Mode) String() string { return [...]string{"Grad", "VJP", "Jac", "JVP", "Copy"}[m] }

// A Request is one grad, vjp, jac or jvp directive on a function.
type Request struct {
	Mode   Mode
	Pos    token.Pos
	Name   string   // of the function to generate
	Work   string   // of the type that holds its memory; "" for JVP
	Wrt    []string // nil: every parameter and the receiver that holds floats
	Of     []string // nil: all float results and all written float arguments (Jac has none)
	Stop   []string // local variables that count as constants
	Serial bool     // par=off
	// CUDA says that kernels and a launcher are asked for as well, at CUDAPos; Atomic allows float atomics in them.
	CUDA, Atomic bool
	CUDAPos      token.Pos

	at map[string]token.Pos // where words stand, by key=word
}

// A Target is a function with requests.
type Target struct {
	Source
	Requests []*Request
	Assume   []Fact
	// Broken says that the package's Diags tell of a fault in the function, in its directives, or
	// in what it calls, so that its syntax and types cannot be relied on.
	Broken bool

	home     *Package // see Home; nil for that of the function
	homeFile *ast.File
}

// Home returns the package that what is generated for the target belongs to, which may import that of the function.
func (t *Target) Home() *Package {
	if t.home != nil {
		return t.home
	}
	return t.Pkg
}

// HomeFile returns the file beside which that stands.
func (t *Target) HomeFile() *ast.File {
	if t.home != nil {
		return t.homeFile
	}
	return t.File
}

// Foreign says whether the function is of another package.
func (t *Target) Foreign() bool { return t.Home() != t.Pkg }

// Sweeps are the directions in which a function is to be differentiated.
type Sweeps struct{ Forward, Reverse bool }

// Sweeps returns the directions that the requests ask for, both if there are none.
func (t *Target) Sweeps() Sweeps {
	var s Sweeps
	for _, r := range t.Requests {
		s.Forward = s.Forward || r.Mode == JVP
		s.Reverse = s.Reverse || r.Mode == Grad || r.Mode == VJP || r.Mode == Jac
	}
	if s == (Sweeps{}) {
		return Sweeps{true, true}
	}
	return s
}

// A Source is a function whose syntax and types are at hand.
type Source struct {
	Pkg  *Package
	File *ast.File
	Decl *ast.FuncDecl
	Fn   *types.Func
}

// A Rule says that Fn is the VJP of For.
type Rule struct {
	Pos token.Pos
	For *types.Func
	Fn  *types.Func
}

// A Package is a package of the module, loaded from source.
type Package struct {
	Path, Name, Dir string
	Fset            *token.FileSet
	Files           []*ast.File // generated files are replaced by stubs
	Types           *types.Package
	Info            *types.Info
	Targets         []*Target // in order of position
	Rules           []*Rule
	// Lines are the line directives, by file name and line that they stand above.
	Lines map[LineKey]*LineDirective
	// Generated are the files that pardiffgen wrote into Dir earlier, as absolute paths, whether or
	// not a target still asks for them.
	Generated []string
	// Kernels are the files of CUDA kernels that pardiffgen wrote into Dir earlier.
	Kernels []string
	// Excluded are the files of Dir with requests that the build constraints leave out.
	Excluded []string
	// Instances makes instances of generic types unique: the one that the types of the package were
	// made with, nil for one that no other package shares.
	Instances *types.Context
	// Standard says that the functions stand for those of a package of the standard library.
	Standard bool
	// Diags are what is wrong with the package; it must stay as it is if there are any.
	Diags *Diagnostics

	root           *packages.Package
	overlay        *overlay
	dir            *sourceDir
	test           bool // a test variant or an external test package
	matched        bool // by the patterns of the run
	ruleDirectives []*typedRule
	imported       map[string]*types.Package // by any package of the load
	declared       map[string]claim          // for Declares, once it was asked
}

// Above returns the line directive above the statement at pos, which counts as used then, or nil.
func (p *Package) Above(pos token.Pos) *LineDirective {
	at := p.Fset.Position(pos)
	d := p.Lines[LineKey{at.Filename, at.Line}]
	if d != nil {
		d.used = true
	}
	return d
}

// A LineKey is a line of a file.
type LineKey struct {
	File string
	Line int
}

// A LineDirective is what stands on the line above a statement.
type LineDirective struct {
	Pos              token.Pos
	Store, Recompute []string
	NonDiff, Serial  bool
	used             bool
	nonDiff          ast.Stmt // what nondiff stands above, else nil
}
