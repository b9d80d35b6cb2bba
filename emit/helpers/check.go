package helpers

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unsafe"
)

// pardiffLen panics unless an adjoint is as long as its argument. The names hold a # for each
// subscript in at.
func pardiffLen(fn, adj string, got int, arg string, want int, at ...int) {
	if got != want {
		panic("pardiffgen: " + fn + ": len(" + pardiffName(adj, at) + ") = " + strconv.Itoa(got) +
			", want len(" + pardiffName(arg, at) + ") = " + strconv.Itoa(want))
	}
}

// pardiffName fills subscripts into a name. The result shares no memory with it, so that what
// holds the name need not live on the heap.
func pardiffName(name string, at []int) string {
	s := ""
	for _, n := range at {
		before, after, _ := strings.Cut(name, "#")
		s += before + strconv.Itoa(n)
		name = after
	}
	return s + name
}

// A pardiffSpan is memory that an argument reaches. Its address is a pointer, so that it stays
// right when a stack moves.
type pardiffSpan struct {
	at    unsafe.Pointer
	size  uintptr
	write bool   // adjoints, and arguments that are written
	name  string // with a # for each subscript
	sub   [3]int // the subscripts
	subs  int
	rank  int // the place in the list
}

// pardiffSlice returns the memory of a slice.
func pardiffSlice[T any](name string, write bool, s []T, sub ...int) pardiffSpan {
	var t T
	p := pardiffSpan{at: unsafe.Pointer(unsafe.SliceData(s)), size: uintptr(len(s)) * unsafe.Sizeof(t), name: name, write: write}
	p.subs = copy(p.sub[:], sub)
	return p
}

// pardiffPointer returns the memory behind a pointer.
func pardiffPointer[T any](name string, write bool, q *T, sub ...int) pardiffSpan {
	p := pardiffSpan{at: unsafe.Pointer(q), name: name, write: write}
	if q != nil {
		p.size = unsafe.Sizeof(*q)
	}
	p.subs = copy(p.sub[:], sub)
	return p
}

// meets says whether two spans have memory in common of which some is written.
func (p *pardiffSpan) meets(q *pardiffSpan) bool {
	a, b := uintptr(p.at), uintptr(q.at)
	return (p.write || q.write) && p.size > 0 && q.size > 0 && a < b+q.size && b < a+p.size
}

// pardiffDisjoint panics if two of the spans have memory in common of which some is written.
func pardiffDisjoint(fn string, spans []pardiffSpan) {
	for i := range spans {
		for j := range i {
			if spans[i].meets(&spans[j]) {
				pardiffOverlap(fn, &spans[j], &spans[i])
			}
		}
	}
}

// pardiffDisjointRows is pardiffDisjoint for long lists, which it sorts.
func pardiffDisjointRows(fn string, spans []pardiffSpan) {
	for i := range spans {
		spans[i].rank = i
	}
	slices.SortFunc(spans, func(p, q pardiffSpan) int { return cmp.Compare(uintptr(p.at), uintptr(q.at)) })
	// In order of address it is enough to look at the span that reaches farthest so far, and
	// at the one among those that are written.
	far, write := 0, -1
	for i := range spans {
		p := &spans[i]
		if i > 0 && p.meets(&spans[far]) {
			pardiffOverlap(fn, p, &spans[far])
		}
		if write >= 0 && p.meets(&spans[write]) {
			pardiffOverlap(fn, p, &spans[write])
		}
		end := uintptr(p.at) + p.size
		if end > uintptr(spans[far].at)+spans[far].size {
			far = i
		}
		if p.write && (write < 0 || end > uintptr(spans[write].at)+spans[write].size) {
			write = i
		}
	}
}

// pardiffOverlap panics with the names of two spans, the one that stood first in the list first.
func pardiffOverlap(fn string, p, q *pardiffSpan) {
	if q.rank < p.rank {
		p, q = q, p
	}
	panic("pardiffgen: " + fn + ": " + pardiffName(p.name, p.sub[:p.subs]) + " overlaps " + pardiffName(q.name, q.sub[:q.subs]))
}
