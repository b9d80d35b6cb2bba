// Package compare compares structs and arrays.
package compare

type G [2][2]float64
type P struct {
	A    [3]int
	Name string
	G    G
	K    float64
}

//pardiff:grad
func F(a, b [3]int, p, q P, g G, x []float64) float64 {
	s := x[0]
	if a == b {
		s *= x[1]
	}
	if p != q && p.A == a {
		s *= x[2]
	}
	if p.G == g || p.A != [3]int{1, 2, 3} {
		s *= g[0][0] * s
	}
	n := 0
	for a != b && n < 3 {
		a[n] = b[n]
		n++
		s *= x[1]
	}
	if p.Name == "x" && q == (P{}) {
		s += p.K
	}
	return s
}
