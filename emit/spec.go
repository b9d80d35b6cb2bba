package emit

import (
	"go/types"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A FileSpec says what a generated file holds.
type FileSpec struct {
	// Package is the package that the file belongs to.
	Package *types.Package
	// Source is the base name of the file that asks for it: heat.go.
	Source string
	// Constraint is the source's //go:build line, or "".
	Constraint string
	// Imports are the names by which the source file calls the packages that it imports, by
	// path; "" or a missing one stands for the package's own name.
	Imports map[string]string
	// Taken says whether the package declares name, in any of its files, leaving aside what
	// pardiffgen generated earlier. It may be nil.
	Taken func(name string) bool
	Units []*Unit
	// Copies collects the variables of other packages that generated code cannot name and so declares again. The files of
	// a package share it; nil stands for one of this file alone.
	Copies *Copies
}

// A Unit is one function with directives.
type Unit struct {
	Primal   *ir.Func
	Requests []*Request
}

// A Mode is what a request asks for.
type Mode uint8

const (
	Grad Mode = iota // value and gradient of the one float result
	VJP              // adds the vector-Jacobian product
	Jac              // values and gradients of several float results
	JVP              // value and tangent
)

// String returns the name of the Work's method for the mode.
func (m Mode) String() string { return [...]string{"Grad", "VJP", "Jac", "JVP"}[m] }

// A Request is one function to generate.
type Request struct {
	Mode Mode
	Name string // of the function
	// Work is the name of the type that holds the memory, "" for JVP. Requests of a unit that name
	// the same Work are its methods; they have different modes.
	Work string
	// Gradient is in reverse mode for Grad and VJP, with rows for Jac, in forward mode for JVP. Requests that
	// share one share its code.
	Gradient *adjoint.Gradient
}

// An Output is a generated file.
type Output struct {
	Source []byte
	// Helpers are the names of the shared helpers that it uses, for [Shared].
	Helpers []string
	// Copies are the names of the [Copies] that it uses.
	Copies []string
	// Checks are the methods that test the arguments, for launchers that run the same gradients elsewhere.
	Checks []Check
}

// A Check is a method of a Work that tests the arguments of a gradient. It takes the name of a function
// for its messages, and then Args.
type Check struct {
	Work     string
	Gradient *adjoint.Gradient
	Name     string
	Args     []CheckArg
}

// A CheckArg is the parameter Of, a *ir.ParamDecl, or what belongs to it: the adjoint in a slot, of which Of is the parameter, or
// that of a *ir.ResultDecl.
type CheckArg struct {
	Of      any
	Adjoint bool
}
