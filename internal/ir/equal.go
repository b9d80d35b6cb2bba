package ir

import (
	"go/constant"
	"go/token"
	"go/types"
)

// Equal says whether a and b are the same expression: the same operators over the same Vars and
// constants. Constants are equal if value and type are, whatever their text. Equal expressions
// have the same value where both are evaluated in the same state, but for an impure Opaque.
func Equal(a, b Expr) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil {
		return false
	}
	switch x := a.(type) {
	case *Const:
		y, ok := b.(*Const)
		return ok && types.Identical(x.T, y.T) && equalVal(x, y)
	case *Unary:
		y, ok := b.(*Unary)
		return ok && x.Op == y.Op && Equal(x.X, y.X)
	case *Binary:
		y, ok := b.(*Binary)
		return ok && x.Op == y.Op && Equal(x.X, y.X) && Equal(x.Y, y.Y)
	case *Intrinsic:
		y, ok := b.(*Intrinsic)
		return ok && x.Fn == y.Fn && x.Result == y.Result && equalList(x.Args, y.Args)
	case *Len:
		y, ok := b.(*Len)
		return ok && Equal(x.X, y.X)
	case *Convert:
		y, ok := b.(*Convert)
		return ok && types.Identical(x.T, y.T) && Equal(x.X, y.X)
	case *Slice:
		y, ok := b.(*Slice)
		return ok && Equal(x.X, y.X) && equalBound(x.Lo, y.Lo) && equalBound(x.Hi, y.Hi)
	case *Opaque:
		y, ok := b.(*Opaque)
		return ok && equalParts(x.Parts, y.Parts) && equalList(x.Args, y.Args)
	case *Saved:
		y, ok := b.(*Saved)
		return ok && x.At == y.At && x.After == y.After && Equal(x.X, y.X)
	case *Ref:
		y, ok := b.(*Ref)
		return ok && x.Var == y.Var && len(x.Elems) == len(y.Elems) && prefixElems(x.Elems, y.Elems)
	}
	return false
}

func equalVal(x, y *Const) bool {
	if x.Val == nil || y.Val == nil || x.Val.Kind() == constant.Unknown || y.Val.Kind() == constant.Unknown {
		return x.Text == y.Text
	}
	if numeric(x.Val) && numeric(y.Val) || x.Val.Kind() == y.Val.Kind() {
		return constant.Compare(x.Val, token.EQL, y.Val)
	}
	return false
}

func numeric(v constant.Value) bool { return v.Kind() == constant.Int || v.Kind() == constant.Float }

func equalBound(a, b Expr) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return Equal(a, b)
}

func equalList(a, b []Expr) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

func equalParts(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// prefixElems says whether the shorter of a and b starts the other.
func prefixElems(a, b []Elem) bool {
	for i := range min(len(a), len(b)) {
		if a[i].Field != b[i].Field || a[i].Deref != b[i].Deref || !equalBound(a[i].Index, b[i].Index) {
			return false
		}
	}
	return true
}
