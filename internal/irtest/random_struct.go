package irtest

import "fmt"

// structsParam is a slice of structs. Its fields are drawn as arrays of their own.
func (g *gen) structsParam() {
	var list structs
	for range g.n {
		list = append(list, g.structValue())
	}
	g.param("ps", "[]P", list)
	for _, suffix := range []string{".A", ".B", ".V[1]"} {
		g.top().arrays = append(g.top().arrays, &arrayVar{name: "ps", suffix: suffix, length: g.n, lenText: "n",
			used: true, caller: true})
	}
}

// structs are the values of a slice of structs.
type structs []fields

// structValue draws a value of type P.
func (g *gen) structValue() fields {
	return fields{{"A", "", g.value()}, {"B", "", g.value()}, {"V", "[2]" + g.float, [2]float64(g.values(2))}, {"N", "", g.m}}
}

// hasStruct says whether the program has the type P.
func (g *gen) hasStruct() bool { return g.hasParam("p") || g.hasParam("ps") }

// visibleStructs returns the variables of type P.
func (g *gen) visibleStructs() []string {
	var out []string
	for _, s := range g.scopes {
		out = append(out, s.structs...)
	}
	return out
}

// declareStruct makes the fields of a variable of type P, or of a pointer to it, known.
func (g *gen) declareStruct(name string, pointer bool) {
	s := g.top()
	for _, f := range []string{".A", ".B"} {
		s.floats = append(s.floats, &scalar{name: name + f, used: true, typ: g.float, fixed: pointer && g.opts.ReadOnly})
	}
	v := &arrayVar{name: name + ".V", length: 2, used: true, isArray: true, caller: pointer}
	s.arrays = append(s.arrays, v)
	if !pointer {
		s.structs = append(s.structs, name)
	}
}

// structStmt declares or assigns structs as a whole.
func (g *gen) structStmt() {
	all := g.visibleStructs()
	if len(all) > 0 && len(g.limits) == 0 && g.chance(4) { // p.N may stand in a limit
		q := pick(g, all)
		switch to := pick(g, all); {
		case g.hasParam("ps") && !g.opts.ReadOnly && g.chance(3):
			g.line("ps[%s] = %s", g.index(g.n, "n"), q)
		case to == q:
			g.helper("flip")
			g.line("%s = flip(%s)", to, q)
		default:
			g.line("%s = %s", to, q)
		}
		return
	}
	q := g.name("q")
	switch k := g.intn(4); {
	case k == 0 && g.hasParam("ps"):
		g.line("%s := &ps[%s]", q, g.index(g.n, "n"))
		g.useStruct(q)
		g.declareStruct(q, true)
		return
	case k <= 1 && g.hasParam("ps"):
		g.line("%s := ps[%s]", q, g.index(g.n, "n"))
	case k == 2 && len(all) > 0:
		g.helper("flip")
		g.line("%s := flip(%s)", q, pick(g, all))
	default:
		g.line("%s := P{A: %s, V: [2]%s{%s, 0.5}, N: m}", q, g.bounded(), g.float, g.atom())
	}
	g.useStruct(q)
	g.declareStruct(q, false)
}

// useStruct uses a variable of type P, which Go demands.
func (g *gen) useStruct(q string) {
	g.line("%s += 0.125 * %s.B / (1 + %s.B*%s.B)", g.acc, q, q, q)
}

// rangeStructs ranges over the slice of structs by value.
func (g *gen) rangeStructs() {
	v, q := g.iter(0, g.n-1, false), g.name("q")
	g.line("for %s, %s := range ps {", v.name, q)
	g.useStruct(q)
	g.declareStruct(q, false)
}

// arrayStmt assigns a whole array, or declares a copy of one.
func (g *gen) arrayStmt() {
	var from []*arrayVar
	for _, a := range g.visibleArrays(false) {
		if a.isArray && a.of == nil {
			from = append(from, a)
		}
	}
	if len(from) == 0 {
		g.update()
		return
	}
	a, b := pick(g, from), pick(g, from)
	if a != b && a.length == b.length && !(b.caller && g.opts.ReadOnly) {
		a.used = true
		g.line("%s = %s", b.name, a.name)
		return
	}
	a.used = true
	c := &arrayVar{name: g.name("t"), length: a.length, lenText: fmt.Sprint(a.length), isArray: true}
	g.line("%s := %s", c.name, a.name)
	g.top().arrays = append(g.top().arrays, c)
}
