package rows

import (
	"testing"

	"example.com/accepted/gradcheck"
)

// TestCuts has tables and rows that become shorter.
func TestCuts(t *testing.T) {
	x := []float64{1.5, 0.8, 0.3, 0.7, 1.1, 0.2, 0.9}
	for n := range 7 {
		gradcheck.VJP(t, Stack, StackVJP, x, n)
		gradcheck.JVP(t, Stack, StackJVP, x, n)
		gradcheck.Grad(t, Own, OwnGrad, x[:3], n)
		gradcheck.Grad(t, Own, OwnSerial, x[:3], n)
		gradcheck.JVP(t, Own, OwnJVP, x[:3], n)
		gradcheck.Grad(t, Queue, QueueGrad, x[:3], n)
		gradcheck.JVP(t, Queue, QueueJVP, x[:3], n)
		gradcheck.VJP(t, Refill, RefillVJP, x, n)
		gradcheck.VJP(t, Refill, RefillSerial, x, n)
		gradcheck.JVP(t, Refill, RefillJVP, x, n)
		gradcheck.Grad(t, Trim, TrimGrad, x[:3], n)
		gradcheck.JVP(t, Trim, TrimJVP, x[:3], n)
		gradcheck.Grad(t, Method, MethodGrad, x[:n+1])
		gradcheck.JVP(t, Method, MethodJVP, x[:n+1])
		gradcheck.Grad(t, Turned, TurnedGrad, x, n)
		gradcheck.JVP(t, Turned, TurnedJVP, x, n)
	}
	for n := range 4 {
		gradcheck.VJP(t, Front, FrontVJP, x, n)
		gradcheck.JVP(t, Front, FrontJVP, x, n)
		gradcheck.Grad(t, Joined, JoinedGrad, x[:n+1], 1.3)
		gradcheck.JVP(t, Joined, JoinedJVP, x[:n+1], 1.3)
	}
	gradcheck.VJP(t, Stack, StackVJP, []float64{}, 0)
	gradcheck.Grad(t, Closure, ClosureGrad, x[:3])
	a := [][]float64{{0.2, 1, 2}, {1.5, 0.3, 1}, {0.7, 2, 0.4}}
	gradcheck.VJP(t, Called, CalledVJP, a)
	gradcheck.JVP(t, Called, CalledJVP, a)
}

// TestCutsAgain calls with the memory of another call.
func TestCutsAgain(t *testing.T) {
	x := []float64{1.5, 0.8, 0.3}
	var w OwnWork
	for _, n := range []int{6, 2, 5, 0, 6} {
		want, got := make([]float64, 3), make([]float64, 3)
		OwnGrad(x, n, want)
		w.Grad(x, n, got)
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("n = %d: %v, want %v", n, got, want)
			}
		}
	}
}

// TestBehind has slices beyond the end of what was cut, where the primal panics as well.
func TestBehind(t *testing.T) {
	for name, f := range map[string]func(){
		"Stack":  func() { StackVJP([]float64{1, 2, 3}, -1, 1, nil) },
		"Front":  func() { FrontVJP([]float64{1, 2, 3, 4, 5}, 5, 1, nil) },
		"Called": func() { CalledVJP([][]float64{{1, 2}, {1}}, 1, nil) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s does not panic", name)
				}
			}()
			f()
		}()
	}
}
