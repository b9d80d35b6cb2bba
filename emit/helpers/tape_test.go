package helpers

import (
	"math"
	"testing"
)

func TestTape(t *testing.T) {
	var tape pardiffTape[float64]
	call := func(n int) {
		s := tape.start(0)
		for i := range n {
			s = tape.grow(i + 1)
			if !math.IsNaN(s[i]) {
				t.Fatalf("element %d holds %v of an earlier call", i, s[i])
			}
			s[i] = float64(i)
		}
		for i, v := range s[:n] {
			if v != float64(i) {
				t.Fatalf("element %d of %d is lost", i, n)
			}
		}
		tape.trim()
	}
	for _, n := range []int{5, 1000, 0, 17} {
		call(n)
	}
	if got, want := tape.bytes(), 8*1000; got != want {
		t.Errorf("%d bytes, want %d", got, want)
	}
	if n := testing.AllocsPerRun(10, func() { call(1000); call(3) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
