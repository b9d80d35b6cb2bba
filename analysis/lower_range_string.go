package analysis

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// rangeString lowers a loop over a string around code that is followed: source text takes down where its characters start and
// what they are, as far as the loop asks for it, and the loop goes through that.
func (l *lowerer) rangeString(s *ast.RangeStmt, label string) {
	text := l.scalarOrText(s.X)
	count := l.mutableTemp("count", types.Typ[types.Int])
	l.emit(&ir.Decl{Var: count, Init: ir.Int(0)})
	x := &texter{l: l, impure: true, why: refusal{"range over " + types.TypeString(l.typeOf(s.X), l.qualify), "values in text cannot be followed", "put the elements into a slice before"}.text()}
	x.sets = append(x.sets, ir.NewRef(count))
	var lists [2]*ir.Ref
	for i, e := range []ast.Expr{s.Key, s.Value} {
		if e == nil || blank(e) {
			continue
		}
		lists[i] = ir.NewRef(l.mutableTemp([]string{"starts", "runes"}[i], types.NewSlice([]types.Type{types.Typ[types.Int], types.Universe.Lookup("rune").Type()}[i])))
		l.emit(&ir.Alloc{Dst: lists[i], Len: &ir.Opaque{Parts: []string{"len(", ")"}, Args: []ir.Expr{text}, Pure: true, T: types.Typ[types.Int]}})
	}
	x.text("for ")
	switch {
	case lists[0] != nil && lists[1] != nil:
		x.text("i, r := ")
	case lists[0] != nil:
		x.text("i := ")
	case lists[1] != nil:
		x.text("_, r := ")
	}
	x.text("range ")
	x.arg(text)
	x.text(" {\n")
	for i, list := range lists {
		if list != nil {
			x.arg(list)
			x.text("[")
			x.arg(ir.NewRef(count))
			x.text("] = " + []string{"i", "r"}[i] + "\n")
			x.sets = append(x.sets, list)
		}
	}
	x.arg(ir.NewRef(count))
	x.text("++\n}")
	o := x.done(types.NewTuple())
	o.Pos, o.Sets.Only = s.X.Pos(), true
	l.emit(&ir.Exec{X: o})

	iter := &ir.Var{Name: "k", Type: types.Typ[types.Int], Kind: ir.Iter, Pos: s.Pos()}
	f := &ir.For{Meta: l.cur, Iter: iter, Begin: ir.Int(0), Cmp: token.LSS, Limit: ir.NewRef(count), Step: ir.Int(1), Form: ir.Range}
	stop := l.stopFlag(f, s.Body, label)
	l.inLoop(s, func() {
		f.Body = l.in(func() {
			l.iters[l.blk] = iter
			for i, e := range []ast.Expr{s.Key, s.Value} {
				if lists[i] != nil {
					l.bindRanged(s, e, leaf(lists[i].At(ir.NewRef(iter))))
				}
			}
			l.loopBody(s.Body, label, stop)
		})
	})
	l.emit(f)
}

// scalarOrText is the value of a string, which is evaluated once.
func (l *lowerer) scalarOrText(e ast.Expr) ir.Expr {
	n := l.valueOf(e).force()
	if n.x == nil {
		return l.zeroOpaque(l.typeOf(e))
	}
	if l.stable(n.x) {
		return n.x
	}
	return l.save("text", n.x)
}
