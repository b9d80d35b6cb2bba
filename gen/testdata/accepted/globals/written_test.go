package globals

import (
	"testing"

	"example.com/accepted/gradcheck"
)

// TestWritten compares values and derivatives where variables of the package change through methods and pointers.
func TestWritten(t *testing.T) {
	x := []float64{0.5, -0.8, 1.2, 0.9, -0.3}
	gradcheck.VJP(t, Metered, MeteredVJP, x, 2.0)
	gradcheck.JVP(t, Metered, MeteredJVP, x, 2.0)
	gradcheck.VJP(t, Ticked, TickedVJP, x)
	gradcheck.JVP(t, Ticked, TickedJVP, x)
	gradcheck.VJP(t, Mixed, MixedVJP, x)
	gradcheck.JVP(t, Mixed, MixedJVP, x)
	gradcheck.VJP(t, Marked, MarkedVJP, x)
	gradcheck.JVP(t, Marked, MarkedJVP, x)
	for _, name := range []string{"a", "b"} {
		gradcheck.VJP(t, Weighted, WeightedVJP, x, 0.7, name)
		gradcheck.JVP(t, Weighted, WeightedJVP, x, 0.7, name)
	}
	gradcheck.VJP(t, Logged, LoggedVJP, x)
	gradcheck.JVP(t, Logged, LoggedJVP, x)
}

// TestMetered holds the counter, which a gradient once left alone, against what the primal leaves.
func TestMetered(t *testing.T) {
	x, adj := []float64{1, 2, 3}, make([]float64, 3)
	if s := MeteredVJP(x, 2, 1, adj, nil); s != 24 || meter.hits != 3 || adj[0] != 4 || adj[1] != 2 || adj[2] != 12 {
		t.Errorf("Metered: %v, %d hits, gradient %v, want 24, 3, [4 2 12]", s, meter.hits, adj)
	}
}
