package helpers

import "unsafe"

// A pardiffArena hands out the memory of one call and keeps it for the next. Memory that was
// handed out does not move before reset. The zero value is ready.
type pardiffArena[T any] struct {
	chunks   [][]T
	cur, off int // the chunk in use and what is handed out of it
	use, max int // elements in use now, and at most so far
	held     int // elements of all chunks
}

// dirty returns n elements that hold anything.
func (a *pardiffArena[T]) dirty(n int) []T {
	for a.cur < len(a.chunks) && n > len(a.chunks[a.cur])-a.off {
		a.cur, a.off = a.cur+1, 0
	}
	if a.cur == len(a.chunks) {
		a.chunks = append(a.chunks, make([]T, n))
		a.held += n
	}
	s := a.chunks[a.cur][a.off : a.off+n : a.off+n]
	a.off += n
	a.use += n
	a.max = max(a.max, a.use)
	pardiffPoison(s)
	return s
}

// take returns n elements that are zero.
func (a *pardiffArena[T]) take(n int) []T {
	s := a.dirty(n)
	clear(s)
	return s
}

// A pardiffMark is the state of an arena to which release goes back.
type pardiffMark struct{ cur, off, use int }

// mark returns the present state.
func (a *pardiffArena[T]) mark() pardiffMark { return pardiffMark{a.cur, a.off, a.use} }

// release takes back what was handed out after the mark.
func (a *pardiffArena[T]) release(m pardiffMark) { a.cur, a.off, a.use = m.cur, m.off, m.use }

// reset takes back everything. The same requests find the same memory again; where they left
// it in many pieces, or twice what is ever in use, one piece takes their place.
func (a *pardiffArena[T]) reset() {
	if len(a.chunks) > 8 || a.held > 2*a.max {
		a.renew()
	}
	a.cur, a.off, a.use = 0, 0, 0
}

// renew replaces the chunks by one.
func (a *pardiffArena[T]) renew() {
	clear(a.chunks)
	a.chunks, a.held = append(a.chunks[:0], make([]T, a.max)), a.max
}

// bytes returns the size of the memory held.
func (a *pardiffArena[T]) bytes() int {
	var t T
	return a.held * int(unsafe.Sizeof(t))
}
