package irtest

// Tables of rows that grow and shrink.

// rowStack pushes and pops slices: parts of one slice, or new ones.
func (g *gen) rowStack() {
	a := pick(g, flat(g.visibleArrays(false)))
	own := a.isArray || root(a).isArray || g.chance(4)
	row := func() string {
		if own {
			return pick(g, []func() string{
				func() string { return "[]" + g.float + "{" + g.bounded() + "}" },
				func() string { return "[]" + g.float + "{" + g.bounded() + ", " + g.atom() + "}" },
			})()
		}
		text, _ := g.part(a)
		return text
	}
	q, k, r := g.name("q"), g.name("k"), g.name("r")
	if own && g.chance(4) {
		g.line("%s := [][]%s{%s}", q, g.float, row())
	} else {
		g.line("var %s [][]%s\n%s = append(%s, %s)", q, g.float, q, q, row())
	}
	g.line("for %s := 0; %s < 4 && len(%s) > 0; %s++ {", k, k, q, k)
	first := g.chance(3)
	if first {
		g.line("%s := %s[0]\n%s = %s[1:]", r, q, q, q)
	} else {
		g.line("%s := %s[len(%s)-1]\n%s = %s[:len(%s)-1]", r, q, q, q, q, q)
	}
	g.line("%s += 0.25 * %s[0] * %s[len(%s)-1]", g.acc, r, r, r)
	if (own || !a.caller || !g.opts.ReadOnly) && g.chance(4) {
		g.line("%s[0] = 0.5*%s[0] + %s", r, r, g.bounded())
	}
	g.line("if %s {\n%s = append(%s, %s)\n}", g.cond(), q, q, row())
	if g.chance(3) {
		g.line("if len(%s) > 1 {\n%s[0], %s[len(%s)-1] = %s[len(%s)-1], %s[0]\n}", q, q, q, q, q, q, q)
	}
	if g.chance(2) {
		g.line("if %s {\n%s = %s\n}", g.cond(), q, pick(g, []string{q + "[:0]", "nil"}))
	}
	g.line("}")
	part := pick(g, []string{q, q, q + "[len(" + q + ")/2:]", q + "[:(len(" + q + ")+1)/2]"})
	g.line("for _, %s := range %s {\n%s += 0.125 * %s[0]\n}", r, part, g.acc, r)
}

// refilled empties rows and fills them again.
func (g *gen) refilled() {
	q, t, i := g.name("q"), g.name("i"), g.name("i")
	g.line("%s := make([][]%s, 2)", q, g.float)
	g.line("for %s := 0; %s < %s; %s++ {", t, t, pick(g, []string{"2", "3", "m"}), t)
	g.line("for %s := range %s {", i, q)
	k := q + "[" + i + "]"
	cut := k + " = " + k + pick(g, []string{"[:0]", "[len(" + k + ")/2:]", "[:len(" + k + ")/2]"})
	if g.chance(3) {
		g.line("if %s {\n%s\n}", g.cond(), cut)
	} else {
		g.line("%s", cut)
	}
	g.line("}")
	g.open()
	g.rangeSliceOpen()
	at := pick(g, []string{"0", "1", t + "%2"})
	g.line("%s[%s] = append(%s[%s], %s)", q, at, q, at, g.bounded())
	if g.chance(3) {
		g.line("%s[%s][len(%s[%s])/2] *= %s", q, at, q, at, g.math("Cos", g.atom()))
	}
	g.close()
	g.line("}")
	if g.chance(4) {
		g.line("%s[0], %s[1] = %s[1], %s[0]", q, q, q, q)
	}
	g.line("}")
	g.line("for %s := range %s {\nfor %s, v := range %s {\n%s += 0.125 * v / %s(%s+1)\n}\n}", i, q, t, k, g.acc, g.float, t)
}
