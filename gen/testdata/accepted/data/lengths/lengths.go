// Package lengths has lengths that change.
package lengths

//pardiff:grad
func F(x []float64, name string, m map[string]int, tags []string) float64 {
	s := x[0]
	n := len(name)
	s *= x[1] * float64(n)
	s *= s
	name = name + "abc"
	s *= x[1] * float64(len(name))
	k := len(m)
	s *= x[2] * float64(k)
	s *= s * x[2] * float64(len(m))
	l := len(tags)
	s *= s * x[2] * float64(l)
	tags = append(tags, "q")
	s *= s * x[2] * float64(len(tags))
	return s
}
