package analysis

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Slices that are cut and made longer again, b = b[:2] and then b = b[:5]. What lies behind the end of such a variable
// is what it has been before: Go keeps it unless append gives the variable other memory, which is full then. So a variable says how far
// it has reached, where its program asks; what capacity append gives beyond that Go leaves open.

// growTo makes the memory of c, a slice that grows, at least n long.
func (l *lowerer) growTo(c *cursor, n ir.Expr) {
	l.emit(&ir.Grow{Var: c.root.Var, Len: n})
	if c.top != nil {
		l.emit(&ir.Store{Dst: c.top, Src: &ir.Intrinsic{Fn: "max", Args: []ir.Expr{c.top, asInt(n)}, T: types.Typ[types.Int]}})
	}
}

// topOf is how far the memory of c reaches that it may be sliced up to. Where nobody has asked for that yet, it is planned to be noted.
func (l *lowerer) topOf(c *cursor) ir.Expr {
	if c.top != nil {
		return c.top
	}
	if c.tops && c.key != (varKey{}) && !l.tops[c.key] {
		l.tops[c.key], l.replanned = true, true
	}
	return c.end
}

// withinEnd makes the program panic where a slice that grows, or has memory of its own, is sliced beyond what it has been.
func (l *lowerer) withinEnd(c *cursor, hi ir.Expr) {
	if !endsWithin(c, hi) {
		l.panicIf(ir.Bin(token.GTR, hi, l.topOf(c)), "slice bounds out of range")
	}
}

// endsWithin says whether hi is known to lie within c.
func endsWithin(c *cursor, hi ir.Expr) bool {
	x, n := offset(hi)
	return n <= 0 && (x == nil && n == 0 || x != nil && ir.Equal(x, c.end)) || ir.Equal(hi, c.end)
}

// ownKey is the key of the variable or the field that dst is, which has no plan of its own.
func (l *lowerer) ownKey(dst *node) varKey {
	if dst.slot != nil {
		return *dst.slot
	}
	return varKey{obj: dst.cur.obj}
}

// topBy is how far a variable that is assigned src, which is the part at, may be sliced.
func (l *lowerer) topBy(src *node, at part) ir.Expr {
	if o := src.origin(); o != nil && o.tops && !src.full && sameRoot(o.root, at.root) {
		return l.topOf(o)
	}
	return at.end()
}

// sliceOfCursor lowers x[lo:hi] of a cursor.
func (l *lowerer) sliceOfCursor(e *ast.SliceExpr, base *node, lo, hi ir.Expr) *node {
	s := base.x.(*ir.Slice)
	whole := part{root: s.X, lo: s.Lo, hi: s.Hi}
	p := whole.slice(lo, hi)
	if base.cur.grows && hi != nil && !endsWithin(base.cur, p.hi) {
		p = whole.slice(lo, l.pin("hi", asInt(hi)))
		l.withinEnd(base.cur, p.hi)
	}
	n := leaf(&ir.Slice{X: p.root, Lo: p.lo, Hi: p.hi, T: l.typeOf(e)})
	n.of, n.full = base.cur, e.Slice3
	return n
}

// elementOf is element i of a slice variable, without a view for a cursor.
func elementOf(base *node, i ir.Expr) (*ir.Ref, bool) {
	s, ok := base.x.(*ir.Slice)
	if !ok || base.cur == nil {
		return nil, false
	}
	if s.Lo != nil {
		i = ir.Add(s.Lo, asInt(i))
	}
	return s.X.At(i), true
}
