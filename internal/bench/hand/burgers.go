package hand

// Burgers is the gradient of package example/burgers.
type Burgers struct{ tape, b, a []float64 }

// Grad is burgers.MisfitGrad. The states of all steps are rows of the tape, each written where it is kept.
func (w *Burgers) Grad(u0, nu, obs []float64, dx, dt float64, steps int, u0Adj, nuAdj []float64) float64 {
	n := len(u0)
	w.tape, w.a, w.b = grow(w.tape, (steps+1)*n), grow(w.a, n), grow(w.b, n)
	adv, diff := dt/(2*dx), dt/(dx*dx)
	copy(w.tape, u0)
	for t := range steps {
		burgersStep(row(w.tape, t, n), nu, row(w.tape, t+1, n), adv, diff)
	}
	sum := 0.0
	b, a := w.b, w.a
	for i, v := range row(w.tape, steps, n) {
		d := v - obs[i]
		sum += 0.5 * d * d
		b[i] = d
	}
	clear(nuAdj)
	if n >= 3 {
		first, last := b[0], b[n-1]
		for t := steps - 1; t >= 0; t-- {
			b[0], b[n-1] = 0, 0 // the ends are no outputs of a step
			l, r := burgersAdjoint(row(w.tape, t, n), nu, b, a, nuAdj, adv, diff)
			first, last = first+l, last+r
			a, b = b, a
		}
		b[0], b[n-1] = first, last
		for i := range nuAdj {
			nuAdj[i] *= diff
		}
	}
	copy(u0Adj, b)
	return sum
}

// burgersStep writes to next the state after u.
//
//go:noinline
func burgersStep(u, nu, next []float64, adv, diff float64) {
	n := len(u)
	if n == 0 {
		return
	}
	next[0], next[n-1] = u[0], u[n-1]
	if n < 3 {
		return
	}
	left, mid := u[0], u[1]
	right, coef, out := u[2:], nu[1:][:n-2], next[1:][:n-2]
	right = right[:len(out)]
	for i := range out {
		r := right[i]
		out[i] = mid - adv*mid*(r-left) + diff*coef[i]*(r-2*mid+left)
		left, mid = mid, r
	}
}

// burgersAdjoint writes the adjoint a of the state u from the adjoint b of the state after it, whose ends must
// be zero, and adds to nuAdj, without the factor diff. It returns what the step adds to the adjoints of
// the two ends. What an inner cell passes to its left neighbour is l, to its right one r, both
// needed one cell later.
//
//go:noinline
func burgersAdjoint(u, nu, b, a, nuAdj []float64, adv, diff float64) (first, last float64) {
	n := len(u)
	u0, u1 := u[0], u[1]
	b1 := b[1]
	c1, e1 := b1*(diff*nu[1]), b1*(adv*u1)
	first = c1 + e1 // of cell 1 for cell 0
	r0 := 0.0       // of the cell to the left, for the cell in the middle
	out := a[1:][:n-2]
	m := len(out)
	un, nun, bn, acc := u[2:][:m], nu[2:][:m], b[2:][:m], nuAdj[1:][:m]
	for i := range out {
		u2, b2 := un[i], bn[i]
		c2, e2 := b2*(diff*nun[i]), b2*(adv*u2)
		out[i] = b1 - b1*adv*(u2-u0) - 2*c1 + r0 + (c2 + e2)
		acc[i] += b1 * (u2 - 2*u1 + u0)
		r0 = c1 - e1
		u0, u1, b1, c1, e1 = u1, u2, b2, c2, e2
	}
	return first, r0
}
