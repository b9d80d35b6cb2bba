package inactive

import (
	"slices"
	"strings"
)

// Sets has a map as a set, and one that is gone through.
//
//pardiff:grad
//pardiff:jvp
func Sets(x []float64, m map[string]int) (r float64) {
	n, keys := 1, 0
	for k, v := range m {
		if k == "" {
			continue
		}
		n += v
		keys++
	}
	r = x[0] * float64(n)
	seen, twice := map[int]struct{}{}, map[int]bool{}
	n = 0
	for range m {
		n += 2
	}
	for i, v := range x {
		if _, ok := seen[i%3]; ok {
			twice[i%3] = true
			delete(seen, i%3)
			continue
		}
		seen[i%3] = struct{}{}
		r += v * v * float64(n+len(twice))
	}
	if twice[1] {
		r *= x[1]
	}
	return r * float64(keys)
}

// Strings goes through a string, and through a copy of its bytes.
//
//pardiff:grad
//pardiff:jvp
func Strings(x []float64, text string) (r float64) {
	k := 0
	for i, c := range text {
		if c == 'b' {
			k += i
		}
	}
	b := []byte(text)
	for i, v := range x {
		r += v * v * float64(b[i]) * float64(k)
		b[i] = 'x'
	}
	return r * float64(b[0]) * x[0]
}

// Ordered takes keys in order, and counts in a slice.
//
//pardiff:grad
//pardiff:jvp
func Ordered(x []float64, m map[string]int, hist []int) (r float64) {
	r = x[0] * float64(hist[0])
	for _, v := range m {
		hist[v%len(hist)]++
	}
	perm := sorted(m)
	for i, k := range perm {
		r += x[k] * x[k] * float64(i+hist[k%len(hist)])
	}
	perm[0] = 0
	return r * x[perm[0]]
}

// sorted returns memory of its own.
func sorted(m map[string]int) []int {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	perm := make([]int, 0, len(keys))
	for _, k := range keys {
		if strings.HasPrefix(k, "_") {
			return nil
		}
		perm = append(perm, m[k])
	}
	return perm
}

// A Node is an element of a list.
type Node struct {
	V    int
	Next *Node
}

func (n *Node) sum() (s int) {
	for p := n; p != nil; p = p.Next {
		s += p.V
	}
	return s
}

func (n *Node) double() {
	for p := n; p != nil; p = p.Next {
		p.V *= 2
	}
}

// Lists goes through a list, in a function and in a loop.
//
//pardiff:grad
//pardiff:jvp
func Lists(x []float64, list *Node) (r float64) {
	k := 0
	for i, v := range x {
		for p := list; p != nil; p = p.Next {
			k += p.V
		}
		r += v * v * float64(k*list.sum()+i)
		list.double()
	}
	return r
}
