// Package lib has functions that the gradients of another package call, or have in them.
package lib

import (
	"slices"
	"sync"
)

type Set struct {
	mu   sync.Mutex
	Seen map[int]bool
	n    int
	Pos  []int
}

var Total int
var hidden int

func (s *Set) Add(i int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.Seen[i]
	s.Seen[i] = true
	s.n++
	hidden++
	Total++
	s.Pos[i]++
	return old
}

func Weighted(x []float64, m map[string]int) (s float64) {
	k := 0
	for key, v := range m {
		if len(key) > 1 {
			k += v
		}
	}
	Total++
	for _, v := range x {
		s += v * v * float64(k+Total)
	}
	return s
}

// A Span is a range of places.
type Span struct{ From, To int }

// Spanned fills a list of structs from a map, and orders it.
func Spanned(x []float64, m map[int]int) (r float64) {
	var list []Span
	for k, v := range m {
		list = append(list, Span{k, v})
	}
	slices.SortStableFunc(list, func(a, b Span) int { return a.From - b.From })
	for _, s := range list {
		r += x[s.From] * x[s.To] * (r + 1)
	}
	return r
}
