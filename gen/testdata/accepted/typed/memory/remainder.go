package memory

func s3(x, a float64) float64 {
	n := int(a * 10)
	m := n % 3
	for range m + 1 {
		x *= x
	}
	return x
}

// R is one case of the package.
//
//pardiff:grad
func R(x float64) float64 { return s3(x, 0.7) + s3(x, 0.5) }
