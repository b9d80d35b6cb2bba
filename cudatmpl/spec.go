package cudatmpl

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A FileSpec says what the two files beside one source file hold.
type FileSpec struct {
	// Package is the package that the launcher belongs to.
	Package *types.Package
	// Source is the base name of the file that asks for the kernels: heat.go.
	Source string
	// Kernels is the base name of the file of kernels: heat_grad.cu.
	Kernels string
	// Constraint is the source's //go:build line, or "".
	Constraint string
	// Imports are the names by which the source file calls the packages that it imports, by path; "" or
	// a missing one stands for the package's own name.
	Imports map[string]string
	// Taken says whether the package declares a name.
	Taken func(name string) bool
	Units []*Unit
}

// A Unit is one function with directives that ask for CUDA.
type Unit struct {
	Primal   *ir.Func
	Requests []*Request
}

// A Request is one launcher method to generate.
type Request struct {
	// VJP says that the method is VJP; otherwise it is Grad.
	VJP bool
	// Name is that of the Go function, Work that of the type with its memory.
	Name, Work string
	// Launcher is the name of the launcher's type, Constructor that of the function that makes one.
	Launcher, Constructor string
	// Atomic allows sums by atomics.
	Atomic   bool
	Gradient *adjoint.Gradient
	// Check is the method of the Work that tests the arguments, nil if there is nothing to test.
	Check *Check
	// Pos is where the directive asks for CUDA.
	Pos token.Pos
}

// A Check is the method of a Work that tests the arguments of a gradient, after its own name for messages.
type Check struct {
	Name string
	Args []CheckArg
	// Memory says that it takes memory of the Work.
	Memory bool
}

// A CheckArg is an argument of a Check: the parameter Of, a *ir.ParamDecl, or its adjoint.
type CheckArg struct {
	Of      any
	Adjoint bool
}

// An Output is the text of the two files.
type Output struct {
	Kernels, Launcher []byte
	// Runtime are the names of what the launcher uses of package cudatmpl/runtime, a method as type.method.
	Runtime []string
}

// A Refusal is the reason why a gradient is not a sequence of kernels.
type Refusal struct {
	Pos     token.Pos
	Message string
}

// refuse ends the work on a function; [File] reports it.
func refuse(pos token.Pos, format string, args ...any) {
	panic(Refusal{pos, fmt.Sprintf(format, args...)})
}

// try runs f and returns what it refuses.
func try(f func()) (r *Refusal) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case Refusal:
			r = &e
		default:
			panic(e)
		}
	}()
	f()
	return nil
}
