package rotations

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestReplaced(t *testing.T) {
	x := []float64{0.7, 1.2, 0.4, 0.9, 0.3}
	for _, n := range []int{0, 1, 3, 4, 5, 8} {
		gradcheck.VJP(t, Replaced, ReplacedVJP, x, n)
		gradcheck.JVP(t, Replaced, ReplacedJVP, x, n)
		gradcheck.VJP(t, ReplacedLater, ReplacedLaterVJP, x, n)
		gradcheck.JVP(t, ReplacedLater, ReplacedLaterJVP, x, n)
		gradcheck.VJP(t, ReplacedInLoop, ReplacedInLoopVJP, x, n)
		gradcheck.JVP(t, ReplacedInLoop, ReplacedInLoopJVP, x, n)
		gradcheck.VJP(t, ReplacedBesideView, ReplacedBesideViewVJP, x, n)
		gradcheck.JVP(t, ReplacedBesideView, ReplacedBesideViewJVP, x, n)
		gradcheck.VJP(t, ReplacedUnderView, ReplacedUnderViewVJP, x, n)
		gradcheck.JVP(t, ReplacedUnderView, ReplacedUnderViewJVP, x, n)
	}
}
