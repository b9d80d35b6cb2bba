package analysis_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// orderHelpers are what random programs call: functions that write what they are passed, and functions
// that only read.
const orderHelpers = `package main

import "math"

type pair struct{ A, B float64 }

func upd(y []float64, i int) float64            { old := y[i]; y[i] = 0.5*y[i] + 1; return old }
func put(y []float64, i int, v float64) float64 { y[i] = v; return v * 0.5 }
func next(k *int) int                           { *k = (*k + 1) % 3; return *k }
func both(y []float64, i int) (float64, float64) { y[i] += 0.5; return y[i], y[0] }
func (p *pair) step(u float64) float64          { p.A = 0.25*u + p.B; return p.A }
func (p *pair) turn() pair                      { p.A, p.B = p.B, p.A; return *p }
func (p *pair) get() float64                    { return p.A }
func (p pair) dot(q pair) float64               { return p.A - q.B }
func sq(x float64) float64                      { return x * x }
func first(y []float64) float64                 { return y[0] }
func top(p *pair) pair                          { return *p }
func list(y []float64) [2]float64               { return [2]float64{y[1], y[2]} }
func sumOf(xs ...float64) float64               { return avg(xs) }
func fst(a [2]float64, i int) float64           { return a[i%2] }
func at(i int, x float64) float64               { return float64(i) - x }

func avg(y []float64) float64 {
	s := 0.0
	for _, v := range y {
		s += v
	}
	return s * 0.25
}

func dot2(a, b []float64) float64 {
	s := 0.0
	for i, v := range a {
		s += sq(v) - b[i]
	}
	return s
}

func choose(c bool, a, b float64) float64 {
	if c {
		return a
	}
	return b
}
`

// An orderGen writes random functions that mix reads, calls that read and calls that write.
type orderGen struct {
	*rand.Rand
	depth int
}

func (g *orderGen) pick(list ...func() string) string { return list[g.IntN(len(list))]() }

func word(s string) func() string { return func() string { return s } }

func (g *orderGen) read() string {
	return []string{"y[1]", "y[k]", "y[0]", "v", "p.A", "p.B", "a", "b", "w", "y[2]", "1.25", "q[1]"}[g.IntN(12)]
}

// float is an expression of type float64.
func (g *orderGen) float() string {
	if g.depth <= 0 || g.IntN(5) == 0 {
		return g.read()
	}
	g.depth--
	defer func() { g.depth++ }()
	f, i, c := g.float, g.index, g.cond
	call := func(format string, args ...func() string) func() string {
		return func() string {
			s := make([]any, len(args))
			for k, a := range args {
				s[k] = a()
			}
			return fmt.Sprintf(format, s...)
		}
	}
	return g.pick(
		call("(%s + %s)", f, f), call("(%s - %s)", f, f), call("float64(%s * %s)", f, f), call("(%s + %s)", f, f),
		call("-(%s)", f), call("math.Sin(%s)", f), call("math.Abs(%s)", f), call("math.Hypot(%s, %s)", f, f),
		call("math.Sqrt(math.Abs(%s))", f), call("math.Max(%s, %s)", f, f), call("max(%s, %s)", f, f), call("min(%s, 0.5, %s)", f, f),
		call("float64(%s)", i), call("upd(y, %s)", i), call("upd(y, %s)", i), call("put(y, %s, %s)", i, f), call("p.step(%s)", f),
		word("p.turn().A"), word("p.get()"), call("(*p).dot(pair{%s, %s})", f, f), call("(pair{%s, %s}).dot(*p)", f, f),
		call("sq(%s)", f), call("first(y)"), word("top(p).B"), word("avg(y)"), call("avg(y[%s:])", i), call("at(%s, %s)", i, f),
		call("sumOf(%s, %s)", f, f), call("dot2([]float64{%s, %s}, []float64{%s, %s})", f, f, f, f),
		call("fst([2]float64{%s, %s}, %s)", f, f, i), word("list(y)[0]"), call("fst(list(y), %s)", i),
		call("inc(%s)", f), word("look()"), call("choose(%s, %s, %s)", c, f, f), call("upd(q[:], (%s)%%2)", i),
	)
}

