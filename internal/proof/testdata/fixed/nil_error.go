// An error is declared without a value.
// unknown
package p

import "errors"

func F(x []float64, n int) (r float64, err error) {
	lo, hi, err := bounds(n)
	if err != nil {
		return 0, err
	}
	return x[lo] * x[hi], err
}

func bounds(n int) (lo, hi int, err error) {
	if n < 0 {
		return 0, 0, errors.New("negative")
	}
	return n, n, nil
}
