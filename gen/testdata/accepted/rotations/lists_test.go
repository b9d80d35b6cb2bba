package rotations

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestLists(t *testing.T) {
	x := []float64{0.7, 1.2, 0.4, 0.9, 0.8}
	adj := [][]int{{1, 2}, {3}, {3, 4, 0}, {5}, {5, 6}, {6, 1}, {2}}
	w := []float64{0.7, 1.2, 0.4, 0.9, 0.8, 1.1, 0.6}
	for s := range adj {
		gradcheck.VJP(t, Frontier, FrontierVJP, w, adj, s)
		gradcheck.JVP(t, Frontier, FrontierJVP, w, adj, s)
	}
	for n := range 9 {
		gradcheck.VJP(t, Shrunk, ShrunkVJP, x, min(n, 4))
		gradcheck.VJP(t, Pushed, PushedVJP, x, min(n, 4))
		gradcheck.JVP(t, Pushed, PushedJVP, x, min(n, 4))
		gradcheck.VJP(t, Thinned, ThinnedVJP, x, n)
		gradcheck.JVP(t, Thinned, ThinnedJVP, x, n)
		gradcheck.VJP(t, Products, ProductsVJP, x, min(n, 5))
		gradcheck.JVP(t, Products, ProductsJVP, x, min(n, 5))
		gradcheck.VJP(t, Resampled, ResampledVJP, x, 0.3, min(n, 5))
		gradcheck.JVP(t, Resampled, ResampledJVP, x, 0.3, min(n, 5))
		gradcheck.VJP(t, Queues, QueuesVJP, x, 0.8, n)
		gradcheck.JVP(t, Queues, QueuesJVP, x, 0.8, n)
		gradcheck.VJP(t, Anew, AnewVJP, x, 0.8, n)
		gradcheck.JVP(t, Anew, AnewJVP, x, 0.8, n)
		var p ProductsWork
		gradcheck.VJP(t, Products, p.VJP, x, min(n, 5))
		gradcheck.VJP(t, Products, p.VJP, x, min(n, 5))
	}
}
