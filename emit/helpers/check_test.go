package helpers

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestDisjoint compares both tests for overlap with the definition on random pieces of one array.
func TestDisjoint(t *testing.T) {
	memory := make([]float64, 60)
	r := rand.New(rand.NewPCG(3, 4))
	overlaps := 0
	for range 20000 {
		n := 2 + r.IntN(6)
		var rows []pardiffRow
		type piece struct {
			lo, hi int
			write  bool
		}
		var pieces []piece
		for i := range n {
			lo := r.IntN(60)
			p := piece{lo, min(60, lo+r.IntN(8)), r.IntN(3) == 0}
			pieces = append(pieces, p)
			rows = append(rows, pardiffSlice(fmt.Sprint("a", i), memory[p.lo:p.hi]).row(p.write))
		}
		var spans []pardiffSpan
		written := 0
		for _, write := range []bool{true, false} {
			for _, r := range rows {
				if r.write == write {
					spans = append(spans, r.pardiffSpan)
				}
			}
			if write {
				written = len(spans)
			}
		}
		want := false
		for i, p := range pieces {
			for _, q := range pieces[:i] {
				want = want || (p.write || q.write) && max(p.lo, q.lo) < min(p.hi, q.hi)
			}
		}
		if want {
			overlaps++
		}
		if got := caught(func() { pardiffDisjoint("F", written, spans) }); (got != "") != want {
			t.Fatalf("%v: spans say %q", pieces, got)
		}
		if got := caught(func() { pardiffDisjointFew("F", rows) }); (got != "") != want {
			t.Fatalf("%v: pairs say %q", pieces, got)
		}
		if got := caught(func() { pardiffDisjointRows("F", rows) }); (got != "") != want {
			t.Fatalf("%v: sorting says %q", pieces, got)
		}
	}
	if overlaps < 1000 || overlaps > 19000 {
		t.Errorf("%d overlaps", overlaps)
	}
}

func caught(f func()) (msg string) {
	defer func() {
		if v := recover(); v != nil {
			msg = v.(string)
		}
	}()
	f()
	return ""
}

func TestMessages(t *testing.T) {
	x := make([]float64, 4)
	for _, c := range []struct {
		f    func()
		want string
	}{
		{func() { pardiffLen("F", "xAdj", 3, "x", 4) }, "pardiffgen: F: len(xAdj) = 3, want len(x) = 4"},
		{func() { pardiffLen("F", "aAdj[#].W[#]", 3, "a[#].W[#]", 4, 2, 5) }, "pardiffgen: F: len(aAdj[2].W[5]) = 3, want len(a[2].W[5]) = 4"},
		{func() { pardiffLen("F", "xAdj", 4, "x", 4) }, ""},
		{func() {
			pardiffDisjointFew("F", []pardiffRow{pardiffSlice("xAdj[#]", x[:2]).row(true, 7), pardiffPointer("k", &x[1]).row(false)})
		}, "pardiffgen: F: xAdj[7] overlaps k"},
		{func() {
			pardiffDisjointFew("F", []pardiffRow{pardiffSlice("a[#][#][#][#]", x).row(true, 1, 2, 3, 4), pardiffSlice("b", x).row(false)})
		}, "pardiffgen: F: a[1][2][3][...] overlaps b"},
		{func() {
			pardiffDisjointRows("F", []pardiffRow{pardiffSlice("xAdj", x[1:]).row(true), pardiffSlice("x", x).row(false)})
		}, "pardiffgen: F: xAdj overlaps x"},
		{func() { pardiffApart("F", pardiffSlice("xAdj", x[:2]), pardiffSlice("x", x)) }, "pardiffgen: F: xAdj overlaps x"},
		{func() {
			pardiffDisjoint("F", 2, []pardiffSpan{pardiffSlice("xAdj", x[:2]), pardiffPointer[float64]("k", nil), pardiffSlice("x", x[2:])})
		}, ""},
	} {
		if got := caught(c.f); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestRows(t *testing.T) {
	var rows pardiffArena[[]float64]
	var elems pardiffArena[float64]
	arg := [][]float64{{1, 2}, nil, {3}}
	own := [][]float64{{5, 6}, nil, {7}}
	if got := pardiffRows(&rows, &elems, own, arg); &got[0] != &own[0] || rows.bytes() != 0 {
		t.Error("complete rows were copied")
	}
	part := [][]float64{nil, nil, {7}}
	for i, got := range [][][]float64{pardiffRows(&rows, &elems, part, arg), pardiffMakeRows(part, arg)} {
		if len(got[0]) != 2 || got[0][0] != 0 || &got[2][0] != &part[2][0] || part[0] != nil {
			t.Errorf("case %d: %v from %v", i, got, part)
		}
	}
	for i, got := range [][][]float64{pardiffRows(&rows, &elems, nil, arg), pardiffMakeRows(nil, arg)} {
		if len(got) != 3 || len(got[0]) != 2 || len(got[2]) != 1 {
			t.Errorf("case %d: %v from nil", i, got)
		}
	}
}

// TestAdjointsOfOneMemory checks that adjoints may be the same memory where what they are adjoints of is, and nowhere
// else.
func TestAdjointsOfOneMemory(t *testing.T) {
	p, q := pardiffSlice("p", make([]float64, 4)), pardiffSlice("q", make([]float64, 4))
	memory := make([]float64, 8)
	whole, part := pardiffSlice("pAdj", memory[:4]), pardiffSlice("qAdj", memory[2:6])
	for _, c := range []struct {
		name    string
		a, b    pardiffRow
		overlap bool
	}{
		{"the same of the same", whole.row(true).like(p), whole.row(true).like(p), false},
		{"the same of others", whole.row(true).like(p), whole.row(true).like(q), true},
		{"part of the same", whole.row(true).like(p), part.row(true).like(p), true},
		{"one is no adjoint", whole.row(true).like(p), whole.row(false), true},
	} {
		if got := caught(func() { pardiffDisjointFew("F", []pardiffRow{c.a, c.b}) }); (got != "") != c.overlap {
			t.Errorf("%s: %q, want a panic: %v", c.name, got, c.overlap)
		}
	}
}
