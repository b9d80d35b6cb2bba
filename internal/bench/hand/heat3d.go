package hand

import "github.com/pardiff/pardiffgen/example/heat3d"

// Heat3D is the gradient of package example/heat3d.
type Heat3D struct{ u, next []float64 }

// Grad is heat3d.MisfitGrad. The model is linear in what is differentiated, so that nothing is kept.
func (w *Heat3D) Grad(gr heat3d.Grid, u0, source, obs []float64, k float64, steps int, u0Adj, sourceAdj []float64) float64 {
	n := gr.Len()
	w.u, w.next = grow(w.u, n), grow(w.next, n)
	u, next := w.u, w.next
	copy(u, u0)
	copy(next, u0)
	g := grid3{gr.N[0], gr.N[1], gr.N[2]}
	for range steps {
		g.rows(func(at int) {
			heat3dStep(g.star(u, at), source[at:], k, next[at:])
		})
		u, next = next, u
	}
	sum := 0.0
	for i, v := range u {
		d := v - obs[i]
		sum += 0.5 * d * d
		u0Adj[i] = d
	}
	// The points of the border are no outputs of a step: in a and b they are zero, and what the steps add to
	// their adjoints goes to u0Adj at once.
	b, a := u, next
	clear(b)
	clear(a)
	g.rows(func(at int) { copy(b[at:], u0Adj[at:at+g.nz-2]) })
	clear(sourceAdj)
	for range steps {
		g.faces(b, k, u0Adj)
		g.rows(func(at int) {
			heat3dBack(g.star(b, at), k, sourceAdj[at:], a[at:])
		})
		a, b = b, a
	}
	g.rows(func(at int) { copy(u0Adj[at:at+g.nz-2], b[at:]) })
	return sum
}

// grid3 is the size of a block.
type grid3 struct{ nx, ny, nz int }

// rows calls f for each row of inner points with the subscript of its first one.
func (g grid3) rows(f func(at int)) {
	if g.nz < 3 {
		return
	}
	for x := 1; x < g.nx-1; x++ {
		for y := 1; y < g.ny-1; y++ {
			f((x*g.ny+y)*g.nz + 1)
		}
	}
}

// faces adds k times the inner points of b that have a neighbour on the border to that neighbour's element of to.
func (g grid3) faces(b []float64, k float64, to []float64) {
	m, plane := g.nz-2, g.ny*g.nz
	face := func(inner, at int) { axpy(k, b[inner:], to[at:][:m]) }
	for y := 1; y < g.ny-1 && m > 0 && g.nx > 2; y++ {
		first, last := y*g.nz+1, (g.nx-1)*plane+y*g.nz+1
		face(first+plane, first)
		face(last-plane, last)
	}
	for x := 1; x < g.nx-1 && m > 0 && g.ny > 2; x++ {
		first, last := x*plane+1, (x+1)*plane-g.nz+1
		face(first+g.nz, first)
		face(last-g.nz, last)
	}
	g.rows(func(at int) {
		to[at-1] += k * b[at]
		to[at+m] += k * b[at+m-1]
	})
}

// star3 is a row of inner points and its neighbours: mid has the two ends of the row as well.
type star3 struct{ mid, xl, xr, yl, yr []float64 }

func (g grid3) star(u []float64, at int) star3 {
	m, plane := g.nz-2, g.ny*g.nz
	return star3{
		u[at-1:][:m+2], u[at-plane:][:m], u[at+plane:][:m], u[at-g.nz:][:m], u[at+g.nz:][:m],
	}
}

// heat3dStep writes a row of the next state.
//
//go:noinline
func heat3dStep(s star3, source []float64, k float64, next []float64) {
	l, c := s.mid[0], s.mid[1]
	right := s.mid[2:]
	n := len(right)
	xl, xr, yl, yr, source, next := s.xl[:n], s.xr[:n], s.yl[:n], s.yr[:n], source[:n], next[:n]
	for z, r := range right {
		next[z] = c + k*(xl[z]+xr[z]+yl[z]+yr[z]+l+r-6*c) + source[z]
		l, c = c, r
	}
}

// heat3dBack writes a row of the adjoint of the state before a step, from that after it, and adds to that of the source.
//
//go:noinline
func heat3dBack(s star3, k float64, sourceAdj, a []float64) {
	l, c := s.mid[0], s.mid[1]
	right := s.mid[2:]
	n := len(right)
	xl, xr, yl, yr, sourceAdj, a := s.xl[:n], s.xr[:n], s.yl[:n], s.yr[:n], sourceAdj[:n], a[:n]
	for z, r := range right {
		a[z] = c + k*(xl[z]+xr[z]+yl[z]+yr[z]+l+r-6*c)
		sourceAdj[z] += c
		l, c = c, r
	}
}
