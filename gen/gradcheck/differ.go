package gradcheck

import "math"

// An estimator extrapolates central differences with steps h, h/4, h/16, ... to step 0 (Ridders'
// method: a Neville tableau that knows its own error).
type estimator struct {
	row     []float64 // the last row of the tableau
	best    float64
	err     float64 // of best, from the tableau
	noise   float64 // of best, from the rounding of the function's values
	started bool
	diffs   []difference // all, for their scatter
	level   int          // of best among them
}

// A difference is a quotient of differences for a step.
type difference struct{ value, width float64 }

// add takes the difference for the next smaller step, over width, and the rounding error that it may
// have. A difference that is no number (the step left the domain) starts anew.
func (e *estimator) add(d, width, noise float64) {
	if math.IsNaN(d) || math.IsInf(d, 0) {
		e.row = nil
		return
	}
	row := []float64{d}
	e.diffs = append(e.diffs, difference{d, width})
	if !e.started {
		e.best, e.err, e.noise, e.started = d, math.Inf(1), noise, true
	}
	fac := 16.0
	for j, p := range e.row {
		x := (row[j]*fac - p) / (fac - 1)
		fac *= 16
		row = append(row, x)
		err := math.Max(math.Abs(x-row[j]), math.Abs(x-p))
		// Where larger steps see a slope, a 0 may be values that are equal when they are rounded.
		flat := d == 0 && e.diffs[0].value != 0
		if err+noise < e.err+e.noise && !flat {
			e.best, e.err, e.noise, e.level = x, err, noise, len(e.diffs)-1
		}
	}
	e.row = row
}

// hits says whether want is one of the estimates of the last row, to tol and the given noise.
func (e *estimator) hits(want, tol, noise float64) bool {
	for _, x := range e.row {
		if math.Abs(x-want) <= tol*math.Max(math.Abs(x), math.Abs(want))+noise {
			return true
		}
	}
	return false
}

// scatter is the rounding error of best that the differences for much smaller steps show: those miss it
// by the rounding of the function's values over their width. That may be far more than the size of the
// values lets expect, where they are what is left of larger ones.
func (e *estimator) scatter() float64 {
	const apart = 4 // levels: what is no rounding, like a kink nearby, counts little
	rounding := 0.0
	for _, d := range e.diffs[min(e.level+apart, len(e.diffs)):] {
		rounding = math.Max(rounding, math.Abs(d.value-e.best)*math.Abs(d.width))
	}
	return rounding / math.Abs(e.diffs[e.level].width)
}

// agrees says whether want is the best estimate, to tol and the accuracy that the estimate has. The error
// that the tableau shows counts up to a hundredth of scale, the size of derivatives
// that matter.
func (e *estimator) agrees(want, tol, scale float64) bool {
	if !e.started {
		return false
	}
	allow := tol*math.Max(math.Abs(e.best), math.Abs(want)) + 3*math.Max(e.noise, e.scatter()) + math.Min(3*e.err, 0.01*scale)
	return math.Abs(e.best-want) <= allow
}

// A comparison is the outcome for one derivative.
type comparison struct {
	want, fd float64 // fd is NaN where no difference was a number
	ok       bool
}

// compare holds the derivatives want, of the projections of the outputs along a direction,
// against differences. scale is the size of derivatives that matter; own is that of those which share
// their rounding with each of want.
func (c *check) compare(d direction, project projection, want []float64, scale float64, own []float64) []comparison {
	est := make([]estimator, len(want))
	done := make([]bool, len(want))
	left := len(want)
	for level := 0; level < c.levels && left > 0; level++ {
		h := c.cfg.step * math.Pow(0.25, float64(level))
		plus, minus, width := c.evaluateAt(d, h), c.evaluateAt(d, -h), d.width(c, h)
		for i := range want {
			if done[i] {
				continue
			}
			diff, noise := project(i, plus, minus)
			noise *= 4 * c.eps / width
			est[i].add(diff/width, width, noise)
			// The noise of small steps could hide a wrong derivative: it counts for
			// large steps only, here.
			if level > 2 {
				noise = 0
			}
			noise += c.floor(own[i])
			if est[i].hits(want[i], c.cfg.tol, noise) {
				done[i] = true
				left--
			}
		}
	}
	out := make([]comparison, len(want))
	for i, w := range want {
		out[i] = comparison{want: w, fd: math.NaN(), ok: done[i] || est[i].agrees(w, c.cfg.tol, scale)}
		if est[i].started {
			out[i].fd = est[i].best
		}
	}
	if left > 0 {
		c.allowKinks(d, project, out)
	}
	return out
}

// floor is the size of derivatives that are rounding and nothing else among others as large as scale.
func (c *check) floor(scale float64) float64 { return 1000 * c.eps * scale }

// allowKinks accepts derivatives that lie between the two one-sided ones: at a point where the
// function is not differentiable (a tie of max, |x| at 0) each of them is a choice.
func (c *check) allowKinks(d direction, project projection, list []comparison) {
	const h = 1e-6
	if c.single {
		return // float32 does not resolve a step that is small enough
	}
	plus, minus, width := c.evaluateAt(d, h), c.evaluateAt(d, -h), d.width(c, h)/2
	for i := range list {
		if list[i].ok {
			continue
		}
		right, _ := project(i, plus, c.base)
		left, _ := project(i, c.base, minus)
		left, right = left/width, right/width
		slack := c.cfg.tol * math.Max(math.Abs(left), math.Abs(right))
		w := list[i].want
		list[i].ok = math.Min(left, right)-slack <= w && w <= math.Max(left, right)+slack
	}
}

// A projection returns the i'th quantity of interest as a difference of outputs, and the
// root of the sum of squares of what it sums up, as a measure of its rounding.
type projection func(i int, plus, minus []float64) (diff, size float64)

// weighted is the projection of the outputs on weights, one quantity.
func weighted(weights []float64) projection {
	return func(_ int, plus, minus []float64) (diff, size float64) {
		if len(plus) != len(weights) || len(minus) != len(weights) {
			return math.NaN(), 0
		}
		for j, w := range weights {
			if w != 0 {
				diff += w * (plus[j] - minus[j])
				size += w * w * (plus[j]*plus[j] + minus[j]*minus[j])
			}
		}
		return diff, math.Sqrt(size)
	}
}

// picked is the projection on the outputs with the given indices.
func picked(outputs []int) projection {
	return func(i int, plus, minus []float64) (diff, size float64) {
		j := outputs[i]
		if j >= len(plus) || j >= len(minus) {
			return math.NaN(), 0
		}
		return plus[j] - minus[j], math.Hypot(plus[j], minus[j])
	}
}
