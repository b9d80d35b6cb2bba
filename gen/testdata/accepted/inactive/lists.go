package inactive

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"sort"
	"strings"
)

// Keyed goes through the keys of a map in order, in a helper that it calls in a loop.
//
//pardiff:grad
//pardiff:vjp
//pardiff:jvp
func Keyed(x []float64, tables []map[int]int) (r float64) {
	for i, m := range tables {
		r += x[i%len(x)] * weighted(x, m)
	}
	return r
}

func weighted(x []float64, m map[int]int) (s float64) {
	keys := make([]int, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Ints(keys)
	for _, k := range keys {
		s += s*x[k]*x[k]*float64(m[k]) + x[k]
	}
	return s
}

// Named orders keys by name, the numbers that they stand for, and words.
//
//pardiff:grad
//pardiff:jvp
func Named(x []float64, m map[string]int, text string) (r float64) {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for i, k := range keys {
		r += x[m[k]] * x[m[k]] * float64(i+1)
	}
	for _, w := range strings.Fields(text) {
		if n, ok := m[w]; ok {
			r *= x[n]
		}
	}
	return r
}

type span struct{ from, to int }

// Spans has a slice of structs and one of integers that text makes longer, which had elements before and get more after.
//
//pardiff:grad
//pardiff:jvp
func Spans(x []float64, text string) (r float64) {
	spans := []span{{0, 1}}
	var starts []int
	from := -1
	for i, c := range text {
		switch {
		case c == '(':
			starts = append(starts, i)
			from = i
		case c == ')' && from >= 0:
			spans = append(spans, span{from, i})
			from = -1
		case c == '!':
			starts = starts[:0]
		}
	}
	if starts == nil {
		return x[0]
	}
	spans = append(spans, span{1, 2})
	starts = append(starts, 0)
	for k, s := range spans {
		for i := s.from; i < s.to; i++ {
			r += x[i] * x[s.to] * float64(k+1)
		}
	}
	for _, k := range starts {
		r *= x[k]
	}
	return r * float64(len(starts))
}

// Received fills a list again in each iteration from a sequence, and keeps another from one to the next.
//
//pardiff:grad
//pardiff:jvp
func Received(x []float64, next func() iter.Seq[int]) (r float64) {
	var all []int
	for round := range 3 {
		idx := []int{round}
		for k := range next() {
			idx = append(idx, k)
			all = append(all, k+round)
		}
		for _, k := range idx {
			r += x[k] * x[round]
		}
		r *= x[len(all)%len(x)]
	}
	for _, k := range all {
		r += x[k%len(x)] * r
	}
	return r
}

// Found leaves loops over text: by break, by continue and by return, in loops around them and in helpers.
//
//pardiff:grad
//pardiff:jvp
func Found(x []float64, names []string, w io.Writer) (r float64, err error) {
	first := 0
	for i, c := range names[0] {
		if c == 'b' {
			first = i
			break
		}
	}
	r = x[first]
names:
	for i, name := range names {
		for k, c := range name {
			switch {
			case c == '_':
				fmt.Fprintln(w, "skip", name)
				continue names
			case c == '.':
				break names
			case c == '?':
				return r * r, fmt.Errorf("%q at %d in %s", c, k, name)
			case c == '!':
				return r * float64(k), nil
			}
		}
		r += x[i] * x[at(name, 'b')] * x[position(x, name)]
	}
	return r * x[0], nil
}

// at has no floats.
func at(name string, c rune) int {
	for i, r := range name {
		if r == c {
			return i
		}
	}
	return 0
}

// position has labels and is inlined twice.
func position(x []float64, name string) int {
	k := 0
outer:
	for i, r := range name {
		for _, s := range "aeiou" {
			if r == s {
				k = i
				break outer
			}
		}
	}
	if x[k] > 100 {
		return 0
	}
	return k
}

// Searched leaves loops over maps, sequences, channels and lists.
//
//pardiff:grad
//pardiff:jvp
func Searched(x []float64, m map[string]int, seq iter.Seq2[int, int], c func() chan int, list *Node) float64 {
	for _, v := range m {
		if v > 100 {
			return x[0]
		}
	}
	k := 0
	for i, v := range seq {
		if v > 1 {
			k = i
			break
		}
	}
	r := x[k] * x[k]
	for p := list; p != nil; p = p.Next {
		if v := p.V; v == 2 {
			return r * x[1] * member(x, v, c)
		}
	}
	return r
}

func member(x []float64, k int, c func() chan int) float64 {
	for v := range c() {
		if v < len(x) {
			return x[v] * x[k]
		}
	}
	return 1
}

// marked has a label, and is left from inside another loop.
func marked(x []float64, m map[int]int, name string) float64 {
	var keys []int
outer:
	for k := range m {
		for _, c := range name {
			switch c {
			case 'a':
				continue outer
			case 'b':
				break outer
			case 'c':
				return x[len(keys)]
			}
		}
		keys = append(keys, k)
	}
	slices.Sort(keys)
	s := 1.0
	for _, k := range keys {
		s *= x[k]
	}
	return s
}

// Marked has several copies of it.
//
//pardiff:grad
//pardiff:jvp
func Marked(x []float64, m map[int]int) float64 {
	return marked(x, m, "x")*marked(x, m, "b") + marked(x, m, "xa")*marked(x, m, "c") + marked(x, m, "")
}

// Logged counts and prints in loops that are text, which it leaves in several ways.
//
//pardiff:grad
//pardiff:vjp
//pardiff:jvp
func Logged(x []float64, names []string, w io.Writer, st *Store) (r float64) {
	r = x[0]
names:
	for i, name := range names {
		var marks []int
		for k, c := range name {
			fmt.Fprintln(w, i, k, string(c))
			st.N++
			if c == '_' {
				st.swap(0, 1)
				continue names
			}
			if c == '!' {
				break names
			}
			marks = append(marks, st.N+k)
			st.bump()
		}
		for n, c := range name {
			r += r * x[n] * float64(c)
			st.Hits++
			fmt.Fprintln(w, "letter", st.Hits)
		}
		for _, m := range marks {
			r += x[st.Idx[m%3]] * r * float64(st.N)
		}
	}
	return r * float64(st.N)
}

// Letters has active code in a loop over a string.
//
//pardiff:grad
//pardiff:vjp
//pardiff:jvp
func Letters(x []float64, text string) (r float64) {
	for i, c := range text {
		if c == '.' {
			break
		}
		r += r*x[i%len(x)] + x[int(c)%len(x)]*float64(i+1)
	}
	for i := range text[1:] {
		if i%2 == 1 {
			continue
		}
		r += x[i%len(x)] * x[0]
	}
	for range text {
		r *= x[1]
	}
	n := 0
	var c rune
	for n, c = range strings.ToUpper(text) {
		r += x[0] * float64(c)
	}
	return r * x[n%len(x)] * float64(c)
}

// Drawn has lists that source text makes, in a loop.
//
//pardiff:grad
//pardiff:jvp
func Drawn(x []float64, m map[int]bool) (r float64) {
	for i, v := range x {
		for _, k := range slices.Sorted(keysOf(m)) {
			r += r*x[k]*v + x[i]
		}
		m[i] = true
	}
	return r
}

func keysOf(m map[int]bool) iter.Seq[int] {
	return func(yield func(int) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}
