package helpers

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFacts compares the predicates with their definitions on random slices of several kinds of integers.
func TestFacts(t *testing.T) {
	compareFacts(t, "int", func(r *rand.Rand) int { return r.IntN(12) - 6 })
	compareFacts(t, "wide int", func(r *rand.Rand) int { return int(r.Uint64()) &^ 0xffffffff })
	compareFacts(t, "int8", func(r *rand.Rand) int8 { return int8(r.Uint32()) })
	compareFacts(t, "uint8", func(r *rand.Rand) uint8 { return uint8(r.Uint32()) })
	compareFacts(t, "uint64", func(r *rand.Rand) uint64 { return math.MaxUint64 - r.Uint64N(9) })
	compareFacts(t, "extremes", func(r *rand.Rand) int64 {
		return []int64{math.MinInt64, math.MaxInt64, 0, -1, 1, r.Int64N(9)}[r.IntN(6)]
	})
}

func compareFacts[T pardiffInteger](t *testing.T, kind string, draw func(*rand.Rand) T) {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 6))
	var memory pardiffArena[uint64]
	for range 3000 {
		a := make([]T, r.IntN(8))
		for i := range a {
			a[i] = draw(r)
		}
		switch r.IntN(3) {
		case 0:
			slices.Sort(a)
		case 1:
			slices.Sort(a)
			a = slices.Compact(a)
			r.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
		}
		lo, hi := r.IntN(9)-4, r.IntN(9)-4
		monotone, within, first := slices.IsSorted(a), true, -1
		for i, v := range a {
			within = within && (v >= 0 || int64(v) >= int64(lo)) && (v < 0 || uint64(v) < uint64(max(hi, 0))) && (v >= 0 || int64(v) < int64(hi)) && (v < 0 || lo < 0 || uint64(v) >= uint64(lo))
			if first < 0 && slices.Contains(a[:i], v) {
				first = i
			}
		}
		if got := pardiffMonotone(a); got != monotone {
			t.Fatalf("%s: %v is monotone: %v", kind, a, got)
		}
		if got := pardiffWithin(a, lo, hi); got != within {
			t.Fatalf("%s: %v lies in [%d, %d): %v", kind, a, lo, hi, got)
		}
		if got := pardiffInjective(&memory, a); got != (first < 0) {
			t.Fatalf("%s: the elements of %v differ: %v", kind, a, got)
		}
		i, j := pardiffRepeat(&memory, a)
		if j != first || j >= 0 && (i >= j || a[i] != a[j]) {
			t.Fatalf("%s: of %v, elements %d and %d are equal; want the second to be %d", kind, a, i, j, first)
		}
	}
	if memory.use != 0 {
		t.Errorf("%s: memory was not given back", kind)
	}
}

// TestInjectiveMemory: both ways to look for equal elements take memory in proportion to the slice, and none when
// they are used again.
func TestInjectiveMemory(t *testing.T) {
	const n = 10000
	dense, sparse := make([]int, n), make([]int, n)
	for i := range dense {
		dense[i], sparse[i] = n-i, i*1e9
	}
	for _, a := range [][]int{dense, sparse} {
		var memory pardiffArena[uint64]
		if !pardiffInjective(&memory, a) {
			t.Error("elements that differ are not told apart")
		}
		if memory.bytes() > 8*4*n {
			t.Errorf("%d bytes for %d elements", memory.bytes(), n)
		}
		if k := testing.AllocsPerRun(5, func() { pardiffInjective(&memory, a) }); k != 0 {
			t.Errorf("%v allocations", k)
		}
	}
}

// TestBrokenFacts has the texts of panics.
func TestBrokenFacts(t *testing.T) {
	var memory pardiffArena[uint64]
	for _, c := range []struct {
		want string
		f    func()
	}{
		{"pardiffgen: F: fact injective(p) does not hold: p[1] = p[3] = -2", func() { pardiffMustInjective("F", "injective(p)", "p", &memory, []int8{0, -2, 1, -2, 1}) }},
		{"pardiffgen: F: fact monotone(m.R) does not hold: m.R[1] = 18446744073709551615 > m.R[2] = 4", func() {
			pardiffMustMonotone("F", "monotone(m.R)", "m.R", []uint64{0, math.MaxUint64, 4})
		}},
		{"pardiffgen: F: fact within(i,0,n) does not hold: i[1] = 5, not in [0, 5)", func() { pardiffMustWithin("F", "within(i,0,n)", "i", []int{4, 5, -1}, 0, 5) }},
		{"pardiffgen: F: fact n>=2 does not hold: n = 1", func() { pardiffMust("F", "n>=2", false, "n", 1, "", 0) }},
		{"pardiffgen: F: fact 2<=n does not hold: n = 1", func() { pardiffMust("F", "2<=n", false, "", 0, "n", 1) }},
		{"pardiffgen: F: fact len(x)==n*m does not hold: len(x) = 5, n * m = 6", func() { pardiffMust("F", "len(x)==n*m", false, "len(x)", 5, "n * m", 6) }},
		{"", func() {
			pardiffMustInjective("F", "f", "p", &memory, []int{3, 1, 2})
			pardiffMustMonotone("F", "f", "p", []int{1, 1, 2})
			pardiffMustWithin("F", "f", "p", []int{1, 1, 2}, 1, 3)
			pardiffMust("F", "f", true, "n", 2, "", 0)
		}},
	} {
		if got := caught(c.f); got != c.want {
			t.Errorf("panic %q, want %q", got, c.want)
		}
	}
}

// TestChunksUnderFacts checks that a loop is one chunk where a fact does not hold, and that chunks have no copies of
// memory whose elements are their own.
func TestChunksUnderFacts(t *testing.T) {
	if got := pardiffWhere(true, 7); got != 7 {
		t.Errorf("the work is %d where the fact holds, want 7", got)
	}
	if got := pardiffChunks(1<<20, pardiffWhere(false, 1000), 0, 0); got != 1 {
		t.Errorf("%d chunks where the fact does not hold, want 1", got)
	}
	x := []float64{1, 2, 3}
	for _, own := range []bool{true, false} {
		n := pardiffUnless(own, len(x))
		copies := make([]float64, 2*n)
		part := pardiffPartOrAll(x, copies, 1)
		if shared := &part[0] == &x[0]; shared != own || len(part) != len(x) {
			t.Errorf("own elements: %v; chunk 1 shares them: %v", own, shared)
		}
	}
}
