package helpers

import (
	"testing"
	"unsafe"
)

// TestPointersApart compares pointers to parts of one array, and nil, with the definition of overlap.
func TestPointersApart(t *testing.T) {
	memory := make([]float64, 12)
	for i := range 9 {
		for j := range 9 {
			p := (*[3]float64)(memory[i:])
			q := (*[2]float64)(memory[j:])
			want := ""
			if max(i, j) < min(i+3, j+2) {
				want = "pardiffgen: F: p overlaps q"
			}
			if got := caught(func() { pardiffPointersApart("F", "p", p, "q", q) }); got != want {
				t.Errorf("[%d:%d] and [%d:%d]: %q", i, i+3, j, j+2, got)
			}
			if got := caught(func() { pardiffPointersApart("F", "p", p, "q", (*float64)(nil)) }); got != "" {
				t.Errorf("nil: %q", got)
			}
			if got := caught(func() { pardiffPointersApart("F", "p", (*struct{})(unsafe.Pointer(p)), "q", q) }); got != "" {
				t.Errorf("a struct without fields: %q", got)
			}
		}
	}
}
