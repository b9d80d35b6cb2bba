package irtest

import (
	"fmt"
	"regexp"
	"strings"
)

// stmt writes one statement, or a few that belong together.
func (g *gen) stmt() {
	g.budget--
	if g.budget < 0 { // only what holds no statements
		g.update()
		return
	}
	if g.opts.Flow && g.chance(2) {
		g.flowStmt()
		return
	}
	if g.loops < 3 && g.trips < 30 && g.chance(3) {
		g.loop()
		return
	}
	switch g.intn(21) {
	case 0, 1:
		g.declFloat()
	case 2, 3, 4, 5:
		g.update()
	case 6:
		g.update2()
	case 7, 8:
		g.ifStmt()
	case 9:
		g.switchStmt()
	case 10:
		g.declArray()
	case 11:
		g.copyStmt()
	case 12:
		g.helperStmt()
	case 13:
		g.declInt()
	case 14:
		g.view()
	case 15:
		g.intUpdate()
	case 16:
		g.arrayStmt()
	case 17:
		g.keep()
	case 18:
		g.moreStmt()
	default:
		if g.hasStruct() {
			g.structStmt()
		} else {
			g.update()
		}
	}
}

func (g *gen) declare(v *scalar) { g.top().floats = append(g.top().floats, v) }

func (g *gen) declFloat() {
	name := g.name("v")
	if len(g.scopes) > 3 && g.chance(2) { // hide a local of a block around
		outer := g.scopes[2+g.intn(len(g.scopes)-3)]
		if len(outer.floats) > 0 {
			if v := pick(g, outer.floats); !strings.Contains(v.name, ".") { // a field is no variable
				name = v.name
			}
		}
		for _, v := range g.top().floats {
			if v.name == name {
				name = g.name("v")
				break
			}
		}
	}
	switch g.intn(5) {
	case 0:
		g.line("var %s %s", name, g.float)
	case 1:
		other := g.name("v")
		g.line("%s, %s := %s, %s", name, other, g.poly(), g.bounded())
		g.declare(&scalar{name: other, typ: g.float})
	default:
		g.line("%s := %s", name, pick(g, []func() string{g.poly, g.bounded})())
	}
	g.declare(&scalar{name: name, typ: g.float})
}

// targets returns the arrays that may be written.
func (g *gen) targets() []*arrayVar {
	var out []*arrayVar
	for _, a := range g.visibleArrays(false) {
		if !(a.caller && g.opts.ReadOnly) {
			out = append(out, a)
		}
	}
	return out
}

// place returns a scalar or an element that may be assigned, and its type.
func (g *gen) place() (text, typ string) { return g.placeOf("") }

// placeOf is place with the given type, any if empty.
func (g *gen) placeOf(want string) (text, typ string) {
	arrays := g.targets()
	if len(arrays) > 0 && g.chance(5) {
		return g.elem(pick(g, arrays)), g.float
	}
	var free []*scalar
	for _, v := range g.visibleFloats() {
		if !v.fixed && (want == "" || v.typ == want) {
			free = append(free, v)
		}
	}
	v := pick(g, free)
	return v.name, v.typ
}

// update assigns to a place.
func (g *gen) update() {
	p, typ := g.place()
	bounded := func() string { return g.convert(g.bounded(), g.float, typ) }
	switch g.intn(10) {
	case 0, 1:
		g.line("%s = %s", p, bounded())
	case 2, 3:
		g.line("%s += 0.25 * %s", p, paren(bounded()))
	case 4:
		g.line("%s -= 0.125 * %s", p, paren(bounded()))
	case 5:
		g.line("%s *= %s", p, g.convert(g.math("Cos", g.atom()), g.float, typ))
	case 6:
		g.line("%s = 0.5*%s + %s", p, p, bounded())
	case 7:
		a := g.convert(g.atom(), g.float, typ)
		g.line("%s /= 1.25 + %s*%s", p, a, a)
	case 8:
		g.line("%s = %s - 0.5*%s", p, bounded(), p)
	case 9:
		g.line("%s = -%s", p, p)
	}
}

// update2 swaps two places or assigns them together.
func (g *gen) update2() {
	p, t1 := g.place()
	q, t2 := g.place()
	if t1 == t2 && g.chance(4) {
		g.line("%s, %s = %s, %s", p, q, q, p)
		return
	}
	g.line("%s, %s = %s, %s", p, q, g.convert(g.bounded(), g.float, t1), g.convert(g.bounded(), g.float, t2))
}

// block writes the body of a branch or loop.
func (g *gen) block() {
	g.open()
	for n := 1 + g.intn(3); n > 0; n-- {
		g.stmt()
	}
	g.close()
}

func (g *gen) ifStmt() {
	c := g.cond()
	if g.chance(2) {
		b := g.name("b")
		g.line("%s := %s", b, c)
		c = b
		if g.chance(4) {
			c = "!" + b
		}
	}
	g.line("if %s {", c)
	g.block()
	switch g.intn(4) {
	case 0:
		g.line("} else if %s {", g.cond())
		g.block()
		g.line("} else {")
		g.block()
	case 1, 2:
		g.line("} else {")
		g.block()
	}
	g.line("}")
}

func (g *gen) switchStmt() {
	if g.chance(4) {
		g.line("switch {\ncase %s:", g.cond())
		g.block()
		g.line("case %s:", g.cond())
	} else {
		v := pick(g, g.visibleInts())
		v.used = true
		g.line("switch %s %% 3 {\ncase 0:", v.name)
		g.block()
		g.line("case 1, 5:")
	}
	g.block()
	if g.chance(4) {
		g.line("default:")
		g.block()
	}
	g.line("}")
}

