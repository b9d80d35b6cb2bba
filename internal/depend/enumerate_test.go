package depend

import (
	"fmt"
	"go/token"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// An event is one execution of an access.
type event struct {
	a     *Access
	iters []int // number of the iteration, for each loop around
	cell  string
}

// A machine executes the integer part of a block and records all events in order.
type machine struct {
	x      *Accesses
	rng    *rand.Rand
	ints   map[*ir.Var]int64
	mem    map[string]int64 // elements of integer slices
	views  map[*ir.Var]viewValue
	iters  []int
	events []event
	// skip says that an access out of range is left out and the program goes on, as the test
	// knows of each access only that it is in range itself.
	skip bool
	ids  map[*ir.Var]int
	// initial gives the elements of an integer slice as they are on entry, random ones if it is nil.
	initial func(i int64) int64
}

// A viewValue is a view when it was declared: a root, subscripts, and an offset for the next.
type viewValue struct {
	root   *ir.Var
	subs   []int64
	offset int64
	slice  bool
	length int64 // of a slice, unbounded if it is unknown
}

// unbounded is the length of the arguments.
const unbounded = 1 << 40

// outOfRange ends the program.
type outOfRange struct{}

// execute runs body until it ends or, unless skip is set, a subscript is negative.
func execute(x *Accesses, body *ir.Block, params map[*ir.Var]int64, rng *rand.Rand, skip bool) []event {
	m := newMachine(x, params, rng)
	m.skip = skip
	inRange(func() { m.run(body) })
	return m.events
}

// executeWith is execute with given elements of an integer slice; it ends where one of them is out of range.
func executeWith(x *Accesses, body *ir.Block, params map[*ir.Var]int64, rng *rand.Rand, initial func(int64) int64) []event {
	m := newMachine(x, params, rng)
	m.initial = initial
	inRange(func() { m.run(body) })
	return m.events
}

func newMachine(x *Accesses, params map[*ir.Var]int64, rng *rand.Rand) *machine {
	return &machine{x: x, rng: rng, ints: maps.Clone(params), mem: map[string]int64{},
		views: map[*ir.Var]viewValue{}, ids: map[*ir.Var]int{}}
}

// inRange calls f until a subscript is negative.
func inRange(f func()) {
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(outOfRange); !ok {
				panic(e)
			}
		}
	}()
	f()
}

func (m *machine) run(s ir.Stmt) {
	for _, a := range m.x.Of(s) {
		record := func() { m.events = append(m.events, event{a, slices.Clone(m.iters), m.cell(a.src)}) }
		if m.skip {
			inRange(record)
		} else {
			record()
		}
	}
	switch s := s.(type) {
	case *ir.Block:
		for _, t := range s.Stmts {
			m.run(t)
		}
	case *ir.Decl:
		m.decl(s)
	case *ir.Store:
		m.set(s.Dst, m.valueOf(s.Src))
	case *ir.Reduce:
		d := m.valueOf(s.Src)
		if s.Op == token.SUB {
			d = -d
		}
		m.set(s.Dst, m.valueOf(s.Dst)+d)
	case *ir.If:
		if m.truth(s.Cond) {
			m.run(s.Then)
		} else if s.Else != nil {
			m.run(s.Else)
		}
	case *ir.For:
		begin, limit, step := m.value(s.Begin), m.value(s.Limit), m.value(s.Step)
		m.iters = append(m.iters, 0)
		for i := begin; compare(s.Cmp, i, limit); i += step {
			m.ints[s.Iter] = i
			m.run(s.Body)
			m.iters[len(m.iters)-1]++
		}
		m.iters = m.iters[:len(m.iters)-1]
	}
}

func (m *machine) decl(s *ir.Decl) {
	if s.Var.View == nil {
		v := int64(0)
		if s.Init != nil {
			v = m.valueOf(s.Init)
		}
		m.set(ir.NewRef(s.Var), v)
		return
	}
	switch e := s.Init.(type) {
	case *ir.Ref:
		m.views[s.Var] = m.place(e)
	case *ir.Slice:
		v := m.place(e.X)
		if e.Hi != nil { // as far as the memory goes, beyond the length of a view too
			v.length = m.value(e.Hi)
		}
		if e.Lo != nil {
			v.offset += m.value(e.Lo)
			v.length = max(v.length-m.value(e.Lo), 0)
		}
		v.slice = true
		m.views[s.Var] = v
	}
}

