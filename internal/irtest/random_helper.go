package irtest

import (
	"strings"
)

// helperTexts are the functions that random programs may call; FLOAT is their float type.
var helperTexts = map[string]string{
	"sq": `func sq(u FLOAT) FLOAT { return u * u }`,
	"bend": `func bend(u FLOAT) FLOAT {
	if u > 1 {
		return 1 + 0.1*(u-1)
	}
	if u < -1 {
		return -1
	}
	return u
}`,
	"mix": `func mix(u, v FLOAT) (FLOAT, FLOAT) {
	if u > v {
		return u - v, 0.25 * u * v
	}
	return v, 0.5 * u
}`,
	"mean": `func mean(v []FLOAT) FLOAT {
	s := FLOAT(0)
	for _, e := range v {
		s += e
	}
	return s / FLOAT(len(v))
}`,
	"peak": `func peak(v []FLOAT) FLOAT {
	best := v[0]
	for _, e := range v[1:] {
		if e > best {
			best = e
		}
	}
	return best
}`,
	"smooth": `func smooth(alpha FLOAT, v []FLOAT) {
	for i := 1; i < len(v); i++ {
		v[i] = alpha*v[i-1] + (1-alpha)*v[i]
	}
}`,
	"drift": `func drift(u, v []FLOAT) {
	for i := range min(len(u), len(v)) {
		v[i] += 0.1 * sq(u[i]) / (1 + sq(u[i]))
	}
}`,
	"flip": `func flip(p P) P {
	p.A, p.B = p.B, 0.5*p.A
	p.V[0] += 0.1 * p.A
	return p
}`,
	"P.dot": `func (p P) dot(u FLOAT) FLOAT { return p.A*u + p.B*p.V[1] }`,
	"nudge": `func nudge(u *FLOAT, v FLOAT) FLOAT {
	*u = 0.5**u + 0.25*v
	return *u * v
}`,
	"total": `func total(v ...FLOAT) FLOAT {
	s := FLOAT(0.5)
	for _, e := range v {
		if e > 0.9 {
			return s * e
		}
		s += e
	}
	return s
}`,
	"between": `func between[T ~FLOAT](a, b, t T) T { return a + (b-a)*t }`,
	"Degree.bent": `type Degree FLOAT

func (d Degree) bent() Degree { return d / (1 + d*d) }`,
	"Outer.blend": `type Inner struct{ U, V FLOAT }

func (i *Inner) lift(u FLOAT) { i.V += 0.5 * u * i.U }

type Outer struct {
	Inner
	C FLOAT
}

func (o Outer) blend(t FLOAT) FLOAT {
	o.U *= t
	return between(o.U, o.C/(1+o.C*o.C), t)
}`,
	"Z.damp": `func (z *Z) damp(u FLOAT) {
	z.A *= 0.5 + 0.1*u/(1+u*u)
	for i := range z.W {
		z.W[i] -= 0.1 * z.A * z.W[i]
	}
}`,
}

// helperNames is the order in which helpers are printed.
var helperNames = []string{"sq", "bend", "mix", "mean", "peak", "smooth", "drift", "flip", "P.dot", "Z.damp", "nudge", "total", "between", "Degree.bent", "Outer.blend"}

func (g *gen) helper(name string) { g.helpers[name] = true }

func (g *gen) hasParam(name string) bool {
	for _, p := range g.out.Params {
		if p == name {
			return true
		}
	}
	return false
}

func (g *gen) helperText() string {
	if g.helpers["drift"] {
		g.helpers["sq"] = true
	}
	if g.helpers["Outer.blend"] {
		g.helpers["between"] = true
	}
	s := ""
	for _, n := range helperNames {
		if g.helpers[n] {
			s += strings.ReplaceAll(helperTexts[n], "FLOAT", g.float) + "\n\n"
		}
	}
	return s
}

// helperValue calls a helper with one result.
func (g *gen) helperValue() string {
	switch g.intn(5) {
	case 0:
		g.helper("sq")
		return "0.25*sq(" + g.math("Sin", g.atom()) + ")"
	case 1:
		g.helper("bend")
		return g.math("Tanh", "bend("+g.poly()+")")
	case 2:
		if g.hasParam("p") {
			g.helper("P.dot")
			return g.math("Sin", "p.dot("+g.atom()+")")
		}
	}
	name := pick(g, []string{"mean", "peak"})
	text, _ := g.part(pick(g, flat(g.visibleArrays(false))))
	g.helper(name)
	return g.math("Sin", name+"("+text+")")
}

// helperStmt calls a helper that writes its arguments or has several results.
func (g *gen) helperStmt() {
	to := flat(g.targets())
	switch k := g.intn(5); {
	case k == 0:
		g.helper("mix")
		p, _ := g.placeOf(g.float)
		q, _ := g.placeOf(g.float)
		g.line("%s, %s = mix(%s, %s)", p, q, g.math("Sin", g.poly()), g.math("Cos", g.poly()))
		return
	case k == 1 && g.hasParam("z") && !g.opts.ReadOnly:
		g.helper("Z.damp")
		g.line("z.damp(%s)", g.atom())
		return
	case k == 2 && len(to) > 0:
		a, b := pick(g, to), pick(g, flat(g.visibleArrays(false)))
		if root(a) != root(b) {
			g.helper("drift")
			dst, _ := g.part(a)
			src, _ := g.part(b)
			g.line("drift(%s, %s)", src, dst)
			return
		}
	case k == 3 && len(to) > 0:
		g.helper("smooth")
		dst, _ := g.part(pick(g, to))
		alpha := "0.25"
		if g.chance(4) {
			alpha = "0.5 + 0.1*" + g.math("Cos", g.atom())
		}
		g.line("smooth(%s, %s)", alpha, dst)
		return
	}
	u, v := g.name("v"), g.name("v")
	g.helper("mix")
	g.line("%s, %s := mix(%s, %s)", u, v, g.bounded(), g.poly())
	g.declare(&scalar{name: u, typ: g.float})
	g.declare(&scalar{name: v, typ: g.float})
}
