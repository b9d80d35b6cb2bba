package irtest

import (
	"fmt"
	"strings"
)

// visibleFloats returns the float variables that can be named here; an inner one hides an outer one
// of the same name.
func (g *gen) visibleFloats() []*scalar {
	var out []*scalar
	seen := map[string]bool{}
	for i := len(g.scopes) - 1; i >= 0; i-- {
		for j := len(g.scopes[i].floats) - 1; j >= 0; j-- {
			if v := g.scopes[i].floats[j]; !seen[v.name] {
				seen[v.name] = true
				out = append(out, v)
			}
		}
	}
	return out
}

func (g *gen) visibleInts() []*intVar {
	var out []*intVar
	for _, s := range g.scopes {
		out = append(out, s.ints...)
	}
	return out
}

// visibleArrays returns the arrays of floats, or of ints.
func (g *gen) visibleArrays(ints bool) []*arrayVar {
	var out []*arrayVar
	for _, s := range g.scopes {
		for _, a := range s.arrays {
			if a.ints == ints {
				out = append(out, a)
			}
		}
	}
	return out
}

// index returns an integer expression with values in [0, length). sizeText, if not empty, is an
// expression with the value length.
func (g *gen) index(length int, sizeText string) string { return g.indexDepth(length, sizeText, 2) }

func (g *gen) indexDepth(length int, size string, depth int) string {
	type candidate struct {
		text string
		v    *intVar
	}
	var list []candidate
	add := func(v *intVar, lo, hi int, format string, args ...any) {
		if lo >= 0 && hi < length {
			list = append(list, candidate{fmt.Sprintf(format, args...), v})
		}
	}
	for _, v := range g.visibleInts() {
		if v.fixed {
			add(v, v.lo-1, v.hi-1, "%s-1", v.name)
			continue
		}
		for range 3 {
			add(v, v.lo, v.hi, "%s", v.name)
		}
		for c := 1; c <= 2; c++ {
			add(v, v.lo+c, v.hi+c, "%s+%d", v.name, c)
			add(v, v.lo-c, v.hi-c, "%s-%d", v.name, c)
		}
		add(v, 2*v.lo, 2*v.hi, "2*%s", v.name)
		if size != "" {
			add(v, length-1-v.hi, length-1-v.lo, "%s-1-%s", size, v.name)
			if v.lo >= 0 {
				add(v, 0, 0, "(%s+1)%%%s", v.name, size)
			}
		}
		if v.other != nil {
			add(v, v.least, v.other.hi-v.lo, "%s-%s", v.other.name, v.name)
		}
	}
	if len(list) == 0 || g.chance(1) {
		list = append(list, candidate{fmt.Sprint(g.intn(length)), nil})
	}
	if text := g.indirect(length, depth); text != "" {
		return text
	}
	c := pick(g, list)
	if c.v != nil {
		c.v.used = true
		if c.v.other != nil {
			c.v.other.used = true
		}
	}
	return c.text
}

// indirect returns an element of a slice of subscripts, sometimes.
func (g *gen) indirect(length, depth int) string {
	if depth == 0 || !g.chance(2) {
		return ""
	}
	for _, a := range g.visibleArrays(true) {
		if a.lo >= 0 && a.hi < length && g.chance(6) {
			a.used = true
			return a.name + "[" + g.indexDepth(a.length, a.lenText, depth-1) + "]"
		}
	}
	return ""
}

// elem returns an element of an array of floats.
func (g *gen) elem(a *arrayVar) string {
	a.used = true
	switch {
	case a.nested:
		return fmt.Sprintf("%s[%s][%s]", a.name, g.index(a.rows, a.rowText), g.index(a.cols, a.colText))
	case a.rows > 0 && g.chance(6):
		i, j := g.index(a.rows, a.rowText), g.index(a.cols, a.colText)
		return fmt.Sprintf("%s[%s*%s+%s]", a.name, paren(i), a.colText, j)
	}
	return a.name + "[" + g.index(a.length, a.lenText) + "]" + a.suffix
}

func paren(s string) string {
	if strings.ContainsAny(s, "+-*%") && !strings.HasSuffix(s, "]") {
		return "(" + s + ")"
	}
	return s
}

// constant returns a float constant of moderate size.
func (g *gen) constant() string {
	return pick(g, []string{"0.5", "0.25", "1", "0.3", "-0.7", "1.5", "0.1"})
}

