package inactive

// Turned has the real part of a complex constant.
//
//pardiff:grad
func Turned(x []float64) (s float64) {
	z := complex(0.3, 0.4)
	for i := range x {
		s += x[i] * x[i] * real(z)
	}
	return s
}

// Spun changes a complex number by constants.
//
//pardiff:grad
func Spun(x []float64) (s float64) {
	w := 0.25 + 2.5i
	w *= 0.1i
	for i := range x {
		s += x[i] * x[i] * real(w)
	}
	return s
}

func plane(x float64, z complex128) float64 { return x * x * (real(z) + 2*imag(z)) }

// Planes gives complex constants to a helper.
//
//pardiff:grad
func Planes(x float64) float64 { return plane(x, 1.5+0.1i) + plane(x, 2) + plane(x, 1/3.0) }

const root = 0.1 + 0.7i

// Root computes with a named complex constant.
//
//pardiff:grad
func Root(x float64) float64 { return x * x * real(root*root) * imag(root) }

// Roots has complex constants in slices, and of the smaller type.
//
//pardiff:grad
func Roots(x []float64) (s float64) {
	var z complex64 = 0.1 + 0.7i
	roots := []complex128{0.1 + 0.7i, complex(0.1, 0), 1, 2.5i}
	for i := range x {
		z *= 0.9 + 0.1i
		s += x[i] * float64(real(z)) * real(roots[i%4])
	}
	return s
}
