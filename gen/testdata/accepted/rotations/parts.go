package rotations

func scaledBy(v []float64, n int) float64 {
	if n == 0 {
		return v[0]
	}
	v[0] *= v[n]
	return scaledBy(v, n-1)
}

func product(v []float64, n int) float64 {
	if n == 0 {
		return v[0]
	}
	return v[n] * product(v, n-1)
}

// Shares passes parts of slices that change places to functions that call themselves, and returns one.
//
//pardiff:vjp
//pardiff:jvp
func Shares(x []float64) ([]float64, float64) {
	u, v := append([]float64(nil), x...), make([]float64, len(x))
	s := 0.0
	for k := range 3 {
		for i := range u {
			v[i] = u[i]*u[(i+1)%len(u)] + x[k]
		}
		w := v[k%2:]
		s += scaledBy(w[1:], 1) * scaledBy(v[:3], 2)
		u, v = v, u
	}
	return u[1:], s
}

// OwnShares passes parts of an argument that changes places with a local slice.
//
//pardiff:grad
//pardiff:jvp
func OwnShares(x []float64) float64 {
	y := append([]float64(nil), x...)
	s := 0.0
	for k := range 3 {
		for i := range x {
			y[i] += x[i]*x[(i+1)%len(x)] + x[k]
		}
		s += product(x[1:], 2) * product(y[k%2:], 2)
		x, y = y, x
		s += scaledBy(y[k%2:], 1)
	}
	return s
}
