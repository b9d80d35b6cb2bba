package gradcheck

import (
	"fmt"
	"math"
	"reflect"
)

// A reverseCall is what a gradient or vector-Jacobian product is called with beside the arguments.
type reverseCall struct {
	seeds [][]float64 // by of; nil for a gradient and a Jacobian
	adj   [][]float64 // by wrt: the adjoints on entry, of each row of a Jacobian
	// nilArg and nilSpot say which adjoint is nil: the spot'th of parameter wrt[nilArg], -1 for the
	// pointer to the adjoint of a by-value argument. nilArg is -1 for none, everyArg for all.
	nilArg, nilSpot int
	// rows is the number of rows of a Jacobian, 0 for another derivative; nilRow is that of which an adjoint is nil.
	rows, nilRow int
}

const everyArg = -2

// reverse calls the derivative on copies and returns the adjoints as it leaves them; those behind a
// nil are NaN. It reports a panic, values that are not the function's, and writes to
// what is no float in an adjoint.
func (c *check) reverse(r reverseCall) (adj [][]float64, ok bool) {
	c.t.Helper()
	all, ok := c.reverseRows(r)
	if !ok {
		return nil, false
	}
	return all[0], true
}

// reverseRows is reverse for all rows of a Jacobian; another derivative has one.
func (c *check) reverseRows(r reverseCall) (rows [][][]float64, ok bool) {
	c.t.Helper()
	args := cloneAll(c.args)
	in := append([]reflect.Value{}, args...)
	for i, s := range r.seeds {
		v := shadow(c.results[c.sig.of[i]])
		setAll(v, s)
		in = append(in, v)
	}
	list := make([][]*adjointArg, max(1, r.rows))
	for i := range list {
		for k := range c.sig.wrt {
			a := c.adjointArg(r, i, k)
			list[i] = append(list[i], a)
			in = append(in, a.pass)
		}
	}
	results, fail := c.g.call(in)
	if fail != nil {
		c.t.Errorf("%s%s panicked: %v\n%s", c.g.name, c.nilText(r), fail.value, fail.stack)
		return nil, false
	}
	ok = c.sameValues(results, args)
	for _, row := range list {
		var adj [][]float64
		for k, a := range row {
			a.restore()
			if path, found := touched(a.v); found {
				c.t.Errorf("%s: writes to the adjoint of arg %d at %s, which is no float", c.g.name, c.sig.wrt[k], path)
				ok = false
			}
			adj = append(adj, a.numbers())
		}
		rows = append(rows, adj)
	}
	return rows, ok
}

// An adjointArg is one adjoint as it is handed over.
type adjointArg struct {
	v    reflect.Value // the adjoint, shaped like the argument
	pass reflect.Value // v, its address, or nil
	// hidden is what was in the place that is nil during the call, NaN by now; invalid if
	// nothing inside v is nil.
	place, hidden reflect.Value
	absent        bool // pass is nil
}

// adjointArg makes the adjoint of the k'th argument of wrt for a call, in a row.
func (c *check) adjointArg(r reverseCall, row, k int) *adjointArg {
	v := shadow(c.args[c.sig.wrt[k]])
	setAll(v, r.adj[k])
	a := &adjointArg{v: v, pass: v}
	if adjointType(v.Type()) != v.Type() {
		a.pass = v.Addr()
	}
	switch {
	case r.nilArg == everyArg, r.nilArg == k && r.nilRow == row && r.nilSpot < 0:
		a.pass, a.absent = reflect.Zero(a.pass.Type()), true
	case r.nilArg == k && r.nilRow == row:
		a.place = spots(v, "")[r.nilSpot].v
		a.hidden = settable(a.place)
		setAll(a.hidden, nans(len(cells(a.hidden))))
		a.place.SetZero()
	}
	return a
}

// restore puts back, after the call, what was hidden by a nil.
func (a *adjointArg) restore() {
	if a.hidden.IsValid() {
		a.place.Set(a.hidden)
	}
}

