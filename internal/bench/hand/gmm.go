package hand

import "math"

// GMM is the gradient of the Gaussian mixture of example/gradbench.
type GMM struct {
	diag, sumQ []float64 // exp(q) and the sums of its rows' logarithms
	v, y       []float64 // four points: distances from the means, k × 4 × d, and Q times those
	term       []float64 // 4 × k: the components' terms, then their shares
}

// Grad is GMMGrad, in the parameters and formulas of the function GMM. It treats four points at a time, forward and back, so
// that it keeps nothing from point to point, and each element of l and lAdj that is read serves four points.
func (g *GMM) Grad(d, k, n int, alpha, mu, q, l, x []float64, gamma float64, m int, alphaAdj, muAdj, qAdj, lAdj []float64) float64 {
	g.prepare(d, k, q)
	clear(alphaAdj)
	clear(muAdj)
	clear(qAdj) // of diag until finish
	clear(lAdj)
	nl := d * (d - 1) / 2
	total := 0.0
	for i := 0; i < n; i += 4 {
		points := min(4, n-i)
		for j := range k {
			v, y := g.v[4*j*d:][:4*d], g.y[4*j*d:][:4*d]
			for p := range points {
				difference(row(x, i+p, d), row(mu, j, d), row(v, p, d))
			}
			clear(v[points*d:]) // points that are missing
			sq := triangle4(row(g.diag, j, d), row(l, j, nl), v, y)
			for p := range points {
				g.term[p*k+j] = alpha[j] + g.sumQ[j] - 0.5*sq[p]
			}
		}
		for p := range points {
			total += shares(row(g.term, p, k))
		}
		g.back(points, d, k, l, alphaAdj, muAdj, qAdj, lAdj)
	}
	return total + g.finish(d, k, n, alpha, q, l, gamma, m, alphaAdj, qAdj, lAdj)
}

// prepare allocates memory and computes what depends on q alone.
func (g *GMM) prepare(d, k int, q []float64) {
	g.diag, g.sumQ = grow(g.diag, k*d), grow(g.sumQ, k)
	g.v, g.y, g.term = grow(g.v, 4*k*d), grow(g.y, 4*k*d), grow(g.term, 4*k)
	for j := range k {
		sum := 0.0
		for c, v := range row(q, j, d) {
			sum += v
			g.diag[j*d+c] = math.Exp(v)
		}
		g.sumQ[j] = sum
	}
}

// difference sets v to x - mu.
func difference(x, mu, v []float64) {
	x, mu = x[:len(v)], mu[:len(v)]
	for c := range v {
		v[c] = x[c] - mu[c]
	}
}

// triangle4 sets y to Q·v for four vectors v, where diag and l are the diagonal of Q and the columns below it, and returns the
// squares of their lengths. Each sum is in a local variable, though l is then read across its columns.
//
//go:noinline
func triangle4(diag, l, v, y []float64) (sq [4]float64) {
	n := len(diag)
	v0, v1, v2, v3 := v[:n], v[n:][:n], v[2*n:][:n], v[3*n:][:n]
	y0, y1, y2, y3 := y[:n], y[n:][:n], y[2*n:][:n], y[3*n:][:n]
	for r, q := range diag {
		s0, s1, s2, s3 := q*v0[r], q*v1[r], q*v2[r], q*v3[r]
		at, step := r-1, n-2
		a0, a1, a2, a3 := v0[:r], v1[:r], v2[:r], v3[:r]
		for c := range a0 {
			e := l[at]
			s0 += e * a0[c]
			s1 += e * a1[c]
			s2 += e * a2[c]
			s3 += e * a3[c]
			at += step
			step--
		}
		y0[r], y1[r], y2[r], y3[r] = s0, s1, s2, s3
		sq[0] += s0 * s0
		sq[1] += s1 * s1
		sq[2] += s2 * s2
		sq[3] += s3 * s3
	}
	return sq
}

