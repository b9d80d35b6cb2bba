package irtest

import (
	"fmt"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir/interp"
)

// drawParams chooses the parameters, binds their names in the outermost scope and draws arguments.
func (g *gen) drawParams() {
	g.intParam("n", g.n)
	g.intParam("m", g.m)
	g.floatsParam("x", g.n, "n")
	optional := []func(){
		func() { g.floatsParam("y", g.m, "m") },
		g.flatParam, g.nestedParam, g.arrayParam, g.scalarParams, g.valueParam, g.structsParam, g.pointerParam, g.indexParam, g.countParam,
	}
	for _, f := range optional {
		if g.chance(4) {
			f()
		}
	}
}

func (g *gen) param(name, typ string, value any) {
	g.params = append(g.params, name+" "+typ)
	g.out.Params = append(g.out.Params, name)
	g.out.Args = append(g.out.Args, argument(value))
	g.out.Literals = append(g.out.Literals, literal(typ, value))
}

func (g *gen) intParam(name string, v int) {
	g.param(name, "int", v)
	g.top().ints = append(g.top().ints, &intVar{name: name, lo: v, hi: v, used: true, fixed: true})
}

// value returns a number that float32 holds exactly.
func (g *gen) value() float64 { return float64(g.intn(512)-256) / 128 }

func (g *gen) values(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = g.value()
	}
	return x
}

func (g *gen) floatsParam(name string, n int, size string) {
	g.param(name, "[]"+g.float, g.values(n))
	g.top().arrays = append(g.top().arrays, &arrayVar{name: name, length: n, lenText: size, used: true, caller: true})
}

func (g *gen) flatParam() {
	g.param("a", "[]"+g.float, g.values(g.n*g.m))
	g.top().arrays = append(g.top().arrays, &arrayVar{name: "a", length: g.n * g.m, used: true, caller: true,
		rows: g.n, cols: g.m, rowText: "n", colText: "m"})
}

func (g *gen) nestedParam() {
	w := make([][]float64, g.n)
	for i := range w {
		w[i] = g.values(g.m)
	}
	g.param("w", "[][]"+g.float, w)
	g.top().arrays = append(g.top().arrays, &arrayVar{name: "w", length: g.n, used: true, caller: true,
		rows: g.n, cols: g.m, rowText: "n", colText: "m", nested: true})
}

func (g *gen) arrayParam() {
	g.param("c", "[3]"+g.float, [3]float64(g.values(3)))
	g.top().arrays = append(g.top().arrays, &arrayVar{name: "c", length: 3, lenText: "3", used: true, isArray: true})
}

func (g *gen) scalarParams() {
	g.param("k", g.float, g.value())
	g.top().floats = append(g.top().floats, &scalar{name: "k", used: true, typ: g.float})
	if other := "float32"; g.float == "float64" && g.chance(2) && !g.opts.Float64 {
		g.param("q", other, g.value())
		g.top().floats = append(g.top().floats, &scalar{name: "q", used: true, typ: other})
	}
}

// valueParam is a struct by value, whose fields are variables of their own.
func (g *gen) valueParam() {
	g.param("p", "P", g.structValue())
	g.declareStruct("p", false)
	g.top().ints = append(g.top().ints, &intVar{name: "p.N", lo: g.m, hi: g.m, used: true, fixed: true})
}

// pointerParam is a struct behind a pointer.
func (g *gen) pointerParam() {
	g.param("z", "*Z", &fields{{"A", "", g.value()}, {"B", "", g.value()}, {"W", "[]" + g.float, g.values(g.n)}})
	for _, f := range []string{"z.A", "z.B"} {
		g.top().floats = append(g.top().floats, &scalar{name: f, used: true, typ: g.float, fixed: g.opts.ReadOnly})
	}
	g.top().arrays = append(g.top().arrays, &arrayVar{name: "z.W", length: g.n, used: true, caller: true})
}

// indexParam is a slice of subscripts for anything with at least min(n, m) elements.
func (g *gen) indexParam() {
	idx := make([]int, g.n)
	hi := min(g.n, g.m) - 1
	for i := range idx {
		idx[i] = g.intn(hi + 1)
	}
	g.param("idx", "[]int", idx)
	g.top().arrays = append(g.top().arrays, &arrayVar{name: "idx", length: g.n, lenText: "n", used: true, ints: true, hi: hi})
}

// countParam is a slice of trip counts.
func (g *gen) countParam() {
	cnt := make([]int, g.n)
	for i := range cnt {
		cnt[i] = g.intn(g.m + 1)
	}
	g.param("cnt", "[]int", cnt)
	g.top().arrays = append(g.top().arrays, &arrayVar{name: "cnt", length: g.n, lenText: "n", used: true, ints: true, hi: g.m})
}

// fields are the values of a struct in order; a pointer to them is a struct that is passed by its
// address.
type fields []struct {
	name, typ string
	value     any
}

// argument returns value for the interpreter.
func argument(value any) *interp.Value {
	switch v := value.(type) {
	case *fields:
		return interp.Pointer(argument(*v))
	case fields:
		var list []*interp.Value
		for _, f := range v {
			list = append(list, interp.Of(f.value))
		}
		return interp.Struct(list...)
	case structs:
		var list []*interp.Value
		for _, f := range v {
			list = append(list, argument(f))
		}
		return interp.Slice(list...)
	}
	return interp.Of(value)
}

// literal returns the Go expression for value, of type typ.
func literal(typ string, value any) string {
	switch v := value.(type) {
	case *fields:
		return "&" + literal(strings.TrimPrefix(typ, "*"), *v)
	case fields:
		var parts []string
		for _, f := range v {
			parts = append(parts, f.name+": "+literal(f.typ, f.value))
		}
		return typ + "{" + strings.Join(parts, ", ") + "}"
	case structs:
		var parts []string
		for _, f := range v {
			parts = append(parts, literal("", f))
		}
		return typ + "{" + strings.Join(parts, ", ") + "}"
	case [][]float64:
		rows := make([]string, len(v))
		for i := range v {
			rows[i] = braces(v[i])
		}
		return typ + "{" + strings.Join(rows, ", ") + "}"
	case []float64:
		return typ + braces(v)
	case [2]float64:
		return typ + braces(v[:])
	case [3]float64:
		return typ + braces(v[:])
	case []int:
		return typ + braces(v)
	}
	return fmt.Sprint(value)
}

func braces[T any](v []T) string {
	return "{" + strings.ReplaceAll(strings.Trim(fmt.Sprint(v), "[]"), " ", ", ") + "}"
}

// typeDecls declares the types that the parameters use.
func (g *gen) typeDecls() string {
	s := ""
	if g.hasStruct() {
		s += fmt.Sprintf("type P struct {\nA, B %s\nV [2]%s\nN int\n}\n\n", g.float, g.float)
	}
	if g.hasParam("z") {
		s += fmt.Sprintf("type Z struct {\nA, B %s\nW []%s\n}\n\n", g.float, g.float)
	}
	return s
}
