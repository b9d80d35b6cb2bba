package emit

import (
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// maxRows is the number of rows that the compiler can hold in registers. Where a loop runs through more, elements
// that the next iteration reads again stay in variables:
//
//	uPrev, uHere := u[i-1], u[i]
//	for k := range n {
//		uNext := row[k]
//		...
//		uPrev, uHere = uHere, uNext
//	}
const maxRows = 6

// A roll is several rows of a slice that begin next to each other, of which only the last is read in the loop.
type roll struct {
	v     *ir.Var
	first ir.Expr   // where the first row begins
	kept  []*ir.Var // the elements of the others
	next  *ir.Var   // the element of the last row
	row   *ir.Var
	// Of a family of terms: the last one, and the others in the first iteration, and how these are printed.
	value   ir.Expr
	starts  []ir.Expr
	printed string
	started []string
}

// rollUp replaces rows by rolls where there are too many.
func (r *rows) rollUp() {
	for len(r.list) > maxRows {
		group := r.largestGroup()
		if len(group) < 2 {
			return
		}
		r.roll(group)
	}
}

// largestGroup returns most rows of one slice that are read only and begin at most two elements apart, in order.
func (r *rows) largestGroup() []rowSlice {
	written := r.writtenRoots()
	var best []rowSlice
	for _, x := range r.list {
		if written[x.v.Root()] || r.rolled(x.row) || !ir.IsFloat(ir.ElemType(x.v.Type)) {
			continue
		}
		rest, _ := apart(x.by)
		var group []rowSlice
		for _, y := range r.list {
			if other, _ := apart(y.by); y.v == x.v && ir.Equal(rest, other) {
				group = append(group, y)
			}
		}
		slices.SortFunc(group, func(a, b rowSlice) int { return int(constantOf(a.by) - constantOf(b.by)) })
		for i := 1; i < len(group); i++ {
			if constantOf(group[i].by)-constantOf(group[i-1].by) > 2 {
				group = group[:i]
			}
		}
		if len(group) > len(best) {
			best = group
		}
	}
	return best
}

func constantOf(e ir.Expr) int64 {
	_, n := apart(e)
	return n
}

func (r *rows) rolled(row *ir.Var) bool {
	return slices.ContainsFunc(r.rolls, func(x roll) bool { return x.row == row })
}

// roll keeps the elements of all but the last row of group in variables.
func (r *rows) roll(group []rowSlice) {
	last := group[len(group)-1]
	low, high := constantOf(group[0].by), constantOf(last.by)
	x := roll{v: last.v, first: group[0].by, row: last.row}
	names := rollNames(int(high - low))
	local := func(name string) *ir.Var {
		return &ir.Var{Name: last.v.Name + name, Type: ir.ElemType(last.v.Type), Kind: ir.Local}
	}
	for _, n := range names {
		x.kept = append(x.kept, local(n))
	}
	x.next = local("Next")
	by := map[*ir.Var]*ir.Var{last.row: x.next}
	for _, g := range group[:len(group)-1] {
		by[g.row] = x.kept[constantOf(g.by)-low]
	}
	replace := func(e ir.Expr) ir.Expr {
		if ref, ok := e.(*ir.Ref); ok && by[ref.Var] != nil && len(ref.Elems) == 1 {
			return ir.NewRef(by[ref.Var])
		}
		return e
	}
	mapBody(r.body, replace)
	for i := range r.rolls {
		r.rolls[i].value = ir.MapExpr(r.rolls[i].value, replace)
	}
	r.list = slices.DeleteFunc(r.list, func(s rowSlice) bool { return s.row != last.row && by[s.row] != nil })
	r.rolls = append(r.rolls, x)
}

// mapBody rebuilds all expressions of b.
func mapBody(b *ir.Block, f func(ir.Expr) ir.Expr) {
	ir.Walk(b, func(s ir.Stmt) bool {
		ir.Exprs(s, func(e ir.Expr) ir.Expr { return ir.MapExpr(e, f) })
		return true
	})
}

// rollNames returns what is added to the name of a slice for the n elements before the next.
func rollNames(n int) []string {
	switch n {
	case 1:
		return []string{"Here"}
	case 2:
		return []string{"Prev", "Here"}
	}
	var list []string
	for range n - 2 {
		list = append(list, "Far")
	}
	return append(list, "Prev", "Here")
}

// printTerms prints the terms that roll.
func (p *printer) printTerms(r *rows) {
	for i := range r.rolls {
		if x := &r.rolls[i]; x.value != nil {
			x.printed = text(p.expr(x.value))
		}
	}
}

// printStarts prints the terms that are kept when the loop begins.
func (p *printer) printStarts(r *rows) {
	for i := range r.rolls {
		x := &r.rolls[i]
		for _, e := range x.starts {
			x.started = append(x.started, text(p.expr(e)))
		}
	}
}

// startRolls prints what stands before the loop.
func (p *printer) startRolls(r *rows, first func(roll) []string) []code {
	var out []code
	for _, x := range r.rolls {
		var names []string
		for _, v := range x.kept {
			names = append(names, text(p.variable(v)))
		}
		out = append(out, p.line("%s := %s", strings.Join(names, ", "), strings.Join(first(x), ", ")))
	}
	return out
}

// firsts returns what x keeps when the loop begins: at prints where a row begins in its slice.
func (x roll) firsts(base func(*ir.Var) string, at func(by ir.Expr) string) []string {
	if x.value != nil {
		return x.started
	}
	var values []string
	for i := range x.kept {
		values = append(values, base(x.v)+"["+at(ir.Add(x.first, ir.Int(int64(i))))+"]")
	}
	return values
}

// aroundRolls prints the body of the loop with what rolls.
func (p *printer) aroundRolls(r *rows, body []code) []code {
	var elements, terms, tail []code
	for _, x := range r.rolls {
		if x.value != nil {
			terms = append(terms, p.line("%s := %s", p.variable(x.next), x.printed))
		} else {
			elements = append(elements, p.line("%s := %s[%s]", p.variable(x.next), p.variable(x.row), p.variable(r.index)))
		}
		from, to := "", ""
		for i, v := range x.kept {
			next := x.next
			if i+1 < len(x.kept) {
				next = x.kept[i+1]
			}
			if i > 0 {
				from, to = from+", ", to+", "
			}
			from, to = from+text(p.variable(next)), to+text(p.variable(v))
		}
		tail = append(tail, p.line("%s = %s", to, from))
	}
	return slices.Concat(elements, terms, body, tail)
}

// vars calls f for what the rolls declare.
func (r *rows) vars(f func(*ir.Var)) {
	for _, x := range r.list {
		f(x.row)
	}
	for _, x := range r.rolls {
		f(x.next)
		for _, v := range x.kept {
			f(v)
		}
	}
}
