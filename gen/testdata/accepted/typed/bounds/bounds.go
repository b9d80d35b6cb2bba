// Package bounds has constants with conversions as bounds of loops, and given to helpers.
package bounds

// Loops whose bounds and steps are constant expressions with a conversion.

// F1 is one case of the package.
//
//pardiff:grad
func F1(x []float64) (s float64) {
	for i := 0; i < int(float64(7)/2*2); i++ {
		s += x[i] * x[i]
	}
	return s
}

func avg(x []float64, n int) float64 {
	s := 0.0
	for _, v := range x {
		s += v * v
	}
	return s * (float64(1) / float64(n))
}

// F2 is one case of the package.
//
//pardiff:grad
func F2(x []float64) float64 { return avg(x, 3) }

func lerp(a, b float64, t float32) float64 { return a*float64(1-t) + b*float64(t/3) }

// F3 is one case of the package.
//
//pardiff:grad
func F3(x []float64) float64 {
	return lerp(x[0], x[1], 1) + lerp(x[1], x[2], 0.1) + lerp(x[2], x[3], 2)
}

type level uint8

func mask(x float64, l level) float64 {
	if ^l == 0xf0 {
		return x * x
	}
	return x * float64(-l) * float64(^l)
}

// F4 is one case of the package.
//
//pardiff:grad
func F4(x []float64) float64 { return mask(x[0], 15) + mask(x[1], 1) + mask(x[2], level(3)+1) }

func ratio(x float64, n, d int) float64 { return x * float64(float32(n)/float32(d)) }

// F5 is one case of the package.
//
//pardiff:grad
func F5(x []float64) float64 { return ratio(x[0], 1, 3) + ratio(x[1], 7, 2) }
