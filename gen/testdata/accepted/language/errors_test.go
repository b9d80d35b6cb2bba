package language

import (
	"errors"
	"fmt"
	"testing"

	"example.com/accepted/gradcheck"
)

// TestErrors has errors with active values in them: they are those of the function, and its derivative is that of its results.
func TestErrors(t *testing.T) {
	kinds := map[string]bool{}
	for _, c := range []struct {
		x []float64
		n int
	}{
		{[]float64{0.2, 0.3}, 2}, {[]float64{0.5, -1, 2}, 2}, {[]float64{0.8, 0.6}, 3}, {[]float64{2, 2.2}, 2},
		{[]float64{2, 1.3, 1.2}, 3}, {[]float64{2, 2.5}, 2}, {[]float64{3, 1, 0.5}, 3}, {[]float64{4, 1}, 2}, {[]float64{0.9, 0.7}, 2},
	} {
		_, want := Errors(c.x, c.n)
		_, err := ErrorsGrad(c.x, c.n, make([]float64, len(c.x)))
		if text := func(err error) string { return fmt.Sprintf("%T %v", err, err) }; text(err) != text(want) || errors.Is(err, errSmall) != errors.Is(want, errSmall) {
			t.Errorf("%v: error %s, want %s", c, text(err), text(want))
		}
		w := new(ErrorsWork)
		_, kept := w.Grad(c.x, c.n, make([]float64, len(c.x)))
		w.Grad([]float64{7, 8}, 2, make([]float64, 2))
		if fmt.Sprint(kept) != fmt.Sprint(want) {
			t.Errorf("%v: after another call the error is %v, want %v", c, kept, want)
		}
		kinds[fmt.Sprintf("%T", want)] = true
		gradcheck.Grad(t, Errors, ErrorsGrad, c.x, c.n)
		gradcheck.VJP(t, Errors, ErrorsVJP, c.x, c.n)
		gradcheck.JVP(t, Errors, ErrorsJVP, c.x, c.n)
	}
	if len(kinds) != 5 {
		t.Errorf("errors of the types %v, want 5 of them", kinds)
	}
}
