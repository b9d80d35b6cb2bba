package gradcheck

import (
	"fmt"
	"math"
)

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
			r := c.compare(d, weighted(w), []float64{g[k][i] * size}, scale, []float64{scale})[0]
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
		if r := c.compare(d, weighted(w), []float64{dot}, scale, []float64{scale})[0]; !r.ok {
			c.t.Errorf("%s: the adjoint%s times %s is %.10g, differences give %.10g", c.g.name, what, c.named(d), r.want, r.fd)
			return false
		}
	}
	return true
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
