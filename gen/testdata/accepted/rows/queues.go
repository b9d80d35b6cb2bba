package rows

// Emptied is a queue of rows that grow.
//
//pardiff:vjp
//pardiff:jvp
func Emptied(x []float64) (r float64) {
	var tb [][]float64
	for i, v := range x {
		tb = append(tb, []float64{v})
		tb[len(tb)-1] = append(tb[len(tb)-1], v*v)
		if i%3 == 2 {
			r += tb[0][0] * tb[0][1]
			tb[0] = nil
			tb = tb[1:]
		}
	}
	for _, row := range tb {
		for _, v := range row {
			r += v * v
		}
	}
	return
}

// Renewed assigns rows and all of them.
//
//pardiff:vjp
//pardiff:jvp
func Renewed(x []float64, k float64) (r float64) {
	var tb [][]float64
	for i, v := range x {
		tb = append(tb, []float64{v, k})
		if i%3 == 1 {
			tb[0] = []float64{v * k}
			tb = tb[1:]
		}
		tb[0][0] *= v + r
		r += tb[0][len(tb[0])-1] + tb[0][0]
	}
	for _, row := range tb {
		for _, v := range row {
			r += v * v
		}
	}
	return
}
