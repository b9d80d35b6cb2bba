package gradcheck

import "testing"

// turn has three results, of which one is no float.
func turn(x []float64, p params, k float32) (a float64, n int, b float64) {
	for i, v := range x {
		a += p.K * v * v
		b += float64(i) * v * float64(k)
	}
	return a, len(x), b
}

// turnJac is the Jacobian of turn with respect to x and p.
func turnJac(x []float64, p params, k float32, aXAdj []float64, aPAdj *params, bXAdj []float64, bPAdj *params) (float64, int, float64) {
	for _, adj := range []*params{aPAdj, bPAdj} {
		if adj != nil {
			adj.K, adj.L0 = 0, 0
		}
	}
	for i, v := range x {
		if aXAdj != nil {
			aXAdj[i] = 2 * p.K * v
		}
		if bXAdj != nil {
			bXAdj[i] = float64(i) * float64(k)
		}
		if aPAdj != nil {
			aPAdj.K += v * v
		}
	}
	return turn(x, p, k)
}

// TestJacobian checks a right Jacobian.
func TestJacobian(t *testing.T) {
	Jac(t, turn, turnJac, springs, spring, float32(0.5))
	Jac(t, turn, turnJac, springs, spring, 0.5, Wrt(0, 1), Of(0, 2))
	Jac(t, turn, turnJac, nil, spring, 0.5)
}

// TestJacobianFaults plants faults in a Jacobian; the report must name the place.
func TestJacobianFaults(t *testing.T) {
	tests := []struct {
		name, want string
		edit       func(aX []float64, aP *params, bX []float64, bP *params)
	}{
		{"element of the first row", "of result 0 of arg 0 [2]", func(aX []float64, _ *params, _ []float64, _ *params) {
			if aX != nil {
				aX[2] *= 1.001
			}
		}},
		{"element of the last row", "of result 2 of arg 1 .L0", func(_ []float64, _ *params, _ []float64, bP *params) {
			if bP != nil {
				bP.L0 = 3
			}
		}},
		{"sum of the rows", "of result 0 of arg 0", func(aX []float64, _ *params, bX []float64, _ *params) {
			for i := range min(len(aX), len(bX)) {
				aX[i] += bX[i]
			}
		}},
		{"integer", "no float", func(_ []float64, _ *params, _ []float64, bP *params) {
			if bP != nil {
				bP.n = 1
			}
		}},
		{"nil in a row", "with a nil adjoint of arg 0 of result 2", func(_ []float64, _ *params, bX []float64, bP *params) {
			if bP != nil {
				bX[0] += 0
			}
		}},
		{"nil in another row", "a nil adjoint elsewhere changes the adjoint of arg 0 [0]", func(aX []float64, _ *params, _ []float64, bP *params) {
			if bP == nil && aX != nil {
				aX[0] = 1e9
			}
		}},
		{"all nil", "with all adjoints nil panicked", func(aX []float64, aP *params, bX []float64, bP *params) {
			if aX == nil && aP == nil && bX == nil && bP == nil {
				panic("nothing to do")
			}
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			jac := func(x []float64, p params, k float32, aX []float64, aP *params, bX []float64, bP *params) (float64, int, float64) {
				defer tt.edit(aX, aP, bX, bP)
				return turnJac(x, p, k, aX, aP, bX, bP)
			}
			wantFault(t, tt.want, func(t TB) { Jac(t, turn, jac, springs, spring, 0.5) })
		})
	}
	add := func(x []float64, p params, k float32, aX []float64, aP *params, bX []float64, bP *params) (float64, int, float64) {
		old := 0.0
		if aP != nil {
			old = aP.K
		}
		defer func() {
			if aP != nil {
				aP.K += old
			}
		}()
		return turnJac(x, p, k, aX, aP, bX, bP)
	}
	wantFault(t, "does not overwrite its adjoints: what they held shows at arg 1 .K of result 0", func(t TB) { Jac(t, turn, add, springs, spring, 0.5) })
	wantFault(t, "do not fit", func(t TB) { Jac(t, energy, energyGrad, springs, spring, Of(1)) })
}
