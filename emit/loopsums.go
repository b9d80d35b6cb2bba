package emit

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// bindSums has the sums of the loop printed as variables of the method. It returns what undoes that.
func (l *loopPrinter) bindSums() func() {
	p := l.printer
	old := map[*ir.Var]func() ast.Expr{}
	l.sumPlaces = old
	for _, v := range l.loop.Par.Sums {
		old[v] = p.places[v]
		p.places[v] = func() ast.Expr { return p.id(sumKey{v}, v.Name, rankMade) }
	}
	return func() {
		for v, f := range old {
			if p.places[v] = f; f == nil {
				delete(p.places, v)
			}
		}
	}
}

// sums gives the chunks their parts of the sums.
func (l *loopPrinter) sums() {
	p := l.printer
	for _, v := range l.loop.Par.Sums {
		if n := l.termsOf(v); n > 0 {
			l.scatter(v, n)
			continue
		}
		elem := v.Type
		_, slice := v.Type.Underlying().(*types.Slice)
		if slice {
			elem = ir.ElemType(v.Type)
		}
		outer := l.aroundName(v)
		in := text(p.id(sumKey{v}, v.Name, rankMade))
		recv := text(l.recv())
		at := l.local + "."
		c := text(l.chunk())
		l.marks = append(l.marks, elem)
		part := l.name(v.Name + "Part")
		l.fields = append(l.fields, field{nil, part, "[]" + p.file.typ(elem)})
		if !slice {
			x, cell := l.name(v.Name), p.fresh("cell")
			p.file.helper("pardiffLoop.copies")
			l.fields = append(l.fields, field{sumKey{v}, x, p.file.typ(v.Type)})
			l.setup = append(l.setup, p.line("%s = %s", at+part, p.mem.get(p, types.NewSlice(elem), elem, ast.NewIdent(at+"copies(1)"), false)))
			l.head = append(l.head, p.line("%s := %s(&%s.%s, %s.%s, %s)", cell, p.file.helper("pardiffCell"), recv, x, recv, part, c))
			if l.apart {
				sum := bodyParam{in, p.file.typ(v.Type), "*" + cell, outer}
				l.params, l.results = append(l.params, sum), append(l.results, sum)
			} else {
				l.head = append(l.head, p.line("%s := *%s", in, cell))
				l.tail = append(l.tail, p.line("*%s = %s", cell, in))
			}
			if ir.ElemType(v.Type) != nil {
				l.finish = append(l.finish, l.combineArrays(outer, at+x, at+part, elem)...)
			} else {
				l.finish = append(l.finish, p.line("%s = %s(%s, %s)", outer, p.file.helper("pardiffSum"), at+x, at+part))
			}
			continue
		}
		whole := l.name(v.Name)
		l.fields = append(l.fields, field{sumKey{v}, whole, p.file.typ(v.Type)})
		size := "len(" + outer + ")"
		own := l.ownedIf(v)
		if own != "" {
			size = p.file.helper("pardiffUnless") + "(" + own + ", " + size + ")"
		}
		n := at + "copiesOf(" + size + ")"
		p.file.helper("pardiffLoop.copiesOf")
		width := ""
		if n := ir.FlatFloats(elem); n > 1 {
			width = strconv.FormatInt(n, 10) + "*"
		}
		l.private = append(l.private, ast.NewIdent(width+size))
		l.setup = append(l.setup, p.line("%s = %s", at+part, p.mem.get(p, types.NewSlice(elem), elem, ast.NewIdent(n), false)))
		partOf := "pardiffPart"
		if own != "" {
			partOf = "pardiffPartOrAll"
		}
		copied := p.file.helper(partOf) + "(" + recv + "." + whole + ", " + recv + "." + part + ", " + c + ")"
		if l.apart {
			l.params = append(l.params, bodyParam{in, p.file.typ(v.Type), copied, outer})
		} else {
			l.head = append(l.head, p.line("%s := %s", in, copied))
		}
		switch {
		case ir.IsFloat(elem):
			l.finish = append(l.finish, p.line("%s(%s, %s)", p.file.helper("pardiffCombine"), outer, at+part))
		case own != "":
			l.finish = append(l.finish, p.when("len("+at+part+") > 0", []code{l.combine(outer, at+part, elem)}))
		default:
			l.finish = append(l.finish, l.combine(outer, at+part, elem))
		}
	}
}

// ownedIf prints the conditions on which no copies of v are needed, "" if there are none.
func (l *loopPrinter) ownedIf(v *ir.Var) string {
	if slices.Contains(l.loop.Par.Near, v) {
		return l.nearName()
	}
	for _, o := range l.loop.Par.Own {
		if o.Var == v {
			return l.all(o.If)
		}
	}
	return ""
}

// combine prints the loop that adds the copies of a slice, whose elements hold several floats, to it.
func (l *loopPrinter) combine(slice, copies string, elem types.Type) code {
	var b strings.Builder
	c, part, i := l.fresh("c"), l.fresh("part"), l.fresh("i")
	fmt.Fprintf(&b, "for %s := range %s.copies(1) {\n", c, l.local)
	l.file.helper("pardiffLoop.copies")
	fmt.Fprintf(&b, "%s := %s(%s, %s, %s+1)\nfor %s := range %s {\n", part, l.file.helper("pardiffPart"), slice, copies, c, i, slice)
	l.addFloats(&b, slice+"["+i+"]", part+"["+i+"]", elem)
	b.WriteString("}\n}")
	return l.line("%s", b.String())
}

// combineArrays prints what sets an array to that of the first chunk and those of the others.
func (l *loopPrinter) combineArrays(array, first, others string, t types.Type) []code {
	var b strings.Builder
	sum, part := l.fresh("sum"), l.fresh("part")
	fmt.Fprintf(&b, "for _, %s := range %s {\n", part, others)
	l.addFloats(&b, sum, part, t)
	b.WriteString("}")
	return []code{l.line("%s := %s", sum, first), l.line("%s", b.String()), l.line("%s = %s", array, sum)}
}

// addFloats prints statements that add the floats of y to those of x, both of type t.
func (l *loopPrinter) addFloats(b *strings.Builder, x, y string, t types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Array:
		i := l.fresh("k")
		fmt.Fprintf(b, "for %s := range %s {\n", i, x)
		l.addFloats(b, x+"["+i+"]", y+"["+i+"]", u.Elem())
		b.WriteString("}\n")
	case *types.Struct:
		for f := range u.Fields() {
			l.addFloats(b, x+"."+f.Name(), y+"."+f.Name(), f.Type())
		}
	default:
		fmt.Fprintf(b, "%s += %s\n", x, y)
	}
}
