package pointers

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestStacks(t *testing.T) {
	x := []float64{0.7, 1.2, 0.4, 0.9, 0.8}
	w := []float64{0.3, 0.5, 0.2, 0.11, 0.9}
	for _, ops := range [][]int{nil, {0}, {0, 0, 1}, {0, 0, 2, 0, 1, 0, 0, 1}} {
		gradcheck.VJP(t, RPN, RPNVJP, x, ops)
		gradcheck.JVP(t, RPN, RPNJVP, x, ops)
	}
	for n := range 6 {
		gradcheck.VJP(t, Pushed, PushedVJP, x, n)
		gradcheck.JVP(t, Pushed, PushedJVP, x, n)
		gradcheck.VJP(t, Merged, MergedVJP, w[:min(n, 5)], x[:min(n, 5)])
		gradcheck.JVP(t, Merged, MergedJVP, w[:min(n, 5)], x[:min(n, 5)])
	}
}
