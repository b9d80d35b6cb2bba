package slices

// A Pair has two slices.
type Pair struct {
	A, B []float64
	K    float64
}

func pairOf(x []float64) Pair { return Pair{A: x, B: x[1:], K: 3} }

// Assigned assigns structs as a whole that were declared without a value.
//
//pardiff:grad
//pardiff:jvp
func Assigned(x, y []float64) float64 {
	var t, u Pair
	t = Pair{x, y, 1}
	u = Pair{y, x, x[0]}
	return t.A[0] * u.B[0] * t.K * t.B[1] * u.K
}

// Branch assigns one in a branch, another in a loop, with fields that stay nil.
//
//pardiff:grad
//pardiff:jvp
func Branch(x []float64, n int) (s float64) {
	var t, u Pair
	t = Pair{}
	if n > 0 {
		t = Pair{A: x, B: x, K: 2}
	}
	for i := range n {
		u = Pair{A: x[i:], K: float64(i)}
		s += u.A[0] * u.K * u.A[1]
	}
	if n > 0 {
		s += t.A[0] * t.B[1] * t.K
	}
	return s
}

// Inside assigns the results of a function to a struct and to one within it.
//
//pardiff:grad
//pardiff:jvp
func Inside(x []float64) float64 {
	var u, v struct {
		Pair
		L float64
	}
	u.Pair = pairOf(x)
	u.L = x[0]
	v.Pair = pairOf(x[1:])
	return u.A[0] * u.B[1] * u.L * v.B[0] * v.K
}
