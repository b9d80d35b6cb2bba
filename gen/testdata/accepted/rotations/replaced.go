package rotations

// Replaced exchanges slices of which one was given new memory.
//
//pardiff:vjp
//pardiff:jvp
func Replaced(x []float64, n int) float64 {
	u1 := append([]float64(nil), x...)
	u2 := append([]float64(nil), x...)
	u2[0] = 0
	if n > 4 {
		u2 = make([]float64, len(x))
	}
	u1, u2 = u2, u1
	u1[1] += x[0] * u2[0]
	return u1[0]*u1[1] + u2[0]*u1[1]
}

// ReplacedLater gives one of two exchanged slices new memory.
//
//pardiff:vjp
//pardiff:jvp
func ReplacedLater(x []float64, n int) float64 {
	u1 := append([]float64(nil), x...)
	u2 := append([]float64(nil), x...)
	u1[0] *= 2
	u1, u2 = u2, u1
	if n > 4 {
		u2 = make([]float64, len(x))
	}
	return u1[0] * u2[1]
}

// ReplacedInLoop does that in a loop.
//
//pardiff:vjp
//pardiff:jvp
func ReplacedInLoop(x []float64, n int) float64 {
	u1 := append([]float64(nil), x...)
	u2 := append([]float64(nil), x...)
	for t := range n {
		for i := range u1 {
			u2[i] += u1[i] * u1[(i+1)%len(u1)] * x[t%len(x)]
		}
		u1, u2 = u2, u1
		if t%3 == 2 {
			u2 = make([]float64, len(x))
		}
	}
	return u1[0] * u2[1]
}

// ReplacedBesideView writes through a view of one of them.
//
//pardiff:vjp
//pardiff:jvp
func ReplacedBesideView(x []float64, n int) float64 {
	u1 := append([]float64(nil), x...)
	u2 := append([]float64(nil), x...)
	u2[0] = x[1] * x[1]
	w := u2[1:]
	u1, u2 = u2, u1
	w[0] *= x[0]
	if n > 4 {
		u2 = make([]float64, len(x))
	}
	return u1[0]*u2[1] + u1[1]*w[0]
}

// ReplacedUnderView reads through a view what is written by the other name.
//
//pardiff:vjp
//pardiff:jvp
func ReplacedUnderView(x []float64, n int) float64 {
	u1 := append([]float64(nil), x...)
	u2 := append([]float64(nil), x...)
	u2[0] = x[1] * x[1]
	w := u2[1:]
	u1, u2 = u2, u1
	u1[1] *= x[0]
	if n > 4 {
		u2 = make([]float64, len(x))
	}
	return u1[0]*u2[1] + u1[1]*w[0]
}
