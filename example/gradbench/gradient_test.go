package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/ratio"
	"github.com/pardiff/pardiffgen/gen/gradcheck"
)

// normal returns n random numbers of the standard normal distribution.
func normal(rng *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	return v
}

func source() *rand.Rand { return rand.New(rand.NewPCG(7, 0)) }

func TestLSEGrad(t *testing.T) {
	rng := source()
	for _, n := range []int{1, 2, 9} {
		gradcheck.Grad(t, LSE, LSEGrad, normal(rng, n))
	}
}

// TestLSETie checks that equal largest elements share the derivative.
func TestLSETie(t *testing.T) {
	grad := make([]float64, 3)
	LSEGrad([]float64{1, 1, 1}, grad)
	for i, g := range grad {
		if !(math.Abs(g-1.0/3) < 1e-15) {
			t.Errorf("derivative %d is %v, want 1/3", i, g)
		}
	}
}

func TestLLSQGrad(t *testing.T) {
	rng := source()
	for _, m := range []int{0, 1, 5} {
		gradcheck.Grad(t, LLSQ, LLSQGrad, normal(rng, m), 7)
	}
}

func TestODEVJP(t *testing.T) {
	rng := source()
	for _, size := range [][2]int{{1, 1}, {2, 3}, {6, 5}} {
		gradcheck.VJP(t, ODE, ODEVJP, normal(rng, size[0]), size[1], normal(rng, size[0]))
	}
}

// gmmSample returns random parameters of a mixture and n random points.
func gmmSample(d, k, n int) (alpha, mu, q, l, x []float64) {
	rng := source()
	alpha, mu, q = normal(rng, k), normal(rng, k*d), normal(rng, k*d)
	for i := range q {
		q[i] *= 0.3
	}
	return alpha, mu, q, normal(rng, k*d*(d-1)/2), normal(rng, n*d)
}

func TestGMMGrad(t *testing.T) {
	for _, size := range [][3]int{{1, 1, 2}, {2, 3, 4}, {4, 2, 7}} {
		d, k, n := size[0], size[1], size[2]
		alpha, mu, q, l, x := gmmSample(d, k, n)
		gradcheck.Grad(t, GMM, GMMGrad, d, k, n, alpha, mu, q, l, x, 0.8, 2, gradcheck.Wrt(3, 4, 5, 6))
	}
}

// lstmSample returns random parameters, a random state and a random sequence of bits.
func lstmSample(l, c, b int) (params, extra, state, seq []float64) {
	rng := source()
	seq = make([]float64, c*b)
	for i := range seq {
		seq[i] = float64(rng.IntN(2))
	}
	return normal(rng, 8*l*b), normal(rng, 3*b), normal(rng, 2*l*b), seq
}

func TestLSTMGrad(t *testing.T) {
	for _, size := range [][3]int{{1, 2, 1}, {2, 5, 3}, {3, 4, 2}} {
		l, c, b := size[0], size[1], size[2]
		params, extra, state, seq := lstmSample(l, c, b)
		gradcheck.Grad(t, LSTM, LSTMGrad, l, c, b, params, extra, state, seq, gradcheck.Wrt(3, 4))
	}
}

func TestReprojectJac(t *testing.T) {
	s := scene(3, 3, 3)
	s.Cams[0].RX, s.Cams[0].RY, s.Cams[0].RZ = 1e-3, -2e-3, 1e-3
	for i, o := range s.Seen {
		gradcheck.Jac(t, Reproject, ReprojectJac, s.Cams[i], s.Points[i], o.W, o.U, o.V, gradcheck.Wrt(0, 1, 2))
	}
}

func TestKMeansGrad(t *testing.T) {
	rng := source()
	for _, size := range [][3]int{{1, 1, 1}, {2, 9, 3}, {5, 20, 4}} {
		d, n, k := size[0], size[1], size[2]
		gradcheck.Grad(t, KMeans, KMeansGrad, d, normal(rng, n*d), normal(rng, k*d), gradcheck.Wrt(2))
	}
}

// TestKMeansGradMean checks that the derivative vanishes where every centroid is the mean of
// its points.
func TestKMeansGradMean(t *testing.T) {
	points := []float64{0, 0, 2, 0, 1, 3, 10, 10, 12, 14}
	grad := normal(source(), 4)
	KMeansGrad(2, points, []float64{1, 1, 11, 12}, grad)
	for i, g := range grad {
		if !(math.Abs(g) < 1e-14) {
			t.Errorf("derivative %d is %v, want 0", i, g)
		}
	}
}

