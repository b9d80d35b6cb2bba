package maxpool

import (
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
	"github.com/pardiff/pardiffgen/example/internal/ratio"
	"github.com/pardiff/pardiffgen/gen/gradcheck"
)

// layer is the arguments of a call, seed and adjoint.
type layer struct {
	Shape
	x, y, xAdj, seed, yAdj []float64
	work                   PoolWork
}

func newLayer(s Shape) *layer {
	nx, ny := s.Planes*s.H*s.W, s.Planes*s.OutH()*s.OutW()
	return &layer{
		Shape: s,
		x:     check.Normal(1, nx), y: make([]float64, ny),
		xAdj: make([]float64, nx), seed: check.Normal(2, ny), yAdj: make([]float64, ny),
	}
}

// vjp overwrites xAdj with the adjoint of x for the seed.
func (l *layer) vjp() {
	copy(l.yAdj, l.seed)
	clear(l.xAdj)
	l.work.VJP(l.Shape, l.x, l.y, l.xAdj, l.yAdj)
}

// TestPool compares with windows that overlap, and a tie, written out.
func TestPool(t *testing.T) {
	s := Shape{Planes: 1, H: 3, W: 5, Size: 3, Stride: 2}
	x := []float64{
		1, 2, 3, 4, 5,
		9, 0, 7, 0, 7,
		0, 1, 0, 1, 0,
	}
	y := []float64{-1, -1}
	xAdj, yAdj := make([]float64, len(x)), []float64{10, 20}
	PoolVJP(s, x, y, xAdj, yAdj)
	check.Close(t, "y", y, []float64{9, 7}, 0)
	want := make([]float64, len(x))
	want[5], want[7] = 10, 20
	check.Close(t, "xAdj", xAdj, want, 0)
	check.Close(t, "yAdj", yAdj, []float64{0, 0}, 0)
}

// TestShared checks a pixel that is the largest of two windows: it gets the sum of their seeds.
func TestShared(t *testing.T) {
	s := Shape{Planes: 1, H: 2, W: 3, Size: 2, Stride: 1}
	xAdj := make([]float64, 6)
	PoolVJP(s, []float64{0, 1, 0, 0, 5, 0}, make([]float64, 2), xAdj, []float64{2, 3})
	check.Close(t, "xAdj", xAdj, []float64{0, 0, 0, 0, 5, 0}, 0)
}

// TestPoolVJP compares the generated product with finite differences.
func TestPoolVJP(t *testing.T) {
	for _, s := range []Shape{
		{Planes: 1, H: 1, W: 1, Size: 1, Stride: 1},
		{Planes: 2, H: 4, W: 6, Size: 2, Stride: 2},
		{Planes: 1, H: 7, W: 5, Size: 3, Stride: 2},
		{Planes: 3, H: 5, W: 4, Size: 2, Stride: 1},
		{Planes: 1, H: 8, W: 8, Size: 2, Stride: 3},
	} {
		l := newLayer(s)
		gradcheck.VJP(t, Pool, PoolVJP, l.Shape, l.x, l.y)
	}
}

// TestWorkers checks that the number of workers changes no bit.
func TestWorkers(t *testing.T) {
	l := newLayer(Shape{Planes: 6, H: 33, W: 41, Size: 3, Stride: 2})
	check.Workers(t, func(workers int) []float64 {
		l.work.Workers = workers
		l.vjp()
		return append(append([]float64(nil), l.y...), l.xAdj...)
	})
}

// TestAllocs checks that a product with a kept Work allocates nothing.
func TestAllocs(t *testing.T) {
	l := newLayer(Shape{Planes: 2, H: 6, W: 6, Size: 2, Stride: 2})
	l.work.Workers = 1
	ratio.Allocs(t, l.vjp)
}

func BenchmarkPool(b *testing.B) {
	l := newLayer(Shape{Planes: 64, H: 112, W: 112, Size: 3, Stride: 2})
	ratio.Bench(b,
		func() { Pool(l.Shape, l.x, l.y) },
		l.vjp)
}
