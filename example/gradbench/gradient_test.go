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

func TestReprojectVJP(t *testing.T) {
	rng := source()
	for range 3 {
		cam, x := normal(rng, camSize), normal(rng, pointSize)
		x[2] += 8
		cam[9] *= 0.1
		cam[10] *= 0.1
		gradcheck.VJP(t, Reproject, ReprojectVJP, cam, x, 0.7, normal(rng, 2), make([]float64, 2), gradcheck.Wrt(0, 1, 2, 4))
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
	s := &Scene{Cams: n, Points: m, Cam: normal(rng, camSize*n), X: normal(rng, pointSize*m)}
	for i := range n {
		cam := s.Cam[i*camSize : (i+1)*camSize]
		cam[6] = 500
		cam[9] *= 0.1
		cam[10] *= 0.1
	}
	for i := range m {
		s.X[pointSize*i+2] += 8
	}
	for range p {
		s.CamOf = append(s.CamOf, rng.IntN(n))
		s.PointOf = append(s.PointOf, rng.IntN(m))
		s.W = append(s.W, rng.Float64())
		s.Feat = append(s.Feat, 100*rng.NormFloat64(), 100*rng.NormFloat64())
	}
	return s
}

// TestJacobian compares every element of a small Jacobian with central differences of the
// errors.
func TestJacobian(t *testing.T) {
	s := scene(2, 3, 8)
	p := len(s.W)
	j := s.NewJacobian()
	var work JacobianWork
	work.Fill(s, j)
	work.Fill(s, j) // a second time: nothing may be added up

	dense := make([][]float64, 3*p)
	for r := range dense {
		dense[r] = make([]float64, len(s.Cam)+len(s.X)+p)
		for e := j.Rows[r]; e < j.Rows[r+1]; e++ {
			dense[r][j.Cols[e]] += j.Vals[e]
		}
	}
	errs := func() []float64 {
		e := make([]float64, 3*p)
		s.Errors(e[:2*p], e[2*p:])
		return e
	}
	for c := range len(dense[0]) {
		v := param(s, c)
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

// param returns the parameter to which a column of the Jacobian belongs.
func param(s *Scene, column int) *float64 {
	if column < len(s.Cam) {
		return &s.Cam[column]
	}
	column -= len(s.Cam)
	if column < len(s.X) {
		return &s.X[column]
	}
	return &s.W[column-len(s.X)]
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
	jac := s.NewJacobian()
	var work JacobianWork
	ratio.Allocs(t, func() { work.Fill(s, jac) })
}
