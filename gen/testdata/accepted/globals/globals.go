// Package globals has functions that read package-level variables, of which their arguments may be a part.
package globals

import "example.com/accepted/globals/other"

var (
	tab     = []int{1, 1}
	table   = []float64{2, 3}
	rows    = [][]float64{{1, 2}, {3, 4}}
	nodes   = [4]node{{w: 1}, {w: 2}, {w: 3}, {w: 4}}
	array   = [4]float64{2, 3, 5, 7}
	config  = struct{ k float64 }{2}
	scale   = 3.0
	pointed = &table[1]
	byName  = map[string]float64{"a": 2}
)

type node struct{ w float64 }

// Chosen reads subscripts and overwrites what may be their table.
//
//pardiff:vjp
//pardiff:jvp
func Chosen(x []float64, idx []int) float64 {
	s := x[tab[0]] * x[tab[1]]
	idx[0] = 0
	return s
}

// Scaled overwrites what may be the table of floats.
//
//pardiff:vjp
//pardiff:jvp
func Scaled(x []float64) float64 {
	x[0] *= x[1]
	y := table[0] * x[0]
	x[0] = 5
	return y * table[0] * x[1]
}

// Read writes nothing but the adjoint.
//
//pardiff:grad
//pardiff:jvp
func Read(x []float64) (s float64) {
	for i := range x {
		s += x[i] * x[i] * table[i]
	}
	return s
}

// Table reads rows, by way of local variables.
//
//pardiff:grad
func Table(x []float64, n int) (s float64) {
	for i := range n {
		row := rows[i]
		s += x[i] * x[i] * weight(row, 1)
	}
	return s
}

func weight(table []float64, i int) float64 { return table[i] * table[i] }

// Parts reads what lies in the variables themselves.
//
//pardiff:grad
func Parts(x []float64, k float64, n *node) (s float64) {
	for i, v := range x {
		s += v * v * array[i] * nodes[i].w
	}
	return s * k * k * n.w * n.w * config.k * scale * *pointed * byName["a"]
}

// Abroad reads variables of another package, one of which is nil where now is false.
//
//pardiff:vjp
func Abroad(x []float64, k float64, now bool) float64 {
	s := x[0] * x[0] * other.Weights[0] * k
	if now {
		s *= other.Now.Rows[0][0] * other.Now.Scale * x[1]
	}
	return s
}

// Named has a parameter that is called like a variable which a function that it calls reads.
//
//pardiff:grad
func Named(table []float64) float64 { return first(table[0]) * table[1] }

func first(v float64) float64 { return v * table[0] }

// Long asks for the length of a variable only.
//
//pardiff:grad
func Long(x []float64) (s float64) {
	if table == nil {
		return 0
	}
	for i := range len(table) {
		s += x[i] * x[i]
	}
	return s
}

// Again calls itself.
//
//pardiff:vjp
func Again(x []float64, n int) float64 { return again(x, n) }

func again(x []float64, n int) float64 {
	if n == 0 {
		return x[0] * table[0]
	}
	x[0] *= x[1]
	return table[1] * again(x, n-1)
}

// Perhaps reads a variable of another package unless it is nil, by its name and by others.
//
//pardiff:vjp
//pardiff:jvp
func Perhaps(x []float64) float64 {
	s := x[0] * x[0] * other.Weights[0]
	if other.Now != nil {
		s *= other.Now.Rows[0][0] * other.Now.Scale * x[1]
	}
	for i := range x {
		if now := other.Now; now != nil && i > 0 {
			s += now.Scale * x[i] * x[i]
		}
	}
	return s * factor(other.Now, x[0])
}

func factor(s *other.Setup, v float64) float64 {
	if s == nil {
		return v
	}
	return v * v * s.Rows[1][0]
}
