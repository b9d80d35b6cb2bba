// Package arrays has arrays of arrays.
package arrays

type G [3][4]float64
type T [2]struct {
	a []float64
	b [2]float64
}

func tr(g G) (h [4][3]float64) {
	for i := range g {
		for j := range g[i] {
			h[j][i] = g[i][j]
		}
	}
	return
}
func fill(g *G, k float64) {
	for i := range g {
		for j := range g[i] {
			g[i][j] *= k
		}
	}
}
func row(g *G, i int) *[4]float64 { return &g[i] }
func sumAll(g [3][4]float64) (s float64) {
	g[0][0] = 0
	for _, r := range g {
		for _, v := range r {
			s += v * v
		}
	}
	return
}

//pardiff:grad
func F(g G, p *G, ts T, k float64) float64 {
	h := tr(g)
	fill(&g, k)
	s := sumAll(g) + sumAll(*p) + sumAll(G(g)) + h[3][2]
	r := row(p, 1)
	r[0] = k * r[1]
	v := g[1][1:3]
	v[0] *= 2
	w := p[:2]
	w[1][3] *= k
	for i := range ts {
		for j := range ts[i].a {
			s += ts[i].a[j] * ts[i].b[j%2]
		}
	}
	q := g
	q[2] = p[1]
	g[2], q[1] = q[1], g[2]
	len := len(q) * len(q[0])
	if q == g {
		s = 0
	}
	return s + q[2][0]*g[1][1]*p[1][3]*float64(len) + g[2][0]*q[1][0]
}
