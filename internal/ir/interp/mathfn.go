package interp

import "math"

// A mathFn is a function of package math with float arguments and one float result.
type mathFn struct {
	eval func(x []float64) float64
	// partials returns the partial derivatives at x, where the result is y.
	partials func(x []float64, y float64) []float64
}

// mathFns holds the functions that are float in all arguments and in their one result.
var mathFns = map[string]mathFn{
	"Abs": one(math.Abs, func(x, y float64) float64 {
		if x == 0 {
			return 0
		}
		return math.Copysign(1, x)
	}),
	"Acos":   one(math.Acos, func(x, y float64) float64 { return -1 / math.Sqrt(1-x*x) }),
	"Acosh":  one(math.Acosh, func(x, y float64) float64 { return 1 / (math.Sqrt(x-1) * math.Sqrt(x+1)) }),
	"Asin":   one(math.Asin, func(x, y float64) float64 { return 1 / math.Sqrt(1-x*x) }),
	"Asinh":  one(math.Asinh, func(x, y float64) float64 { return 1 / math.Hypot(x, 1) }),
	"Atan":   one(math.Atan, func(x, y float64) float64 { return 1 / (1 + x*x) }),
	"Atanh":  one(math.Atanh, func(x, y float64) float64 { return 1 / ((1 - x) * (1 + x)) }),
	"Cbrt":   one(math.Cbrt, func(x, y float64) float64 { return 1 / (3 * y * y) }),
	"Ceil":   one(math.Ceil, flat),
	"Cos":    one(math.Cos, func(x, y float64) float64 { return -math.Sin(x) }),
	"Cosh":   one(math.Cosh, func(x, y float64) float64 { return math.Sinh(x) }),
	"Erf":    one(math.Erf, gauss),
	"Erfc":   one(math.Erfc, func(x, y float64) float64 { return -gauss(x, y) }),
	"Erfinv": one(math.Erfinv, func(x, y float64) float64 { return 1 / gauss(y, x) }),
	"Erfcinv": one(math.Erfcinv, func(x, y float64) float64 {
		return -1 / gauss(y, x)
	}),
	"Exp":         one(math.Exp, func(x, y float64) float64 { return y }),
	"Exp2":        one(math.Exp2, func(x, y float64) float64 { return y * math.Ln2 }),
	"Expm1":       one(math.Expm1, func(x, y float64) float64 { return math.Exp(x) }),
	"Floor":       one(math.Floor, flat),
	"Gamma":       one(math.Gamma, func(x, y float64) float64 { return y * digamma(x) }),
	"J0":          one(math.J0, func(x, y float64) float64 { return -math.J1(x) }),
	"J1":          one(math.J1, func(x, y float64) float64 { return (math.J0(x) - math.Jn(2, x)) / 2 }),
	"Log":         one(math.Log, func(x, y float64) float64 { return 1 / x }),
	"Log10":       one(math.Log10, func(x, y float64) float64 { return 1 / (x * math.Ln10) }),
	"Log1p":       one(math.Log1p, func(x, y float64) float64 { return 1 / (1 + x) }),
	"Log2":        one(math.Log2, func(x, y float64) float64 { return 1 / (x * math.Ln2) }),
	"Logb":        one(math.Logb, flat),
	"Round":       one(math.Round, flat),
	"RoundToEven": one(math.RoundToEven, flat),
	"Sin":         one(math.Sin, func(x, y float64) float64 { return math.Cos(x) }),
	"Sinh":        one(math.Sinh, func(x, y float64) float64 { return math.Cosh(x) }),
	"Sqrt":        one(math.Sqrt, func(x, y float64) float64 { return 1 / (2 * y) }),
	"Tan":         one(math.Tan, func(x, y float64) float64 { c := math.Cos(x); return 1 / (c * c) }),
	"Tanh":        one(math.Tanh, func(x, y float64) float64 { c := math.Cosh(x); return 1 / (c * c) }),
	"Trunc":       one(math.Trunc, flat),
	"Y0":          one(math.Y0, func(x, y float64) float64 { return -math.Y1(x) }),
	"Y1":          one(math.Y1, func(x, y float64) float64 { return (math.Y0(x) - math.Yn(2, x)) / 2 }),

	"Atan2": two(math.Atan2, func(y, x, _ float64) (float64, float64) {
		h := math.Hypot(x, y)
		if h == 0 {
			return 0, 0
		}
		return x / h / h, -y / h / h
	}),
	"Copysign": two(math.Copysign, func(x, sign, _ float64) (float64, float64) {
		if math.Signbit(x) != math.Signbit(sign) {
			return -1, 0
		}
		return 1, 0
	}),
	"Dim": two(math.Dim, func(x, y, _ float64) (float64, float64) {
		if x < y {
			return 0, 0
		}
		return 1, -1
	}),
	"Hypot": two(math.Hypot, func(x, y, h float64) (float64, float64) {
		if h == 0 {
			return 0, 0
		}
		return x / h, y / h
	}),
	"Max":       two(math.Max, func(x, y, _ float64) (float64, float64) { return first(!(x < y)) }),
	"Min":       two(math.Min, func(x, y, _ float64) (float64, float64) { return first(!(x > y)) }),
	"Mod":       two(math.Mod, func(x, y, _ float64) (float64, float64) { return 1, -math.Trunc(x / y) }),
	"Nextafter": two(math.Nextafter, func(x, y, _ float64) (float64, float64) { return 1, 0 }),
	"Pow":       two(math.Pow, powPartials),
	"Remainder": two(math.Remainder, func(x, y, _ float64) (float64, float64) { return 1, -math.RoundToEven(x / y) }),
	"FMA": {
		func(x []float64) float64 { return math.FMA(x[0], x[1], x[2]) },
		func(x []float64, _ float64) []float64 { return []float64{x[1], x[0], 1} },
	},
}

