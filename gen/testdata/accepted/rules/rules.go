// Package rules has functions with rules of all kinds.
package rules

// Mix writes its arguments: y becomes k*x*y, and k becomes k*k. Its rule finds the arguments as they were.
func Mix(x, y []float64, k *float64) float64 {
	s := 0.0
	for i := range x {
		s += y[i]
		y[i] *= *k * x[i]
	}
	*k *= *k
	return s
}

//pardiff:rule for=Mix
func mixVJP(x, y []float64, k *float64, resAdj float64, xAdj, yAdj []float64, kAdj *float64) float64 {
	k0, y0 := *k, append([]float64(nil), y...)
	s := Mix(x, y, k)
	*kAdj *= 2 * k0
	for i := range x {
		*kAdj += yAdj[i] * x[i] * y0[i]
		if xAdj != nil {
			xAdj[i] += yAdj[i] * k0 * y0[i]
		}
		yAdj[i] = yAdj[i]*k0*x[i] + resAdj
	}
	return s
}

//pardiff:vjp
func Mixed(x, y []float64, n int) float64 {
	k, s := y[0]*0.5, 0.0
	for i := 0; i < n; i++ {
		x[0] *= 1.1
		s += Mix(x, y, &k) * k
		if i > 0 {
			y[0] += k * x[1]
		}
	}
	return s * k
}
