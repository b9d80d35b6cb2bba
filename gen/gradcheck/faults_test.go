package gradcheck

import (
	"math"
	"strings"
	"testing"
)

// gradWith returns a gradient of energy into which a fault is planted: edit runs after the right gradient.
func gradWith(edit func(x []float64, p params, xAdj []float64, pAdj *params)) func([]float64, params, []float64, *params) float64 {
	return func(x []float64, p params, xAdj []float64, pAdj *params) float64 {
		e := energyGrad(x, p, xAdj, pAdj)
		edit(x, p, xAdj, pAdj)
		return e
	}
}

// TestGradFaults plants faults in a gradient; the report must name the place.
func TestGradFaults(t *testing.T) {
	tests := []struct {
		name, want string
		edit       func(x []float64, p params, xAdj []float64, pAdj *params)
	}{
		{"sign", "arg 0 [2]", func(_ []float64, _ params, g []float64, _ *params) {
			if g != nil {
				g[2] = -g[2]
			}
		}},
		{"term", "arg 1 .L0", func(x []float64, p params, _ []float64, g *params) {
			if g != nil {
				g.L0 += p.K * (x[1] - x[0] - p.L0)
			}
		}},
		{"scale", "arg 1 .K", func(_ []float64, _ params, _ []float64, g *params) {
			if g != nil {
				g.K *= 1.00001
			}
		}},
		{"NaN", "NaN at arg 0 [1]", func(_ []float64, _ params, g []float64, _ *params) {
			if g != nil {
				g[1] = math.NaN()
			}
		}},
		{"argument", "arg 0[3] is 4", func(x []float64, _ params, _ []float64, _ *params) { x[3] = 4 }},
		{"integer", "no float", func(_ []float64, _ params, _ []float64, g *params) {
			if g != nil {
				g.n = 1
			}
		}},
		{"nil slice", "with a nil adjoint of arg 0", func(_ []float64, _ params, g []float64, p *params) {
			if p != nil {
				g[0] += 0
			}
		}},
		{"nil pointer", "with a nil adjoint of arg 1 panicked", func(_ []float64, _ params, g []float64, p *params) {
			if g != nil {
				p.K += 0
			}
		}},
		{"all nil", "with all adjoints nil panicked", func(_ []float64, _ params, g []float64, p *params) {
			if g == nil && p == nil {
				panic("nothing to do")
			}
		}},
		{"nil changes another", "a nil adjoint of arg 1 changes the adjoint of arg 0 [0]", func(_ []float64, _ params, g []float64, p *params) {
			if p == nil && g != nil {
				g[0] = 0
			}
		}},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			wantFault(t, c.want, func(tb TB) { Grad(tb, energy, gradWith(c.edit), springs, spring) })
		})
	}
}

// TestGradNotCleared plants a gradient that adds to its adjoints.
func TestGradNotCleared(t *testing.T) {
	adds := func(x []float64, p params, xAdj []float64, pAdj *params) float64 {
		return energyVJP(x, p, 1, xAdj, pAdj)
	}
	wantFault(t, "does not overwrite", func(tb TB) { Grad(tb, energy, adds, springs, spring) })
}

// TestResultFault plants a wrong value, and one that is wrong by rounding only.
func TestResultFault(t *testing.T) {
	off := func(by float64) any {
		return func(x []float64, p params, xAdj []float64, pAdj *params) float64 {
			return energyGrad(x, p, xAdj, pAdj) * (1 + by)
		}
	}
	wantFault(t, "result 0 is", func(tb TB) { Grad(tb, energy, off(1e-9), springs, spring) })
	wantFault(t, "result 0 is", func(tb TB) { Grad(tb, energy, off(1e-15), springs, spring, ValueTol(0)) })
	Grad(t, energy, off(1e-15), springs, spring)
	wantFault(t, "result 1 is 3, want 4", func(tb TB) {
		f := func(x float64) (float64, int) { return x, 4 }
		Grad(tb, f, func(x float64, g *float64) (float64, int) {
			if g != nil {
				*g = 1
			}
			return x, 3
		}, 2.0)
	})
}

