package irtest

import (
	"fmt"
	"strings"
)

// A loopText is a loop around the statement that is being written.
type loopText struct {
	at    int // where its text starts
	label string
	used  bool // the label is
}

// enterLoop begins the text of a loop; label lines are added by leaveLoop.
func (g *gen) enterLoop() {
	g.around = append(g.around, &loopText{at: g.buf.Len(), label: g.name("loop")})
}

func (g *gen) leaveLoop() {
	l := g.around[len(g.around)-1]
	g.around = g.around[:len(g.around)-1]
	if l.used {
		text := g.buf.String()
		g.buf.Reset()
		g.buf.WriteString(text[:l.at] + l.label + ":\n" + text[l.at:])
	}
}

// jump leaves an iteration, a loop or the function under a condition.
func (g *gen) jump() {
	g.line("if %s {", g.cond())
	if g.chance(3) {
		g.update()
	}
	l := pick(g, g.around)
	word := pick(g, []string{"break", "continue"})
	switch k := g.intn(8); {
	case k == 0 && g.returns != nil:
		g.returns()
	case k < 4:
		g.line("%s", word)
	default:
		l.used = true
		g.line("%s %s", word, l.label)
	}
	g.line("}")
}

// flowStmt writes a statement with control flow, slices or functions of the richer kinds.
func (g *gen) flowStmt() {
	if len(g.around) > 0 && g.chance(3) {
		g.jump()
		return
	}
	if g.trips > 12 {
		g.update()
		return
	}
	switch g.intn(12) {
	case 0, 1:
		g.while()
	case 2:
		if g.loops > 0 { // adjoints of slices that are made in a loop cannot be swapped
			g.update()
			return
		}
		g.swapped()
	case 3:
		g.shrinking()
	case 4:
		g.rowWalk()
	case 5:
		g.appended()
	case 6:
		g.stack()
	case 7:
		g.clone()
	case 8:
		g.rowStack()
	case 9:
		g.refilled()
	default:
		g.closure()
	}
}

// while writes a loop that a condition or a break ends.
func (g *gen) while() {
	k := &intVar{name: g.name("k"), lo: 1, hi: 3, used: true, fixed: true}
	g.line("%s := 0", k.name)
	g.enterLoop()
	trips := g.trips
	g.trips, g.loops = max(1, g.trips)*3, g.loops+1
	switch g.intn(4) {
	case 0:
		g.line("for %s < 3 {", k.name)
	case 1:
		g.line("for %s < 3 && (%s) {", k.name, g.cond())
	case 2:
		g.line("for {\nif %s >= 3 || %s {\nbreak\n}", k.name, g.cond())
	case 3:
		g.line("for ; %s < 3; %s {", k.name, g.line1())
	}
	g.line("%s++", k.name)
	g.open()
	g.top().ints = append(g.top().ints, k)
	for n := 1 + g.intn(3); n > 0; n-- {
		g.stmt()
	}
	g.close()
	g.line("}")
	g.trips, g.loops = trips, g.loops-1
	g.leaveLoop()
}

// line1 is a statement for the head of a loop.
func (g *gen) line1() string { return fmt.Sprintf("%s *= 0.75", g.acc) }

// swapped steps with two buffers.
func (g *gen) swapped() {
	u := &arrayVar{name: g.name("u"), length: g.n, lenText: "n", used: true}
	v := &arrayVar{name: g.name("u"), length: g.n, lenText: "n", used: true}
	g.line("%s, %s := make([]%s, n), make([]%s, n)", u.name, v.name, g.float, g.float)
	g.open()
	g.top().arrays = append(g.top().arrays, u, v)
	g.line("%s[0] = %s", u.name, g.bounded())
	t, i := g.name("i"), g.name("i")
	g.line("for %s := 0; %s < %s; %s++ {\nfor %s := range %s {", t, t, pick(g, []string{"2", "3", "m"}), t, i, u.name)
	g.line("%s[%s] = 0.5*%s[%s] + %s", v.name, i, u.name, i, g.bounded())
	g.line("}")
	cond := g.chance(2)
	if cond {
		g.line("if %s {", g.cond())
	}
	if g.chance(3) {
		g.line("%s, %s = func(a, b []%s) ([]%s, []%s) { return b, a }(%s, %s)", u.name, v.name, g.float, g.float, g.float, u.name, v.name)
	} else {
		g.line("%s, %s = %s, %s", u.name, v.name, v.name, u.name)
	}
	if cond {
		g.line("}")
	}
	if g.chance(4) {
		g.update()
	}
	g.line("}")
	g.line("%s += 0.25 * %s[%s] * %s[0]", g.acc, u.name, g.index(g.n, "n"), v.name)
	g.close()
}

// shrinking cuts a slice down.
func (g *gen) shrinking() {
	a := pick(g, flat(g.visibleArrays(false)))
	if a.isArray || root(a).isArray { // parts of arrays are not followed
		g.update()
		return
	}
	text, n := g.part(a)
	r := g.name("c")
	g.line("%s := %s", r, text)
	g.line("for len(%s) > 1 {", r)
	e := pick(g, []string{r + "[0]", r + "[1]", r + "[len(" + r + ")-1]"})
	if !(a.caller && g.opts.ReadOnly) && g.chance(4) {
		g.line("%s = 0.5*%s + %s", e, e, g.bounded())
	}
	g.line("%s += 0.25 * %s * %s", g.acc, e, g.math("Sin", r+"[0]"))
	first, last := fmt.Sprintf("%s = %s[1:]", r, r), fmt.Sprintf("%s = %s[:len(%s)-1]", r, r, r)
	if g.chance(3) {
		g.line("if %s {\n%s\n} else {\n%s\n}", g.cond(), first, last)
	} else {
		g.line("%s", pick(g, []string{first, last}))
	}
	g.line("}")
	g.line("%s += 0.125 * %s[0] / %s(%d)", g.acc, r, g.float, n)
}

