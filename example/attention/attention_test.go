package attention

import (
	"math"
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
	"github.com/pardiff/pardiffgen/example/internal/ratio"
	"github.com/pardiff/pardiffgen/gen/gradcheck"
)

// head is the arguments of a call and the gradient.
type head struct {
	d                int
	q, k, v, want    []float64
	qAdj, kAdj, vAdj []float64
	work             LossWork
}

func newHead(queries, keys, d int) *head {
	return &head{
		d: d,
		q: check.Normal(1, queries*d), k: check.Normal(2, keys*d), v: check.Normal(3, keys*d), want: check.Normal(4, queries*d),
		qAdj: make([]float64, queries*d), kAdj: make([]float64, keys*d), vAdj: make([]float64, keys*d),
	}
}

func (h *head) grad() float64 {
	return h.work.Grad(h.q, h.k, h.v, h.want, h.d, h.qAdj, h.kAdj, h.vAdj)
}

// TestLossValue compares with two keys and one query, written out: the softmax of two scores is a
// logistic function of their difference.
func TestLossValue(t *testing.T) {
	s := (0.5*1 - 1*2) - (0.5*-1 + 1*3) // difference of the scores before they are scaled
	p := 1 / (1 + math.Exp(-s/math.Sqrt2))
	r0, r1 := p*4+(1-p)*-2-0.5, p*1+(1-p)*3-0.25
	want := 0.5 * (r0*r0 + r1*r1)
	got := Loss([]float64{0.5, -1}, []float64{1, 2, -1, -3}, []float64{4, 1, -2, 3}, []float64{0.5, 0.25}, 2)
	if !(math.Abs(got-want) < 1e-14) {
		t.Errorf("Loss = %v, want %v", got, want)
	}
}

// TestLossGrad compares the generated gradient with finite differences.
func TestLossGrad(t *testing.T) {
	for _, size := range [][3]int{{1, 1, 1}, {2, 3, 4}, {5, 6, 3}, {4, 9, 8}} {
		h := newHead(size[0], size[1], size[2])
		gradcheck.Grad(t, Loss, LossGrad, h.q, h.k, h.v, h.want, h.d, gradcheck.Wrt(0, 1, 2))
	}
}

// TestEqualKeys compares with the closed form for keys that are all the same: the weights are equal,
// each output is the mean of the values, and the query makes no difference.
func TestEqualKeys(t *testing.T) {
	const queries, keys, d = 3, 5, 4
	h := newHead(queries, keys, d)
	for j := range keys {
		copy(h.k[j*d:], h.k[:d])
	}
	h.grad()
	wantV := make([]float64, keys*d)
	for i := range queries {
		for c := range d {
			mean := 0.0
			for j := range keys {
				mean += h.v[j*d+c] / keys
			}
			for j := range keys {
				wantV[j*d+c] += (mean - h.want[i*d+c]) / keys
			}
		}
	}
	check.Close(t, "vAdj", h.vAdj, wantV, 1e-14)
	check.Close(t, "qAdj", h.qAdj, make([]float64, queries*d), 1e-14)
}

// TestShift checks an invariance: a vector that is added to all keys adds the same number to the scores of a
// query, which the softmax does not see. The adjoints of the keys therefore add up to zero.
func TestShift(t *testing.T) {
	const queries, keys, d = 6, 7, 5
	h := newHead(queries, keys, d)
	h.grad()
	size := 0.0
	sum := make([]float64, d)
	for j := range keys {
		for c := range d {
			sum[c] += h.kAdj[j*d+c]
			size += math.Abs(h.kAdj[j*d+c])
		}
	}
	check.Close(t, "sum of kAdj", sum, make([]float64, d), 1e-13)
	if !(size > 1) {
		t.Errorf("kAdj = %v is hardly different from zero", h.kAdj)
	}
}

// TestWorkers checks that the number of workers changes no bit.
func TestWorkers(t *testing.T) {
	h := newHead(50, 60, 16)
	check.Workers(t, func(workers int) []float64 {
		h.work.Workers = workers
		r := []float64{h.grad()}
		return append(append(append(r, h.qAdj...), h.kAdj...), h.vAdj...)
	})
}

// TestAllocs checks that a gradient with a kept Work allocates nothing.
func TestAllocs(t *testing.T) {
	h := newHead(5, 6, 4)
	h.work.Workers = 1
	ratio.Allocs(t, func() { h.grad() })
}

func BenchmarkLoss(b *testing.B) {
	h := newHead(512, 512, 64)
	ratio.Bench(b,
		func() { Loss(h.q, h.k, h.v, h.want, h.d) },
		func() { h.grad() })
}
