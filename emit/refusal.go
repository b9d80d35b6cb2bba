package emit

import (
	"fmt"
	"go/token"
	"go/types"
)

// A Refusal is an error of [File] where a gradient cannot be printed because of something that the user wrote.
type Refusal struct {
	Pos  token.Pos // of what is refused, NoPos if that is not known
	Text string    // what, why and a way out
}

func (r *Refusal) Error() string { return "emit: " + r.Text }

// Refusals returns the Refusals that an error of [File] is made of, in the order of the units; none if the error is another.
func Refusals(err error) (list []*Refusal) {
	switch err := err.(type) {
	case *Refusal:
		list = append(list, err)
	case interface{ Unwrap() []error }:
		for _, e := range err.Unwrap() {
			list = append(list, Refusals(e)...)
		}
	}
	return list
}

// refuse records a Refusal.
func (f *file) refuse(pos token.Pos, format string, args ...any) {
	f.refused = append(f.refused, &Refusal{pos, fmt.Sprintf(format, args...)})
}

// hidden is the Refusal of a package that declares a name which generated code needs in its usual meaning.
func (f *file) hidden(name string) *Refusal {
	r := &Refusal{Text: fmt.Sprintf("the package declares %s, which hides what generated code needs; rename it", name)}
	if o := f.spec.Package.Scope().Lookup(name); o != nil {
		r.Pos = o.Pos()
	}
	return r
}

// refuseForm refuses an adjoint whose form is not supported.
func (b *bindings) refuseForm(t types.Type, why string) {
	p := b.param
	b.p.file.refuse(p.Obj.Pos(), "cannot differentiate with respect to %s: its type %s holds a %s %s; name the other parameters with wrt=, or keep the numbers in one slice and refer to them by index",
		p.Name, types.TypeString(p.Type, types.RelativeTo(b.p.file.spec.Package)), types.TypeString(t, types.RelativeTo(b.p.file.spec.Package)), why)
}

// leadsOn says whether a pointer to t leads to a slice or a pointer itself, not to memory that holds some.
func leadsOn(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Pointer:
		return true
	}
	return false
}
