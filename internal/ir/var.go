package ir

import (
	"go/token"
	"go/types"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Kind says what role a Var plays.
type Kind uint8

const (
	Local   Kind = iota // declared by Decl or Alloc
	Param               // storage that the caller owns or passed by value; see Home
	Result              // assigned in the body, returned at its end
	Iter                // iterator of a For, immutable in its body
	Global              // package-level variable, only read
	Adjoint             // adjoint of a parameter, a seed of a result, or (as local) of a local
	Tangent             // likewise, for forward mode
	Tape                // holds forward values for the reverse sweep; declared by Alloc
)

// A Var is a root of memory: a scalar, an array, or a slice. Its identity is its address.
type Var struct {
	// Name is the wished name: the user's, or one derived from it. Names need not be
	// unique; the emitter resolves clashes, scope by scope.
	Name string
	// Type is a scalar, an array or a slice type; named types are kept. An inactive Var may have
	// any type (string, error, a map, ...), which is then only used in Opaque text.
	Type types.Type
	Kind Kind
	Pos  token.Pos
	// Obj is the user's variable, nil for what was made up and for fields.
	Obj types.Object
	// User is what the user calls it where that is neither Obj's name nor Home's: s.r for a field; "" for what was made up.
	User string
	// Home is set for parameters (and their adjoints): where among the arguments it lives.
	Home *Home
	// Of is the primal variable that an Adjoint, Tangent or Tape belongs to, else nil.
	Of *Var
	// View is set for a slice variable that is declared once as a view of other memory. It
	// is the initial value of its Decl: a *Slice or a *Ref.
	View Expr
	// Copy is set for a Global that generated code cannot name: the code declares it again.
	Copy *Copy
	// Equal says that pointers which lie in slices of it may be equal: it is the adjoint of memory that is only
	// read.
	Equal bool
}

// A Copy is the value of a package-level variable that is never written, as text that is gofmt'ed later.
type Copy struct {
	Value   string
	Imports []*types.Package // that Value names
}

// UserName returns the name of v for messages, in the user's words.
func (v *Var) UserName() string {
	switch {
	case v.Of != nil:
		return v.Of.UserName()
	case v.Obj != nil:
		return v.Obj.Name()
	case v.Home != nil:
		return v.Home.String()
	case v.User != "":
		return v.User
	}
	switch w := v.View.(type) {
	case *Slice:
		return "a part of " + w.X.Var.UserName()
	case *Ref:
		if len(w.Elems) > 0 {
			return "a row of " + w.Var.UserName()
		}
		return w.Var.UserName()
	}
	return v.Name
}

// A Home is the place of a leaf of a parameter: p, p.K, *k, m.Layer.W.
type Home struct {
	Param *ParamDecl
	// Path leads from the parameter through the fields of structs; pointers are followed
	// implicitly as in Go. It is empty for a parameter that is itself a leaf.
	Path []*types.Var
	// Deref says that the leaf is reached by a final dereference: *k, or *m.Scale.
	Deref bool
	// Tested are pointers on the way, or the leaf itself, that the function compares with nil, outermost first: where
	// one of them is nil there is no leaf.
	Tested []*Var
}

// String returns the place as the user writes it, without dereferences.
func (h *Home) String() string {
	name := h.Param.Name
	for _, f := range h.Path {
		name += "." + f.Name()
	}
	return name
}

// ByRef says whether writes to the leaf are seen by the caller: slices, arrays of such, and what lies
// behind a pointer. Of an array with numbers beside slices those in the slices are.
func (h *Home) ByRef() bool {
	if !h.Own() {
		return true
	}
	t := h.Param.Type
	if n := len(h.Path); n > 0 {
		t = h.Path[n-1].Type()
	}
	switch t.Underlying().(type) {
	case *types.Slice, *types.Pointer: // a pointer to an array is indexed without a dereference
		return true
	case *types.Array:
		return HoldsFloats(t) && !HoldsOwnFloats(t)
	}
	return false
}

// Own says whether the leaf itself, as apart from what a slice or pointer leads to, lies in the function's
// own copy of its arguments: an assignment to it is not seen by the caller.
func (h *Home) Own() bool {
	if h.Deref {
		return false
	}
	t := h.Param.Type
	for _, f := range h.Path {
		if _, ok := t.Underlying().(*types.Pointer); ok {
			return false
		}
		t = f.Type()
	}
	return true
}

// A ParamDecl is a parameter (or the receiver) as it is declared.
type ParamDecl struct {
	Name     string // "" or "_" if unnamed
	Type     types.Type
	Variadic bool // Type is then the slice type
	Receiver bool
	Obj      *types.Var
	// Followed says that the function reads what lies behind the pointer in each call, so that it is not nil.
	Followed bool
}

// A ResultDecl is a result as it is declared, and the Vars that hold it: one for a scalar or a
// slice, one per leaf (in order of the fields) for a struct.
type ResultDecl struct {
	Name   string // the user's name, or res, res1, ...
	Type   types.Type
	Leaves []*Var
	Obj    *types.Var
}

// A Ref is a place in memory, and as an expression its value. It is immutable.
type Ref struct {
	Var   *Var
	Elems []Elem
	T     types.Type // of the place
}

// An Elem is one step into memory: exactly one of its fields is set.
type Elem struct {
	Index Expr       // [Index], into a slice, an array or a pointer to an array
	Field *types.Var // .Field
	Deref bool       // (*x), of a pointer that lies in memory
}

// NewRef returns the reference to all of v.
func NewRef(v *Var) *Ref { return &Ref{Var: v, T: v.Type} }

// At returns r[i]. It panics if r has no elements.
func (r *Ref) At(i Expr) *Ref {
	return r.step(Elem{Index: i}, ElemType(r.T))
}

// Sel returns r.f.
func (r *Ref) Sel(f *types.Var) *Ref { return r.step(Elem{Field: f}, f.Type()) }

// Star returns *r.
func (r *Ref) Star() *Ref {
	return r.step(Elem{Deref: true}, r.T.Underlying().(*types.Pointer).Elem())
}

func (r *Ref) step(e Elem, t types.Type) *Ref {
	elems := make([]Elem, len(r.Elems), len(r.Elems)+1)
	copy(elems, r.Elems)
	return &Ref{Var: r.Var, Elems: append(elems, e), T: t}
}

// ElemType returns the element type of a slice, an array or a pointer to an array, nil for
// other types.
func ElemType(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	case *types.Pointer:
		if a, ok := u.Elem().Underlying().(*types.Array); ok {
			return a.Elem()
		}
	}
	return nil
}