// declArray declares local memory.
func (g *gen) declArray() {
	a := &arrayVar{name: g.name("t")}
	switch g.intn(7) {
	case 0:
		a.length, a.isArray = 2+g.intn(2), true
		g.line("var %s [%d]%s", a.name, a.length, g.float)
	case 1, 2:
		a.length, a.lenText = g.n, "n"
		g.line("%s := make([]%s, n)", a.name, g.float)
	case 3:
		a.length = 2
		g.line("%s := []%s{%s, %s}", a.name, g.float, g.bounded(), g.poly())
	case 4:
		a.length, a.isArray, a.lenText = 2, true, fmt.Sprintf("len(%s)", a.name)
		g.line("%s := [2]%s{%s, %s}", a.name, g.float, g.poly(), g.bounded())
	case 5:
		a.length, a.rows, a.cols, a.rowText, a.colText = g.n*g.m, g.n, g.m, "n", "m"
		g.line("%s := make([]%s, n*m)", a.name, g.float)
	case 6:
		a.length, a.rows, a.cols, a.rowText, a.colText, a.nested = g.n, g.n, g.m, "n", "m", true
		i := g.name("i")
		g.line("%s := make([][]%s, n)\nfor %s := range %s {\n%s[%s] = make([]%s, m)\n}", a.name, g.float, i, a.name, a.name, i, g.float)
	}
	g.top().arrays = append(g.top().arrays, a)
}

// flat returns the arrays of floats that are one sequence.
func flat(list []*arrayVar) []*arrayVar {
	var out []*arrayVar
	for _, a := range list {
		if !a.nested && a.suffix == "" {
			out = append(out, a)
		}
	}
	return out
}

func nested(list []*arrayVar) []*arrayVar {
	var out []*arrayVar
	for _, a := range list {
		if a.nested {
			out = append(out, a)
		}
	}
	return out
}

// part returns a slice of at least one element of a.
func (g *gen) part(a *arrayVar) (text string, length int) {
	a.used = true
	lo := 0
	if a.length > 1 && g.chance(4) {
		lo = 1
	}
	switch {
	case lo > 0:
		return fmt.Sprintf("%s[%d:]", a.name, lo), a.length - lo
	case a.isArray:
		return a.name + "[:]", a.length
	}
	return a.name, a.length
}

// copyStmt copies between arrays, which may be the same, or clears one.
func (g *gen) copyStmt() {
	to := flat(g.targets())
	if len(to) == 0 {
		g.update()
		return
	}
	a, b := pick(g, to), pick(g, flat(g.visibleArrays(false)))
	if g.chance(2) {
		dst, _ := g.part(a)
		g.line("clear(%s)", dst)
		return
	}
	dst, _ := g.part(a)
	src, _ := g.part(b)
	g.line("copy(%s, %s)", dst, src)
}

// root returns the array that a is a view of, or a.
func root(a *arrayVar) *arrayVar {
	for a.of != nil {
		a = a.of
	}
	return a
}

// view declares a slice of a part of an array.
func (g *gen) view() {
	a := pick(g, flat(g.visibleArrays(false)))
	if rows := nested(g.visibleArrays(false)); len(rows) > 0 && g.chance(3) {
		a = pick(g, rows)
	}
	v := &arrayVar{name: g.name("r"), caller: a.caller, of: a}
	a.used = true
	switch {
	case a.nested:
		v.length = a.cols
		g.line("%s := %s[%s]", v.name, a.name, g.index(a.rows, a.rowText))
	case a.rows > 0:
		i := paren(g.index(a.rows, a.rowText))
		v.length = a.cols
		g.line("%s := %s[%s*%s : (%s+1)*%s]", v.name, a.name, i, a.colText, i, a.colText)
	default:
		var text string
		text, v.length = g.part(a)
		g.line("%s := %s", v.name, text)
	}
	v.lenText = "len(" + v.name + ")"
	g.top().arrays = append(g.top().arrays, v)
}

// declInt declares an integer that may serve as a subscript, or a counter.
func (g *gen) declInt() {
	v := &intVar{name: g.name("j")}
	switch g.intn(4) {
	case 0:
		v.hi = 1 << 30
		g.line("%s := 0", v.name)
	case 1:
		v.hi = g.n - 1
		g.line("%s := %s", v.name, g.index(g.n, "n"))
	case 2:
		v.hi = g.n*g.m - 1
		g.line("%s := %s*m + %s", v.name, paren(g.index(g.n, "n")), g.index(g.m, "m"))
	case 3:
		v.lo, v.hi = g.n, g.n
		g.line("%s := len(x)", v.name)
	}
	g.top().ints = append(g.top().ints, v)
}

// intUpdate changes an integer within its interval.
func (g *gen) intUpdate() {
	for _, v := range g.visibleInts() {
		switch {
		case v.fixed || v.iter || g.bounds(v) || !g.chance(6):
		case v.hi == 1<<30:
			g.line("%s%s", v.name, pick(g, []string{"++", " += 2", " += n"}))
			return
		case v.lo == 0:
			g.line("%s = %s", v.name, g.index(v.hi+1, ""))
			return
		}
	}
	g.update()
}

// bounds says whether a loop around the statement reads v in its bounds.
func (g *gen) bounds(v *intVar) bool {
	for _, l := range g.limits {
		if regexp.MustCompile(`\b` + regexp.QuoteMeta(v.name) + `\b`).MatchString(l) {
			return true
		}
	}
	return false
}
