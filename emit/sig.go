package emit

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A sig names the parameters and results of one generated function.
type sig struct {
	file *file
	fn   *ir.Func
	mode Mode
	grad *adjoint.Gradient
	name string // of the generated function, for messages
	// extra are the names of adjoints or tangents, by adjoint.Slot, and of seeds or tangents of
	// results, by *ir.ResultDecl.
	extra map[any]string
}

// An extraKey is the key of the placeholder for what belongs to a parameter or a result.
type extraKey struct{ of any }

func newSig(f *file, r *Request) *sig {
	s := &sig{file: f, fn: r.Gradient.Primal, mode: r.Mode, grad: r.Gradient, name: r.Name, extra: map[any]string{}}
	taken := map[string]bool{}
	for _, p := range s.fn.Params {
		taken[p.Name] = true
	}
	for _, r := range s.fn.Results {
		if s.mode == JVP || userNamed(r) {
			taken[r.Name] = true
		}
	}
	suffix := "Adj"
	if s.mode == JVP {
		suffix = "Tan"
	}
	add := func(key any, name string) {
		for n := 0; ; n++ {
			c := numbered(name+suffix, n)
			if !taken[c] && !f.taken(c) && types.Universe.Lookup(c) == nil {
				s.extra[key], taken[c] = c, true
				return
			}
		}
	}
	for _, a := range s.grad.Slots() {
		add(a, a.Name())
	}
	for _, seed := range s.grad.Seeds {
		add(seed.Result, resultName(seed.Result))
	}
	return s
}

// userNamed says whether the user gave the result its name.
func userNamed(r *ir.ResultDecl) bool {
	return r.Obj != nil && r.Obj.Name() != "" && r.Obj.Name() != "_"
}

func resultName(r *ir.ResultDecl) string {
	if r.Name == "" || r.Name == "_" {
		return "res"
	}
	return r.Name
}

func unnamed(p *ir.ParamDecl) bool { return p.Name == "" || p.Name == "_" }

func paramName(p *ir.ParamDecl) string {
	if unnamed(p) {
		return "arg"
	}
	return p.Name
}

// ident returns the placeholder of the adjoint in a slot, the seed of a result, and the like.
func (s *sig) ident(p *printer, of any) *ast.Ident {
	return p.id(extraKey{of}, s.extra[of], rankExtra)
}

// adjType returns the type of a parameter's adjoint: its own if it refers to memory, else a pointer to it.
func (s *sig) adjType(d *ir.ParamDecl) string {
	t := s.file.typ(d.Type)
	if s.mode == JVP || refers(d.Type) {
		return t
	}
	return "*" + t
}

// refers says whether values of type t are slices or pointers.
func refers(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Pointer:
		return true
	}
	return false
}

// A field is an entry of a list of parameters or results.
type field struct {
	key  any // of the placeholder
	name string
	typ  string
}

// params lists the primal's parameters, with the receiver if recv is set.
func (s *sig) params(p *printer, recv bool) []field {
	var out []field
	for _, d := range s.fn.Params {
		if d.Receiver && !recv {
			continue
		}
		out = append(out, field{d, text(p.param(d)), s.file.typ(d.Type)})
	}
	return out
}

// seeds lists the seeds of the results; Grad has none.
func (s *sig) seeds(p *printer) []field {
	var out []field
	for _, seed := range s.grad.Seeds {
		out = append(out, field{extraKey{seed.Result}, text(s.ident(p, seed.Result)), s.file.typ(seed.Result.Type)})
	}
	return out
}

// adjoints lists the adjoints or tangents of the parameters.
func (s *sig) adjoints(p *printer) []field {
	var out []field
	for _, a := range s.grad.Slots() {
		out = append(out, field{extraKey{a}, text(s.ident(p, a)), s.adjType(a.Of)})
	}
	return out
}

// all lists the parameters of the generated function.
func (s *sig) all(p *printer, recv bool) []field {
	out := s.params(p, recv)
	if s.mode == VJP {
		out = append(out, s.seeds(p)...)
	}
	return append(out, s.adjoints(p)...)
}

// results lists the results of the generated function, with names if the user gave them to some, or if all
// is set.
func (s *sig) results(p *printer, all bool) []field {
	var out []field
	all = all || slices.ContainsFunc(s.fn.Results, userNamed)
	for _, r := range s.fn.Results {
		f := field{key: r, typ: s.file.typ(r.Type)}
		if userNamed(r) {
			f.name = text(p.id(r, r.Name, rankParam))
		} else if all {
			f.name = text(p.id(r, resultName(r), rankExtra))
		}
		out = append(out, f)
	}
	if s.mode == JVP {
		out = slices.Insert(out, len(out)-s.lastError(), s.seeds(p)...)
	}
	return out
}

// lastError returns 1 if the last result is an error, else 0. An error stays last, after the tangents.
func (s *sig) lastError() int {
	n := len(s.fn.Results)
	if n > 0 && types.Identical(s.fn.Results[n-1].Type, types.Universe.Lookup("error").Type()) {
		return 1
	}
	return 0
}

// list prints fields, joining neighbours of one type: x, y []float64.
func list(fields []field) string {
	var b strings.Builder
	for i, f := range fields {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(f.name)
		if f.name != "" && i+1 < len(fields) && fields[i+1].typ == f.typ && fields[i+1].name != "" {
			continue
		}
		if f.name != "" {
			b.WriteByte(' ')
		}
		b.WriteString(f.typ)
	}
	return b.String()
}

// resultList prints the results of a function.
func resultList(fields []field) string {
	switch {
	case len(fields) == 0:
		return ""
	case len(fields) == 1 && fields[0].name == "":
		return " " + fields[0].typ
	}
	return " (" + list(fields) + ")"
}

// names prints the names of fields as arguments.
func names(fields []field) string {
	s := make([]string, len(fields))
	for i, f := range fields {
		s[i] = f.name
	}
	return strings.Join(s, ", ")
}

// usedOf returns the fields that p has printed otherwise.
func usedOf(fields []field, used map[any]bool) []field {
	var out []field
	for _, f := range fields {
		if used[f.key] {
			out = append(out, f)
		}
	}
	return out
}

// typeParams returns the type parameters of the function as they are declared and as they are used, with
// brackets, or two empty strings.
func (s *sig) typeParams() (decl, use string) {
	sg := s.fn.Obj.Signature()
	list := sg.TypeParams()
	if sg.Recv() != nil {
		list = sg.RecvTypeParams()
	}
	if list.Len() == 0 {
		return "", ""
	}
	var d, u []string
	for t := range list.TypeParams() {
		u = append(u, t.Obj().Name())
		d = append(d, t.Obj().Name()+" "+s.file.typ(t.Constraint()))
	}
	return "[" + strings.Join(d, ", ") + "]", "[" + strings.Join(u, ", ") + "]"
}

// receiver returns the receiver, nil for functions.
func receiver(fn *ir.Func) *ir.ParamDecl {
	for _, d := range fn.Params {
		if d.Receiver {
			return d
		}
	}
	return nil
}
