package gradcheck

import "math"

// entry returns adjoints on entry of a vector-Jacobian product that are x everywhere, NaN where of= leaves out the
// written argument: those count as 0 whatever they hold.
func (c *check) entry(x float64) [][]float64 {
	adj := c.filled(x)
	c.keepDropped(adj)
	return adj
}

func (c *check) keepDropped(adj [][]float64) {
	for k, p := range c.sig.wrt {
		if c.cfg.notOf[p] {
			adj[k] = nans(len(adj[k]))
		}
	}
}

// adds checks that the product is added to the adjoints of arguments that the function does not change,
// and that nothing else comes of them. g is the product for adjoints 0 on entry.
func (c *check) adds(call reverseCall, g [][]float64) bool {
	c.t.Helper()
	call.adj = c.entry(0)
	random := c.randomLike(c.magnitudes(g))
	for k := range c.sig.wrt {
		if !c.passes(k) && !c.cfg.notOf[c.sig.wrt[k]] {
			call.adj[k] = random[k]
		}
	}
	got, ok := c.reverse(call)
	if !ok {
		return false
	}
	worst := report{}
	for k := range got {
		tol := c.roundoff(g[k], call.adj[k])
		for i, x := range got[k] {
			want := g[k][i]
			if a := call.adj[k][i]; !math.IsNaN(a) {
				want += a
			}
			worst.add(comparison{want: x, fd: want, ok: math.Abs(x-want) <= tol}, func() string { return c.argPath(k, i) })
		}
	}
	if worst.wrong > 0 {
		c.t.Errorf("%s does not add to the adjoints: at %s it leaves %.10g, want %.10g, the adjoint on entry and the product",
			c.g.name, worst.where, worst.want, worst.fd)
	}
	return worst.wrong == 0
}

// passes says whether the adjoint of the k'th argument of wrt on entry, which belongs to its final value,
// reaches initial values by more than the identity.
func (c *check) passes(k int) bool { return c.changed(k) && !c.cfg.notOf[c.sig.wrt[k]] }

// passesThrough checks the adjoints of written arguments: those of the final values on entry,
// without seeds, against differences of the final values.
func (c *check) passesThrough(call reverseCall, g [][]float64) bool {
	c.t.Helper()
	call.adj = c.entry(0)
	w := make([]float64, len(c.base))
	offset := 0
	seeds := make([][]float64, len(call.seeds)) // zero
	for i, s := range call.seeds {
		seeds[i] = make([]float64, len(s))
		offset += len(s)
	}
	call.seeds = seeds
	random := c.randomLike(c.magnitudes(g))
	any := false
	for k := range c.sig.wrt {
		if c.passes(k) {
			any = true
			call.adj[k] = random[k]
			copy(w[offset:], random[k])
		}
		offset += len(c.at[k])
	}
	if !any {
		return true
	}
	got, ok := c.reverse(call)
	if !ok || c.reportNaN(got) {
		return false
	}
	const what = " (of final values, on entry)"
	return c.elements(got, w, what) && c.dotProducts(got, w, c.directions(), what)
}

// magnitudes returns a size for the adjoints on entry: in each argument that of the product, so that
// neither drowns the other in rounding.
func (c *check) magnitudes(g [][]float64) [][]float64 {
	out := make([][]float64, len(g))
	for k := range g {
		top := 0.0
		for _, x := range g[k] {
			top = math.Max(top, math.Abs(x))
		}
		if top == 0 || math.IsInf(top, 0) {
			top = 1
		}
		out[k] = make([]float64, len(g[k]))
		for i := range out[k] {
			out[k][i] = top
		}
	}
	return out
}

// roundoff returns how far a sum of a product and an adjoint may be off: a product that is
// added term by term is rounded at the size of the largest.
func (c *check) roundoff(g, adj []float64) float64 {
	top := 0.0
	for i := range g {
		top = math.Max(top, math.Abs(g[i]))
		if !math.IsNaN(adj[i]) {
			top = math.Max(top, math.Abs(adj[i]))
		}
	}
	return 1e4 * c.eps * top
}
