package hand

import "math"

// Attention is the gradient of package example/attention.
type Attention struct{ p, g, out []float64 }

// Grad is attention.LossGrad. It treats four queries at a time, forward and back, so that it keeps only the four
// rows of weights of those: what a query adds to the adjoints of keys and values needs nothing of the
// other queries.
func (a *Attention) Grad(q, k, v, want []float64, d int, qAdj, kAdj, vAdj []float64) float64 {
	queries, keys := len(q)/d, len(k)/d
	a.p, a.g, a.out = grow(a.p, 4*keys), grow(a.g, 4*keys), grow(a.out, 4*d)
	clear(qAdj)
	clear(kAdj)
	clear(vAdj)
	loss := 0.0
	for i := 0; i < queries; i += 4 {
		n := min(4, queries-i)
		for r := range n {
			loss += a.query(row(q, i+r, d), k, v, row(want, i+r, d), row(a.p, r, keys), row(a.g, r, keys), row(a.out, r, d))
			rows4(row(a.g, r, keys), k, d, row(qAdj, i+r, d))
		}
		a.spread(n, a.g, q[i*d:(i+n)*d], keys, d, kAdj)
		a.spread(n, a.p, a.out, keys, d, vAdj)
	}
	return loss
}

// query returns the loss of one query. It writes the weights to p, the adjoints of the scores before they were
// scaled (times the scale) to g, and the residual, the adjoint of the output, to res.
func (a *Attention) query(q, k, v, want, p, g, res []float64) float64 {
	d, keys := len(q), len(p)
	scale := 1 / math.Sqrt(float64(d))
	products4(q, k, p)
	top := math.Inf(-1)
	for j, s := range p {
		s *= scale
		p[j] = s
		top = max(top, s)
	}
	norm := 0.0
	for j, s := range p {
		e := math.Exp(s - top)
		p[j] = e
		norm += e
	}
	inv := 1 / norm
	for j := range p {
		p[j] *= inv
	}
	clear(res)
	rows4(p, v, d, res)
	loss, along := 0.0, 0.0
	for c, y := range res {
		r := y - want[c]
		loss += 0.5 * r * r
		along += r * y
		res[c] = r
	}
	products4(res, v, g)
	g = g[:keys]
	for j, w := range p {
		g[j] = w * (g[j] - along) * scale
	}
	return loss
}

// spread adds, for n <= 4 rows of coefficients a, the product of row r's element j with row r of x to row j of y.
func (*Attention) spread(n int, a, x []float64, rows, d int, y []float64) {
	if n < 4 {
		for r := range n {
			for j, c := range row(a, r, rows) {
				axpy(c, row(x, r, d), row(y, j, d))
			}
		}
		return
	}
	a0, a1, a2, a3 := row(a, 0, rows), row(a, 1, rows), row(a, 2, rows), row(a, 3, rows)
	x0, x1, x2, x3 := row(x, 0, d), row(x, 1, d), row(x, 2, d), row(x, 3, d)
	for j := range a0 {
		axpy4(a0[j], a1[j], a2[j], a3[j], x0, x1, x2, x3, row(y, j, d))
	}
}

// products4 sets y to the scalar products of x with the rows of m.
func products4(x, m, y []float64) {
	d := len(x)
	j := 0
	for ; j+4 <= len(y); j += 4 {
		y[j], y[j+1], y[j+2], y[j+3] = dot4(x, row(m, j, d), row(m, j+1, d), row(m, j+2, d), row(m, j+3, d))
	}
	for ; j < len(y); j++ {
		y[j] = dot(x, row(m, j, d))
	}
}

// rows4 adds to y the sum of the rows of m, of d numbers each, weighted with a.
func rows4(a, m []float64, d int, y []float64) {
	j := 0
	for ; j+4 <= len(a); j += 4 {
		axpy4(a[j], a[j+1], a[j+2], a[j+3], row(m, j, d), row(m, j+1, d), row(m, j+2, d), row(m, j+3, d), y)
	}
	for ; j < len(a); j++ {
		axpy(a[j], row(m, j, d), y)
	}
}