// index is an expression of type int with a value from 0 to 2.
func (g *orderGen) index() string {
	return []string{"0", "1", "2", "k", "next(&k)", "(k+1)%3", "len(y[k:])-1", "min(k, 1)"}[g.IntN(8)]
}

func (g *orderGen) cond() string {
	return g.pick(
		func() string { return g.float() + " < " + g.float() }, func() string { return g.float() + " > " + g.float() },
		func() string { return "(" + g.float() + " < 0.5 && " + g.float() + " < " + g.float() + ")" },
		func() string { return "(" + g.float() + " < 0.5 || " + g.float() + " < " + g.float() + ")" },
		func() string { return "!(" + g.float() + " < " + g.float() + ")" },
		func() string { return "(" + g.read() + " < 0.5 && " + g.read() + " < 1) == (" + g.float() + " < 0.25)" },
	)
}

func (g *orderGen) place() string {
	return []string{"a", "b", "y[1]", "y[k]", "p.A", "p.B", "w", "y[next(&k)]", "y[0]", "q[k%2]"}[g.IntN(10)]
}

// stmt is a statement, in one of all forms that evaluate expressions.
func (g *orderGen) stmt() string {
	f, c, i := g.float, g.cond, g.index
	op := []string{"+=", "-=", "*="}[g.IntN(3)]
	switch g.IntN(17) {
	case 0, 1:
		return g.place() + " = " + f()
	case 2:
		return "a, b = " + f() + ", " + f()
	case 3:
		return "y[" + i() + "], " + []string{"a", "y[1]", "p.A"}[g.IntN(3)] + " = " + f() + ", " + f()
	case 4, 5:
		return g.place() + " " + op + " " + f()
	case 6:
		return "if (" + c() + ") {\n\t\ta = " + f() + "\n\t} else if (" + c() + ") {\n\t\tb = " + f() + "\n\t}"
	case 7:
		return "switch {\n\tcase " + c() + ":\n\t\ta -= " + f() + "\n\tcase " + c() + ", " + c() + ":\n\t\tb = " + f() + "\n\tdefault:\n\t\tv = " + f() + "\n\t}"
	case 8:
		return "switch (" + f() + ") {\n\tcase v - " + f() + ":\n\t\ta++\n\tcase 1.75, a + " + f() + ":\n\t\tb--\n\t}"
	case 9:
		return "for i := " + i() + "; i < 3 && (" + c() + "); i++ {\n\t\ta += " + f() + "\n\t}"
	case 10:
		return "for i := " + i() + "; i < " + i() + "+1; i++ {\n\t\tif cnt++; cnt > 4 {\n\t\t\tbreak\n\t\t}\n\t\tb = " + f() + "\n\t}"
	case 11:
		return "for i := range (" + i() + ") {\n\t\tb += y[i] - " + f() + "\n\t}"
	case 12:
		return "*p = pair{" + f() + ", " + f() + "}"
	case 13:
		return "q = [2]float64{" + f() + ", " + f() + "}"
	case 14:
		return "{\n\t\tc, d := " + f() + ", " + f() + "\n\t\ta = c - d\n\t}"
	case 15:
		return "a, b = both(y, " + i() + ")"
	}
	return "y[" + i() + "] = " + g.read() + " + " + f()
}

// function is the text of a random function.
func (g *orderGen) function(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\nfunc %s(y []float64, v float64, p *pair, k int) (float64, float64, int) {\n", name)
	b.WriteString("\ta, b, w, cnt := 0.5, v, 2*v, 0\n\tq := [2]float64{v, 3}\n")
	b.WriteString("\tinc := func(d float64) float64 { w += 0.5 * d; return w }\n")
	b.WriteString("\tlook := func() float64 { return w + y[0] }\n")
	for range 1 + g.IntN(3) {
		b.WriteString("\t" + g.stmt() + "\n")
	}
	fmt.Fprintf(&b, "\tif cnt < 0 {\n\t\tinc(look())\n\t}\n\ta += w + q[0] - q[1]\n\treturn %s + a, %s - b, %s\n}\n", g.float(), g.float(), g.index())
	return b.String()
}
