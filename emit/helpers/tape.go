package helpers

import "unsafe"

// A pardiffTape is memory of one tape whose length is known only when it is written. The zero value is
// ready.
type pardiffTape[T any] struct {
	buf  []T
	need int // the most that was asked for so far
}

// start returns the tape of an earlier call, or n elements, to be overwritten.
func (t *pardiffTape[T]) start(n int) []T {
	s := t.grow(n)
	pardiffPoison(s)
	return s
}

// grow returns the tape with at least n elements and keeps what it holds.
func (t *pardiffTape[T]) grow(n int) []T {
	t.need = max(t.need, n)
	if n > len(t.buf) {
		s := make([]T, max(n, 2*len(t.buf)))
		pardiffPoison(s)
		copy(s, t.buf)
		t.buf = s
	}
	return t.buf
}

// trim gives back what growing took beyond what was needed.
func (t *pardiffTape[T]) trim() {
	if len(t.buf) > t.need {
		t.buf = make([]T, t.need)
	}
}

// bytes returns the size of the memory held.
func (t *pardiffTape[T]) bytes() int {
	var x T
	return len(t.buf) * int(unsafe.Sizeof(x))
}
