package interp

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// An Env binds Vars to memory and says how a block is executed. Not for two goroutines at once.
type Env struct {
	// Poison fills dirty memory (Alloc with Dirty, what Grow adds but to tangents) with NaN, and with
	// integers that no subscript survives, so that a read before a write shows.
	Poison bool
	// Call is asked for the results of a Call. args are in order, the receiver first; an
	// argument whose address is passed is a pointer. nil makes Calls errors.
	Call func(c *ir.Call, args []*Value) ([]*Value, error)
	// Opaque is asked for the values of source text. nil makes it an error, but for a few functions of
	// the standard library.
	Opaque func(x *ir.Opaque, args []*Value) ([]*Value, error)
	// Fset resolves the positions in errors; nil leaves them out.
	Fset *token.FileSet
	// Instance says which types the type parameters of a generic function stand for. Without one a
	// type parameter over floats stands for float64, any other for int.
	Instance Instance
	// Steps limits the number of statements that are executed and of iterations, 0 for no limit. Memory
	// counts as well.
	Steps int
	// Largest limits the size of the floats that operations give, 0 for no limit: a larger one, or a
	// NaN, is an error.
	Largest float64

	// Jam says that loops with Jam are executed as the generated code does.
	Jam bool
	// Chunks is the number of chunks of each parallel loop that has as many iterations; 0 stands for the
	// number that ir.Chunks says. With a number, no two chunks that could be executed at the same time may write to the same
	// element: that is an error.
	Chunks int

	vars map[*ir.Var]*Value
}

// NewEnv returns an Env without bindings.
func NewEnv() *Env { return &Env{vars: map[*ir.Var]*Value{}} }

// Bind makes x itself the memory of v.
func (e *Env) Bind(v *ir.Var, x *Value) { e.vars[v] = x }

// Lookup returns the memory of v, nil if it has none. A local is found as long as nothing declares
// it again.
func (e *Env) Lookup(v *ir.Var) *Value { return e.vars[v] }

// BindLeaf binds v, whose Home lies in a parameter, to its place in param, the memory of that
// parameter (or of its adjoint, which has the same shape). A leaf behind a nil pointer gets no
// memory, so that a use of it is an error.
func (e *Env) BindLeaf(v *ir.Var, param *Value) error {
	x, t := param, v.Home.Param.Type
	for _, f := range v.Home.Path {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			if x, t = x.ptr, p.Elem(); x == nil {
				return nil
			}
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok {
			return fmt.Errorf("interp: %s: no struct holds %s", v.Name, f.Name())
		}
		i := fieldIndex(s, f)
		if i < 0 || i >= len(x.elems) {
			return fmt.Errorf("interp: %s: no field %s", v.Name, f.Name())
		}
		x, t = &x.elems[i], f.Type()
	}
	if v.Home.Deref {
		if x = x.ptr; x == nil {
			return nil
		}
	}
	e.vars[v] = x
	return nil
}

func fieldIndex(s *types.Struct, f *types.Var) int {
	for i := range s.NumFields() {
		if s.Field(i).Name() == f.Name() {
			return i
		}
	}
	return -1
}

// BindFunc binds the leaves of f to args, one for each parameter, as a call does: scalars, arrays
// and structs are copied, what lies behind slices and pointers is shared. The results are bound
// to zeros.
func (e *Env) BindFunc(f *ir.Func, args []*Value) error {
	if len(args) != len(f.Params) {
		return fmt.Errorf("interp: %s has %d parameters, not %d", f.Name, len(f.Params), len(args))
	}
	params := map[*ir.ParamDecl]*Value{}
	for i, p := range f.Params {
		if err := conform(args[i], p.Type, e.Instance); err != nil {
			return fmt.Errorf("%w (parameter %s of %s)", err, p.Name, f.Name)
		}
		c := args[i].copied()
		params[p] = &c
	}
	for _, v := range f.Leaves {
		p, ok := params[v.Home.Param]
		if !ok {
			return fmt.Errorf("interp: %s: %s is a leaf of no parameter", f.Name, v.Name)
		}
		if err := e.BindLeaf(v, p); err != nil {
			return err
		}
	}
	for _, r := range f.Results {
		for _, v := range r.Leaves {
			z := zero(v.Type)
			e.vars[v] = &z
		}
	}
	return nil
}

// Results returns the values of the results of f, a struct as a whole.
func (e *Env) Results(f *ir.Func) []*Value {
	out := make([]*Value, len(f.Results))
	for i, r := range f.Results {
		leaves := r.Leaves
		v := e.assemble(r.Type, &leaves)
		out[i] = &v
	}
	return out
}

// assemble takes the leaves that make up a value of type t from the front of the list.
func (e *Env) assemble(t types.Type, leaves *[]*ir.Var) Value {
	if s, ok := t.Underlying().(*types.Struct); ok {
		v := Value{kind: structure}
		for f := range s.Fields() {
			v.elems = append(v.elems, e.assemble(f.Type(), leaves))
		}
		return v
	}
	if len(*leaves) == 0 {
		return zero(t)
	}
	v := (*leaves)[0]
	*leaves = (*leaves)[1:]
	return e.vars[v].copied()
}
