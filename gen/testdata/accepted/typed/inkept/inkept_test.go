package inkept

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradients(t *testing.T) {
	gradcheck.Grad(t, F1, F1Grad, 3.0)
	gradcheck.Grad(t, F2, F2Grad, 3.0)
	gradcheck.Grad(t, F5, F5Grad, 3.0)
	gradcheck.Grad(t, F6, F6Grad, 3.0)
	gradcheck.Grad(t, F7, F7Grad, 3.0)
	gradcheck.Grad(t, F8, F8Grad, 3.0)
	gradcheck.Grad(t, F9, F9Grad, 3.0)
	gradcheck.Grad(t, F10, F10Grad, 3.0)
}

// TestErrors requires errors and panics that are constants with the types that the functions give them.
func TestErrors(t *testing.T) {
	panicOf := func(f func()) (v any) {
		defer func() { v = recover() }()
		f()
		return
	}
	var adj float64
	for _, x := range []float64{1, 3} {
		_, want := F3(x)
		if _, err := F3Grad(x, &adj); err != want {
			t.Errorf("F3Grad(%v) returns the error %#v, want %#v", x, err, want)
		}
	}
	for _, x := range []float64{4.5, 5.5} {
		if got, want := panicOf(func() { F11Grad(x, &adj) }), panicOf(func() { F11(x) }); got != want {
			t.Errorf("F11Grad(%v): panic %#v, want %#v", x, got, want)
		}
	}
	if got, want := panicOf(func() { F12Grad(3, &adj) }), panicOf(func() { F12(3) }); got != want {
		t.Errorf("F12Grad: panic %#v, want %#v", got, want)
	}
}
