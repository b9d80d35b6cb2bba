package texts

func two(n int) (r [2]int) {
	for r[0] < n {
		r[0]++
	}
	r[1] = 2
	return r
}

type rec struct {
	n    int
	name string
}

// P is one case of the package.
//
//pardiff:grad
//pardiff:jvp
func P(x float64) (s float64) {
	a := two(3)
	for i := range a {
		s += x * x * float64(a[i])
	}
	a = two(4)
	names := [2]string{"x", "y"}
	names[1] += "z"
	recs := [2]rec{{1, "a"}, {2, "b"}}
	recs[1].n += a[0]
	recs[0].name += "c"
	for k := range 3 {
		b := two(k)
		names[0] += "q"
		if names[0] == "xq" {
			s *= x * float64(b[0])
		}
		s += x * float64(b[0]*b[1])
	}
	if names[1] == "yz" && recs[0].name == "ac" && names[0] == "xqqq" {
		s *= x
	}
	return s * float64(a[0]+recs[1].n)
}
