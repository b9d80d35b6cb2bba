package helpers

import "sync"

// pardiffCopied returns n, the elements of a slice of which the chunks of a loop have copies, if these are
// few beside the terms that the loop adds to them, else 0.
func pardiffCopied(n, terms int) int {
	if pardiffMaxCopies*n <= terms/4 {
		return n
	}
	return 0
}

// pardiffListCost is the work, in floating-point operations, that an iteration must have for each of its terms
// for several workers to be worth it: a term that is listed goes through memory twice, and is added by one worker
// at a time.
const pardiffListCost = 32

// A pardiffTerms is a slice x with the terms that a loop adds to elements of it that data choose. Where copies
// of x are cheap, each chunk has one. Elsewhere one worker adds the terms at once; several list
// those of each chunk, and the lists are added in the order of the chunks. So each element gets its terms in
// the order of the serial loop, however many workers there are.
type pardiffTerms[T ~float32 | ~float64] struct {
	x, copies []T

	// A list has room for all terms of a chunk, each in a place of its own: subscripts, from 1 on, and values. A term
	// that is not reached has the subscript 0.
	at    []int
	value []T
	room  int // 0 if nothing is listed

	mu    sync.Mutex
	free  []int // where lists begin that are free; that used last, which the cache has, comes first
	lists []int // where the lists of the chunks begin, plus 1, when they are complete
	turn  int   // the chunk whose list is to be added next
	busy  bool  // a worker adds lists
}

// take makes room for the terms of loop l, at most each an iteration. A loop that does little else is left to
// one worker.
func (s *pardiffTerms[T]) take(l *pardiffLoop, x []T, each int, values *pardiffArena[T], ints *pardiffArena[int]) {
	if s.x, s.copies, s.room = x, nil, 0; l.chunks <= 1 {
		return
	}
	terms := l.count * each
	if n := pardiffCopied(len(x), terms); n > 0 || terms == 0 {
		s.copies = values.take(l.copiesOf(n))
		return
	}
	if float64(l.work) < pardiffListCost*float64(each) {
		l.workers = 1
	}
	if l.workers == 1 {
		return
	}
	s.room = (l.count/l.chunks + 1) * each
	s.at, s.value = ints.dirty(l.chunks*s.room), values.dirty(l.chunks*s.room)
	s.lists, s.free = ints.take(l.chunks), ints.dirty(l.chunks)
	for k := range s.free {
		s.free[k] = k * s.room
	}
	s.turn, s.busy = 0, false
}

// part returns what chunk c adds to and, if it is to list its terms, s and where the list begins.
func (s *pardiffTerms[T]) part(c int) (x []T, list *pardiffTerms[T], first int) {
	switch {
	case s.room > 0:
		return s.x, s, s.begin()
	case len(s.copies) > 0:
		return pardiffPart(s.x, s.copies, c), nil, 0
	}
	return s.x, nil, 0
}

// begin returns where a list begins that is free, and empty.
func (s *pardiffTerms[T]) begin() int {
	s.mu.Lock()
	last := len(s.free) - 1
	first := s.free[last]
	s.free = s.free[:last]
	s.mu.Unlock()
	clear(s.at[first : first+s.room])
	return first
}

// add adds v to x[e], or lists that in place k.
func (s *pardiffTerms[T]) add(x []T, k, e int, v T) {
	if s != nil {
		s.list(k, e, v)
		return
	}
	x[e] += T(v) // not fused with what v is a product of: it is rounded in the list too
}

// list is no part of add, so that the compiler takes it for the rare case.
//
//go:noinline
func (s *pardiffTerms[T]) list(k, e int, v T) {
	_ = &s.x[e] // panics as x[e] does
	s.at[k], s.value[k] = e+1, v
}

// end says that the list of chunk c, from first on, is complete, and adds the lists whose turn it is, unless another
// worker does.
func (s *pardiffTerms[T]) end(c, first int) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lists[c] = first + 1; s.busy {
		return
	}
	s.busy = true
	for ; s.turn < len(s.lists) && s.lists[s.turn] > 0; s.turn++ {
		first := s.lists[s.turn] - 1
		s.mu.Unlock()
		s.addList(first)
		s.mu.Lock()
		s.free = append(s.free, first)
	}
	s.busy = false
}

func (s *pardiffTerms[T]) addList(first int) {
	x, value := s.x, s.value[first:first+s.room]
	for k, e := range s.at[first : first+s.room] {
		if e > 0 {
			x[e-1] += value[k]
		}
	}
}
