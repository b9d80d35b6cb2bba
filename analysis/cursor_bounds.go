package analysis

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Bounds of slice variables that are assigned again.
//
// The elements of such a variable are printed as elements of the memory that it is a part of, which may have
// an element where the variable has none. So there is a test before each access of an element, and before each
// assignment of a part, except where what is known here says that it succeeds: conditions around the
// statement, loops over the elements, and tests that were made before.

// A bound is something known about the length of a variable, until it is assigned again.
type bound struct {
	cur   *cursor
	moves int   // of the variable when the bound was learnt
	min   int64 // the length is at least that
	// from, if it is not nil, is what the variable began as: nil or a parameter, of which it is known whether it is nil.
	from *node
	// fresh says that it is a slice that was made for it: nothing else names its elements.
	fresh bool
	// iter, if it is not nil, is an iterator from low that stays at least slack+1 below the length.
	iter       *ir.Var
	low, slack int64
}

// knows adds what holds if e is (or, without is, is not) true to what is known in the block at hand.
func (l *lowerer) knows(e ast.Expr, is bool) {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok {
		if n, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && n.Op == token.NOT {
			l.knows(n.X, !is)
		}
		return
	}
	if is && b.Op == token.LAND || !is && b.Op == token.LOR {
		l.knows(b.X, is)
		l.knows(b.Y, is)
		return
	}
	x, y, op := b.X, b.Y, b.Op
	if l.lengthOfCursor(x) == nil {
		x, y, op = y, x, mirrored[op]
		if b.Op == token.EQL {
			op = token.EQL
		}
	}
	c := l.lengthOfCursor(x)
	k, isConst := l.intConst(y)
	if c == nil || !isConst {
		return
	}
	if !is {
		op = opposite[op]
	}
	switch {
	case op == token.GTR, op == token.NEQ && k == 0:
		k++
	case op == token.GEQ, op == token.EQL:
	default:
		return
	}
	l.learn(bound{cur: c, min: k})
}

var opposite = map[token.Token]token.Token{
	token.LSS: token.GEQ, token.LEQ: token.GTR, token.GTR: token.LEQ, token.GEQ: token.LSS, token.NEQ: token.EQL, token.EQL: token.NEQ,
}

func (l *lowerer) learn(b bound) {
	b.moves = b.cur.moves
	l.bounds = append(l.bounds, b)
}

func (l *lowerer) intConst(e ast.Expr) (int64, bool) {
	if e == nil {
		return 0, false
	}
	v := l.info().Types[e].Value
	if v == nil || v.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(v)
}

// begins notes that c exists and that it has at least that many elements.
func (l *lowerer) begins(c *cursor, least int64) {
	l.ends[c.end.Var] = c
	if c.off != nil {
		l.starts[c.off.Var] = true
	}
	l.learn(bound{cur: c, min: least})
}

// beganAs notes that c has the value val still, if it can be told of that whether it is nil.
func (l *lowerer) beganAs(c *cursor, val *node) {
	r := val.ref()
	if val.isNil || val.pending || r != nil && len(r.Elems) == 0 && r.Var.Kind == ir.Param && val.cur == nil {
		l.learn(bound{cur: c, from: val})
	}
}

// firstValue returns what c began as, if it has that value still, else nil.
func (l *lowerer) firstValue(c *cursor) *node {
	for _, b := range l.bounds {
		if b.cur == c && b.moves == c.moves && b.from != nil {
			return b.from
		}
	}
	return nil
}

// isFresh says whether c is known to be a slice that was made for it.
func (l *lowerer) isFresh(c *cursor) bool {
	return slices.ContainsFunc(l.bounds, func(b bound) bool { return b.cur == c && b.moves == c.moves && b.fresh })
}

// lengthOfCursor returns the variable x if e is len(x), nil if it is something else.
func (l *lowerer) lengthOfCursor(e ast.Expr) *cursor {
	call := l.builtinCall(e, "len")
	if call == nil {
		return nil
	}
	return l.cursorOf(call.Args[0])
}

// cursorOf returns the variable that e names, nil if it is none that moves.
func (l *lowerer) cursorOf(e ast.Expr) *cursor {
	n := l.known(e)
	if n != nil && n.table != nil {
		return n.table.list
	}
	if n != nil {
		return n.cur
	}
	return nil
}

