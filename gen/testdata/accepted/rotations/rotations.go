// Package rotations has slices that change places.
package rotations

import "math"

// Leapfrog keeps three time levels.
//
//pardiff:grad
func Leapfrog(u0, c []float64, n int) (s float64) {
	old, cur, next := make([]float64, len(u0)), make([]float64, len(u0)), make([]float64, len(u0))
	copy(old, u0)
	copy(cur, u0)
	for t := 0; t < n; t++ {
		for i := 1; i < len(cur)-1; i++ {
			next[i] = 2*cur[i] - old[i] + c[i]*c[i]*(cur[i-1]-2*cur[i]+cur[i+1])
		}
		old, cur, next = cur, next, old
	}
	for _, v := range cur {
		s += v * v
	}
	return s
}

// Levels rotates its arguments.
//
//pardiff:vjp
//pardiff:jvp
func Levels(a, b, d []float64, n int) (s float64) {
	for t := 0; t < n; t++ {
		for i := range d {
			d[i] = a[i]*b[i] + 0.3*d[i]
		}
		a, b, d = b, d, a
	}
	for i := range a {
		s += a[i]*b[i] + d[i]
	}
	return s
}

// ByHand writes the exchange with a third variable.
//
//pardiff:grad
func ByHand(x []float64, n int) (s float64) {
	u, v := make([]float64, len(x)), make([]float64, len(x))
	copy(u, x)
	for t := 0; t < n; t++ {
		for i := range u {
			v[i] = math.Sin(u[i]) * u[(i+1)%len(u)]
		}
		if v[0] < 0.5 {
			tmp := u
			u = v
			v = tmp
		}
	}
	for i := range u {
		s += u[i]*u[i] + v[i]
	}
	return s
}

// Rows exchanges rows of its argument, as the caller sees.
//
//pardiff:vjp
//pardiff:jvp
func Rows(u [][]float64, n int) (s float64) {
	for t := 0; t < n; t++ {
		for i := range u[0] {
			u[1][i] = u[0][i]*u[0][(i+1)%len(u[0])] + 0.5*u[1][i]
		}
		u[0], u[1] = u[1], u[0]
	}
	for i := range u[0] {
		s += u[0][i] * u[1][i]
	}
	return s
}

// LogDet is the logarithm of the absolute value of a determinant, by elimination with pivoting.
//
//pardiff:grad
func LogDet(m [][]float64) (s float64) {
	a := make([][]float64, len(m))
	for i := range a {
		a[i] = make([]float64, len(m))
		copy(a[i], m[i])
	}
	for k := range a {
		p := k
		for i := k + 1; i < len(a); i++ {
			if math.Abs(a[i][k]) > math.Abs(a[p][k]) {
				p = i
			}
		}
		a[k], a[p] = a[p], a[k]
		for i := k + 1; i < len(a); i++ {
			f := a[i][k] / a[k][k]
			for j := k; j < len(a); j++ {
				a[i][j] -= f * a[k][j]
			}
		}
		s += math.Log(math.Abs(a[k][k]))
	}
	return s
}

// A Grid holds two time levels.
type Grid struct{ U, V []float64 }

// Advance exchanges them.
//
//pardiff:vjp
//pardiff:jvp
func (g *Grid) Advance(k float64, n int) {
	for t := 0; t < n; t++ {
		for i := range g.U {
			g.V[i] = g.U[i] + k*g.U[(i+1)%len(g.U)]*g.V[i]
		}
		g.U, g.V = g.V, g.U
	}
}

// Inner exchanges slices that are made in each iteration.
//
//pardiff:grad
func Inner(x []float64, n int) (s float64) {
	for k := range x {
		u, v := make([]float64, k+1), make([]float64, k+2)
		copy(u, x)
		for t := 0; t < n; t++ {
			for i := range v {
				v[i] += u[i%len(u)] * x[k]
			}
			u, v = v, u
		}
		for i := range u {
			s += u[i] * u[i]
		}
	}
	return s
}

// Grids exchanges whole tables.
//
//pardiff:grad
func Grids(x []float64, n int) (s float64) {
	u, v := make([][]float64, 3), make([][]float64, 3)
	for i := range u {
		u[i], v[i] = make([]float64, len(x)), make([]float64, len(x))
		copy(u[i], x)
	}
	for t := 0; t < n; t++ {
		for i := range u {
			for j := range u[i] {
				v[i][j] += u[i][j] * u[(i+1)%3][j]
			}
		}
		u, v = v, u
	}
	for i := range u {
		for j := range u[i] {
			s += u[i][j] * v[i][j]
		}
	}
	return s
}
