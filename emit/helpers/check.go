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
	at   unsafe.Pointer
	size uintptr
	name string // with a # for each subscript
}

// pardiffSlice returns the memory of a slice.
func pardiffSlice[T any](name string, s []T) pardiffSpan {
	var t T
	return pardiffSpan{unsafe.Pointer(unsafe.SliceData(s)), uintptr(len(s)) * unsafe.Sizeof(t), name}
}

// pardiffPointer returns the memory behind a pointer.
func pardiffPointer[T any](name string, q *T) pardiffSpan {
	if q == nil {
		return pardiffSpan{name: name}
	}
	return pardiffSpan{unsafe.Pointer(q), unsafe.Sizeof(*q), name}
}

// meets says whether two spans have memory in common.
func (p pardiffSpan) meets(q pardiffSpan) bool {
	a, b := uintptr(p.at), uintptr(q.at)
	return a < b+q.size && b < a+p.size && p.size > 0 && q.size > 0
}

// pardiffApart panics if two spans have memory in common.
func pardiffApart(fn string, p, q pardiffSpan) {
	if p.meets(q) {
		pardiffOverlap(fn, p.name, q.name)
	}
}

// pardiffPointersApart panics if what two pointers lead to has memory in common.
func pardiffPointersApart[T, U any](fn, nameP string, p *T, nameQ string, q *U) {
	a, b := uintptr(unsafe.Pointer(p)), uintptr(unsafe.Pointer(q))
	m, n := unsafe.Sizeof(*p), unsafe.Sizeof(*q)
	if a < b+n && b < a+m && p != nil && q != nil && m > 0 && n > 0 {
		pardiffOverlap(fn, nameP, nameQ)
	}
}

// pardiffOverlap panics because p overlaps q.
func pardiffOverlap(fn, p, q string) {
	panic("pardiffgen: " + fn + ": " + p + " overlaps " + q)
}

// pardiffDisjoint panics if one of the first spans, as many as are written, has memory in common
// with another.
func pardiffDisjoint(fn string, written int, spans []pardiffSpan) {
	for i, p := range spans[:written] {
		for _, q := range spans[i+1:] {
			pardiffApart(fn, p, q)
		}
	}
}

// A pardiffRow is a span in a list whose length depends on the arguments.
type pardiffRow struct {
	pardiffSpan
	write bool           // adjoints, and arguments that are written
	of    unsafe.Pointer // for the adjoint of memory that is only read: that memory, if it is behind a pointer
	sub   [3]int         // the first subscripts in the name
	subs  int
	rank  int // the place in the list
}

// row makes an entry of a list.
func (p pardiffSpan) row(write bool, sub ...int) pardiffRow {
	r := pardiffRow{pardiffSpan: p, write: write}
	r.subs = copy(r.sub[:], sub)
	return r
}

// like makes an entry that may be the same memory as another if the spans of which they are the adjoints are.
func (r pardiffRow) like(of pardiffSpan) pardiffRow {
	r.of = of.at
	return r
}

// place returns the name with its subscripts, of which those that the row has no room for are left out.
func (p *pardiffRow) place() string {
	return strings.ReplaceAll(pardiffName(p.name, p.sub[:p.subs]), "#", "...")
}

// apart panics if two rows have memory in common of which some is written.
func (p *pardiffRow) apart(fn string, q *pardiffRow) {
	if !p.write && !q.write || !p.meets(q.pardiffSpan) {
		return
	}
	if p.of != nil && p.of == q.of && p.at == q.at {
		return
	}
	if q.rank < p.rank {
		p, q = q, p
	}
	pardiffOverlap(fn, p.place(), q.place())
}

// pardiffDisjointFew panics if two of the rows have memory in common of which some is written.
func pardiffDisjointFew(fn string, rows []pardiffRow) {
	for i := range rows {
		for j := range i {
			rows[j].apart(fn, &rows[i])
		}
	}
}

// pardiffDisjointRows is pardiffDisjointFew for long lists, which it sorts.
func pardiffDisjointRows(fn string, rows []pardiffRow) {
	for i := range rows {
		rows[i].rank = i
	}
	slices.SortFunc(rows, func(p, q pardiffRow) int { return cmp.Compare(uintptr(p.at), uintptr(q.at)) })
	// In order of address it is enough to look at the row that reaches farthest so far, and at
	// the one among those that are written.
	far, write := 0, -1
	for i := range rows {
		p := &rows[i]
		if i > 0 {
			p.apart(fn, &rows[far])
		}
		if write >= 0 {
			p.apart(fn, &rows[write])
		}
		end := uintptr(p.at) + p.size
		if end > uintptr(rows[far].at)+rows[far].size {
			far = i
		}
		if p.write && (write < 0 || end > uintptr(rows[write].at)+rows[write].size) {
			write = i
		}
	}
}
