// Package literals has composite literals.
package literals

type P struct {
	X, Y float64
	Tag  string
}
type L struct {
	A, B P
	N    int
	V    []float64
}

//pardiff:grad
func F(x []float64, k float64) float64 {
	ps := []P{{x[0], k, "a"}, {Y: k}, {}, P{X: x[1] * k}}
	arr := [...]P{2: {x[2], 1, ""}, 0: {Y: x[0]}}
	m := [2][3]float64{{1, k}, {2: x[1]}}
	l := L{A: P{X: k}, V: []float64{k, 3: x[0], x[1]}}
	r := &L{B: ps[0], N: 2}
	sl := [][]float64{{k, x[0]}, {4: k}}
	z := struct{ a, b float64 }{k, x[2]}
	s := z.a*z.b + l.A.X*l.V[4]*l.V[3] + r.B.X*float64(r.N)
	for i, p := range ps {
		s += p.X*p.Y*float64(i) + p.X
	}
	for _, p := range arr {
		s += p.X * p.Y * p.X
	}
	for i := range m {
		for j := range m[i] {
			s += m[i][j] * m[1][2]
		}
	}
	for _, row := range sl {
		s += row[0] * row[1]
	}
	for i, p := range []P{{Tag: "a"}, {X: k}} {
		if p.Tag == "a" {
			s *= x[i]
		} else {
			s += p.X
		}
	}
	return s
}
