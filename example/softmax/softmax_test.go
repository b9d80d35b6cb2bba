package softmax

import (
	"math"
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/check"
	"github.com/pardiff/pardiffgen/example/internal/ratio"
	"github.com/pardiff/pardiffgen/gen/gradcheck"
)

// TestLossValue compares with two classes, where the softmax is a logistic function.
func TestLossValue(t *testing.T) {
	want := (math.Log1p(math.Exp(-1.5)) + math.Log1p(math.Exp(-2))) / 2
	if got := Loss([]float64{2, 0.5, 3, 5}, []int{0, 1}, 2); !(math.Abs(got-want) < 1e-15) {
		t.Errorf("Loss = %v, want %v", got, want)
	}
}

// TestLargeScores checks that scores whose exponentials overflow are no harm.
func TestLargeScores(t *testing.T) {
	grad := make([]float64, 2)
	got := LossGrad([]float64{1000, 1001}, []int{0}, 2, grad)
	p := 1 / (1 + math.Exp(-1))
	check.Close(t, "value and gradient", append(grad, got), []float64{-p, p, math.Log1p(math.E)}, 1e-12)
}

// TestLossGrad compares the generated gradient with finite differences.
func TestLossGrad(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {1, 3}, {4, 2}, {6, 11}} {
		gradcheck.Grad(t, Loss, LossGrad, check.Normal(1, size[0]*size[1]), check.Ints(2, size[0], size[1]), size[1])
	}
}

// TestClosedForm compares with the gradient as textbooks give it: probability minus one-hot
// label.
func TestClosedForm(t *testing.T) {
	const n, classes = 7, 5
	score, label := check.Normal(3, n*classes), check.Ints(4, n, classes)
	got := make([]float64, n*classes)
	LossGrad(score, label, classes, got)
	want := make([]float64, n*classes)
	for i := range n {
		norm := 0.0
		for c := range classes {
			norm += math.Exp(score[i*classes+c])
		}
		for c := range classes {
			want[i*classes+c] = math.Exp(score[i*classes+c]) / norm / n
		}
		want[i*classes+label[i]] -= 1.0 / n
	}
	check.Close(t, "scoreAdj", got, want, 1e-15)
}

// TestWorkers checks that the number of workers changes no bit.
func TestWorkers(t *testing.T) {
	score, label := check.Normal(5, 60*100), check.Ints(6, 60, 100)
	grad := make([]float64, len(score))
	var work LossWork
	check.Workers(t, func(workers int) []float64 {
		work.Workers = workers
		r := work.Grad(score, label, 100, grad)
		return append([]float64{r}, grad...)
	})
}

// TestAllocs checks that a gradient with a kept Work allocates nothing.
func TestAllocs(t *testing.T) {
	score, label := check.Normal(7, 30), check.Ints(8, 6, 5)
	grad := make([]float64, len(score))
	work := LossWork{Workers: 1}
	ratio.Allocs(t, func() { work.Grad(score, label, 5, grad) })
}

func BenchmarkLoss(b *testing.B) {
	const n, classes = 512, 1000
	score, label := check.Normal(9, n*classes), check.Ints(10, n, classes)
	grad := make([]float64, len(score))
	var work LossWork
	ratio.Bench(b,
		func() { Loss(score, label, classes) },
		func() { work.Grad(score, label, classes, grad) })
}
