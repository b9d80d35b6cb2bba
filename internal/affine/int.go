package affine

import "math"

// small is a bound below which products cannot overflow.
const small = 1 << 31

// add and its kin return false for a result that does not fit, or that has no negative.
func add(a, b int64) (int64, bool) {
	s := a + b
	if (s > a) != (b > 0) && b != 0 {
		return 0, false
	}
	return s, s != math.MinInt64
}

func mul(a, b int64) (int64, bool) {
	if -small < a && a < small && -small < b && b < small {
		return a * b, true
	}
	if a == 0 || b == 0 {
		return 0, true
	}
	if a == math.MinInt64 || b == math.MinInt64 {
		return 0, false
	}
	p := a * b
	if p == math.MinInt64 || p/b != a {
		return 0, false
	}
	return p, true
}

// muladd returns a*x + b*y.
func muladd(a, x, b, y int64) (int64, bool) {
	p, ok := mul(a, x)
	if !ok {
		return 0, false
	}
	q, ok := mul(b, y)
	if !ok {
		return 0, false
	}
	return add(p, q)
}

func abs(a int64) int64 {
	if a < 0 {
		return -a
	}
	return a
}

func sign(a int64) int64 {
	switch {
	case a > 0:
		return 1
	case a < 0:
		return -1
	}
	return 0
}

// gcd returns the greatest common divisor of |a| and |b|, 0 for two zeros.
func gcd(a, b int64) int64 {
	a, b = abs(a), abs(b)
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// floorDiv returns a/b rounded down, for b > 0.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// modHat is the residue of a modulo m in [-m/2, m/2) of the Omega test.
func modHat(a, m int64) int64 {
	r := a - m*floorDiv(a, m)
	if 2*r >= m {
		r -= m
	}
	return r
}
