package adjoint

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A winner is a variable of which a nest of loops keeps one of many values:
//
//	for j := range k {
//		s := dist(j)
//		m = min(m, s) // or if s < m { m = s; arg = j }
//	}
//
// Only the last iteration that assigned m matters to the derivative. So the nest becomes a search, which is
// constant to the derivative and notes that iteration, and the winner's value follows it:
//
//	at, run := -1, m
//	for j := range k {
//		s := dist(j)
//		if !(run <= s) {
//			at = j
//		}
//		run = min(run, s)
//	}
//	if at >= 0 {
//		s := dist(at)
//		m = s
//	}
//
// All passes see it like this. When they are done, m has the value that the search found, to the bit, and the
// search is in m itself again; see merge.
type winner struct {
	value, run *ir.Var
	// start declares run. Where the start value is a candidate like the others, empty declares value.
	start, empty *ir.Decl
	last         *ir.Store // gives value the winner's value
	end          ir.Stmt   // the If around last, or last
}

// findWinners rewrites the nests of b that keep one of many values, outermost first.
func (d *deriver) findWinners(b *ir.Block) {
	for i := 0; i < len(b.Stmts); i++ {
		f, ok := b.Stmts[i].(*ir.For)
		if !ok {
			ir.Inner(b.Stmts[i], d.findWinners)
			continue
		}
		for again := true; again; {
			again = false
			for _, k := range keepers(f) {
				if d.act.active(k.store.Dst) && k.sound() {
					i += d.extract(b, i, k)
					d.act.solve(d.body)
					again = true
					break
				}
			}
		}
		d.findWinners(f.Body)
	}
}

// extract makes nest k.nest, statement i of b, a search. It returns how many statements it put before it.
func (d *deriver) extract(b *ir.Block, i int, k *keeper) int {
	m := k.store.Dst.Var
	w := &winner{value: m, run: &ir.Var{Name: m.Name, Type: m.Type, Kind: ir.Local, Pos: m.Pos, Obj: m.Obj}}
	d.winners = append(d.winners, w)
	d.act.stop[w.run] = true
	if k.call != nil {
		rule, _ := RuleFor(k.call.Fn, 0)
		d.choice(rule.Choice)
	}
	keys := k.keys()
	for _, c := range keys {
		d.places[c.v] = true
	}
	w.start = &ir.Decl{Var: w.run, Init: ir.NewRef(m)}
	first := ir.Expr(ir.Int(-1))
	if at, index := k.startsAt(b, i); index != nil {
		made := b.Stmts[at].(*ir.Decl)
		w.empty = &ir.Decl{Var: m}
		w.start.Meta, w.start.Init = made.Meta, made.Init
		b.Stmts[at] = w.empty
		first = index
	}
	before := []ir.Stmt{&ir.Decl{Var: keys[0].v, Init: first}}
	for _, c := range keys[1:] {
		before = append(before, &ir.Decl{Var: c.v, Init: ir.Int(0)})
	}
	before = append(append(before, k.pre...), w.start)
	after, value := k.again(keys)
	w.last = &ir.Store{Meta: k.store.Meta, Dst: ir.NewRef(m), Src: value}
	w.end = w.last
	after = append(after, w.last)
	if w.empty == nil {
		won := ir.Bin(token.GEQ, ir.NewRef(keys[0].v), ir.Int(0))
		w.end = &ir.If{Meta: ir.Meta{Pos: k.store.Pos}, Cond: won, Then: &ir.Block{Stmts: after}}
		after = []ir.Stmt{w.end}
	}
	k.search(keys, w.run)
	b.Stmts = slices.Concat(b.Stmts[:i], before, []ir.Stmt{k.nest}, after, b.Stmts[i+1:])
	return len(before)
}

// A key is an integer that says which iteration won.
type key struct {
	v     *ir.Var
	value ir.Expr // in the winner's iteration
	// iter is the iterator that the key stands for, and back its value made of v. They are nil where the key is the
	// winner's subscript.
	iter *ir.Var
	back ir.Expr
}

// keys returns what is noted of the winner: the subscript where it is an element, else the iterators of the
// loops around it. The first is never negative.
func (k *keeper) keys() []key {
	name := k.store.Dst.Var.Name + "At"
	if e := k.element(); e != nil {
		return []key{{v: newLocal(name, types.Typ[types.Int]), value: k.hoisted(e.Elems[0].Index)}}
	}
	var list []key
	for i, f := range k.loops {
		v := newLocal(name, types.Typ[types.Int])
		c := key{v: v, iter: f.Iter, value: asInt(ir.NewRef(f.Iter)), back: convertTo(ir.NewRef(v), f.Iter.Type)}
		if i == 0 && !countsFromZero(f) {
			c.value = offset(f)
			c.back = ir.Add(typed(f.Begin, f.Iter.Type), ir.Mul(c.back, typed(f.Step, f.Iter.Type)))
		}
		list = append(list, c)
	}
	return list
}

// countsFromZero says whether the iterator of f is never negative and fits an int.
func countsFromZero(f *ir.For) bool {
	n, ok := ir.IntVal(f.Begin)
	up := f.Cmp == token.LSS || f.Cmp == token.LEQ
	return ok && n >= 0 && up && types.Identical(f.Iter.Type, types.Typ[types.Int])
}

