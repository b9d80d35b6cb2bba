package dense

import (
	"math"
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
	"github.com/pardiff/pardiffgen/example/internal/ratio"
	"github.com/pardiff/pardiffgen/gen/gradcheck"
)

// layer is the arguments of a call and the gradient.
type layer struct {
	in, out          int
	w, b, x, want    []float64
	wAdj, bAdj, xAdj []float64
	work             LossWork
}

func newLayer(in, out, batch int) *layer {
	l := &layer{
		in: in, out: out,
		w: check.Normal(1, out*in), b: check.Normal(2, out), x: check.Normal(3, batch*in), want: check.Normal(4, batch*out),
		wAdj: make([]float64, out*in), bAdj: make([]float64, out), xAdj: make([]float64, batch*in),
	}
	for i := range l.w {
		l.w[i] /= math.Sqrt(float64(in))
	}
	return l
}

func (l *layer) grad() float64 {
	return l.work.Grad(l.w, l.b, l.x, l.want, l.in, l.out, l.wAdj, l.bAdj, l.xAdj)
}

// TestLossValue compares with a layer small enough to be written out.
func TestLossValue(t *testing.T) {
	y0, y1 := math.Tanh(0.5*2-0.25*4+0.1), math.Tanh(0.5*-1-0.25*3+0.1)
	want := ((y0-1)*(y0-1) + (y1+1)*(y1+1)) / 4
	got := Loss([]float64{0.5, -0.25}, []float64{0.1}, []float64{2, 4, -1, 3}, []float64{1, -1}, 2, 1)
	if !(math.Abs(got-want) < 1e-15) {
		t.Errorf("Loss = %v, want %v", got, want)
	}
}

// TestLossGrad compares the generated gradient with finite differences.
func TestLossGrad(t *testing.T) {
	for _, size := range [][3]int{{1, 1, 1}, {3, 2, 4}, {7, 9, 5}, {8, 8, 8}} {
		l := newLayer(size[0], size[1], size[2])
		gradcheck.Grad(t, Loss, LossGrad, l.w, l.b, l.x, l.want, l.in, l.out, gradcheck.Wrt(0, 1, 2))
	}
}

// TestZeroWeights compares with the closed form for a layer without weights: each output is the
// tanh of its bias, and the gradient with respect to the weights is that with respect to the
// outputs times the inputs.
func TestZeroWeights(t *testing.T) {
	const in, out, batch = 5, 6, 7
	l := newLayer(in, out, batch)
	clear(l.w)
	l.grad()
	wantW := make([]float64, out*in)
	wantB := make([]float64, out)
	for s := range batch {
		for o := range out {
			y := math.Tanh(l.b[o])
			g := (y - l.want[s*out+o]) * (1 - y*y) / batch
			wantB[o] += g
			for i := range in {
				wantW[o*in+i] += g * l.x[s*in+i]
			}
		}
	}
	check.Close(t, "wAdj", l.wAdj, wantW, 1e-14)
	check.Close(t, "bAdj", l.bAdj, wantB, 1e-14)
	check.Close(t, "xAdj", l.xAdj, make([]float64, batch*in), 0)
}

// TestWorkers checks that the number of workers changes no bit.
func TestWorkers(t *testing.T) {
	l := newLayer(70, 90, 12)
	check.Workers(t, func(workers int) []float64 {
		l.work.Workers = workers
		r := []float64{l.grad()}
		return append(append(append(r, l.wAdj...), l.bAdj...), l.xAdj...)
	})
}

// TestAllocs checks that a gradient with a kept Work allocates nothing.
func TestAllocs(t *testing.T) {
	l := newLayer(8, 6, 4)
	l.work.Workers = 1
	ratio.Allocs(t, func() { l.grad() })
}

func BenchmarkLoss(b *testing.B) {
	l := newLayer(1024, 1024, 32)
	ratio.Bench(b,
		func() { Loss(l.w, l.b, l.x, l.want, l.in, l.out) },
		func() { l.grad() })
}
