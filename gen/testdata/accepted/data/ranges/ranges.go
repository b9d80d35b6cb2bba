// Package ranges ranges over slices of strings that change.
package ranges

//pardiff:grad
func F(x []float64, names []string) float64 {
	s := 0.0
	for i, n := range names {
		s += x[i] * x[i] * float64(len(n))
		if n == "b" {
			s *= x[0]
		}
	}
	names = names[1:]
	for i, n := range names {
		s *= x[i]
		if n == "b" {
			s *= x[1]
		}
	}
	names = append(names, "b", "c")
	for i := range names {
		s *= x[i]
		if names[i] == "b" {
			s *= x[1]
		}
	}
	return s
}
