package gen

import (
	"flag"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template"
)

var activeSource = template.Must(template.New("").Parse(`// Package {{.Type.Name}} does with values of one type what can be done with values that hold floats.
package {{.Type.Name}}

import (
	"errors"
	"math"
	"slices"
)

var (
	_ = math.Sin
	_ = slices.Reverse[[]int]
)

{{.Type.Decl}}

type hold struct {
	V T
	K float64
}

type other hold

type holders struct{ L []T }

type grid struct {
	A, B, D  []T
	C        [3]T
	One, Two T
	H        hold
}

func (h *hold) grow(k float64) {
	{{.Type.Scale "h.V" "k"}}
	h.K += k
}

func (h hold) value(k float64) float64 {
	h.K *= k
	return read(h.V) * h.K
}

func (h hold) grown(k float64) hold { return hold{next(h.V, k), h.K * k} }

func grow(p *T, k float64) {
	{{.Type.Scale "*p" "k"}}
	if k > 1 {
		{{.Type.Scale "*p" "k"}}
	}
}

func exchange(p, q *T) { *p, *q = *q, *p }

func exchangeAll(p, q *[]T) { *p, *q = *q, *p }

func growAll(list []T, k float64) {
	for i := range list {
		{{.Type.Scale "list[i]" "k"}}
	}
}

func changed(v T, k float64) float64 {
	{{.Type.Scale "v" "k"}}
	return read(v)
}

func inArray(c [3]T, k float64) float64 {
	{{.Type.Scale "c[1]" "k"}}
	return read(c[0]) * read(c[1])
}

func atArray(c *[3]T, k float64) float64 {
	{{.Type.Scale "c[1]" "k"}}
	return read(c[0]) * read(c[1])
}

func next(v T, k float64) T { return mk(read(v), k) }

func both(v, w T, k float64) (T, T) { return next(w, k), next(v, k) }

func list(from []T, k float64) []T {
	u := make([]T, len(from))
	for i, v := range from {
		u[i] = mk(k, read(v))
	}
	return u
}

func try(v T, k float64) (T, error) {
	if k < 0 {
		return mk(k, 1), errors.New("k is negative")
	}
	return next(v, k), nil
}

func array(x, y float64) [2]T { return [2]T{mk(x, y), mk(y, x)} }

func keep(x, y float64) hold { return hold{mk(x, y), x * y} }

func fresh(x, y float64) *hold { return &hold{V: mk(x, y), K: y} }

func walk(list []T, k float64) float64 {
	if len(list) == 0 {
		return k
	}
	{{.Type.Scale "list[0]" "k"}}
	return read(list[0]) * walk(list[1:], 0.9*k)
}

func flip(g *grid, n int, k float64) float64 {
	if n == 0 {
		return k
	}
	g.A, g.B = g.B, g.A
	{{.Type.Scale "g.A[0]" "k"}}
	return read(g.A[0]) * flip(g, n-1, 0.9*k)
}

func down(v T, n int, k float64) float64 {
	if n == 0 {
		return read(v)
	}
	{{.Type.Scale "v" "k"}}
	return read(v) + 0.5*down(next(v, k), n-1, 0.9*k)
}

func climb(p *T, n int, k float64) float64 {
	if n == 0 {
		return k
	}
	{{.Type.Scale "*p" "k"}}
	return read(*p) * climb(p, n-1, 0.9*k)
}

func (h *hold) dig(n int, k float64) float64 {
	if n == 0 {
		return h.K
	}
	h.grow(k)
	v := read(h.V) * h.K
	return v + h.dig(n-1, 0.9*k)*v
}

func turn(c *[3]T, n int, k float64) float64 {
	if n == 0 {
		return k
	}
	c[0], c[2] = c[2], c[0]
	{{.Type.Scale "c[0]" "k"}}
	r := read(c[0])
	return r*turn(c, n-1, 0.9*k) + read(c[1])
}

func alternate(p, q []T, n int, k float64) float64 {
	if n == 0 {
		return k
	}
	{{.Type.Scale "p[0]" "k"}}
	r := read(p[0]) * read(q[1])
	return r + alternate(q, p, n-1, 0.9*k)*r
}

func climbed(v T, n int, k float64) T {
	if n == 0 {
		return v
	}
	return climbed(next(v, k), n-1, 0.9*k)
}

func tried(v T, n int, k float64) (T, error) {
	if k < 0 {
		return v, errors.New("k is negative")
	}
	if n == 0 {
		return v, nil
	}
	return tried(next(v, k), n-1, 0.9*k)
}

func sink(g *grid, n int, k float64) float64 {
	if n == 0 {
		return g.H.K
	}
	{{.Type.Scale "g.A[0]" "k"}}
	{{.Type.Scale "g.One" "k"}}
	g.H.grow(k)
	r := read(g.A[0]) * read(g.One)
	return r * sink(g, n-1, 0.9*k)
}

func put[A any](p *A, v A) { *p = v }

func total(list ...T) (s float64) {
	for i, v := range list {
		s += read(v) * float64(i+1)
	}
	return s
}

func spread(k float64, list ...T) (s float64) {
	for i := range list {
		{{.Type.Scale "list[i]" "k"}}
		s += read(list[i])
	}
	return s
}

func pick[A any](first bool, v, w A) A {
	if first {
		return v
	}
	return w
}

func double[A any](list []A) []A {
	out := make([]A, 0, len(list))
	for _, v := range list {
		out = append(out, v)
	}
	return out
}
{{range .Forms}}
// {{.Name}} is one case of the package.
//
//pardiff:vjp
//pardiff:jvp
func {{.Name}}({{.Params}}) {{or .Result "(s float64)"}} {
	{{.Body}}{{if not .Result}}
	return s{{end}}
}
{{end}}`))

