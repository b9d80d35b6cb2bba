package recursion

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradients(t *testing.T) {
	gradcheck.Grad(t, Fib, FibGrad, 6, 1.1, 0.8)
	gradcheck.VJP(t, Fib, new(FibWork).VJP, 6, 1.1, 0.8)
	gradcheck.JVP(t, Fib, FibJVP, 6, 1.1, 0.8)
	gradcheck.Grad(t, Integral, IntegralGrad, 0.1, 1.9, 0.7)
	gradcheck.JVP(t, Integral, IntegralJVP, 0.1, 1.9, 0.7)
	gradcheck.VJP(t, Pairs, PairsVJP, []float64{0.3, 0.8, -0.2, 1.1, 0.5, 0.9, 0.1})
	gradcheck.JVP(t, Pairs, PairsJVP, []float64{0.3, 0.8, -0.2, 1.1, 0.5, 0.9, 0.1})
	gradcheck.Grad(t, Det, DetGrad, [][]float64{{2, 0.3, 1, 0.5}, {0.1, 3, 0.2, 1}, {1, 0.4, 2.5, 0.6}, {0.3, 0.2, 0.8, 1.5}}, 0, uint(0))
	gradcheck.JVP(t, Det, DetJVP, [][]float64{{2, 0.3, 1, 0.5}, {0.1, 3, 0.2, 1}, {1, 0.4, 2.5, 0.6}, {0.3, 0.2, 0.8, 1.5}}, 0, uint(0))
	gradcheck.Grad(t, Even, EvenGrad, 4, 0.7)
	gradcheck.JVP(t, Even, EvenJVP, 4, 0.7)
	gradcheck.VJP(t, Faded, FadedVJP, []float64{0.7, 1.1, 0.9, 0.4}, 0.8)
	gradcheck.JVP(t, Faded, FadedJVP, []float64{0.7, 1.1, 0.9, 0.4}, 0.8)
	gradcheck.Grad(t, Twice, TwiceGrad, []float64{1.3, 0.7, 2, 0.4})
	gradcheck.JVP(t, Twice, TwiceJVP, []float64{1.3, 0.7, 2, 0.4})
	gradcheck.Grad(t, Strided, StridedGrad, []float64{1, 2, 3, 4, 5, 6, 7}, 9, 6)
	gradcheck.JVP(t, Strided, StridedJVP, []float64{1, 2, 3, 4, 5, 6, 7}, 9, 6)
	tree := &Tree{[]int{1, -1, 3, -1}, []int{2, -1, -1, -1}, []float64{0.5, 1.1, -0.3, 0.8}}
	gradcheck.Grad(t, (*Tree).Sum, (*Tree).SumGrad, tree, 1.3)
	gradcheck.JVP(t, (*Tree).Sum, (*Tree).SumJVP, tree, 1.3)
}
