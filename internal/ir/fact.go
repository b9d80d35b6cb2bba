package ir

import (
	"go/token"
	"go/types"
	"strings"
)

// A Fact is what //pardiff:assume says of the arguments of a function, as they are on entry.
type Fact struct {
	Pos  token.Pos
	Text string // as the user wrote it: monotone(rowptr)
	// Cond is a comparison of integers, or a predicate: an Intrinsic with one of the names below.
	// It reads nothing but leaves of parameters.
	Cond Expr
	// Unchecked says that it is taken for granted.
	Unchecked bool
}

// Predicates, in an Intrinsic of type bool. The argument of the first three is a reference to all of a slice of
// integers; they look at all elements.
const (
	Monotone  = "pardiff.monotone"  // a[i] <= a[i+1]
	Injective = "pardiff.injective" // a[i] != a[j] for i != j
	Within    = "pardiff.within"    // lo <= a[i] < hi; a, lo, hi
	// Disjoint says that two slices of any type have no memory in common.
	Disjoint = "pardiff.disjoint"
	// Holds says what the comparison that is its argument says. Like the other predicates it is false
	// where that cannot be reached because a pointer is nil.
	Holds = "pardiff.holds"
)

// Predicate returns e as a call of one of the predicates, else nil.
func Predicate(e Expr) *Intrinsic {
	x, ok := e.(*Intrinsic)
	if !ok {
		return nil
	}
	switch x.Fn {
	case Monotone, Injective, Within, Disjoint, Holds:
		return x
	}
	return nil
}

// NewPredicate returns the call of a predicate.
func NewPredicate(fn string, args ...Expr) *Intrinsic {
	return &Intrinsic{Fn: fn, Args: args, T: types.Typ[types.Bool]}
}

// SourceText prints an expression in which leaves of parameters are called what the user calls them: m.RowPtr.
func SourceText(e Expr) string {
	names := map[*Var]*Var{}
	rename := func(r *Ref) *Ref {
		if r.Var.Home == nil {
			return r
		}
		if names[r.Var] == nil {
			v := *r.Var
			v.Name = v.Home.String()
			names[r.Var], names[&v] = &v, &v
		}
		return &Ref{Var: names[r.Var], Elems: r.Elems, T: r.T}
	}
	e = MapExpr(e, func(x Expr) Expr {
		switch x := x.(type) {
		case *Ref:
			return rename(x)
		case *Len:
			return &Len{X: rename(x.X)}
		}
		return x
	})
	return strings.ReplaceAll(ExprString(e), "pardiff.", "")
}
