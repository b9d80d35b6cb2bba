package language

// Blank has results without a name beside one with a name.
//
//pardiff:vjp
//pardiff:jvp
func Blank(x []float64) (_, b float64, _ error) {
	b = x[0] * x[1]
	return x[0] * x[0], b, nil
}
