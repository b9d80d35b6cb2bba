package gradcheck

import (
	"fmt"
	"math"
	"reflect"
)

// A reverseCall is what a gradient or vector-Jacobian product is called with beside the arguments.
type reverseCall struct {
	seeds [][]float64 // by of; nil for a gradient
	adj   [][]float64 // by wrt: the adjoints on entry
	// nilArg and nilSpot say which adjoint is nil: the spot'th of parameter wrt[nilArg], -1 for the
	// pointer to the adjoint of a by-value argument. nilArg is -1 for none, everyArg for all.
	nilArg, nilSpot int
}

const everyArg = -2

// reverse calls the derivative on copies and returns the adjoints as it leaves them; those behind a
// nil are NaN. It reports a panic, values that are not the function's, and writes to
// what is no float in an adjoint.
func (c *check) reverse(r reverseCall) (adj [][]float64, ok bool) {
	c.t.Helper()
	args := cloneAll(c.args)
	in := append([]reflect.Value{}, args...)
	for i, s := range r.seeds {
		v := shadow(c.results[c.sig.of[i]])
		setAll(v, s)
		in = append(in, v)
	}
	var shadows []reflect.Value
	what := ""
	restore := func() {}
	for k, p := range c.sig.wrt {
		v := shadow(c.args[p])
		setAll(v, r.adj[k])
		shadows = append(shadows, v)
		pass := v
		if adjointType(v.Type()) != v.Type() {
			pass = v.Addr()
		}
		switch {
		case r.nilArg == everyArg:
			pass = reflect.Zero(pass.Type())
			what = " with all adjoints nil"
		case r.nilArg == k && r.nilSpot < 0:
			pass = reflect.Zero(pass.Type())
			what = fmt.Sprintf(" with a nil adjoint of arg %d", p)
		case r.nilArg == k:
			s := spots(v, "")[r.nilSpot]
			old := settable(s.v)
			setAll(old, nans(len(cells(old))))
			s.v.SetZero()
			restore = func() { s.v.Set(old) }
			what = fmt.Sprintf(" with a nil adjoint of arg %d%s", p, s.path)
		}
		in = append(in, pass)
	}
	results, fail := c.g.call(in)
	if fail != nil {
		c.t.Errorf("%s%s panicked: %v\n%s", c.g.name, what, fail.value, fail.stack)
		return nil, false
	}
	restore()
	ok = c.sameValues(results, args)
	for k, v := range shadows {
		if path, found := touched(v); found {
			c.t.Errorf("%s: writes to the adjoint of arg %d at %s, which is no float", c.g.name, c.sig.wrt[k], path)
			ok = false
		}
		x := numbers(v)
		if r.nilArg == everyArg || r.nilArg == k && r.nilSpot < 0 {
			x = nans(len(x))
		}
		adj = append(adj, x)
	}
	return adj, ok
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
	call := reverseCall{adj: c.entry(0), nilArg: -1}
	for range c.sig.of {
		call.seeds = append(call.seeds, nil)
	}
	var g [][]float64
	for n, d := range c.directions() {
		w := c.newSeeds(&call)
		adj, ok := c.reverse(call)
		if !ok || c.reportNaN(adj) {
			return
		}
		if n == 0 {
			if !c.elements(adj, w, "") {
				return
			}
		}
		if !c.dotProducts(adj, w, []direction{d}, "") {
			return
		}
		g = adj
	}
	if g == nil { // Directions(0)
		w := c.newSeeds(&call)
		adj, ok := c.reverse(call)
		if !ok || c.reportNaN(adj) || !c.elements(adj, w, "") {
			return
		}
		g = adj
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

// elements compares adjoints, sampled one by one, with differences of the weighted outputs. It
// reports the worst.
func (c *check) elements(g [][]float64, w []float64, what string) bool {
	c.t.Helper()
	scale := 0.0
	for k := range g {
		for i, x := range g[k] {
			scale = math.Max(scale, math.Abs(x*c.size[k][i]))
		}
	}
	worst := report{}
	for k := range g {
		for _, i := range c.sample(len(g[k])) {
			size := c.size[k][i]
			d := direction{arg: k, elem: i, size: size}
			r := c.compare(d, weighted(w), []float64{g[k][i] * size}, scale)[0]
			r.want, r.fd = r.want/size, r.fd/size
			worst.add(r, func() string { return c.argPath(k, i) })
		}
	}
	if worst.wrong > 0 {
		c.t.Errorf("%s: the adjoint%s of %s is %.10g, differences give %.10g; %d of %d elements checked are wrong, this one most",
			c.g.name, what, worst.where, worst.want, worst.fd, worst.wrong, worst.total)
	}
	return worst.wrong == 0
}

// dotProducts compares <adjoint, direction> with the directional derivative of the weighted outputs.
func (c *check) dotProducts(g [][]float64, w []float64, list []direction, what string) bool {
	c.t.Helper()
	for _, d := range list {
		dot, scale := 0.0, 0.0
		for k, v := range d.all {
			for i, x := range v {
				dot += x * g[k][i]
				scale = math.Max(scale, math.Abs(x*g[k][i]))
			}
		}
		if r := c.compare(d, weighted(w), []float64{dot}, scale)[0]; !r.ok {
			c.t.Errorf("%s: the adjoint%s times %s is %.10g, differences give %.10g", c.g.name, what, c.named(d), r.want, r.fd)
			return false
		}
	}
	return true
}

// named describes a random direction.
func (c *check) named(d direction) string {
	moved := ""
	for k, v := range d.all {
		if v != nil {
			moved += fmt.Sprintf(", %d", c.sig.wrt[k])
		}
	}
	return "a random direction of arg " + moved[2:]
}

// A report collects comparisons and remembers the worst of those that failed.
type report struct {
	total, wrong int
	comparison
	where string
}

func (r *report) add(x comparison, where func() string) {
	r.total++
	if x.ok {
		return
	}
	r.wrong++
	worst := math.Abs(r.want - r.fd)
	if r.wrong == 1 || !math.IsNaN(worst) && !(math.Abs(x.want-x.fd) <= worst) {
		r.comparison, r.where = x, where()
	}
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
