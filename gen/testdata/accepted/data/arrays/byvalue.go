package arrays

// SlicesOf writes.
//
//pardiff:vjp
//pardiff:jvp
func SlicesOf(s [2][]float64, k float64) float64 {
	s[1][1] = 2 * k
	s[0][0] *= k
	return k * s[1][0]
}

// A Split has arrays by value.
type Split struct {
	C [2][]float64
	K [2]float64
}

// Grown writes.
//
//pardiff:vjp
//pardiff:jvp
func (s Split) Grown(k float64, n int) float64 {
	s.K[1] *= k
	for i := range s.C[n] {
		s.C[n][i] *= s.K[1] * s.C[1-n][i]
	}
	r := s.C[0]
	r[0] = k * k
	return s.K[0] * s.K[1]
}

// StructsOf writes.
//
//pardiff:vjp
//pardiff:jvp
func StructsOf(s [2]struct{ V []float64 }, k float64) {
	for i := range s {
		for j := range s[i].V {
			s[i].V[j] *= k + s[0].V[0]
		}
	}
}

// PointersOf writes.
//
//pardiff:vjp
//pardiff:jvp
func PointersOf(s [2]*float64, k float64) {
	*s[1] *= k
	*s[0] += *s[1] * k
}

// ReadOf reads.
//
//pardiff:vjp
//pardiff:jvp
func ReadOf(s [2][]float64, t [2]struct {
	V []float64
	K float64
}, k float64) float64 {
	t[1].K *= k
	return s[0][0]*t[0].V[1]*t[1].K + s[1][1]*t[0].K
}

// NestedOf is nested.
//
//pardiff:vjp
//pardiff:jvp
func NestedOf(s [2][2][]float64, k float64) {
	s[1][0][0] = s[0][1][1] * k
	s[0][0][1] *= s[1][0][0]
}
