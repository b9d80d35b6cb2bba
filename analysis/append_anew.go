package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// remade lowers s = make(...), or the assignment of another slice that nothing else names, for a slice that grows: what is in the
// new one is put into the memory that s has. Other names of that memory are not used from there on, as after an append.
func (l *lowerer) remade(dst, src *node, pos token.Pos) bool {
	c := dst.cur
	if c == nil || !c.grows || c.table != nil || c.top != nil || !src.force().fresh || src.bad || src.table != nil || src.x == nil {
		return false
	}
	var n ir.Expr
	if r := src.ref(); r != nil && len(r.Elems) == 0 {
		n = l.takeAlloc(r.Var)
	}
	var from *ir.Ref
	if n == nil {
		at, ok := l.part(src, pos)
		if !ok {
			return true
		}
		n = l.pin("n", ir.Sub(at.end(), at.start()))
		from = ir.NewRef(l.view("src", src.typ, leaf(&ir.Slice{X: at.root, Lo: at.lo, Hi: at.hi, T: src.typ})))
	}
	n = asInt(n)
	l.growTo(c, ir.Add(c.start(), n))
	if !ir.IsVal(n, 0) {
		l.elementsFrom(c.root, c.start(), n, from)
	}
	for _, m := range l.moveNull([]move{{c.end, ir.Add(c.start(), n)}}, c, src, pos) {
		l.store(m)
	}
	c.moves++
	least, _ := ir.IntVal(n)
	l.learn(bound{cur: c, min: least})
	return true
}

// madeLength names the length that v is given where it is made: what v grows in may be longer, as a Work keeps it.
func (l *lowerer) madeLength(v *ir.Var) ir.Expr {
	for _, b := range l.blocks {
		i := l.allocOf(b, v)
		if i < 0 {
			continue
		}
		a := b.Stmts[i].(*ir.Alloc)
		n := l.temp("n", types.Typ[types.Int])
		d := &ir.Decl{Meta: a.Meta, Var: n, Init: asInt(a.Len)}
		a.Len = ir.NewRef(n)
		b.Stmts = slices.Insert(b.Stmts, i, ir.Stmt(d))
		return ir.NewRef(n)
	}
	l.refuse(l.cur.Pos, "append to "+v.UserName(), "where it is made is not known", "begin with nil or make, and append the elements")
	return ir.Int(0)
}
