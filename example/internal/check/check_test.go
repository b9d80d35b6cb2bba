package check

import (
	"math"
	"testing"
)

// recorder counts the errors of a check.
type recorder struct {
	testing.TB
	errors int
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.errors++ }

// TestClose plants a difference, a NaN and a missing element.
func TestClose(t *testing.T) {
	want := []float64{1, 200, 3}
	for _, c := range []struct {
		got    []float64
		errors int
	}{
		{[]float64{1, 200.1, 3}, 0},
		{[]float64{1.01, 200, 3}, 1},
		{[]float64{1, math.NaN(), 3}, 1},
		{[]float64{1, 200}, 1},
	} {
		r := &recorder{TB: t}
		Close(r, "got", c.got, want, 1e-3)
		if r.errors != c.errors {
			t.Errorf("Close of %v reports %d errors, want %d", c.got, r.errors, c.errors)
		}
	}
}

// TestWorkers checks that a last bit that depends on the number of workers is seen.
func TestWorkers(t *testing.T) {
	r := &recorder{TB: t}
	Workers(r, func(workers int) []float64 {
		if workers == 3 {
			return []float64{math.Nextafter(1, 2)}
		}
		return []float64{1}
	})
	if r.errors != 1 {
		t.Errorf("%d errors, want 1", r.errors)
	}
}

// TestNormal checks mean and variance.
func TestNormal(t *testing.T) {
	v := Normal(1, 10000)
	sum, sq := 0.0, 0.0
	for _, x := range v {
		sum += x
		sq += x * x
	}
	if mean := sum / 1e4; !(math.Abs(mean) < 0.05) || !(math.Abs(sq/1e4-1) < 0.05) {
		t.Errorf("mean %v and mean square %v, want 0 and 1", mean, sq/1e4)
	}
}
