package irtest

import (
	"fmt"
	"go/format"
	"strings"

	"pgregory.net/rapid"

	"github.com/pardiff/pardiffgen/internal/ir/interp"
)

// A Random is a random Go function F with arguments for it. It compiles, ends, stays in bounds,
// and keeps its values and derivatives moderate; all floats of its arguments and results count.
type Random struct {
	// Src is the text of a file of package p with the function F and what it needs.
	Src string
	// Args are the arguments; Clone them before a call that may write.
	Args []*interp.Value
	// Literals are Go expressions for the arguments, valid in the file.
	Literals []string
	// Params are the names of the parameters.
	Params []string
	// Results is the number of float results.
	Results int
	// Float is float64 or float32, the type of most floats.
	Float string
}

// String returns the source and a call with the arguments.
func (r *Random) String() string {
	return r.Src + "\n// F(" + strings.Join(r.Literals, ", ") + ")\n"
}

// GoString is String; rapid shows it when a property fails.
func (r *Random) GoString() string { return r.String() }

// NewArgs returns a deep copy of the arguments.
func (r *Random) NewArgs() []*interp.Value {
	out := make([]*interp.Value, len(r.Args))
	for i, a := range r.Args {
		out[i] = a.Clone()
	}
	return out
}

// Options choose what random functions contain.
type Options struct {
	// OneResult leaves out functions with several results, TwoResults those with one.
	OneResult, TwoResults bool
	// ReadOnly leaves out writes to memory of the caller.
	ReadOnly bool
	// Float64 leaves out programs in float32.
	Float64 bool
	// Flow adds loops that conditions, break, continue and return end, slices that are swapped, cut
	// and appended to, and closures.
	Flow bool
	// Statements is the rough number of statements, 12 if 0.
	Statements int
}

// RandomFunc returns a generator of random functions.
func RandomFunc(o Options) *rapid.Generator[*Random] {
	if o.Statements == 0 {
		o.Statements = 12
	}
	return rapid.Custom(func(t *rapid.T) *Random {
		g := &gen{t: t, opts: o, budget: o.Statements, float: "float64", helpers: map[string]bool{}}
		return g.program()
	})
}

// A gen writes one function. It knows the numbers behind all sizes, so that it can keep subscripts
// in bounds by interval arithmetic; the text names the sizes.
type gen struct {
	t      *rapid.T
	opts   Options
	float  string
	buf    strings.Builder
	params []string // "x []float64"
	out    Random
	scopes []*scope
	n, m   int // the values of the parameters n and m
	budget int // statements that may still be written
	loops  int // loops around the statement
	trips  int // iterations of the loops around the statement
	// limits are the bounds of the loops around the statement that read memory, which must not
	// change in their bodies.
	limits  []string
	around  []*loopText
	returns func() // writes a return statement, nil where there cannot be one
	fresh   int
	acc     string // a float that is always in scope and always used
	helpers map[string]bool
}

// A scope holds the variables of one block.
type scope struct {
	floats []*scalar
	ints   []*intVar
	arrays []*arrayVar
	// structs are the variables of type P.
	structs []string
}

// A scalar is a float variable.
type scalar struct {
	name  string
	typ   string
	used  bool
	fixed bool // not assigned
}

// An intVar is an integer variable with the interval of its values. Iterators that stay below or
// at another say so in least and other: least <= other - name.
type intVar struct {
	name   string
	lo, hi int
	used   bool
	other  *intVar
	least  int
	fixed  bool
	iter   bool
}

// An arrayVar is a sequence of floats, or of ints with values in [lo, hi].
type arrayVar struct {
	name    string
	length  int    // at least 1
	lenText string // "" if only len(name) says it
	used    bool
	caller  bool // memory of the caller
	ints    bool
	lo, hi  int
	// rows and cols are set for matrices: flat ones in one slice, nested ones as slices of slices.
	rows, cols       int
	rowText, colText string
	nested           bool
	isArray          bool
	of               *arrayVar // what it is a view of
	suffix           string    // of the float in an element, for slices of structs
}

// intn returns a uniform number in [0, n); rapid's own ranges prefer small numbers.
func (g *gen) intn(n int) int {
	bits := 0
	for 1<<bits < n {
		bits++
	}
	for {
		k := 0
		for range bits {
			k *= 2
			if rapid.Bool().Draw(g.t, "bit") {
				k++
			}
		}
		if k < n {
			return k
		}
	}
}

// chance is true with probability p out of 8.
func (g *gen) chance(p int) bool { return g.intn(8) < p }

