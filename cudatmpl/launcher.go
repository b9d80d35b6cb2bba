package cudatmpl

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A launcher is the Go type that runs the gradients of one function.
type launcher struct {
	file *file
	unit *Unit
	// Name is that of the type, Constructor that of the function that makes one, Recv that of receivers.
	Name, Constructor, Recv string
	fields                  *namer
	list                    []*Request
	plans                   map[*adjoint.Gradient]*plan
	sweeps                  []*plan
	// names of adjoint parameters, by *ir.ParamDecl, and of seeds, by *ir.ResultDecl
	extra map[any]string

	Args        []goField
	Buffers     []string
	Inverted    []string // what says that the inverse of an index is there
	KernelNames string
	Methods     []string
	first       int // kernel
}

// A goField is a field of a struct, a parameter or a result.
type goField struct{ Name, Type string }

func newLauncher(f *file, u *Unit, r *Request) *launcher {
	l := &launcher{file: f, unit: u, Name: r.Launcher, Constructor: r.Constructor, fields: newNamer(), plans: map[*adjoint.Gradient]*plan{}, extra: map[any]string{}, first: len(f.kernels)}
	return l
}

// Does says what the launcher computes, for its doc comment.
func (l *launcher) Does() string {
	var list []string
	for _, r := range l.list {
		list = append(list, r.Name)
	}
	return strings.Join(list, " and ")
}

// HasVJP says whether the launcher takes adjoints.
func (l *launcher) HasVJP() bool {
	return slices.ContainsFunc(l.list, func(r *Request) bool { return r.VJP })
}

// HasGrad says whether the launcher has a method for the gradient alone.
func (l *launcher) HasGrad() bool {
	return slices.ContainsFunc(l.list, func(r *Request) bool { return !r.VJP })
}

// add plans a request.
func (l *launcher) add(r *Request) {
	l.list = append(l.list, r)
	if p := l.plans[r.Gradient]; p != nil {
		if p.atomics != r.Atomic {
			refuse(r.Pos, "no CUDA for %s: cuda=atomic stands in one of its directives alone, and one launcher does what both ask for; say the same in both", l.unit.Primal.Name)
		}
		return
	}
	if len(l.sweeps) > 0 {
		refuse(r.Pos, "no CUDA for %s: %s and %s differ in what they differentiate, and one launcher has the memory of one of them; ask for CUDA in one of the directives, or give one of them a name=", l.unit.Primal.Name, l.list[0].Name, r.Name)
	}
	p := newPlan(l.file, r, l.fields)
	p.sweep = "sweep"
	l.plans[r.Gradient] = p
	l.sweeps = append(l.sweeps, p)
}

// print makes the texts that the template has places for.
func (l *launcher) print() {
	fn := l.unit.Primal
	p := l.sweeps[0]
	taken := newNamer(goWords)
	for _, d := range fn.Params {
		taken.taken[d.Name] = true
	}
	for _, r := range fn.Results {
		if r.Obj != nil && r.Obj.Name() != "" {
			taken.taken[r.Obj.Name()] = true
		}
	}
	for _, d := range p.grad.Wrt {
		l.extra[d] = l.adjName(taken, d.Name)
	}
	for _, s := range p.grad.Seeds {
		l.extra[s.Result] = l.adjName(taken, resultName(s.Result))
	}
	l.Recv = taken.fresh("c")
	for _, d := range fn.Params {
		if named(d) {
			l.Args = append(l.Args, goField{d.Name, l.file.typ(held(d.Type))})
		}
	}
	sweep := l.printSweep(p)
	for _, r := range l.list {
		l.Methods = append(l.Methods, l.all(r))
	}
	l.Methods = append(l.Methods, l.upload(p))
	if l.HasVJP() {
		l.Methods = append(l.Methods, l.uploadAdj(p))
	}
	if l.HasGrad() {
		l.Methods = append(l.Methods, l.runGrad(p))
	}
	if l.HasVJP() {
		l.Methods = append(l.Methods, l.runVJP(p))
	}
	l.Methods = append(l.Methods, l.download(p), sweep)
	for _, b := range p.order {
		l.Buffers = append(l.Buffers, b.field)
	}
	l.Buffers = slices.Concat(l.Buffers, l.extraBuffers(p), p.scanParts)
	l.KernelNames, l.Inverted = l.kernelNames(), p.inverted
}