// known returns what a variable or a field of one stands for, nil if that takes more than a look.
func (l *lowerer) known(e ast.Expr) *node {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return l.fr.env.get(l.info().ObjectOf(e))
	case *ast.SelectorExpr:
		sel, n := l.info().Selections[e], l.known(e.X)
		if n != nil && n.to != nil {
			n = n.to
		}
		if n != nil && n.parts != nil && sel != nil && len(sel.Index()) == 1 && sel.Kind() == types.FieldVal {
			return n.parts[sel.Index()[0]]
		}
	}
	return nil
}

// inLoop calls f, which lowers the body or the condition of loop: what is known before it of the variables that the loop
// assigns need not hold in all iterations.
func (l *lowerer) inLoop(loop ast.Node, f func()) {
	outer, w := l.bounds, l.writesIn(loop)
	l.bounds = slices.DeleteFunc(slices.Clone(outer), func(b bound) bool {
		return l.movedIn(b.cur, w)
	})
	if len(l.loops) == 0 {
		l.outside = len(l.blocks)
	}
	l.loops = append(l.loops, loop)
	f()
	l.loops = l.loops[:len(l.loops)-1]
	l.bounds = outer
}

// iterates notes that iter runs through the elements of the variable c, if the body does not move it.
func (l *lowerer) iterates(c *cursor, iter *ir.Var, low, slack int64, body ast.Node) {
	if c == nil || low < 0 || slack < 0 || l.movedIn(c, l.writesIn(body)) {
		return
	}
	l.learn(bound{cur: c, iter: iter, low: low, slack: slack})
}

// movedIn says whether code that writes w, or a function literal that it may call, may assign the variable c.
func (l *lowerer) movedIn(c *cursor, w writeSet) bool {
	moved := func(obj types.Object) bool { return w[obj].any() || l.movedInLiteral(obj) }
	return c.obj == nil || moved(c.obj) || slices.ContainsFunc(c.params, moved)
}

// movedInLiteral says whether a function literal assigns obj.
func (l *lowerer) movedInLiteral(obj types.Object) bool {
	found := false
	for fr := l.fr; fr != nil && !found; fr = fr.parent {
		ast.Inspect(fr.body(), func(n ast.Node) bool {
			if lit, ok := n.(*ast.FuncLit); ok {
				found = found || writesOf(fr.Pkg.Info, lit.Body)[obj].any()
			}
			return !found
		})
	}
	return found
}

// counts over notes what a counted loop says of the variable whose length bounds it.
func (l *lowerer) countsOver(c *counter, iter *ir.Var, body ast.Node) {
	if c.shift != nil {
		return
	}
	edge, other := c.limit, c.begin
	if c.down {
		edge, other = other, edge
	}
	low, isConst := l.intConst(other)
	if edge == nil || !isConst {
		return
	}
	x, slack := edge, int64(0)
	if b, ok := ast.Unparen(edge).(*ast.BinaryExpr); ok && b.Op == token.SUB {
		k, ok := l.intConst(b.Y)
		if !ok {
			return
		}
		x, slack = b.X, k
	}
	switch {
	case !c.down && c.cmp == token.LSS:
	case c.down && c.cmp == token.GEQ:
		slack--
	case c.down && c.cmp == token.GTR:
		low, slack = low+1, slack-1
	default:
		return
	}
	l.iterates(l.lengthOfCursor(x), iter, low, slack, body)
}

// minLen is the least length that c is known to have.
func (l *lowerer) minLen(c *cursor) int64 {
	n := int64(0)
	for _, b := range l.bounds {
		if b.cur == c && b.moves == c.moves {
			n = max(n, b.min)
		}
	}
	return n
}

// within says whether element i of c is known to exist.
func (l *lowerer) within(c *cursor, i ir.Expr) bool {
	x, k := offset(i)
	if x == nil {
		return k >= 0 && k < l.minLen(c)
	}
	if r, ok := x.(*ir.Ref); ok && slices.ContainsFunc(l.bounds, func(b bound) bool {
		return b.cur == c && b.moves == c.moves && b.iter == r.Var && b.iter != nil && b.low+k >= 0 && k <= b.slack
	}) {
		return true
	}
	return ir.Equal(x, c.length()) && k < 0 && -k <= l.minLen(c)
}

// length is the length of a variable that is a part of its memory.
func (c *cursor) length() ir.Expr {
	if c.off == nil {
		return c.end
	}
	return ir.Sub(c.end, c.off)
}

