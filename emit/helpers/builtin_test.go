package helpers

import (
	"math"
	"slices"
	"testing"
)

// TestOrder compares pardiffMax and pardiffMin with the builtins, to the bit but for the kind of a NaN.
func TestOrder(t *testing.T) {
	same := func(a, b float64) bool {
		return math.Float64bits(a) == math.Float64bits(b) || math.IsNaN(a) && math.IsNaN(b)
	}
	list := []float64{math.NaN(), math.Inf(-1), -2, math.Copysign(0, -1), 0, 1, math.Inf(1)}
	for _, a := range list {
		for _, b := range list {
			for _, c := range list {
				if got, want := pardiffMax(a, b, c), max(a, b, c); !same(got, want) {
					t.Errorf("max of %v, %v and %v is %v, want %v", a, b, c, got, want)
				}
				if got, want := pardiffMin(a, b, c), min(a, b, c); !same(got, want) {
					t.Errorf("min of %v, %v and %v is %v, want %v", a, b, c, got, want)
				}
			}
		}
	}
	for a := range uint8(4) {
		for b := range uint8(4) {
			if pardiffMax(a, b) != max(a, b) || pardiffMin(a, b) != min(a, b) {
				t.Errorf("of %v and %v: max %v, min %v", a, b, pardiffMax(a, b), pardiffMin(a, b))
			}
		}
	}
}

func TestSliceBuiltins(t *testing.T) {
	s := pardiffMake[[]int](3)
	if !slices.Equal(s, make([]int, 3)) || pardiffMake[[]int](0) == nil {
		t.Errorf("make gives %v", s)
	}
	if msg := caughtAny(func() { pardiffMake[[]int](-1) }); msg == nil {
		t.Error("make accepts a negative length")
	}
	s = pardiffAppend(s[:0], 1, 2)
	if &s[0] != &pardiffAppend(s, 3)[0] || !slices.Equal(pardiffAppend(s, 3), []int{1, 2, 3}) {
		t.Error("append does not use the capacity")
	}
	if n := pardiffCopy(s, []int{7, 8, 9}); n != 2 || !slices.Equal(s, []int{7, 8}) {
		t.Errorf("copy gives %d, %v", n, s)
	}
	pardiffClear(s)
	if !slices.Equal(s, []int{0, 0}) || *pardiffNew[int]() != 0 {
		t.Errorf("clear gives %v", s)
	}
	if msg := caughtAny(func() { pardiffPanic("text") }); msg != "text" {
		t.Errorf("panic gives %v", msg)
	}
}

func caughtAny(f func()) (v any) {
	defer func() { v = recover() }()
	f()
	return nil
}
