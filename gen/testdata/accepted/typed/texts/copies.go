package texts

type cfg4 struct{ Names [2]string }

func with4(x float64, c cfg4) float64 {
	c.Names[0] += "b"
	if c.Names[0] == "ab" {
		x *= x
	}
	return x
}

// K is one case of the package.
//
//pardiff:grad
func K(x float64) (s float64) {
	c := cfg4{Names: [2]string{"a", "b"}}
	return with4(x, c) * with4(x, c)
}

// L is one case of the package.
//
//pardiff:grad
func L(x float64) (s float64) {
	a := [2]string{"a", "b"}
	b := a
	b[0] = "c"
	if a[0] == "c" {
		x *= x
	}
	return x
}

// M is one case of the package.
//
//pardiff:grad
func M(x float64, c cfg4) (s float64) {
	b := c
	b.Names[0] = "c"
	if c.Names[0] == "c" {
		x *= x
	}
	return x
}
