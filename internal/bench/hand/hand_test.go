package hand

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/pardiff/pardiffgen/example/attention"
	"github.com/pardiff/pardiffgen/example/burgers"
	"github.com/pardiff/pardiffgen/example/conv2d"
	"github.com/pardiff/pardiffgen/example/dense"
	"github.com/pardiff/pardiffgen/example/gather"
	"github.com/pardiff/pardiffgen/example/heat2d"
	"github.com/pardiff/pardiffgen/example/heat3d"
	"github.com/pardiff/pardiffgen/example/maxpool"
	"github.com/pardiff/pardiffgen/example/nbody"
	"github.com/pardiff/pardiffgen/example/softmax"
)

// normal returns n normally distributed numbers.
func normal(rng *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	return v
}

// below returns n integers from 0 to m-1.
func below(rng *rand.Rand, n, m int) []int {
	v := make([]int, n)
	for i := range v {
		v[i] = rng.IntN(m)
	}
	return v
}

// same compares a value and adjoints that were written by hand with generated ones. It starts
// from adjoints that hold NaN, calls each function twice, so that memory that is used again
// is seen, and checks that the second call allocates nothing.
func same(t *testing.T, sizes any, lens []int, hand, generated func(adj [][]float64) float64) {
	t.Helper()
	adjoints := func() [][]float64 {
		var adj [][]float64
		for _, n := range lens {
			v := make([]float64, n)
			for i := range v {
				v[i] = math.NaN()
			}
			adj = append(adj, v)
		}
		return adj
	}
	want := adjoints()
	wantValue := generated(want)
	got := adjoints()
	hand(got)
	value := math.NaN()
	if n := testing.AllocsPerRun(1, func() { value = hand(got) }); n != 0 {
		t.Errorf("%v: %v allocations, want none", sizes, n)
	}
	if !(math.Abs(value-wantValue) <= 1e-12*math.Abs(wantValue)) {
		t.Errorf("%v: value %v, want %v", sizes, value, wantValue)
	}
	for k := range want {
		largest := 0.0
		for _, v := range want[k] {
			largest = max(largest, math.Abs(v))
		}
		for i := range want[k] {
			if !(math.Abs(got[k][i]-want[k][i]) <= 1e-12*largest) {
				t.Errorf("%v: adjoint %d, element %d is %v, want %v", sizes, k, i, got[k][i], want[k][i])
				break
			}
		}
	}
}

func TestDense(t *testing.T) {
	for _, s := range [][3]int{{1, 1, 1}, {5, 3, 2}, {6, 9, 7}, {8, 8, 8}} {
		in, out, batch := s[0], s[1], s[2]
		rng := rand.New(rand.NewPCG(1, 0))
		w, b, x, want := normal(rng, in*out), normal(rng, out), normal(rng, batch*in), normal(rng, batch*out)
		var hand Dense
		same(t, s, []int{len(w), len(b), len(x)},
			func(a [][]float64) float64 { return hand.Grad(w, b, x, want, in, out, a[0], a[1], a[2]) },
			func(a [][]float64) float64 { return dense.LossGrad(w, b, x, want, in, out, a[0], a[1], a[2]) })
	}
}

func TestAttention(t *testing.T) {
	for _, s := range [][3]int{{1, 1, 1}, {5, 3, 2}, {6, 9, 7}, {8, 8, 8}} {
		queries, keys, d := s[0], s[1], s[2]
		rng := rand.New(rand.NewPCG(2, 0))
		q, k, v, want := normal(rng, queries*d), normal(rng, keys*d), normal(rng, keys*d), normal(rng, queries*d)
		var hand Attention
		same(t, s, []int{len(q), len(k), len(v)},
			func(a [][]float64) float64 { return hand.Grad(q, k, v, want, d, a[0], a[1], a[2]) },
			func(a [][]float64) float64 { return attention.LossGrad(q, k, v, want, d, a[0], a[1], a[2]) })
	}
}

func TestConv2D(t *testing.T) {
	for _, s := range []conv2d.Shape{
		{Batch: 1, In: 1, Out: 1, H: 1, W: 1, Size: 1},
		{Batch: 2, In: 5, Out: 6, H: 7, W: 9, Size: 3},
		{Batch: 3, In: 2, Out: 3, H: 4, W: 3, Size: 3},
		{Batch: 1, In: 4, Out: 4, H: 5, W: 6, Size: 2},
	} {
		rng := rand.New(rand.NewPCG(3, 0))
		x, k := normal(rng, s.Batch*s.In*s.H*s.W), normal(rng, s.Out*s.In*s.Size*s.Size)
		b, want := normal(rng, s.Out), normal(rng, s.Batch*s.Out*s.OutH()*s.OutW())
		var hand Conv2D
		same(t, s, []int{len(x), len(k), len(b)},
			func(a [][]float64) float64 { return hand.Grad(s, x, k, b, want, a[0], a[1], a[2]) },
			func(a [][]float64) float64 { return conv2d.LossGrad(s, x, k, b, want, a[0], a[1], a[2]) })
	}
}

func TestBurgers(t *testing.T) {
	for _, s := range [][2]int{{1, 1}, {2, 2}, {3, 3}, {4, 0}, {9, 8}, {30, 5}} {
		n, steps := s[0], s[1]
		rng := rand.New(rand.NewPCG(4, 0))
		u0, nu, obs := normal(rng, n), normal(rng, n), normal(rng, n)
		var hand Burgers
		same(t, s, []int{n, n},
			func(a [][]float64) float64 { return hand.Grad(u0, nu, obs, 0.5, 0.05, steps, a[0], a[1]) },
			func(a [][]float64) float64 { return burgers.MisfitGrad(u0, nu, obs, 0.5, 0.05, steps, a[0], a[1]) })
	}
}