// numbers returns the adjoint after the call, NaN behind a nil.
func (a *adjointArg) numbers() []float64 {
	x := numbers(a.v)
	if a.absent {
		return nans(len(x))
	}
	return x
}

// nilText says for messages which adjoints of a call are nil.
func (c *check) nilText(r reverseCall) string {
	switch {
	case r.nilArg == everyArg:
		return " with all adjoints nil"
	case r.nilArg < 0:
		return ""
	}
	text := fmt.Sprintf(" with a nil adjoint of arg %d", c.sig.wrt[r.nilArg])
	if r.rows > 0 {
		text += c.rowText(r.nilRow)
	}
	if r.nilSpot >= 0 {
		text += spots(shadow(c.args[c.sig.wrt[r.nilArg]]), "")[r.nilSpot].path
	}
	return text
}

// grad checks a gradient: it starts with adjoints that are NaN, so that a trace of them shows.
func (c *check) grad() {
	c.t.Helper()
	entry := c.filled(math.NaN())
	call := reverseCall{adj: entry, nilArg: -1}
	g, ok := c.reverse(call)
	if !ok {
		return
	}
	if where := c.firstNaN(g); where != "" {
		call.adj = c.filled(0)
		if clean, ok := c.reverse(call); ok && c.firstNaN(clean) == "" {
			c.t.Errorf("%s does not overwrite its adjoints: what they held shows at %s", c.g.name, where)
		} else if ok {
			c.t.Errorf("%s: the adjoint is NaN at %s", c.g.name, where)
		}
		return
	}
	w := make([]float64, len(c.base))
	w[0] = 1
	c.elements(g, w, "")
	c.dotProducts(g, w, c.directions(), "")
	c.nils(call, func(int, int) ([][]float64, bool) { return g, true })
}

// vjp checks a vector-Jacobian product: what the seeds give, what the adjoints on entry give, and
// both with nil adjoints.
func (c *check) vjp() {
	c.t.Helper()
	call := reverseCall{seeds: make([][]float64, len(c.sig.of)), adj: c.entry(0), nilArg: -1}
	var g [][]float64
	list := c.directions()
	for n := range max(1, len(list)) {
		w := c.newSeeds(&call)
		var ok bool
		if g, ok = c.reverse(call); !ok || c.reportNaN(g) {
			return
		}
		if n == 0 && !c.elements(g, w, "") {
			return
		}
		if n < len(list) && !c.dotProducts(g, w, list[n:n+1], "") {
			return
		}
	}
	if c.adds(call, g) && c.passesThrough(call, g) {
		call.adj = c.randomLike(c.magnitudes(g))
		c.keepDropped(call.adj)
		c.nils(call, func(k, spot int) ([][]float64, bool) { return c.withZero(call, k, spot) })
	}
}

// newSeeds draws the seeds of a call and returns the weights of the outputs that they are.
func (c *check) newSeeds(call *reverseCall) []float64 {
	w := make([]float64, 0, len(c.base))
	for i := range c.sig.of {
		s := make([]float64, c.outLen[i])
		for j := range s {
			s[j] = c.random()
			if c.single {
				s[j] = float64(float32(s[j]))
			}
		}
		call.seeds[i] = s
		w = append(w, s...)
	}
	return append(w, make([]float64, len(c.base)-len(w))...)
}

func (c *check) reportNaN(g [][]float64) bool {
	c.t.Helper()
	where := c.firstNaN(g)
	if where != "" {
		c.t.Errorf("%s: the adjoint is NaN at %s", c.g.name, where)
	}
	return where != ""
}

func (c *check) firstNaN(g [][]float64) string {
	for k := range g {
		for i, x := range g[k] {
			if math.IsNaN(x) {
				return c.argPath(k, i)
			}
		}
	}
	return ""
}

// filled returns adjoints that are x everywhere.
func (c *check) filled(x float64) [][]float64 {
	out := make([][]float64, len(c.at))
	for k := range out {
		out[k] = make([]float64, len(c.at[k]))
		for i := range out[k] {
			out[k][i] = x
		}
	}
	return out
}

func nans(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = math.NaN()
	}
	return x
}
