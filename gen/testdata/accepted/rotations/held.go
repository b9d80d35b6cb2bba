package rotations

// A Cell holds its floats in arrays and structs.
type Cell struct {
	F [2]float64
	P struct {
		N    int
		X, Y [1]float32
	}
}

// A Lattice has two states.
type Lattice struct {
	Cells, Next []Cell
	Pairs, Old  [][2]float64
	Rows        [][]Cell
	Deep        []struct{ R []Cell }
	Two         [2][]Cell
}

// Flip exchanges the states, and nothing else.
//
//pardiff:vjp
//pardiff:jvp
func (g *Lattice) Flip() {
	g.Cells, g.Next = g.Next, g.Cells
	g.Pairs, g.Old = g.Old, g.Pairs
	g.Two[0], g.Two[1] = g.Two[1], g.Two[0]
}

// Turn exchanges rows.
//
//pardiff:vjp
//pardiff:jvp
func Turn(g *Lattice, k int, s float32) {
	g.Rows[0], g.Rows[k] = g.Rows[k], g.Rows[0]
	g.Deep[0].R, g.Deep[k].R = g.Deep[k].R, g.Deep[0].R
	g.Rows[0][0].P.X[0] *= s
	g.Deep[k].R[0].F[1] *= float64(s)
}

// Nests exchanges slices of which the elements have slices.
//
//pardiff:vjp
//pardiff:jvp
func Nests(a, b *Lattice) {
	a.Deep, b.Deep = b.Deep, a.Deep
	a.Rows, b.Rows = b.Rows, a.Rows
}

// Step computes the next state from this one and exchanges them.
//
//pardiff:vjp
//pardiff:jvp
func (g *Lattice) Step(k float64, n int) {
	for range n {
		for i := range g.Cells {
			g.Next[i].F[1] = g.Cells[i].F[0] * g.Cells[i].F[1] * k
			g.Next[i].F[0] += g.Cells[i].F[1] * g.Pairs[i][1]
			g.Old[i][0] *= g.Next[i].F[1]
		}
		g.Cells, g.Next = g.Next, g.Cells
		g.Pairs, g.Old = g.Old, g.Pairs
	}
}

// Threefold exchanges the slices of an array behind a pointer, at subscripts that are constant and at others.
//
//pardiff:vjp
//pardiff:jvp
func Threefold(a *[3][][2]float64, k float64, n int) {
	a[0], a[2] = a[2], a[0]
	for i := range n {
		a[i%3], a[(i+1)%3] = a[(i+1)%3], a[i%3]
		a[i%2][0][1] *= k * a[2][1][0]
	}
}

// A Strand has a float beside a slice.
type Strand struct {
	R []float64
	W float64
}

// Crossed exchanges two slices where the caller does not see it, and changes the floats beside the slices there.
//
//pardiff:vjp
//pardiff:jvp
func Crossed(u, v []Strand, k float64) float64 {
	u, v = v, u
	u[0].W *= k
	u[1].R[0] *= k * k
	v[1].W *= u[0].W
	return u[0].W * u[1].R[0] * v[0].W
}

// Turned turns three rows that data choose.
//
//pardiff:vjp
//pardiff:jvp
func Turned(r [][]float64, j, k int) float64 {
	r[0], r[j], r[k] = r[k], r[0], r[j]
	return r[0][0] + 10*r[1][0]*r[1][0] + 100*r[2][0]
}

// Picked turns rows of a local table, by constants and by data.
//
//pardiff:vjp
//pardiff:jvp
func Picked(x []float64, k int) float64 {
	r := make([][]float64, 4)
	for i := range r {
		r[i] = []float64{x[i], float64(i)}
	}
	r[0], r[1], r[2] = r[1], r[2], r[0]
	r[k], r[k+1], r[k+2] = r[k+2], r[k], r[k+1]
	return r[0][0] + 10*r[1][0]*r[1][0] + 100*r[2][0] + r[3][0]*r[3][1]
}

func turn(a, b, c []float64) ([]float64, []float64, []float64) { return c, a, b }

// TurnedBy has a helper turn three rows that data choose.
//
//pardiff:vjp
//pardiff:jvp
func TurnedBy(r [][]float64, j, k int) float64 {
	r[0], r[j], r[k] = turn(r[0], r[j], r[k])
	return r[0][0] + 10*r[1][0]*r[1][0] + 100*r[2][0]
}

// Renamed turns names for parts of one slice, of which one part may have two.
//
//pardiff:vjp
//pardiff:jvp
func Renamed(x []float64, j, k int) float64 {
	r := make([][]float64, 3)
	for i := range r {
		r[i] = x[2*i : 2*i+2]
	}
	r[0], r[j], r[k] = r[k], r[0], r[j]
	r[0][1] *= x[0]
	return r[0][0]*r[2][1] + 10*r[1][0]*r[1][1] + 100*r[2][0]
}