// scene returns p random observations of m points by n cameras.
func scene(n, m, p int) *Scene {
	rng := source()
	s := &Scene{Cams: make([]Camera, n), Points: make([]Point, m), Seen: make([]Observation, p)}
	for i := range s.Cams {
		s.Cams[i] = camera(normal(rng, camSize))
		s.Cams[i].F = 500
		s.Cams[i].K1 *= 0.1
		s.Cams[i].K2 *= 0.1
	}
	for i := range s.Points {
		s.Points[i] = Point{rng.NormFloat64(), rng.NormFloat64(), 8 + rng.NormFloat64()}
	}
	for i := range s.Seen {
		s.Seen[i] = Observation{
			Cam: rng.IntN(n), Point: rng.IntN(m),
			U: 100 * rng.NormFloat64(), V: 100 * rng.NormFloat64(), W: rng.Float64(),
		}
	}
	return s
}

// TestJacobian compares every element of a small Jacobian with central differences of the
// errors.
func TestJacobian(t *testing.T) {
	s := scene(2, 3, 8)
	p := len(s.Seen)
	var j Jacobian
	var work ReprojectWork
	s.Jacobian(&j, &work)
	s.Jacobian(&j, &work) // a second time: nothing may be added up

	params := s.params()
	dense := make([][]float64, 3*p)
	rows, cols, vals := s.Compressed(&j)
	for r := range dense {
		dense[r] = make([]float64, len(params))
		for e := rows[r]; e < rows[r+1]; e++ {
			dense[r][cols[e]] += vals[e]
		}
	}
	errs := func() []float64 {
		e := make([]float64, 3*p)
		s.Errors(e[:2*p], e[2*p:])
		return e
	}
	for c, v := range params {
		const h = 1e-5
		keep := *v
		*v = keep + h
		hi := errs()
		*v = keep - h
		lo := errs()
		*v = keep
		for r := range dense {
			got, want := dense[r][c], (hi[r]-lo[r])/(2*h)
			if !(math.Abs(got-want) <= 1e-5*max(1, math.Abs(want))) {
				t.Errorf("row %d, column %d: %v, want %v", r, c, got, want)
			}
		}
	}
}

// params returns the parameters to which the columns of the Jacobian belong.
func (s *Scene) params() []*float64 {
	var list []*float64
	for i := range s.Cams {
		c := &s.Cams[i]
		list = append(list, &c.RX, &c.RY, &c.RZ, &c.CX, &c.CY, &c.CZ, &c.F, &c.U0, &c.V0, &c.K1, &c.K2)
	}
	for i := range s.Points {
		list = append(list, &s.Points[i].X, &s.Points[i].Y, &s.Points[i].Z)
	}
	for i := range s.Seen {
		list = append(list, &s.Seen[i].W)
	}
	return list
}

// TestAllocs checks that a kept Work allocates nothing from the second call on.
func TestAllocs(t *testing.T) {
	rng := source()
	x, grad := normal(rng, 20), make([]float64, 20)
	lse := LSEWork{Workers: 1}
	ratio.Allocs(t, func() { lse.Grad(x, grad) })
	llsq := LLSQWork{Workers: 1}
	ratio.Allocs(t, func() { llsq.Grad(x, 30, grad) })
	ode, y, yAdj := ODEWork{Workers: 1}, make([]float64, 20), make([]float64, 20)
	ratio.Allocs(t, func() { ode.VJP(x, 3, y, grad, yAdj) })
	kmeans, cloud := KMeansWork{Workers: 1}, normal(rng, 40)
	ratio.Allocs(t, func() { kmeans.Grad(4, cloud, x, grad) })

	alpha, mu, q, l, points := gmmSample(3, 2, 10)
	gmm, muAdj, lAdj := GMMWork{Workers: 1}, make([]float64, 6), make([]float64, 6)
	ratio.Allocs(t, func() {
		gmm.Grad(3, 2, 10, alpha, mu, q, l, points, 1, 0, grad[:2], muAdj, grad[2:8], lAdj)
	})
	params, extra, state, seq := lstmSample(2, 6, 3)
	lstm, pAdj, eAdj := LSTMWork{Workers: 1}, make([]float64, 48), make([]float64, 9)
	ratio.Allocs(t, func() { lstm.Grad(2, 6, 3, params, extra, state, seq, pAdj, eAdj) })

	s := scene(2, 3, 8)
	var jac Jacobian
	var work ReprojectWork
	ratio.Allocs(t, func() { s.Jacobian(&jac, &work) })
}