// adjName returns the name of an adjoint, as package emit gives it.
func (l *launcher) adjName(taken *namer, base string) string {
	for n := 0; ; n++ {
		name := base + "Adj"
		if n > 0 {
			name += itoa(n)
		}
		if !taken.taken[name] && !(l.file.spec.Taken != nil && l.file.spec.Taken(name)) && types.Universe.Lookup(name) == nil {
			taken.taken[name] = true
			return name
		}
	}
}

func named(d *ir.ParamDecl) bool { return d.Name != "" && d.Name != "_" }

func resultName(r *ir.ResultDecl) string {
	if r.Name == "" || r.Name == "_" {
		return "res"
	}
	return r.Name
}

// held is the type in which the launcher keeps an argument: what a pointer to a number or a struct points to.
func held(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok && !isArray(t) {
		return p.Elem()
	}
	return t
}

// kernelNames lists the kernels, and those that finish sums.
func (l *launcher) kernelNames() string {
	var list []string
	for _, k := range l.kernels() {
		list = append(list, quote(k.name))
	}
	for _, s := range l.file.finishers() {
		list = append(list, quote(s))
	}
	return strings.Join(list, ", ")
}

func (l *launcher) kernels() []*kernel {
	var list []*kernel
	for _, k := range l.file.kernels {
		if k.p == l.sweeps[0] {
			list = append(list, k)
		}
	}
	return list
}

// extraBuffers lists memory that belongs to single kernels: scratch, and what sums are finished from.
func (l *launcher) extraBuffers(p *plan) []string {
	var out []string
	for _, k := range l.kernels() {
		for _, s := range k.scratch {
			out = append(out, s.field)
		}
		for _, v := range k.sums {
			out = append(out, p.partField(v))
		}
		if k.columns != nil {
			for _, c := range k.columns.parts {
				out = append(out, c.field)
			}
		}
	}
	for _, b := range p.order {
		if p.grows[b] {
			out = append(out, b.field+"Old")
		}
	}
	return slices.Compact(slices.Sorted(slices.Values(out)))
}

func quote(s string) string { return fmt.Sprintf("%q", s) }

// list prints fields as Go does, neighbours of one type together.
func list(fields []goField) string {
	var b strings.Builder
	for i, f := range fields {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(f.Name)
		if i+1 < len(fields) && fields[i+1].Type == f.Type {
			continue
		}
		b.WriteString(" " + f.Type)
	}
	return b.String()
}

func fieldNames(fields []goField) string {
	var s []string
	for _, f := range fields {
		s = append(s, f.Name)
	}
	return strings.Join(s, ", ")
}

// params are those of the primal.
func (l *launcher) params() []goField {
	var out []goField
	for _, d := range l.unit.Primal.Params {
		name := d.Name
		if !named(d) {
			name = "_"
		}
		out = append(out, goField{name, l.file.typ(d.Type)})
	}
	return out
}

// args are the primal's parameters as arguments.
func (l *launcher) args() []goField {
	out := l.params()
	for i, d := range l.unit.Primal.Params {
		if !named(d) {
			out[i].Name = "*new(" + out[i].Type + ")"
		}
	}
	return out
}

// adjoints are the parameters for adjoints.
func (l *launcher) adjoints(p *plan) []goField {
	var out []goField
	for _, d := range p.grad.Wrt {
		t := l.file.typ(d.Type)
		if !isSlice(d.Type) && !isPointer(d.Type) {
			t = "*" + t
		}
		out = append(out, goField{l.extra[d], t})
	}
	return out
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// seeds are the parameters for the adjoints of results.
func (l *launcher) seeds(p *plan) []goField {
	var out []goField
	for _, s := range p.grad.Seeds {
		out = append(out, goField{l.extra[s.Result], l.file.typ(s.Result.Type)})
	}
	return out
}

// results are those of the primal.
func (l *launcher) results() []goField {
	var out []goField
	for _, r := range l.unit.Primal.Results {
		out = append(out, goField{resultName(r), l.file.typ(r.Type)})
	}
	return append(out, goField{"err", "error"})
}

// goWords are names that parameters and variables of launchers cannot have.
var goWords = append(strings.Fields(`break case chan const continue default defer else fallthrough for func go goto if import
	interface map package range return select struct switch type var len cap max min make new panic append copy clear
	int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr float32 float64 bool string error any true false nil
	err run dev math blocks threads lanes parts tiles groups rows done`), "byte", "rune")