// shares returns the logarithm of the sum of the exponentials of the terms, and replaces each by its share of
// that sum.
func shares(term []float64) float64 {
	top := math.Inf(-1)
	for _, t := range term {
		top = max(top, t)
	}
	sum := 0.0
	for j, t := range term {
		e := math.Exp(t - top)
		term[j] = e
		sum += e
	}
	inv := 1 / sum
	for j := range term {
		term[j] *= inv
	}
	return top + math.Log(sum)
}

// back adds what up to four points add to the adjoints. The points that are missing count nothing.
func (g *GMM) back(points, d, k int, l, alphaAdj, muAdj, diagAdj, lAdj []float64) {
	nl := d * (d - 1) / 2
	for j := range k {
		for p := range 4 {
			y := row(g.y, 4*j+p, d)
			if p >= points {
				clear(y)
				continue
			}
			share := g.term[p*k+j]
			alphaAdj[j] += share
			for c := range y {
				y[c] *= -share
			}
		}
		triangleBack(row(g.diag, j, d), row(l, j, nl), g.v[4*j*d:][:4*d], g.y[4*j*d:][:4*d],
			row(muAdj, j, d), row(diagAdj, j, d), row(lAdj, j, nl))
	}
}

// triangleBack is the adjoint of triangle4, and of difference, for four points with the distances v and the adjoints y of Q·v.
//
//go:noinline
func triangleBack(diag, l, v, y, muAdj, diagAdj, lAdj []float64) {
	n := len(diag)
	muAdj, diagAdj = muAdj[:n], diagAdj[:n]
	v0, v1, v2, v3 := v[:n], v[n:][:n], v[2*n:][:n], v[3*n:][:n]
	y0, y1, y2, y3 := y[:n], y[n:][:n], y[2*n:][:n], y[3*n:][:n]
	for c := range n {
		a0, a1, a2, a3 := v0[c], v1[c], v2[c], v3[c]
		diagAdj[c] += y0[c]*a0 + y1[c]*a1 + y2[c]*a2 + y3[c]*a3
		s := diag[c] * (y0[c] + y1[c] + y2[c] + y3[c])
		b0, b1, b2, b3 := y0[c+1:], y1[c+1:], y2[c+1:], y3[c+1:]
		m := len(b0)
		b1, b2, b3 = b1[:m], b2[:m], b3[:m]
		col, adj := l[:m], lAdj[:m]
		l, lAdj = l[m:], lAdj[m:]
		for r := range col {
			e0, e1, e2, e3 := b0[r], b1[r], b2[r], b3[r]
			adj[r] += e0*a0 + e1*a1 + e2*a2 + e3*a3
			s += col[r] * (e0 + e1 + e2 + e3)
		}
		muAdj[c] -= s
	}
}

// finish returns what does not depend on the points and adds its derivatives; qAdj holds those with respect
// to diag before and those with respect to q afterwards.
func (g *GMM) finish(d, k, n int, alpha, q, l []float64, gamma float64, m int, alphaAdj, qAdj, lAdj []float64) float64 {
	term := g.term[:k]
	copy(term, alpha)
	value := -float64(n) * shares(term)
	wishart := gamma * gamma
	for j := range k {
		share := alphaAdj[j] // the sum of the component's shares in the points
		alphaAdj[j] -= float64(n) * term[j]
		value += float64(m) * g.sumQ[j]
		for c := j * d; c < (j+1)*d; c++ {
			e := g.diag[c]
			value -= 0.5 * wishart * e * e
			qAdj[c] = (qAdj[c]-wishart*e)*e + share + float64(m)
		}
	}
	for i, e := range l {
		value -= 0.5 * wishart * e * e
		lAdj[i] -= wishart * e
	}
	df := float64(d + m + 1)
	norm := df*float64(d)*(math.Log(gamma)-0.5*math.Ln2) - 0.25*float64(d*(d-1))*math.Log(math.Pi)
	for j := range d {
		lg, _ := math.Lgamma(0.5 * (df - float64(j)))
		norm -= lg
	}
	return value - 0.5*float64(n*d)*math.Log(2*math.Pi) + float64(k)*norm
}
