package gradcheck

import (
	"fmt"
	"math"
	"reflect"
	"slices"
)

// forward calls the Jacobian-vector product on copies and returns the tangents of the outputs, in
// their order. It reports what reverse reports.
func (c *check) forward(tangents [][]float64) (out []float64, ok bool) {
	c.t.Helper()
	args := cloneAll(c.args)
	in := append([]reflect.Value{}, args...)
	var shadows []reflect.Value
	for k, p := range c.sig.wrt {
		v := shadow(c.args[p])
		setAll(v, tangents[k])
		shadows = append(shadows, v)
		in = append(in, v)
	}
	results, fail := c.g.call(in)
	if fail != nil {
		c.t.Errorf("%s panicked: %v\n%s", c.g.name, fail.value, fail.stack)
		return nil, false
	}
	first := len(c.results) - errorLast(c.f.v.Type())
	last := first + len(c.sig.of)
	ok = c.sameValues(slices.Concat(results[:first], results[last:]), args)
	for i, r := range c.sig.of {
		t := numbers(results[first+i])
		if want := c.outLen[i]; len(t) != want {
			c.t.Errorf("%s: the tangent of result %d has %d floats, want %d", c.g.name, r, len(t), want)
			return nil, false
		}
		out = append(out, t...)
	}
	for k, v := range shadows {
		if path, found := touched(v); found {
			c.t.Errorf("%s: writes to the tangent of arg %d at %s, which is no float", c.g.name, c.sig.wrt[k], path)
			ok = false
		}
		out = append(out, numbers(v)...)
	}
	return out, ok
}

// jvp checks a Jacobian-vector product, along sampled elements and, if they are right, along random
// directions.
func (c *check) jvp() {
	c.t.Helper()
	if !c.along(func(worst *report) bool {
		for k := range c.at {
			for _, i := range c.sample(len(c.at[k])) {
				tangents := c.filled(0)
				tangents[k][i] = 1
				d := direction{arg: k, elem: i, size: c.size[k][i]}
				if !c.tangents(worst, d, tangents, d.size, func() string { return c.argPath(k, i) }) {
					return false
				}
			}
		}
		return true
	}) {
		return
	}
	c.along(func(worst *report) bool {
		for _, d := range c.directions() {
			tangents := c.filled(0)
			for k, v := range d.all {
				copy(tangents[k], v)
			}
			if !c.tangents(worst, d, tangents, 1, func() string { return c.named(d) }) {
				return false
			}
		}
		return true
	})
}

// along runs some comparisons and reports the worst.
func (c *check) along(compare func(worst *report) bool) bool {
	c.t.Helper()
	worst := report{}
	if !compare(&worst) {
		return false
	}
	if worst.wrong > 0 {
		c.t.Errorf("%s: %s is %.10g, differences give %.10g; %d of %d tangents checked are wrong, this one most",
			c.g.name, worst.where, worst.want, worst.fd, worst.wrong, worst.total)
	}
	return worst.wrong == 0
}

// tangents compares the tangents of all outputs along one direction, which the differences take
// size times as long. It returns false if the call failed.
func (c *check) tangents(worst *report, d direction, in [][]float64, size float64, along func() string) bool {
	c.t.Helper()
	got, ok := c.forward(in)
	if !ok {
		return false
	}
	var outputs []int
	var want []float64
	scale := 0.0
	blocks := map[[2]int]float64{} // the scale in each result and each argument
	for j, x := range got {
		if c.ignored(j) {
			continue
		}
		outputs = append(outputs, j)
		want = append(want, x*size)
		scale = math.Max(scale, math.Abs(x*size))
		r, k, _ := c.block(j)
		blocks[[2]int{r, k}] = math.Max(blocks[[2]int{r, k}], math.Abs(x*size))
	}
	own := make([]float64, len(outputs))
	for i, j := range outputs {
		r, k, _ := c.block(j)
		own[i] = blocks[[2]int{r, k}]
	}
	for i, r := range c.compare(d, picked(outputs), want, scale, own) {
		r.want, r.fd = r.want/size, r.fd/size
		if math.IsNaN(r.want) {
			r.ok = false
		}
		worst.add(r, func() string {
			return fmt.Sprintf("the tangent of %s along %s", c.outputPath(outputs[i]), along())
		})
	}
	return true
}

// block returns the result or argument that output j belongs to, and its place in it.
func (c *check) block(j int) (result, k, elem int) {
	for i, r := range c.sig.of {
		n := c.outLen[i]
		if j < n {
			return r, -1, j
		}
		j -= n
	}
	for k := range c.at {
		if j < len(c.at[k]) {
			return -1, k, j
		}
		j -= len(c.at[k])
	}
	panic("gradcheck: no such output")
}

// ignored says whether output j belongs to a written argument that of= leaves out.
func (c *check) ignored(j int) bool {
	_, k, _ := c.block(j)
	return k >= 0 && c.cfg.notOf[c.sig.wrt[k]]
}

func (c *check) outputPath(j int) string {
	r, k, elem := c.block(j)
	if r >= 0 {
		return c.resultPath(r, elem)
	}
	return c.argPath(k, elem)
}