func TestNBody(t *testing.T) {
	for _, n := range []int{0, 1, 2, 7, 20} {
		rng := rand.New(rand.NewPCG(5, 0))
		pos, adj := make([][3]float64, n), make([][3]float64, n)
		for i, v := range normal(rng, 3*n) {
			pos[i/3][i%3] = v
		}
		mass := normal(rng, n)
		flat := func(grad func([][3]float64) float64) func([][]float64) float64 {
			return func(a [][]float64) float64 {
				e := grad(adj)
				for i, g := range adj {
					copy(a[0][3*i:], g[:])
				}
				return e
			}
		}
		var hand NBody
		same(t, n, []int{3 * n},
			flat(func(a [][3]float64) float64 { return hand.Grad(pos, mass, 0.1, a) }),
			flat(func(a [][3]float64) float64 { return nbody.EnergyGrad(pos, mass, 0.1, a) }))
	}
}

func TestSoftmax(t *testing.T) {
	for _, s := range [][2]int{{1, 1}, {3, 2}, {7, 11}} {
		rng := rand.New(rand.NewPCG(6, 0))
		score, label := normal(rng, s[0]*s[1]), below(rng, s[0], s[1])
		var hand Softmax
		same(t, s, []int{len(score)},
			func(a [][]float64) float64 { return hand.Grad(score, label, s[1], a[0]) },
			func(a [][]float64) float64 { return softmax.LossGrad(score, label, s[1], a[0]) })
	}
}

func TestHeat2D(t *testing.T) {
	for _, s := range [][3]int{{1, 1, 1}, {2, 5, 2}, {5, 2, 2}, {3, 3, 3}, {4, 3, 2}, {3, 4, 0}, {7, 9, 4}, {8, 6, 5}} {
		n := s[0] * s[1]
		rng := rand.New(rand.NewPCG(7, 0))
		u0, k, obs := normal(rng, n), normal(rng, n), normal(rng, n)
		var hand Heat2D
		same(t, s, []int{n, n},
			func(a [][]float64) float64 { return hand.Grad(u0, k, obs, s[0], s[1], s[2], a[0], a[1]) },
			func(a [][]float64) float64 { return heat2d.MisfitGrad(u0, k, obs, s[0], s[1], s[2], a[0], a[1]) })
	}
}

func TestHeat3D(t *testing.T) {
	for _, s := range [][4]int{{1, 1, 1, 1}, {2, 5, 4, 2}, {5, 2, 4, 2}, {4, 5, 2, 2}, {3, 3, 3, 3}, {4, 3, 5, 0}, {6, 7, 5, 4}, {3, 4, 3, 5}} {
		g := heat3d.Grid{N: [3]int{s[0], s[1], s[2]}}
		rng := rand.New(rand.NewPCG(8, 0))
		u0, source, obs := normal(rng, g.Len()), normal(rng, g.Len()), normal(rng, g.Len())
		var hand Heat3D
		same(t, s, []int{g.Len(), g.Len()},
			func(a [][]float64) float64 { return hand.Grad(g, u0, source, obs, 0.15, s[3], a[0], a[1]) },
			func(a [][]float64) float64 { return heat3d.MisfitGrad(g, u0, source, obs, 0.15, s[3], a[0], a[1]) })
	}
}

func TestGather(t *testing.T) {
	for _, s := range [][2]int{{0, 1}, {1, 3}, {50, 7}, {20, 40}} {
		n, cells := s[0], s[1]
		rng := rand.New(rand.NewPCG(9, 0))
		v, table, at := normal(rng, n), normal(rng, cells), below(rng, n, cells)
		var chi ChiSquare
		same(t, s, []int{n},
			func(a [][]float64) float64 { return chi.Grad(v, at, table, a[0]) },
			func(a [][]float64) float64 { return gather.ChiSquareGrad(v, at, table, a[0]) })
		var misfit TableMisfit
		same(t, s, []int{cells},
			func(a [][]float64) float64 { return misfit.Grad(table, at, v, a[0]) },
			func(a [][]float64) float64 { return gather.MisfitGrad(table, at, v, a[0]) })
	}
}

// TestMaxPool compares the outputs as well, and images of small integers, which have ties.
func TestMaxPool(t *testing.T) {
	for _, s := range []maxpool.Shape{
		{Planes: 1, H: 1, W: 1, Size: 1, Stride: 1},
		{Planes: 2, H: 7, W: 9, Size: 3, Stride: 2},
		{Planes: 3, H: 8, W: 6, Size: 2, Stride: 2},
		{Planes: 1, H: 6, W: 6, Size: 3, Stride: 1},
	} {
		rng := rand.New(rand.NewPCG(10, 0))
		x, seed := normal(rng, s.Planes*s.H*s.W), normal(rng, s.Planes*s.OutH()*s.OutW())
		for i := range x {
			x[i] = math.Round(3 * x[i])
		}
		before := normal(rng, len(x))
		vjp := func(f func(s maxpool.Shape, x, y, xAdj, yAdj []float64)) func([][]float64) float64 {
			return func(a [][]float64) float64 {
				copy(a[0], before)
				copy(a[2], seed)
				f(s, x, a[1], a[0], a[2])
				return 0
			}
		}
		var hand MaxPool
		same(t, s, []int{len(x), len(seed), len(seed)}, vjp(hand.VJP), vjp(maxpool.PoolVJP))
	}
}