var activeTest = template.Must(template.New("").Parse(`package {{.Type.Name}}

import (
	"testing"

	"example.com/matrix/gradcheck"
)

func some(n int, x float64) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = mk(x+0.1*float64(i), 1.2-0.05*float64(i))
	}
	return list
}

func table() [][]T { return [][]T{some(3, 0.9), some(3, 1.1), some(3, 1.3)} }

func state() *grid {
	g := &grid{A: some(3, 0.7), B: some(3, 0.9), D: some(3, 1.1), One: mk(1.1, 0.8), Two: mk(0.7, 1.2), H: hold{mk(0.9, 1), 1.1}}
	for i := range g.C {
		g.C[i] = mk(0.8, 1+0.1*float64(i))
	}
	return g
}

func TestMatrix(t *testing.T) {
	x := []float64{0.9, 1.3, 1.1}
	ts, us, rows, g, a, b := some(4, 0.8), some(4, 1.2), table(), state(), mk(0.9, 1.4), mk(1.2, 0.8)
	_, _, _, _, _, _ = ts, us, rows, g, a, b
	one := gradcheck.Directions(1)
{{- range .Forms}}{{if not .Refused}}
	gradcheck.VJP(t, {{.Name}}, (&{{.Name}}Work{Workers: 1}).VJP, {{.Args}}, one)
	gradcheck.VJP(t, {{.Name}}, (&{{.Name}}Work{Workers: 3}).VJP, {{.Args}}, one)
	gradcheck.JVP(t, {{.Name}}, {{.Name}}JVP, {{.Args}}, one)
{{- end}}{{end}}
}
`))

// activeParams are the parameters that a form may use, in the order in which its function has them.
var activeParams = []struct{ name, typ string }{
	{"ts", "[]T"}, {"us", "[]T"}, {"rows", "[][]T"}, {"g", "*grid"}, {"a", "T"}, {"b", "T"}, {"x", "[]float64"},
}

var whole = flag.Bool("whole", false, "TestMatrixActive does everything with all types, of a group too")

// TestMatrixActive does with values of many types with floats what can be done with values. What is not refused gives the
// values, arguments and derivatives that the primal and finite differences give, with any number of workers. The types of a
// group take turns, but for -whole.
func TestMatrixActive(t *testing.T) {
	var packages []*matrixPackage
	for _, group := range activeTypes {
		for m, typ := range group {
			p := &matrixPackage{Name: typ.Name, Type: typ, source: activeSource, test: activeTest}
			for i, f := range slices.Concat(activeWhole, activeSingle, activeMixed, activeNames) {
				if *whole || i%len(group) == m {
					p.Forms = append(p.Forms, f.of(typ))
				}
			}
			packages = append(packages, p)
		}
	}
	matrixRun(t, packages, 879)
}

// of returns the function that does it with values of a type.
func (f activeForm) of(typ activeType) *matrixForm {
	form := &matrixForm{Name: f.name, Body: typ.scaled(f.body), Result: f.result}
	var params, args []string
	for _, p := range activeParams {
		// A float32 among the arguments tells the differences how exact they can be.
		always := p.name == "a" && strings.Contains(typ.Decl, "float32")
		if always || regexp.MustCompile(`\b`+p.name+`\b`).MatchString(f.body) {
			params, args = append(params, p.name+" "+p.typ), append(args, p.name)
		}
	}
	form.Params, form.Args = strings.Join(params, ", "), strings.Join(args, ", ")
	return form
}
