package src

import (
	"math"
	"testing"
)

// slope returns the derivative of f with respect to *x by central differences.
func slope(f func() float64, x *float64) float64 {
	at, h := *x, 1e-5*max(1, math.Abs(*x))
	*x = at + h
	hi := f()
	*x = at - h
	lo := f()
	*x = at
	return (hi - lo) / (2 * h)
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-7*max(1, math.Abs(want))) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// panics calls f and compares the value that it panics with.
func panics(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		if got := recover(); got != want {
			t.Errorf("panic %v, want %s", got, want)
		}
	}()
	f()
}

// noAllocs checks that f allocates nothing from its second call on.
func noAllocs(t *testing.T, f func()) {
	t.Helper()
	f()
	if n := testing.AllocsPerRun(10, f); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
