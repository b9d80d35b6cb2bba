package keys

func g(x float64, b any) float64 {
	m := map[any]int{2.0: 5, 2: 7, uint8(2): 9}
	return x * x * float64(m[b])
}

// G is one case of the package.
//
//pardiff:grad
func G(x float64) float64 { return g(x, 2.0) + g(x, uint8(2)) }