func pick[T any](g *gen, list []T) T { return list[g.intn(len(list))] }

func (g *gen) name(prefix string) string {
	g.fresh++
	return fmt.Sprintf("%s%d", prefix, g.fresh)
}

func (g *gen) line(format string, args ...any) { fmt.Fprintf(&g.buf, format+"\n", args...) }

func (g *gen) top() *scope { return g.scopes[len(g.scopes)-1] }

// program writes the whole file.
func (g *gen) program() *Random {
	if !g.opts.Float64 && g.chance(1) {
		g.float = "float32"
	}
	g.n, g.m = 1+g.intn(4), 1+g.intn(4)
	g.scopes = []*scope{{}}
	g.drawParams()
	results := 1
	if g.opts.TwoResults || !g.opts.OneResult && g.chance(3) {
		results = 2
	}
	named := g.chance(3)
	g.body(results, named)
	body := g.buf.String()

	var src strings.Builder
	src.WriteString("package p\n\n")
	helpers := g.helperText()
	if strings.Contains(body+helpers, "math.") {
		src.WriteString("import \"math\"\n\n")
	}
	src.WriteString(g.typeDecls())
	fmt.Fprintf(&src, "func F(%s) %s {\n%s}\n\n%s", strings.Join(g.params, ", "), g.signature(results, named), body, helpers)
	text, err := format.Source([]byte(src.String()))
	if err != nil {
		panic(fmt.Sprintf("irtest: random program does not parse: %v\n%s", err, src.String()))
	}
	g.out.Src, g.out.Results, g.out.Float = string(text), results, g.float
	return &g.out
}

func (g *gen) signature(results int, named bool) string {
	switch {
	case named && results == 1:
		return "(res " + g.float + ")"
	case named:
		return "(res, sec " + g.float + ")"
	case results == 1:
		return g.float
	}
	return "(" + g.float + ", " + g.float + ")"
}

func (g *gen) body(results int, named bool) {
	g.acc = "s"
	if named {
		g.acc = "res"
	} else {
		g.line("s := %s(%s)", g.float, pick(g, []string{"0", "0.25"}))
	}
	acc := &scalar{name: g.acc, used: true, typ: g.float}
	g.scopes = append(g.scopes, &scope{floats: []*scalar{acc}})
	if named && results == 2 {
		g.top().floats = append(g.top().floats, &scalar{name: "sec", used: true, typ: g.float})
	}
	if g.chance(2) {
		g.guard(results)
	}
	g.returns = func() {
		if results == 2 {
			g.line("return %s, %s", g.acc, g.bounded())
		} else {
			g.line("return %s", g.ret())
		}
	}
	for g.budget > 0 {
		g.stmt()
	}
	g.useUp()
	switch {
	case named && g.chance(4):
		g.line("return")
	case results == 2:
		g.line("return %s, %s", g.ret(), g.ret())
	default:
		g.line("return %s", g.ret())
	}
}

// ret is the value of a final return.
func (g *gen) ret() string {
	if g.chance(4) {
		return g.acc
	}
	return g.acc + " + " + g.bounded()
}

// guard is an early return.
func (g *gen) guard(results int) {
	cond := pick(g, []string{"n < 2", "len(x) == 3", g.floatCond(), "n > m && " + g.floatCond()})
	v := g.bounded()
	if results == 2 {
		v += ", " + g.atom()
	}
	g.line("if %s {", cond)
	if g.acc == "res" {
		g.line("res = 0.5")
	}
	g.line("return %s\n}", v)
}

// open and close bracket the text of a block, at whose end each variable has been used.
func (g *gen) open() { g.scopes = append(g.scopes, &scope{}) }

func (g *gen) close() {
	g.useUp()
	g.scopes = g.scopes[:len(g.scopes)-1]
}

// useUp uses what the innermost scope declared and nothing has used, which Go demands.
func (g *gen) useUp() {
	s := g.top()
	for _, v := range s.floats {
		if !v.used {
			x := g.convert(v.name, v.typ, g.float)
			g.line("%s += 0.125 * %s / (1 + %s*%s)", g.acc, x, x, x)
		}
	}
	for _, v := range s.ints {
		if !v.used {
			g.line("%s += 0.0625 * %s(%s)", g.acc, g.float, v.name)
		}
	}
	for _, a := range s.arrays {
		if !a.used {
			a.used = true
			g.line("%s += 0.125 * %s", g.acc, g.elem(a))
		}
	}
}

func (g *gen) convert(x, from, to string) string {
	if from == to {
		return x
	}
	return to + "(" + x + ")"
}
