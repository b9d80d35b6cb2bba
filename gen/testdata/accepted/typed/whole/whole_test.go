package whole

import (
	"testing"
	"time"

	"example.com/accepted/gradcheck"
)

// TestWhole compares values, what arguments hold after the call, and derivatives.
func TestWhole(t *testing.T) {
	x := []float64{0.5, -0.8, 1.2, 0.9, -0.3}
	names := func() []string { return []string{"a", "bbb", "cc"} }
	gradcheck.VJP(t, Copied, CopiedVJP, x, names(), []string{"xxxx", "y", "", "zz"})
	gradcheck.JVP(t, Copied, CopiedJVP, x, names(), []string{"xxxx", "y", "", "zz"})
	gradcheck.Grad(t, Bytes, BytesGrad, x, "hello")
	gradcheck.Grad(t, Swapped, SwappedGrad, x, [2]string{"a", ""}, [2]string{"bcd", ""})
	gradcheck.VJP(t, Marked, MarkedVJP, x, &[2]string{"a", "bcd"}, &[2]string{"", ""}, new(string))
	gradcheck.VJP(t, Marked, MarkedVJP, x, &[2]string{"a", ""}, &[2]string{"", ""}, (*string)(nil))
	gradcheck.Grad(t, Turned, TurnedGrad, x, [3]string{"a", "bb", "ccc"}, [3]string{"dddd", "", "f"}, [][3]string{{"x"}, {"yy"}})
	gradcheck.Grad(t, Boxed, BoxedGrad, x, [3]string{"a", "bb", "ccc"})
	gradcheck.Grad(t, Dated, DatedGrad, x, time.Unix(86400*365, 0), 0.03)
	gradcheck.Grad(t, Parsed, ParsedGrad, []string{"a", "bb", "", "ccc"}, x)
	gradcheck.VJP(t, Rows, RowsVJP, x, [][]string{{"a", "bb", "ccc"}, {"d", ""}})
	gradcheck.VJP(t, Queue, QueueVJP, x, names())
	gradcheck.Grad(t, Switched, SwitchedGrad, x, "abaabbcabababcc")
}

// TestCopied holds a copy as a statement, which was once dropped, against its closed form.
func TestCopied(t *testing.T) {
	xAdj, old := make([]float64, 2), make([]string, 2)
	names := []string{"a", "bbb"}
	if s := CopiedVJP([]float64{1, 2}, names, old, 1, xAdj); s != 13 || xAdj[0] != 2 || xAdj[1] != 12 {
		t.Errorf("Copied: %v, gradient %v, want 13, [2 12]", s, xAdj)
	}
	if names[1] != "a" || old[0] != "a" || old[1] != "a" {
		t.Errorf("Copied leaves %q and %q", names, old)
	}
}

// TestBounds asks for the panic of an element that is only named.
func TestBounds(t *testing.T) {
	panics := func(f func()) (p bool) {
		defer func() { p = recover() != nil }()
		f()
		return false
	}
	x := []float64{2, 3}
	for k, want := range []bool{false, false, true} {
		if p := panics(func() { BoundsVJP(x, k, 1, nil) }); p != want {
			t.Errorf("BoundsVJP with k = %d: panics is %v", k, p)
		}
		if p := panics(func() { BoundsJVP(x, k, nil) }); p != want {
			t.Errorf("BoundsJVP with k = %d: panics is %v", k, p)
		}
	}
}
