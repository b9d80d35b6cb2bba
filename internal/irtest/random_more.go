package irtest

import "fmt"

// moreStmt writes a statement that reaches memory by a pointer, or with types and branches that are less common.
func (g *gen) moreStmt() {
	switch g.intn(8) {
	case 0, 1:
		g.pointer()
	case 2:
		g.fallThrough()
	case 3:
		g.floatLoop()
	case 4:
		g.embedded()
	case 5:
		g.square()
	case 6:
		g.named()
	default:
		g.nudged()
	}
}

// pointer declares a pointer to a place and writes through it.
func (g *gen) pointer() {
	p, typ := g.place()
	q := g.name("p")
	g.line("%s := &%s", q, p)
	e := func(s string) string { return g.convert(s, g.float, typ) }
	switch g.intn(3) {
	case 0:
		g.line("*%s *= %s", q, e(g.math("Cos", g.atom())))
	case 1:
		g.line("*%s = 0.5**%s + %s", q, q, e(g.bounded()))
	default:
		g.line("if %s {\n*%s += 0.25 * %s\n}", g.cond(), q, paren(e(g.bounded())))
	}
	if g.chance(4) { // the place changes under the pointer
		g.update()
	}
	g.line("%s += 0.125 * %s", g.acc, g.convert("*"+q, typ, g.float))
}

// nudged calls a helper that writes through a pointer, inside an expression.
func (g *gen) nudged() {
	p, _ := g.placeOf(g.float)
	to, _ := g.placeOf(g.float)
	g.helper("nudge")
	if p == g.acc || to == p { // Go leaves the order of the call and the read open
		v := g.name("v")
		g.line("%s := nudge(&%s, %s)\n%s = %s", v, p, g.bounded(), to, v)
		g.declare(&scalar{name: v, typ: g.float})
		return
	}
	g.line("%s = nudge(&%s, %s)", to, p, g.bounded())
}

// fallThrough is a switch whose branches run into each other.
func (g *gen) fallThrough() {
	v := pick(g, g.visibleInts())
	v.used = true
	g.line("switch %s %% 4 {\ncase 0:", v.name)
	g.block()
	g.line("fallthrough\ncase 1:")
	g.block()
	if g.chance(4) {
		g.line("fallthrough")
	}
	g.line("default:")
	g.block()
	g.line("}")
}

// floatLoop counts with a float.
func (g *gen) floatLoop() {
	if g.trips > 12 {
		g.update()
		return
	}
	v := &scalar{name: g.name("v"), typ: g.float, used: true, fixed: true}
	g.line("for %s := %s(0.25); %s < 1; %s += 0.25 {", v.name, g.float, v.name, v.name)
	trips, around := g.trips, g.around
	g.trips, g.loops, g.around = max(1, g.trips)*3, g.loops+1, nil
	g.open()
	g.declare(v)
	g.line("%s += 0.125 * %s * %s", g.acc, v.name, g.math("Sin", g.atom()))
	g.stmt()
	g.close()
	g.line("}")
	g.trips, g.loops, g.around = trips, g.loops-1, around
}

// embedded declares a struct with a struct in it, whose fields and methods it has.
func (g *gen) embedded() {
	g.helper("Outer.blend")
	o := g.name("o")
	g.line("%s := Outer{Inner{%s, %s}, %s}", o, g.bounded(), g.atom(), g.poly())
	if g.chance(4) {
		c := g.name("o")
		g.line("%s := %s", c, o)
		g.line("%s.U *= %s", c, g.math("Cos", g.atom()))
		g.line("%s += 0.25 * %s.U * %s.U", g.acc, c, o)
	}
	g.line("%s.lift(%s)", o, g.math("Sin", g.atom()))
	g.line("%s += 0.25 * %s.blend(%s)", g.acc, o, g.math("Tanh", o+".V"))
}

// square declares an array of arrays and a copy of it.
func (g *gen) square() {
	a, b := g.name("t"), g.name("t")
	g.line("%s := [2][2]%s{{%s, %s}, {%s}}", a, g.float, g.bounded(), g.atom(), g.poly())
	g.line("%s := %s", b, a)
	g.line("%s[%s][1] = %s", b, g.index(2, ""), g.bounded())
	g.line("%s[1] = %s[0]", a, b)
	g.line("%s += 0.125 * %s[%s][1] * %s", g.acc, a, g.index(2, ""), g.math("Sin", b+"[0][1]"))
}

// named has values of a named float type, and a generic helper.
func (g *gen) named() {
	g.helper("Degree.bent")
	g.helper("between")
	d := g.name("d")
	g.line("%s := Degree(%s)", d, g.bounded())
	if g.chance(4) {
		g.line("%s *= %s.bent()", d, d)
	}
	g.line("%s += 0.25 * %s(between(%s, 0.5, %s.bent()))", g.acc, g.float, d, d)
	f := g.name("f")
	if g.chance(4) {
		g.line("%s := %s.bent\n%s += 0.25 * %s(%s())", f, d, g.acc, g.float, f)
	}
	if g.chance(3) {
		g.helper("total")
		g.line("%s += 0.125 * total(%s, %s)", g.acc, g.math("Sin", g.atom()), fmt.Sprintf("%s(%s)", g.float, d))
	}
}
