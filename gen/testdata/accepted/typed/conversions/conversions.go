// Package conversions has constant expressions with conversions in them, which make other operations of them.
package conversions

// F1 is x/3.
//
//pardiff:grad
func F1(x float64) float64 { return x * float64(float32(1)/3) }

// F2 is 255*x in Go.
//
//pardiff:grad
func F2(x float64) float64 { return x * float64(^uint8(0)) }

// F3 is one case of the package.
//
//pardiff:grad
func F3(x float64) float64 { return x * (float64(1) / 3) }

// F4 is one case of the package.
//
//pardiff:grad
func F4(x float32) float32 { return x * (float32(1) / 3) }

// F5 is one case of the package.
//
//pardiff:grad
func F5(x float64) float64 {
	w := float64(1) / 3
	return x * w * (float64(7) / 2)
}

const n = 3

// F6 is one case of the package.
//
//pardiff:grad
func F6(x float64) float64 { return x * (1 / float64(n)) }

// F7 is one case of the package.
//
//pardiff:grad
func F7(x float64) float64 { return x * float64(^uint32(0)>>30) }

// F8 is one case of the package.
//
//pardiff:grad
func F8(x []float64) (s float64) {
	h := float64(1) / float64(n)
	w := []float64{float64(float32(1) / 3), float64(1) / 4}
	for i := range x {
		s += x[i] * w[i%2] * h * float64(float32(n)/2)
	}
	return s
}

// F9 is one case of the package.
//
//pardiff:grad
func F9(x float64) float64 {
	m := map[int]float64{0: float64(float32(1) / 3), 1: float64(1) / 4, 2: float64(n) / 2}
	return x * m[0] * m[1] * m[2]
}