// atom returns a variable, an element, or an integer as a float.
func (g *gen) atom() string {
	if g.chance(1) {
		ints := g.visibleInts()
		v := pick(g, ints)
		if v.hi < 100 {
			v.used = true
			return fmt.Sprintf("0.25*%s(%s)", g.float, v.name)
		}
	}
	if g.chance(4) {
		v := pick(g, g.visibleFloats())
		v.used = true
		return g.convert(v.name, v.typ, g.float)
	}
	return g.elem(pick(g, g.visibleArrays(false)))
}

// poly returns a polynomial of low degree.
func (g *gen) poly() string {
	a := g.atom()
	switch g.intn(8) {
	case 0:
		return a
	case 1:
		return g.constant() + "*" + a
	case 2:
		return "0.3*" + a + "*" + g.atom()
	case 3:
		return a + " - " + g.atom()
	case 4:
		return "0.5*" + a + " + " + g.constant()
	case 5:
		return "(" + a + " + " + g.constant() + ")*0.2*" + g.atom()
	case 6:
		return a + " - 0.5*" + g.bounded()
	}
	return "-" + a + " + 0.1*" + g.atom()
}

// math1 calls a function of package math in the float type of the program.
func (g *gen) math(fn string, args ...string) string {
	for i := range args {
		args[i] = g.convert(args[i], g.float, "float64")
	}
	return g.convert("math."+fn+"("+strings.Join(args, ", ")+")", "float64", g.float)
}

// bounded returns an expression that grows at most linearly in what the variables hold, with a
// small factor.
func (g *gen) bounded() string {
	square := func() string { return g.math("Abs", "0.5*"+g.math("Sin", g.atom())) }
	switch g.intn(18) {
	case 0, 1:
		return g.math("Sin", g.poly())
	case 2:
		return g.math("Cos", g.poly())
	case 3, 4:
		return g.math("Tanh", g.poly())
	case 5:
		a := g.atom()
		return "(" + g.atom() + " - 0.5)/(1 + 0.5*" + a + "*" + a + ")"
	case 6:
		a := g.atom()
		return g.math("Exp", "-0.5*"+a+"*"+a)
	case 7:
		a := g.atom()
		return "0.25*" + g.math("Sqrt", "1 + "+a+"*"+a)
	case 8:
		a := g.atom()
		return "0.25*" + g.math("Log", "1.5 + "+a+"*"+a)
	case 9:
		return g.math("Atan", g.poly())
	case 10:
		return "0.25*" + pick(g, []string{"max", "min"}) + "(" + g.atom() + ", " + g.math("Sin", g.poly()) + ")"
	case 11:
		return "0.25*" + g.math(pick(g, []string{"Max", "Min"}), g.atom(), g.atom())
	case 12:
		return "0.125*" + g.math("Hypot", g.atom(), "1 + "+square())
	case 13:
		return "0.5*" + g.math("Pow", "1.25 + "+square(), g.math("Cos", g.atom()))
	case 14:
		return "0.25*" + g.math("Abs", g.atom()+" - "+g.atom())
	case 15:
		return g.math("Erf", g.poly())
	case 16:
		return g.helperValue()
	}
	return "0.5*" + g.atom()
}

// floatCond compares floats.
func (g *gen) floatCond() string {
	a := g.atom()
	op := pick(g, []string{"<", ">", "<=", ">="})
	if g.chance(4) {
		return a + " " + op + " " + pick(g, []string{"0.1", "-0.25", "0", "0.75"})
	}
	return a + " " + op + " " + g.poly()
}

func (g *gen) intCond() string {
	v := pick(g, g.visibleInts())
	v.used = true
	switch g.intn(4) {
	case 0:
		return v.name + "%2 == 0"
	case 1:
		return v.name + " < " + fmt.Sprint(1+g.intn(3))
	case 2:
		w := pick(g, g.visibleInts())
		w.used = true
		return v.name + " != " + w.name
	}
	return v.name + " >= n/2"
}

func (g *gen) cond() string {
	switch g.intn(7) {
	case 0, 1, 2:
		return g.floatCond()
	case 3, 4:
		return g.intCond()
	case 5:
		return g.intCond() + " && " + g.floatCond()
	}
	return "!(" + g.floatCond() + ") || " + g.intCond()
}
