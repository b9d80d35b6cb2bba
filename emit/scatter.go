package emit

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A scatter becomes a field of the loop's struct that makes room for copies of the slice, or for a list of terms, and
// a variable of the method that is nil where terms are added at once:
//
//	x, xTerms, first := l.xTerms.part(c)
//	for i := range end - from {
//		xTerms.add(x, first+i, idx[i], v)
//	}
//	xTerms.end(c, first)

// termsOf returns how many terms one iteration of the loop adds to v, 0 if v is no scatter.
func (l *loopPrinter) termsOf(v *ir.Var) int {
	for _, x := range l.loop.Par.Scatters {
		if x.Var == v {
			return x.Terms
		}
	}
	return 0
}

func (l *loopPrinter) isScatter(v *ir.Var) bool { return l.termsOf(v) > 0 }

// termsName is the variable of the method that lists terms.
func (l *loopPrinter) termsName(v *ir.Var) string {
	return text(l.id(termKey{v}, v.Name+"Terms", rankMade))
}

// firstName is the variable of the method that says where the list begins.
func (l *loopPrinter) firstName(v *ir.Var) string { return text(l.id(firstKey{v}, "first", rankMade)) }

// addTerm prints a sum into a scatter. Each term of a chunk has a place of its own in the list.
func (l *loopPrinter) addTerm(s *ir.Reduce) code {
	p, v := l.printer, s.Dst.Var
	place := text(p.variable(l.rows.index))
	if n := l.termsOf(v); n > 1 {
		if place = strconv.Itoa(n) + "*" + place; l.terms[v] > 0 {
			place += "+" + strconv.Itoa(l.terms[v])
		}
	}
	place = l.firstName(v) + "+" + place
	l.terms[v]++
	at := s.Dst.Elems[0].Index
	e := p.expr(at)
	if untyped(at) == nil && !types.Identical(at.Type(), types.Typ[types.Int]) {
		e = call(p.typ(types.Typ[types.Int]), e)
	}
	src := s.Src
	if s.Op == token.SUB {
		src = ir.Neg(src)
	}
	l.file.helper("pardiffTerms.add")
	return p.line("%s.add(%s, %s, %s, %s)", l.termsName(v), p.variable(v), place, e, p.value(src))
}

// scatter has each chunk of the loop add up to n terms an iteration to v, or list them.
func (l *loopPrinter) scatter(v *ir.Var, n int) {
	p := l.printer
	elem := ir.ElemType(v.Type)
	outer, in, terms := l.aroundName(v), text(p.id(sumKey{v}, v.Name, rankMade)), l.termsName(v)
	each := strconv.Itoa(n)
	if own := l.ownedIf(v); own != "" {
		each = p.file.helper("pardiffUnless") + "(" + own + ", " + each + ")"
	}
	field := field{nil, l.name(v.Name + "Terms"), p.file.helper("pardiffTerms") + "[" + p.file.typ(elem) + "]"}
	l.fields = append(l.fields, field)
	l.marks = append(l.marks, elem, types.Typ[types.Int])
	at := l.local + "." + field.name
	for _, m := range []string{"take", "part", "end"} {
		p.file.helper("pardiffTerms." + m)
	}
	l.private = append(l.private, call(ast.NewIdent(p.file.helper("pardiffCopied")),
		ast.NewIdent("len("+outer+")"), ast.NewIdent(l.count(each))))
	room := func(t types.Type) string { return "&" + text(p.mem.arena(p, t)) }
	take := p.line("%s.take(&%s.%s, %s, %s, %s, %s)", at, l.local, p.file.helperName("pardiffLoop"),
		outer, each, room(elem), room(types.Typ[types.Int]))
	l.setup = append([]code{take}, l.setup...) // it says last how many workers there are
	l.head = append(l.head, p.line("%s, %s, %s := %s.%s.part(%s)", in, terms, l.firstName(v), l.recv(), field.name, l.chunk()))
	if l.apart { // one chunk lists nothing
		l.params = append(l.params,
			bodyParam{in, "[]" + p.file.typ(elem), in, outer},
			bodyParam{terms, "*" + field.typ, terms, "nil"},
			bodyParam{l.firstName(v), "int", l.firstName(v), "0"})
	}
	l.tail = append(l.tail, p.line("%s.end(%s, %s)", terms, l.chunk(), l.firstName(v)))
	l.finish = append(l.finish, p.line("%s(%s, %s.copies)", p.file.helper("pardiffCombine"), outer, at))
}

// aroundName is what the code around the loop calls v. A slice behind pointers is read only where these are not nil, as the loop
// itself may ask that, or have no iterations.
func (l *loopPrinter) aroundName(v *ir.Var) string {
	p := l.printer
	if name := l.around[v]; name != "" {
		return name
	}
	name := text(p.variable(v))
	_, slice := v.Type.Underlying().(*types.Slice)
	if v.Kind != ir.Param || v.Home == nil || !slice {
		return name
	}
	conds := (&bindings{p: p}).primalGuards(v.Home)
	if len(conds) == 0 {
		return name
	}
	there := p.fresh(v.Name)
	l.before = append(l.before, p.line("var %s %s", there, p.file.typ(v.Type)), p.when(strings.Join(conds, " && "), []code{p.line("%s = %s", there, name)}))
	if l.around == nil {
		l.around = map[*ir.Var]string{}
	}
	l.around[v] = there
	return there
}

// count prints the number of iterations of the loop times each.
func (l *loopPrinter) count(each string) string {
	n := ir.Sub(l.loop.Limit, l.loop.Begin)
	if each == "1" {
		return text(l.length(n))
	}
	return each + "*" + operand(l.length(n))
}