// checkIndex makes the program panic where the variable has no element i.
func (l *lowerer) checkIndex(c *cursor, i ir.Expr) ir.Expr {
	if c.end == nil {
		return i // all of a row, whose own length counts
	}
	i = asInt(i)
	if l.within(c, i) {
		return i
	}
	k, isConst := ir.IntVal(i)
	if !isConst {
		i = l.pin("k", i)
	}
	cond := ir.Bin(token.LEQ, c.length(), i)
	if c.off != nil && !isConst {
		cond = ir.Bin(token.LOR, ir.Bin(token.LSS, i, ir.Int(0)), cond)
	}
	l.panicIf(cond, "index out of range")
	if isConst {
		l.learn(bound{cur: c, min: k + 1})
	}
	return i
}

// checkMove makes the program panic where a variable c, or a new one if it is nil, would become a part of its
// memory that a slice cannot be. It returns a length that the part has at least.
func (l *lowerer) checkMove(c *cursor, at part) int64 {
	lo, hi := at.start(), at.end()
	grows := c != nil && c.grows
	low, lowIsConst := ir.IntVal(lo)
	if at.hi == nil && lowIsConst && low == 0 {
		return 0
	}
	if high, ok := ir.IntVal(hi); ok && lowIsConst && low <= high && grows {
		return high - low
	}
	if c != nil && c.room != nil && ir.Equal(lo, hi) && ir.Equal(lo, c.start()) {
		return 0
	}
	old, up := l.endOf(hi)
	down, isLow := old.from(lo)
	if isLow && down >= 0 && up <= 0 && down-up <= l.minLen(old) {
		return l.minLen(old) - down + up
	}
	var cond ir.Expr = ir.Bin(token.GTR, lo, hi)
	high, highIsConst := ir.IntVal(hi)
	switch {
	case lowIsConst && highIsConst && 0 <= low && low <= high:
		cond = nil
	case lowIsConst && low == 0:
		cond = ir.Bin(token.LSS, hi, lo)
	case !(lowIsConst && low > 0) && !l.behindStart(lo):
		cond = ir.Bin(token.LOR, ir.Bin(token.LSS, lo, ir.Int(0)), cond)
	}
	if at.hi != nil && !grows && (old == nil || up > 0) {
		behind := ir.Bin(token.GTR, hi, lengthOf(at.root))
		if at.unsure {
			behind = ir.Bin(token.LAND, ir.Bin(token.GTR, hi, ir.Int(0)), behind)
		}
		if cond != nil {
			behind = ir.Bin(token.LOR, cond, behind)
		}
		cond = behind
	}
	if cond != nil {
		l.panicIf(cond, "slice bounds out of range")
	}
	if highIsConst && lowIsConst {
		return high - low
	}
	return 0
}

// behindStart says whether lo is a position in a variable, which has been seen not to lie before its start.
func (l *lowerer) behindStart(lo ir.Expr) bool {
	found := false
	ir.WalkExpr(lo, func(e ir.Expr) bool {
		if r, ok := e.(*ir.Ref); ok {
			found = found || l.starts[r.Var]
		}
		return !found
	})
	return found
}

// checkStart makes the program panic where a part of a variable would begin before it.
func (l *lowerer) checkStart(c *cursor, lo ir.Expr) ir.Expr {
	if c.off == nil || lo == nil {
		return lo
	}
	if _, isConst := ir.IntVal(lo); isConst {
		return lo
	}
	lo = l.pin("lo", asInt(lo))
	l.panicIf(ir.Bin(token.LSS, lo, ir.Int(0)), "slice bounds out of range")
	return lo
}

// endOf returns the variable after whose end, by up, a part ends; nil if it is not known.
func (l *lowerer) endOf(hi ir.Expr) (c *cursor, up int64) {
	x, up := offset(hi)
	if r, ok := x.(*ir.Ref); ok && len(r.Elems) == 0 {
		return l.ends[r.Var], up
	}
	return nil, 0
}

// from returns by how much lo is behind the start of c.
func (c *cursor) from(lo ir.Expr) (down int64, ok bool) {
	if c == nil {
		return 0, false
	}
	x, down := offset(lo)
	if c.off == nil {
		return down, x == nil
	}
	return down, x != nil && ir.Equal(x, c.off)
}

func (l *lowerer) panicIf(cond ir.Expr, text string) { l.panicWhere(cond, text, false) }

// panicWhere makes the program panic where cond holds. made says that the function itself does not.
func (l *lowerer) panicWhere(cond ir.Expr, text string, made bool) {
	msg := &ir.Opaque{Parts: []string{strconv.Quote(text)}, Pure: true, T: types.Typ[types.String]}
	l.emit(&ir.If{Cond: cond, Then: l.in(func() { l.emit(&ir.Panic{X: msg, Made: made}) })})
}
