package hand

// Heat2D is the gradient of package example/heat2d.
type Heat2D struct{ u, next, lap, g []float64 }

// Grad is heat2d.MisfitGrad. It keeps the Laplacians of all steps, which is what the adjoint of the conductivity
// needs.
func (w *Heat2D) Grad(u0, k, obs []float64, nx, ny, steps int, u0Adj, kAdj []float64) float64 {
	n := nx * ny
	w.u, w.next, w.g = grow(w.u, n), grow(w.next, n), grow(w.g, 3*ny)
	w.lap = grow(w.lap, steps*n)
	u, next := w.u, w.next
	copy(u, u0)
	copy(next, u0)
	for t := range steps {
		for i := 1; i < nx-1; i++ {
			heat2dStep(row(u, i-1, ny), row(u, i, ny), row(u, i+1, ny), row(k, i, ny),
				row(next, i, ny), row(w.lap, t*nx+i, ny))
		}
		u, next = next, u
	}
	sum := 0.0
	b, a := u, next // free from here on
	for i, v := range u {
		d := v - obs[i]
		sum += 0.5 * d * d
		b[i] = d
	}
	clear(kAdj)
	copy(a, b)
	copy(u0Adj, b)
	for t := steps - 1; t >= 0; t-- {
		w.back(b, a, k, kAdj, u0Adj, nx, ny, t)
		a, b = b, a
	}
	for i := 1; i < nx-1; i++ {
		if ny > 2 {
			copy(row(u0Adj, i, ny)[1:ny-1], row(b, i, ny)[1:ny-1])
		}
	}
	return sum
}

// back takes the adjoint b of the state after step t to the adjoint a of the state before it: for inner points there, for
// points of the border, which are no outputs of a step, it adds to border. Three rows of
// adjoints of Laplacians are kept.
func (w *Heat2D) back(b, a, k, kAdj, border []float64, nx, ny, t int) {
	if nx < 3 || ny < 3 {
		return
	}
	g := func(i int) []float64 { return row(w.g, i%3, ny) }
	clear(w.g)
	heat2dLaplacians(row(b, 1, ny), row(k, 1, ny), row(w.lap, t*nx+1, ny), g(1), row(kAdj, 1, ny))
	addRow(g(1), row(border, 0, ny))
	for i := 1; i < nx-1; i++ {
		next := g(i + 1)
		if i+1 < nx-1 {
			heat2dLaplacians(row(b, i+1, ny), row(k, i+1, ny), row(w.lap, t*nx+i+1, ny), next, row(kAdj, i+1, ny))
		} else {
			clear(next)
			addRow(g(i), row(border, nx-1, ny))
		}
		heat2dGather(g(i-1), g(i), next, row(b, i, ny), row(a, i, ny))
		edge := row(border, i, ny)
		edge[0] += g(i)[1]
		edge[ny-1] += g(i)[ny-2]
	}
}

// heat2dStep writes the inner points of a row of the next state, and their Laplacians.
//
//go:noinline
func heat2dStep(up, mid, down, k, next, lap []float64) {
	n := len(mid)
	if n < 3 {
		return
	}
	l, c := mid[0], mid[1]
	out := next[1 : n-1]
	right, lap, up, down, k := mid[2:][:len(out)], lap[1:][:len(out)], up[1:][:len(out)], down[1:][:len(out)], k[1:][:len(out)]
	for j := range out {
		r := right[j]
		v := up[j] + down[j] + l + r - 4*c
		lap[j] = v
		out[j] = c + k[j]*v
		l, c = c, r
	}
}

// heat2dLaplacians writes the adjoints of a row of Laplacians and adds to that of the conductivity.
//
//go:noinline
func heat2dLaplacians(b, k, lap, g, kAdj []float64) {
	n := len(b) - 1
	b, k, lap, g, kAdj = b[1:n], k[1:n], lap[1:n], g[1:n], kAdj[1:n]
	k, lap, g, kAdj = k[:len(b)], lap[:len(b)], g[:len(b)], kAdj[:len(b)]
	for j, v := range b {
		g[j] = v * k[j]
		kAdj[j] += v * lap[j]
	}
}

// heat2dGather writes the adjoints of a row of the state before the step.
//
//go:noinline
func heat2dGather(up, mid, down, b, a []float64) {
	n := len(mid)
	l, c := mid[0], mid[1]
	out := a[1 : n-1]
	right, up, down, b := mid[2:][:len(out)], up[1:][:len(out)], down[1:][:len(out)], b[1:][:len(out)]
	for j := range out {
		r := right[j]
		out[j] = b[j] + (up[j] + down[j] + l + r - 4*c)
		l, c = c, r
	}
}

// addRow adds the inner elements of x to y.
func addRow(x, y []float64) {
	for j := 1; j < len(x)-1; j++ {
		y[j] += x[j]
	}
}