func convertTo(e ir.Expr, t types.Type) ir.Expr {
	if types.Identical(e.Type(), t) {
		return e
	}
	return &ir.Convert{X: e, T: t}
}

// search makes the nest note the keys where it assigns the variable, and puts run in its place.
func (k *keeper) search(keys []key, run *ir.Var) {
	at := ir.Meta{Pos: k.store.Pos}
	var list []ir.Stmt
	if k.call != nil && !isAtom(k.call.Args[k.arg]) {
		v := newLocal("v", k.store.Dst.T)
		list = append(list, &ir.Decl{Meta: at, Var: v, Init: k.call.Args[k.arg]})
		c := *k.call
		c.Args = slices.Clone(c.Args)
		c.Args[k.arg] = ir.NewRef(v)
		k.call, k.store.Src = &c, &c
	}
	for _, c := range keys {
		var note ir.Stmt = &ir.Store{Meta: at, Dst: ir.NewRef(c.v), Src: c.value}
		if k.call != nil {
			note = &ir.If{Meta: at, Cond: k.wins(), Then: &ir.Block{Stmts: []ir.Stmt{note}}}
		}
		list = append(list, note)
	}
	in := k.path[len(k.path)-1]
	in.block.Stmts = slices.Insert(in.block.Stmts, in.index, list...)
	renameScalar(k.nest, k.store.Dst.Var, run)
}

// wins is the condition under which the variable takes the value of an iteration: the rules of min and max
// give the derivative to it then.
func (k *keeper) wins() ir.Expr {
	op := token.GEQ
	if k.call.Fn == "min" || k.call.Fn == "math.Min" {
		op = token.LEQ
	}
	first := ir.Bin(op, k.call.Args[0], k.call.Args[1])
	if k.arg == 0 {
		return first
	}
	return &ir.Unary{Op: token.NOT, X: first}
}

// mergeWinners puts each search into the variable that it searches for, if nobody sees the difference;
// otherwise the variable gets what the search found.
func (d *deriver) mergeWinners() {
	for _, w := range d.winners {
		b := blockOf(d.body, w.start)
		if b == nil || !slices.Contains(b.Stmts, w.end) {
			panic("adjoint: the search for " + w.value.Name + " is lost")
		}
		w.merge(d.body, b)
	}
}

// blockOf returns the block below b that s stands in, nil if there is none.
func blockOf(b *ir.Block, s ir.Stmt) *ir.Block {
	if slices.Contains(b.Stmts, s) {
		return b
	}
	var found *ir.Block
	for _, x := range b.Stmts {
		ir.Inner(x, func(b *ir.Block) {
			if found == nil {
				found = blockOf(b, s)
			}
		})
	}
	return found
}

// merge is mergeWinners for one search, which stands in b.
func (w *winner) merge(body, b *ir.Block) {
	from, to := slices.Index(b.Stmts, ir.Stmt(w.start)), slices.Index(b.Stmts, w.end)
	found := &ir.Store{Dst: ir.NewRef(w.value), Src: ir.NewRef(w.run)}
	if cond, ok := w.end.(*ir.If); ok {
		cond.Then.Stmts = slices.DeleteFunc(cond.Then.Stmts, func(s ir.Stmt) bool { return s == ir.Stmt(w.last) })
		b.Stmts = slices.Insert(b.Stmts, to, ir.Stmt(found))
	} else {
		b.Stmts[to] = found
	}
	region := b.Stmts[from+1 : to]
	if mentioned(region, w.value) > 0 || mentioned(body.Stmts, w.run) != mentioned(b.Stmts[from:to+1], w.run) {
		return
	}
	for _, s := range region {
		renameScalar(s, w.run, w.value)
	}
	b.Stmts = slices.Delete(b.Stmts, to, to+1)
	if w.empty == nil {
		b.Stmts = slices.Delete(b.Stmts, from, from+1)
		return
	}
	w.start.Var = w.value
	b.Stmts = slices.DeleteFunc(b.Stmts, func(s ir.Stmt) bool { return s == ir.Stmt(w.empty) })
}

// mentioned counts the statements of list, and inside it, that refer to v themselves.
func mentioned(list []ir.Stmt, v *ir.Var) int {
	n := 0
	for _, s := range list {
		ir.Walk(s, func(x ir.Stmt) bool {
			found := false
			see := func(e ir.Expr) { found = found || mentionsAny(e, map[*ir.Var]bool{v: true}) }
			ir.Reads(x, see)
			ir.Writes(x, func(r *ir.Ref) { see(r) })
			if found {
				n++
			}
			return true
		})
	}
	return n
}

// renameScalar puts scalar to in place of scalar from in s and what is inside it.
func renameScalar(s ir.Stmt, from, to *ir.Var) {
	ir.Walk(s, func(x ir.Stmt) bool {
		ir.Exprs(x, func(e ir.Expr) ir.Expr {
			if e == nil {
				return nil
			}
			return ir.Subst(e, from, ir.NewRef(to))
		})
		return true
	})
}
