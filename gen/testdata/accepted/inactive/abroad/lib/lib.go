// Package lib has functions that the gradients of another package call, or have in them.
package lib

import "sync"

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