func (m *machine) place(r *ir.Ref) viewValue {
	v := viewValue{root: r.Var, length: unbounded}
	if r.Var.View != nil {
		v = m.views[r.Var]
		v.subs = slices.Clone(v.subs)
	}
	for _, e := range r.Elems {
		i := m.value(e.Index)
		if i < 0 && v.slice || i >= v.length || i+v.offset < 0 {
			panic(outOfRange{})
		}
		i += v.offset
		v.offset, v.slice, v.length = 0, false, unbounded
		v.subs = append(v.subs, i)
	}
	return v
}

func (m *machine) cell(r *ir.Ref) string {
	v := m.place(r)
	if _, ok := m.ids[v.root]; !ok {
		m.ids[v.root] = len(m.ids)
	}
	return fmt.Sprint(m.ids[v.root], v.subs)
}

// set stores integers; floats have no value here.
func (m *machine) set(r *ir.Ref, v int64) {
	switch {
	case !ir.IsInt(r.T):
	case len(r.Elems) == 0:
		m.ints[r.Var] = v
	default:
		m.mem[m.cell(r)] = v
	}
}

// valueOf is value for integers and 0 for others.
func (m *machine) valueOf(e ir.Expr) int64 {
	if !ir.IsInt(e.Type()) {
		return 0
	}
	return m.value(e)
}

func (m *machine) value(e ir.Expr) int64 {
	if n, ok := ir.IntVal(e); ok {
		return n
	}
	switch e := e.(type) {
	case *ir.Ref:
		if len(e.Elems) == 0 {
			return m.ints[e.Var]
		}
		c := m.cell(e)
		if _, ok := m.mem[c]; !ok {
			if m.initial != nil {
				m.mem[c] = m.initial(m.place(e).subs[0])
			} else {
				m.mem[c] = int64(m.rng.IntN(5))
			}
		}
		return m.mem[c]
	case *ir.Unary:
		return -m.value(e.X)
	case *ir.Convert:
		return m.value(e.X)
	case *ir.Intrinsic:
		if e.Fn == "min" {
			return min(m.value(e.Args[0]), m.value(e.Args[1]))
		}
		return max(m.value(e.Args[0]), m.value(e.Args[1]))
	case *ir.Binary:
		x, y := m.value(e.X), m.value(e.Y)
		switch e.Op {
		case token.ADD:
			return x + y
		case token.SUB:
			return x - y
		case token.MUL:
			return x * y
		case token.QUO:
			return x / y
		case token.REM:
			return x % y
		}
	}
	panic(fmt.Sprintf("value of %T", e))
}

func (m *machine) truth(e ir.Expr) bool {
	b := e.(*ir.Binary)
	switch b.Op {
	case token.LAND:
		return m.truth(b.X) && m.truth(b.Y)
	case token.LOR:
		return m.truth(b.X) || m.truth(b.Y)
	}
	return compare(b.Op, m.value(b.X), m.value(b.Y))
}

func compare(op token.Token, x, y int64) bool {
	switch op {
	case token.LSS:
		return x < y
	case token.LEQ:
		return x <= y
	case token.GTR:
		return x > y
	case token.GEQ:
		return x >= y
	case token.EQL:
		return x == y
	}
	return x != y
}

// A generator writes random functions f(x, y, idx, n, m, k).
type generator struct {
	r     *rand.Rand
	b     strings.Builder
	iters []string
	ints  []string // other integers that may be read
	flat  bool     // x is a matrix with rows of length n
	plain bool     // only what the test is exact for: affine subscripts, nothing written that they read
	depth int
}

func (g *generator) pick(list ...string) string { return list[g.r.IntN(len(list))] }

// function returns the text of a function.
func (g *generator) function() string {
	g.ints = []string{"n", "m", "k"}
	g.flat = g.r.IntN(2) == 0 && !g.plain
	g.b.WriteString("func f(x []float64, y [][]float64, idx []int, n, m, k int) {\nc := 0\n")
	g.ints = append(g.ints, "c")
	for range 1 + g.r.IntN(2) {
		g.loop()
	}
	g.b.WriteString("}\n")
	return g.b.String()
}