// TestVJPFaults plants faults in a vector-Jacobian product.
func TestVJPFaults(t *testing.T) {
	overwrites := func(x []float64, p params, resAdj float64, xAdj []float64, pAdj *params) float64 {
		clear(xAdj)
		return energyVJP(x, p, resAdj, xAdj, pAdj)
	}
	wantFault(t, "does not add", func(tb TB) { VJP(tb, energy, overwrites, springs, spring) })
	ignoresSeed := func(x []float64, p params, _ float64, xAdj []float64, pAdj *params) float64 {
		return energyVJP(x, p, 1, xAdj, pAdj)
	}
	wantFault(t, "differences give", func(tb TB) { VJP(tb, energy, ignoresSeed, springs, spring) })
	doubles := func(x []float64, p params, resAdj float64, xAdj []float64, pAdj *params) float64 {
		for i := range xAdj {
			xAdj[i] *= 2
		}
		return energyVJP(x, p, resAdj, xAdj, pAdj)
	}
	wantFault(t, "does not add", func(tb TB) { VJP(tb, energy, doubles, springs, spring) })
	couples := func(x []float64, p params, resAdj float64, xAdj []float64, pAdj *params) float64 {
		if xAdj == nil {
			resAdj = 0
		}
		return energyVJP(x, p, resAdj, xAdj, pAdj)
	}
	wantFault(t, "a nil adjoint of arg 0 changes the adjoint of arg 1", func(tb TB) { VJP(tb, energy, couples, springs, spring) })
	swapped := func(x float64, n int, pAdj []float64, sumAdj float64, xAdj *float64) ([]float64, float64) {
		q := append([]float64{}, pAdj...)
		q[0], q[1] = q[1], q[0]
		return powersVJP(x, n, q, sumAdj, xAdj)
	}
	wantFault(t, "adjoint of arg 0 is", func(tb TB) { VJP(tb, powers, swapped, 1.3, 4) })
}

// TestWrittenFaults plants faults in the adjoints of a written argument, and leaves it unwritten.
func TestWrittenFaults(t *testing.T) {
	u := []float64{0.3, -0.2, 0.5, 0.1}
	keeps := func(u []float64, c float64, steps int, uAdj []float64, cAdj *float64) {
		if len(uAdj) == 0 {
			smoothVJP(u, c, steps, uAdj, cAdj)
			return
		}
		old := uAdj[3]
		smoothVJP(u, c, steps, uAdj, cAdj)
		uAdj[3] += old
	}
	wantFault(t, "(of final values, on entry) of arg 0 [3]", func(tb TB) { VJP(tb, smooth, keeps, u, 0.7, 3) })
	restores := func(u []float64, c float64, steps int, uAdj []float64, cAdj *float64) {
		old := append([]float64{}, u...)
		smoothVJP(u, c, steps, uAdj, cAdj)
		copy(u, old)
	}
	wantFault(t, "arg 0[1] is -0.2, want", func(tb TB) { VJP(tb, smooth, restores, u, 0.7, 3) })
	forgets := func(u []float64, c float64, uAdj []float64, cAdj *float64) float64 {
		r := smoothLastGrad(u, c, uAdj, cAdj)
		if uAdj != nil {
			uAdj[0] = 1
		}
		return r
	}
	wantFault(t, "arg 0 [0]", func(tb TB) { Grad(tb, smoothLast, forgets, u, 0.7) })
}

// TestDotProductFault plants a fault in one element that is not sampled.
func TestDotProductFault(t *testing.T) {
	x := make([]float64, 2000)
	for i := range x {
		x[i] = 1 + math.Sin(float64(i))
	}
	bad := -1
	grad := func(a, b, aAdj, bAdj []float64) float64 {
		r := dotGrad(a, b, aAdj, bAdj)
		if aAdj != nil {
			aAdj[bad] += 0.5
		}
		return r
	}
	found := false
	for bad = 0; bad < 2000; bad += 400 { // few are sampled
		r := &recorder{}
		Grad(r, dot[float64], grad, x, x, Samples(3))
		if len(r.messages) == 0 {
			t.Fatalf("a fault in element %d was not found", bad)
		}
		found = found || len(r.messages[0]) > 0 && strings.Contains(r.messages[0], "random direction")
	}
	if !found {
		t.Error("no fault was found by a random direction")
	}
}

