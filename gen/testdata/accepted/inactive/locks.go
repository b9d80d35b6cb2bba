// Package inactive has functions with constructs that are not differentiated, in code through which no active values go.
package inactive

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
)

// A Store counts what is done with its weights.
type Store struct {
	mu    sync.Mutex
	N     int
	Hits  int64
	Idx   []int
	Names map[string]int
	W     []float64
	trace []int
	log   io.Writer
}

// bump is called as it is: floats have no part in it.
func (s *Store) bump() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.N++
}

// swap writes elements of a field that the callers read.
func (s *Store) swap(i, j int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Idx[i], s.Idx[j] = s.Idx[j], s.Idx[i]
}

// first appends to a field that the callers do not read.
func (s *Store) first(i int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range s.trace {
		if k == i {
			return false
		}
	}
	s.trace = append(s.trace, i)
	return true
}

// report takes a float by value and prints it.
func (s *Store) report(i int, loss float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.log != nil && loss > 0 {
		fmt.Fprintln(s.log, i, loss)
	}
}

// weight has floats in it, so that it is inlined.
func (s *Store) weight(i int) float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i < 0 {
		return 1
	}
	if i >= len(s.W) {
		panic("no such weight")
	}
	return s.W[i] * s.W[i]
}

var mu sync.RWMutex

// Deferred holds locks until it returns.
//
//pardiff:grad
//pardiff:jvp
func Deferred(x []float64, st *Store) (r float64) {
	mu.RLock()
	defer mu.RUnlock()
	defer func() {
		mu.RLock()
		mu.RUnlock()
	}()
	for i, v := range x {
		r += v * v * st.W[i]
	}
	return r
}

// Bumped reads a field before and after it is written by a function that is called as it is.
//
//pardiff:grad
//pardiff:jvp
func Bumped(x []float64, st *Store) (r float64) {
	for _, v := range x {
		r += v * v * float64(st.N)
		st.bump()
		r += v * float64(st.N*st.N)
	}
	return r
}

// Swapped reads subscripts that such a function exchanges.
//
//pardiff:grad
//pardiff:vjp
//pardiff:jvp
func Swapped(x []float64, st *Store) (r float64) {
	idx := st.Idx
	for i := range x {
		r += x[i] * x[st.Idx[0]] * float64(idx[1]+1)
		st.swap(0, 1+i%2)
	}
	return r * x[idx[2]]
}

// Firsts has a condition that such a function gives.
//
//pardiff:grad
//pardiff:jvp
func Firsts(x []float64, st *Store) (r float64) {
	for i, v := range x {
		if st.first(i % 3) {
			r += v * v
		}
		st.report(i, r)
	}
	return r
}

// Inlined defers in functions that are inlined.
//
//pardiff:grad
//pardiff:jvp
func Inlined(x []float64, st *Store, k int) float64 {
	s := x[0] * x[0] * st.weight(k)
	return s * st.weight(0) * st.weight(-1) * x[1]
}

// Atomic adds to numbers that are read between.
//
//pardiff:grad
//pardiff:jvp
func Atomic(x []float64, st *Store) (r float64) {
	var n int64
	old := atomic.AddInt64(&st.Hits, 2)
	for _, v := range x {
		r += v * v * float64(st.Hits+n)
		atomic.AddInt64(&st.Hits, 1)
		atomic.AddInt64(&n, old)
	}
	return r
}
