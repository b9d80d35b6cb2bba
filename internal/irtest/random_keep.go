package irtest

import "fmt"

// keep writes loops that keep one of the values of their iterations, mostly the largest or smallest.
func (g *gen) keep() {
	m := &scalar{name: g.name("m"), typ: g.float, used: true, fixed: true}
	start := pick(g, []func() string{g.bounded, g.atom, func() string { return "x[0]" }})
	g.line("%s := %s", m.name, start())
	arg := ""
	if g.chance(2) {
		arg = g.name("j")
		g.line("%s := 0", arg)
	}
	loops, trips, limits, around := g.loops, g.trips, len(g.limits), g.around
	g.trips, g.around = max(1, g.trips), nil // a branch out of the loop is written here if at all
	depth := 1 + g.intn(2)
	if g.trips > 12 {
		depth = 1
	}
	for range depth {
		g.loops++
		g.open()
		pick(g, []func(){g.upward, g.downward, g.strided, g.triangular, g.rangeSlice})()
		if g.chance(2) {
			g.stmt()
		}
	}
	if g.chance(1) { // every value matters
		g.top().floats = append(g.top().floats, m)
	}
	e := g.bounded()
	if g.chance(3) {
		v := g.name("v")
		g.line("%s := %s", v, e)
		e = v
	}
	if g.chance(1) {
		g.line("if %s {\nbreak\n}", g.cond())
	}
	g.line("%s", g.keeping(m.name, e, arg))
	if g.chance(1) {
		g.stmt()
	}
	for range depth {
		g.close()
		g.line("}")
	}
	g.loops, g.trips, g.limits, g.around = loops, trips, g.limits[:limits], around
	g.declare(&scalar{name: m.name, typ: g.float})
	if arg != "" {
		g.line("%s += 0.125 * x[%s]", g.acc, arg)
	}
}

// keeping is a statement by which variable m keeps e, or not; arg, if there is one, is a subscript that goes with it.
func (g *gen) keeping(m, e, arg string) string {
	if g.float == "float64" && g.chance(2) {
		return fmt.Sprintf("%s = math.%s(%s, %s)", m, pick(g, []string{"Max", "Min"}), m, e)
	}
	kind := g.intn(4)
	switch kind {
	case 0:
		return fmt.Sprintf("%s = %s(%s, %s)", m, pick(g, []string{"max", "min"}), m, e)
	case 1:
		return fmt.Sprintf("%s = %s(%s, %s)", m, pick(g, []string{"max", "min"}), e, m)
	}
	if arg != "" {
		arg = fmt.Sprintf("\n%s = %s", arg, g.index(g.n, "n"))
	}
	if kind == 2 {
		return fmt.Sprintf("if v := %s; v %s %s {\n%s = v%s\n}", e, pick(g, []string{"<", ">", "<=", ">="}), m, m, arg)
	}
	return fmt.Sprintf("if %s {\n%s = %s%s\n}", g.cond(), m, e, arg)
}