func (g *generator) loop() {
	i := fmt.Sprintf("i%d", g.depth)
	lo, hi := g.pick("0", "0", "0", "1", "k", "-3"), g.pick("n", "n", "m", "4", "n-1")
	if len(g.iters) > 0 && g.r.IntN(3) == 0 {
		j := g.iters[g.r.IntN(len(g.iters))]
		switch g.r.IntN(4) {
		case 0:
			lo = j
		case 1:
			lo = j + "+1"
		case 2:
			hi = j
		case 3:
			hi = "min(" + j + "+2, n)"
		}
	}
	switch g.r.IntN(6) {
	case 0:
		fmt.Fprintf(&g.b, "for %s := %s-1; %s >= %s; %s-- {\n", i, hi, i, lo, i)
	case 1:
		fmt.Fprintf(&g.b, "for %s := %s; %s < %s; %s += %d {\n", i, lo, i, hi, i, 2+g.r.IntN(2))
	default:
		fmt.Fprintf(&g.b, "for %s := %s; %s < %s; %s++ {\n", i, lo, i, hi, i)
	}
	g.depth++
	g.iters = append(g.iters, i)
	g.body()
	g.iters = g.iters[:len(g.iters)-1]
	g.depth--
	g.b.WriteString("}\n")
}

// body writes statements; locals that it declares are known to the end of it.
func (g *generator) body() {
	known := len(g.ints)
	for range 1 + g.r.IntN(2) {
		k := g.r.IntN(12)
		if g.plain && k >= 5 {
			k = 11
		}
		switch {
		case k < 4 && g.depth < 3:
			g.loop()
		case k == 4:
			fmt.Fprintf(&g.b, "if %s %s %s {\n", g.sub(), g.pick("<", "==", ">="), g.sub())
			g.stmt()
			g.b.WriteString("} else {\n")
			g.stmt()
			g.b.WriteString("}\n")
		case k == 5:
			fmt.Fprintf(&g.b, "c += %s\n", g.pick("1", "n", "2"))
			g.stmt()
		case k == 6:
			t := fmt.Sprintf("t%d", len(g.ints))
			fmt.Fprintf(&g.b, "%s := %s\n", t, g.sub())
			g.ints = append(g.ints, t)
			g.stmt()
		case k == 7:
			fmt.Fprintf(&g.b, "{\nv := x[%s:]\n", g.sub())
			if g.r.IntN(2) == 0 {
				g.b.WriteString("c += 1\n")
			}
			fmt.Fprintf(&g.b, "v[%s] = v[%s]\n}\n", g.sub(), g.sub())
		case k == 8 && g.r.IntN(2) == 0:
			fmt.Fprintf(&g.b, "idx[%s] = %s\n", g.sub(), g.sub())
		default:
			g.stmt()
		}
	}
	g.stmt()
	g.ints = g.ints[:known]
}

func (g *generator) stmt() {
	fmt.Fprintf(&g.b, "%s = %s\n", g.place(), g.place())
}

func (g *generator) place() string {
	if g.r.IntN(3) == 0 {
		return fmt.Sprintf("y[%s][%s]", g.sub(), g.sub())
	}
	if g.flat && g.r.IntN(4) > 0 {
		return fmt.Sprintf("x[(%s)*n+%s]", g.sub(), g.sub())
	}
	return fmt.Sprintf("x[%s]", g.sub())
}

func (g *generator) iter() string {
	if len(g.iters) == 0 {
		return "k"
	}
	return g.iters[g.r.IntN(len(g.iters))]
}

// sub returns a subscript.
func (g *generator) sub() string {
	i, j := g.iter(), g.iter()
	k := g.r.IntN(14)
	if g.plain && 4 <= k && k <= 6 {
		k = 7
	}
	switch k {
	case 0:
		return "2*" + i
	case 1:
		return i + "+" + j
	case 2:
		return "3*" + i + "+2*" + j
	case 3:
		return i + "-" + j + "+1"
	case 4:
		return "idx[" + i + "]"
	case 5:
		return g.ints[g.r.IntN(len(g.ints))]
	case 6:
		return i + g.pick("/2", "%2", "/3", "/2+3", "%3+2")
	case 7:
		return "n-1-" + i
	case 8:
		return i + "+1"
	case 9:
		if !g.plain {
			return i + "+" + g.ints[g.r.IntN(len(g.ints))]
		}
	}
	return i
}
