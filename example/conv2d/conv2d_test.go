package conv2d

import (
	"math"
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
	"github.com/pardiff/pardiffgen/example/internal/ratio"
	"github.com/pardiff/pardiffgen/gen/gradcheck"
)

// layer is the arguments of a call and the gradient.
type layer struct {
	Shape
	x, k, b, want    []float64
	xAdj, kAdj, bAdj []float64
	work             LossWork
}

func newLayer(s Shape) *layer {
	nx, nk, ny := s.Batch*s.In*s.H*s.W, s.Out*s.In*s.Size*s.Size, s.Batch*s.Out*s.OutH()*s.OutW()
	return &layer{
		Shape: s,
		x:     check.Normal(1, nx), k: check.Normal(2, nk), b: check.Normal(3, s.Out), want: check.Normal(4, ny),
		xAdj: make([]float64, nx), kAdj: make([]float64, nk), bAdj: make([]float64, s.Out),
	}
}

func (l *layer) grad() float64 {
	return l.work.Grad(l.Shape, l.x, l.k, l.b, l.want, l.xAdj, l.kAdj, l.bAdj)
}

// TestLossValue compares with an output of one pixel.
func TestLossValue(t *testing.T) {
	s := Shape{Batch: 1, In: 1, Out: 1, H: 2, W: 2, Size: 2}
	got := Loss(s, []float64{1, 2, 3, 4}, []float64{0.5, -1, 2, 0.25}, []float64{3}, []float64{1})
	d := 0.5 - 2 + 6 + 1 + 3 - 1
	if want := 0.5 * d * d; !(math.Abs(got-want) < 1e-14) {
		t.Errorf("Loss = %v, want %v", got, want)
	}
}

// TestLossGrad compares the generated gradient with finite differences.
func TestLossGrad(t *testing.T) {
	for _, s := range []Shape{
		{Batch: 1, In: 1, Out: 1, H: 1, W: 1, Size: 1},
		{Batch: 2, In: 2, Out: 3, H: 4, W: 5, Size: 3},
		{Batch: 1, In: 3, Out: 2, H: 6, W: 4, Size: 2},
		{Batch: 2, In: 1, Out: 5, H: 3, W: 3, Size: 3},
	} {
		l := newLayer(s)
		gradcheck.Grad(t, Loss, LossGrad, l.Shape, l.x, l.k, l.b, l.want, gradcheck.Wrt(1, 2, 3))
	}
}

// TestDelta compares with the closed form for a kernel that is 1 in its middle: the output is the inner part of the
// image, and the adjoint of the image is the difference between output and target there, nothing at the border.
func TestDelta(t *testing.T) {
	s := Shape{Batch: 1, In: 1, Out: 1, H: 6, W: 7, Size: 3}
	l := newLayer(s)
	clear(l.k)
	clear(l.b)
	l.k[4] = 1
	l.grad()
	want := make([]float64, len(l.x))
	sum := 0.0
	for y := range s.OutH() {
		for c := range s.OutW() {
			i := (y+1)*s.W + c + 1
			want[i] = l.x[i] - l.want[y*s.OutW()+c]
			sum += want[i]
		}
	}
	check.Close(t, "xAdj", l.xAdj, want, 1e-14)
	check.Close(t, "bAdj", l.bAdj, []float64{sum}, 1e-13)
}

// TestEuler checks a property of the gradient with respect to the kernels: where bias and
// target are zero, the loss is a quadratic form in the kernels, and k·kAdj is twice the loss.
func TestEuler(t *testing.T) {
	l := newLayer(Shape{Batch: 2, In: 3, Out: 4, H: 7, W: 6, Size: 3})
	clear(l.b)
	clear(l.want)
	loss := l.grad()
	dotK, dotX := 0.0, 0.0
	for i, v := range l.k {
		dotK += v * l.kAdj[i]
	}
	for i, v := range l.x {
		dotX += v * l.xAdj[i]
	}
	check.Close(t, "k·kAdj and x·xAdj", []float64{dotK, dotX}, []float64{2 * loss, 2 * loss}, 1e-13)
}

// TestWorkers checks that the number of workers changes no bit.
func TestWorkers(t *testing.T) {
	l := newLayer(Shape{Batch: 3, In: 4, Out: 6, H: 14, W: 17, Size: 3})
	check.Workers(t, func(workers int) []float64 {
		l.work.Workers = workers
		r := []float64{l.grad()}
		return append(append(append(r, l.xAdj...), l.kAdj...), l.bAdj...)
	})
}

// TestAllocs checks that a gradient with a kept Work allocates nothing.
func TestAllocs(t *testing.T) {
	l := newLayer(Shape{Batch: 1, In: 2, Out: 2, H: 5, W: 5, Size: 3})
	l.work.Workers = 1
	ratio.Allocs(t, func() { l.grad() })
}

func BenchmarkLoss(b *testing.B) {
	l := newLayer(Shape{Batch: 4, In: 16, Out: 32, H: 32, W: 32, Size: 3})
	ratio.Bench(b,
		func() { Loss(l.Shape, l.x, l.k, l.b, l.want) },
		func() { l.grad() })
}
