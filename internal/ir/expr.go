package ir

import (
	"go/constant"
	"go/token"
	"go/types"
)

// An Expr is an immutable expression without side effects (but for an impure Opaque, which
// stands only as the whole value of a Decl or Store).
type Expr interface {
	// Type returns the Go type of the value; constants have the type that their
	// context gave them.
	Type() types.Type
	expr()
}

// A Const is a constant. Text is what the source says (1e-6, math.Pi, gravity, n for a named
// constant); Pkg is the package of a qualified name, nil for literals and names of the
// function's own package.
type Const struct {
	Val   constant.Value
	Exact constant.Value // what Text means for Go, where it names constants; nil for other texts
	Text  string
	Pkg   *types.Package
	T     types.Type
}

// A Unary is -X, !X or ^X.
type Unary struct {
	Op token.Token
	X  Expr
}

// A Binary is X Op Y. T is the type of the result: bool for comparisons.
type Binary struct {
	Op   token.Token
	X, Y Expr
	T    types.Type
}

// An Intrinsic is a call of a function that pardiffgen knows: Fn is "math.Exp" or the
// like, or the builtins "min" and "max". Result selects among several results
// (math.Lgamma, math.Frexp, math.Modf, math.Sincos); such a call stands only as the whole value
// of a Decl or Store.
type Intrinsic struct {
	Fn     string
	Args   []Expr
	Result int
	T      types.Type
}

// A Len is len(X), of a slice, a string, an array or a map.
type Len struct{ X *Ref }

// A Convert is T(X) between numeric types. Pos is where the user wrote it, NoPos for what was made
// up.
type Convert struct {
	X   Expr
	T   types.Type
	Pos token.Pos
}

// A Slice is X[Lo:Hi] of a slice, an array or a pointer to an array; Lo or Hi may be nil. It stands
// only as the value of a view's Decl.
type Slice struct {
	X      *Ref
	Lo, Hi Expr
	T      types.Type
}

// An Opaque is an inactive Go expression kept as text: Parts and Args alternate, starting and
// ending with a part. Imports are the packages that the text names. A pure Opaque may be
// evaluated again; an impure one may not. One that looks makes text or an error of its arguments, and does nothing else with them.
//
// An impure Opaque may write the elements of slices among Args, all of them or, if Sets says so, those in it alone.
type Opaque struct {
	Parts   []string
	Args    []Expr
	Imports []*types.Package
	Pure    bool
	Looks   bool
	T       types.Type
	Pos     token.Pos // where the user wrote it
	// Sets are further places that the text may write; nil for none.
	Sets *Places
	// Why, if it is not empty, is what is reported where active values are among Args.
	Why string
}

// Places are what source text writes. Only says that it writes no slices among its arguments but those that are in Refs, and
// that it neither reads nor writes floats that pointers and structs among them lead to.
type Places struct {
	Refs []*Ref
	Only bool
}

// NilTest returns what e compares with nil, a slice or a pointer, and nil if e is no such comparison. It asks for
// the header of a slice, as Len does: its elements do not matter.
func NilTest(e Expr) Expr {
	b, ok := e.(*Binary)
	if !ok || b.Op != token.EQL && b.Op != token.NEQ {
		return nil
	}
	if c, ok := b.Y.(*Const); !ok || c.Val != nil || c.Text != "nil" {
		return nil
	}
	return b.X
}

// A Saved is the value that a place had in the forward sweep, just before statement At was
// executed in the iteration at hand, or just after it. It stands in a reverse sweep that is
// under construction, until the pass that decides where such values come from has
// replaced it; Check refuses it afterwards.
type Saved struct {
	X     *Ref
	At    Stmt
	After bool
}

func (e *Const) Type() types.Type     { return e.T }
func (e *Unary) Type() types.Type     { return e.X.Type() }
func (e *Binary) Type() types.Type    { return e.T }
func (e *Intrinsic) Type() types.Type { return e.T }
func (e *Len) Type() types.Type       { return types.Typ[types.Int] }
func (e *Convert) Type() types.Type   { return e.T }
func (e *Slice) Type() types.Type     { return e.T }
func (e *Opaque) Type() types.Type    { return e.T }
func (e *Saved) Type() types.Type     { return e.X.T }
func (r *Ref) Type() types.Type       { return r.T }

func (*Const) expr()     {}
func (*Unary) expr()     {}
func (*Binary) expr()    {}
func (*Intrinsic) expr() {}
func (*Len) expr()       {}
func (*Convert) expr()   {}
func (*Slice) expr()     {}
func (*Opaque) expr()    {}
func (*Saved) expr()     {}
func (*Ref) expr()       {}
