package hand

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/pardiff/pardiffgen/gen/gradcheck"
)

// TestGMM compares with finite differences, for numbers of points that four does not divide and for triangles of
// every remainder.
func TestGMM(t *testing.T) {
	for _, s := range [][3]int{{1, 1, 1}, {2, 3, 4}, {3, 2, 6}, {4, 3, 7}, {7, 2, 9}} {
		d, k, n := s[0], s[1], s[2]
		rng := rand.New(rand.NewPCG(11, 0))
		alpha, mu, q, l := normal(rng, k), normal(rng, k*d), normal(rng, k*d), normal(rng, k*d*(d-1)/2)
		x := normal(rng, n*d)
		var hand GMM
		grad := func(alpha, mu, q, l, alphaAdj, muAdj, qAdj, lAdj []float64) float64 {
			return hand.Grad(d, k, n, alpha, mu, q, l, x, 0.7, 2,
				orNew(alphaAdj, k), orNew(muAdj, k*d), orNew(qAdj, k*d), orNew(lAdj, len(l)))
		}
		value := func(alpha, mu, q, l []float64) float64 { return grad(alpha, mu, q, l, nil, nil, nil, nil) }
		gradcheck.Grad(t, value, grad, alpha, mu, q, l)
	}
}

// orNew returns s, or n new elements where it is nil: the checker tries adjoints that are not wanted, which the gradients by
// hand do not know.
func orNew(s []float64, n int) []float64 {
	if s == nil {
		return make([]float64, n)
	}
	return s
}

// TestGMMValue compares with one component in one dimension: a Gaussian density.
func TestGMMValue(t *testing.T) {
	one := func(v float64) []float64 { return []float64{v} }
	const mu, logQ, x = 0.3, 0.4, 1.7
	var hand GMM
	got := hand.Grad(1, 1, 1, one(5), one(mu), one(logQ), nil, one(x), 1, 0, one(0), one(0), one(0), nil)
	q := math.Exp(logQ)
	want := -0.5*math.Log(2*math.Pi) + logQ - 0.5*q*q*(x-mu)*(x-mu)
	// The prior of Q: a Wishart density with two degrees of freedom.
	want += -0.5*q*q - math.Ln2
	if !(math.Abs(got-want) < 1e-14) {
		t.Errorf("value %v, want %v", got, want)
	}
}

// TestLSTM compares with finite differences.
func TestLSTM(t *testing.T) {
	for _, s := range [][3]int{{1, 2, 1}, {2, 5, 3}, {3, 4, 2}} {
		l, c, b := s[0], s[1], s[2]
		rng := rand.New(rand.NewPCG(12, 0))
		state, seq := normal(rng, 2*l*b), normal(rng, c*b)
		var hand LSTM
		grad := func(params, extra, paramsAdj, extraAdj []float64) float64 {
			return hand.Grad(l, c, b, params, extra, state, seq, orNew(paramsAdj, 8*l*b), orNew(extraAdj, 3*b))
		}
		value := func(params, extra []float64) float64 { return grad(params, extra, nil, nil) }
		gradcheck.Grad(t, value, grad, normal(rng, 8*l*b), normal(rng, 3*b))
	}
}

// TestBA compares each of the two rows with finite differences of the error, which is the weight times the derivative with
// respect to the weight; with and without a rotation.
func TestBA(t *testing.T) {
	for _, turn := range []float64{0, 0.4} {
		rng := rand.New(rand.NewPCG(13, 0))
		cam := normal(rng, BACam)
		for i := range 3 {
			cam[i] *= turn
		}
		point := []float64{0.3, -0.2, cam[5] + 4}
		for which := range 2 {
			rows := func(cam, point []float64, w float64) (r [BARow]float64) {
				var two [2][BARow]float64
				BA(cam, point, w, 0.1, -0.2, &two[0], &two[1])
				return two[which]
			}
			value := func(cam, point []float64, w float64) float64 {
				r := rows(cam, point, w)
				return w * r[BARow-1]
			}
			grad := func(cam, point []float64, w float64, camAdj, pointAdj []float64, wAdj *float64) float64 {
				r := rows(cam, point, w)
				copy(camAdj, r[:])
				copy(pointAdj, r[BACam:])
				if wAdj != nil {
					*wAdj = r[BARow-1]
				}
				return w * r[BARow-1]
			}
			gradcheck.Grad(t, value, grad, cam, point, 0.8)
		}
	}
}

// TestBAValue compares with a camera that looks along the z axis, without distortion.
func TestBAValue(t *testing.T) {
	cam := make([]float64, BACam)
	cam[baCentre+2], cam[baFocal], cam[baU], cam[baV] = -1, 10, 3, 4
	var du, dv [BARow]float64
	BA(cam, []float64{1, 2, 4}, 1, 0.5, 0.25, &du, &dv)
	if got, want := [2]float64{du[BARow-1], dv[BARow-1]}, [2]float64{2 + 3 - 0.5, 4 + 4 - 0.25}; got != want {
		t.Errorf("errors %v, want %v", got, want)
	}
}