// TestJVPFaults plants faults in a Jacobian-vector product.
func TestJVPFaults(t *testing.T) {
	with := func(edit func(xTan []float64, pTan params, resTan *float64)) any {
		return func(x []float64, p params, xTan []float64, pTan params) (res, resTan float64) {
			res, resTan = energyJVP(x, p, xTan, pTan)
			edit(xTan, pTan, &resTan)
			return res, resTan
		}
	}
	jvp := func(edit func([]float64, params, *float64)) func(TB) {
		return func(tb TB) { JVP(tb, energy, with(edit), springs, spring) }
	}
	wantFault(t, "the tangent of result 0 along arg 0 [1]", jvp(func(x []float64, _ params, r *float64) { *r += x[1] }))
	wantFault(t, "the tangent of result 0", jvp(func(_ []float64, _ params, r *float64) { *r = -*r }))
	wantFault(t, "NaN", jvp(func(_ []float64, _ params, r *float64) { *r = math.NaN() }))
	wantFault(t, "the tangent of arg 0 [0]", jvp(func(x []float64, _ params, _ *float64) { x[0] += 1 }))
	half := func(u []float64, c float64, steps int, uTan []float64, cTan float64) {
		smoothJVP(u, c, steps, uTan, cTan/2)
	}
	wantFault(t, "along arg 1", func(tb TB) { JVP(tb, smooth, half, []float64{0.3, -0.2, 0.5}, 0.7, 2) })
}

// TestNestedFaults checks the path that a report gives into nested arguments.
func TestNestedFaults(t *testing.T) {
	wrong := func(m *model, x []float64, valAdj float64, mAdj *model, xAdj []float64) (float64, int, bool, error) {
		if mAdj != nil && mAdj.Layers[0].W != nil {
			mAdj.Layers[0].W[1][2] += valAdj
		}
		return m.lossVJP(x, valAdj, mAdj, xAdj)
	}
	wantFault(t, "arg 0 .Layers[0].W[1][2]", func(tb TB) { VJP(tb, (*model).loss, wrong, newModel(), []float64{0.7, 1.1}) })
	needsScale := func(m *model, x []float64, valAdj float64, mAdj *model, xAdj []float64) (float64, int, bool, error) {
		if mAdj != nil {
			*mAdj.Scale += 0
		}
		return m.lossVJP(x, valAdj, mAdj, xAdj)
	}
	wantFault(t, "with a nil adjoint of arg 0.Scale panicked", func(tb TB) {
		VJP(tb, (*model).loss, needsScale, newModel(), []float64{0.7, 1.1})
	})
}

// TestBadCalls checks the messages for calls that are wrong themselves.
func TestBadCalls(t *testing.T) {
	wantFault(t, "a function is nil", func(tb TB) { Grad(tb, energy, nil, springs, spring) })
	wantFault(t, "want two functions", func(tb TB) { Grad(tb, energy, 3, springs, spring) })
	wantFault(t, "1 arguments, want 2", func(tb TB) { Grad(tb, energy, energyGrad, springs) })
	wantFault(t, "argument 0: a int, want a []float64", func(tb TB) { Grad(tb, energy, energyGrad, 3, spring) })
	wantFault(t, "not exactly one float result", func(tb TB) { Grad(tb, powers, powersVJP, 1.0, 2) })
	wantFault(t, "parameter 0 is", func(tb TB) { Grad(tb, energy, waveless, springs, spring) })
	wantFault(t, "do not fit", func(tb TB) { Grad(tb, energy, energyVJP, springs, spring) })
	wantFault(t, "energy: result 0 is NaN", func(tb TB) { Grad(tb, energy, energyGrad, []float64{1, math.NaN()}, spring) })
	wantFault(t, "panicked", func(tb TB) {
		f := func(x []float64) float64 { return x[9] }
		Grad(tb, f, func(x, g []float64) float64 { return f(x) }, []float64{1})
	})
}

func waveless(x float64, p params, xAdj *float64) float64 { return x }