// FlatFloats returns how many floats a value of type t holds, where it is made of floats alone: a float, or
// arrays and structs of such. It returns 0 for all other types.
func FlatFloats(t types.Type) int64 {
	if IsFloat(t) {
		return 1
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return u.Len() * FlatFloats(u.Elem())
	case *types.Struct:
		sum := int64(0)
		for f := range u.Fields() {
			n := FlatFloats(f.Type())
			if n == 0 {
				return 0
			}
			sum += n
		}
		return sum
	}
	return 0
}

// Base resolves r through views: row[j] with row := a[i*n:(i+1)*n] becomes a[i*n+j]. The
// root of the result is storage. Subscripts that views contribute are those of the view's
// declaration; they hold where the view is in scope.
func (r *Ref) Base() *Ref {
	for r.Var.View != nil {
		switch v := r.Var.View.(type) {
		case *Ref:
			r = &Ref{Var: v.Var, Elems: append(append([]Elem(nil), v.Elems...), r.Elems...), T: r.T}
		case *Slice:
			elems := append([]Elem(nil), v.X.Elems...)
			if len(r.Elems) > 0 {
				i := r.Elems[0].Index
				if v.Lo != nil {
					i = Add(v.Lo, i)
				}
				elems = append(append(elems, Elem{Index: i}), r.Elems[1:]...)
			}
			r = &Ref{Var: v.X.Var, Elems: elems, T: r.T}
		default:
			panic("ir: view of " + r.Var.Name + " is neither a reference nor a slice")
		}
	}
	return r
}

// Root returns the storage that v is a view of, or v.
func (v *Var) Root() *Var { return NewRef(v).Base().Var }

// Indices returns the subscripts of r, outermost first.
func (r *Ref) Indices() []Expr {
	var s []Expr
	for _, e := range r.Elems {
		if e.Index != nil {
			s = append(s, e.Index)
		}
	}
	return s
}

// OneName returns the name of a field, with the way to it, as a name of its own: pKV for p.K.V.
func OneName(path string) string {
	parts := strings.Split(path, ".")
	for _, part := range parts[1:] {
		parts[0] = Joined(parts[0], part)
	}
	return parts[0]
}

// Joined returns the name of a part as a name of its own: pK for p and K.
func Joined(name, part string) string {
	r, n := utf8.DecodeRuneInString(part)
	return name + string(unicode.ToUpper(r)) + part[n:]
}