func one(f func(float64) float64, d func(x, y float64) float64) mathFn {
	return mathFn{
		func(x []float64) float64 { return f(x[0]) },
		func(x []float64, y float64) []float64 { return []float64{d(x[0], y)} },
	}
}

func two(f func(x, y float64) float64, d func(x, y, r float64) (float64, float64)) mathFn {
	return mathFn{
		func(x []float64) float64 { return f(x[0], x[1]) },
		func(x []float64, r float64) []float64 {
			a, b := d(x[0], x[1], r)
			return []float64{a, b}
		},
	}
}

func flat(x, y float64) float64 { return 0 }

// gauss is the derivative of the error function.
func gauss(x, _ float64) float64 { return 2 / math.Sqrt(math.Pi) * math.Exp(-x*x) }

// first returns the partials of a selection.
func first(yes bool) (float64, float64) {
	if yes {
		return 1, 0
	}
	return 0, 1
}

// powPartials follows the limits from the right at base 0, and takes the exponent as fixed there.
func powPartials(x, y, r float64) (dx, dy float64) {
	switch y {
	case 0:
		dx = 0
	case 1:
		dx = 1
	default:
		dx = y * math.Pow(x, y-1)
	}
	if x != 0 {
		dy = r * math.Log(x)
	}
	return dx, dy
}

// digamma returns the logarithmic derivative of the Gamma function: by reflection from the left
// half-line, by recurrence up to 10, then by the asymptotic series.
func digamma(x float64) float64 {
	if x < 0 {
		return digamma(1-x) - math.Pi/math.Tan(math.Pi*x)
	}
	s := 0.0
	for ; x < 10; x++ {
		s -= 1 / x
	}
	// Bernoulli numbers B(2k)/(2k).
	z := 1 / (x * x)
	sum := z * (1./12 - z*(1./120-z*(1./252-z*(1./240-z*(1./132-z*(691./32760-z/12))))))
	return s + math.Log(x) - 1/(2*x) - sum
}
