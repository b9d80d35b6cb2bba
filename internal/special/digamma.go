package special

import "math"

// pardiffDigamma returns the digamma function at x, the derivative of the logarithm of the
// gamma function. At 0 it is an infinity, at the negative integers NaN.
//
// Negative arguments are reflected (Abramowitz and Stegun, 6.3.7), small ones raised by the
// recurrence (6.3.5), large ones summed by the asymptotic series (6.3.18).
func pardiffDigamma(x float64) float64 {
	switch {
	case x == 0:
		return math.Copysign(math.Inf(1), -x)
	case math.IsInf(x, -1) || x < 0 && x == math.Floor(x):
		return math.NaN()
	case math.IsInf(x, 1):
		return x
	}
	s := 0.0
	if x < 0 {
		s = -math.Pi / math.Tan(math.Pi*(x-math.Round(x)))
		x = 1 - x
	}
	for x < 10 {
		s -= 1 / x
		x++
	}
	w := 1 / (x * x)
	w *= 1.0/12 - w*(1.0/120-w*(1.0/252-w*(1.0/240-w*(1.0/132-w*(691.0/32760-w/12)))))
	return s + math.Log(x) - 0.5/x - w
}