// rowWalk has a variable that is one row after another.
func (g *gen) rowWalk() {
	rows := nested(g.visibleArrays(false))
	if len(rows) == 0 {
		g.shrinking()
		return
	}
	a := pick(g, rows)
	a.used = true
	r, i := g.name("c"), g.name("i")
	g.line("%s := %s[%s]", r, a.name, g.index(a.rows, a.rowText))
	g.line("for %s := range %s {", i, a.name)
	g.line("%s += 0.25 * %s[%s]", g.acc, r, g.index(a.cols, a.colText))
	if !(a.caller && g.opts.ReadOnly) {
		g.line("%s[0] += 0.25 * %s", r, paren(g.bounded()))
	}
	next := fmt.Sprintf("%s = %s[%s]", r, a.name, pick(g, []string{i, "len(" + a.name + ")-1-" + i}))
	if g.chance(3) {
		g.line("if %s {\n%s\n}", g.cond(), next)
	} else {
		g.line("%s", next)
	}
	g.line("}")
	g.line("%s += 0.125 * %s[0]", g.acc, r)
}

// appended collects values.
func (g *gen) appended() {
	q := g.name("q")
	switch g.intn(3) {
	case 0:
		g.line("var %s []%s", q, g.float)
	case 1:
		g.line("%s := []%s{%s}", q, g.float, g.bounded())
	default:
		g.line("%s := make([]%s, 1, 4)", q, g.float)
	}
	g.open()
	g.rangeSliceOpen()
	if g.chance(4) {
		g.line("if %s {\ncontinue\n}", g.cond())
	}
	g.line("%s = append(%s, %s)", q, q, pick(g, []func() string{
		func() string { return g.bounded() },
		func() string { return g.bounded() + ", " + g.atom() },
		func() string { return g.acc },
	})())
	if g.chance(3) {
		g.line("%s[len(%s)/2] *= %s", q, q, g.math("Cos", g.atom()))
	}
	if g.chance(2) {
		g.line("if len(%s) > 3 {\n%s = %s[:len(%s)-2]\n}", q, q, q, q)
	}
	g.close()
	g.line("}")
	if g.chance(3) {
		g.line("%s = append(%s, %s...)", q, q, q)
	}
	i := g.name("i")
	g.line("for %s := range %s {\n%s += 0.125 * %s[%s] * %s[0]\n}", i, q, g.acc, q, i, q)
}

// rangeSliceOpen writes the head of a range over a sequence.
func (g *gen) rangeSliceOpen() {
	a := pick(g, flat(g.visibleArrays(false)))
	a.used = true
	g.ranged(a.name, a.length)
}

// stack pushes and pops.
func (g *gen) stack() {
	q, k := g.name("q"), g.name("k")
	g.line("%s := []%s{%s}", q, g.float, g.bounded())
	g.line("for %s := 0; %s < 5 && len(%s) > 0; %s++ {", k, k, q, k)
	v := &scalar{name: g.name("v"), typ: g.float, used: true}
	if g.chance(4) {
		g.line("%s := %s[len(%s)-1]\n%s = %s[:len(%s)-1]", v.name, q, q, q, q, q)
	} else {
		g.line("%s := %s[0]\n%s = %s[1:]", v.name, q, q, q)
	}
	g.line("%s += 0.25 * %s", g.acc, v.name)
	g.open()
	g.declare(v)
	g.line("if %s {\n%s = append(%s, %s, 0.5*%s)\n}", g.cond(), q, q, g.bounded(), v.name)
	g.close()
	g.line("}")
}

// clone declares a copy of a part of an array.
func (g *gen) clone() {
	text, n := g.part(pick(g, flat(g.visibleArrays(false))))
	a := &arrayVar{name: g.name("t"), length: n}
	if strings.HasSuffix(text, "]") || !g.isArrayName(text) {
		g.line("%s := append([]%s(nil), %s...)", a.name, g.float, text)
	} else {
		g.line("%s := append([]%s{}, %s[:]...)", a.name, g.float, text)
	}
	a.lenText = "len(" + a.name + ")"
	g.top().arrays = append(g.top().arrays, a)
}

func (g *gen) isArrayName(text string) bool {
	for _, a := range g.visibleArrays(false) {
		if a.name == text && a.isArray {
			return true
		}
	}
	return false
}

// closure declares a function literal and calls it a few times.
func (g *gen) closure() {
	f, p := g.name("f"), &scalar{name: g.name("v"), typ: g.float, used: true, fixed: g.chance(4)}
	around, returns, loops := g.around, g.returns, g.loops
	g.around, g.loops = nil, g.loops+1
	g.returns = func() { g.line("return %s", g.bounded()) }
	g.line("%s := func(%s %s) %s {", f, p.name, g.float, g.float)
	g.open()
	g.declare(p)
	if g.chance(3) {
		g.line("if %s {\nreturn 0.5 * %s\n}", g.cond(), p.name)
	}
	for n := 1 + g.intn(2); n > 0; n-- {
		g.stmt()
	}
	g.close()
	g.line("return %s + 0.5*%s\n}", g.math("Sin", p.name), g.acc)
	g.around, g.returns, g.loops = around, returns, loops
	g.line("%s += 0.25 * %s(%s)", g.acc, f, g.atom())
	if g.chance(3) {
		g.line("for range 2 {\n%s = 0.5*%s(%s) + 0.25*%s\n}", g.acc, f, g.acc, f+"("+g.atom()+")")
	}
}
