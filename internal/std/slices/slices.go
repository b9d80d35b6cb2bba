// Package slices has what gradients see of the standard library's package slices.
package slices

// Ordered are the types with an order.
type Ordered interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64 | ~string
}

// Max returns the largest element of x, NaN if there is one. It panics if x is empty.
func Max[S ~[]E, E Ordered](x S) E {
	if len(x) < 1 {
		panic("slices.Max: empty list")
	}
	m := x[0]
	for i := 1; i < len(x); i++ {
		m = max(m, x[i])
	}
	return m
}

// Min returns the smallest element of x, NaN if there is one. It panics if x is empty.
func Min[S ~[]E, E Ordered](x S) E {
	if len(x) < 1 {
		panic("slices.Min: empty list")
	}
	m := x[0]
	for i := 1; i < len(x); i++ {
		m = min(m, x[i])
	}
	return m
}

// Reverse reverses the order of the elements of s.
func Reverse[S ~[]E, E any](s S) {
	for i := 0; i < len(s)/2; i++ {
		s[i], s[len(s)-1-i] = s[len(s)-1-i], s[i]
	}
}

// Clone returns a copy of s, nil for nil.
func Clone[S ~[]E, E any](s S) S { return append(s[:0:0], s...) }

// Equal says whether both slices have the same elements. A NaN equals nothing.
func Equal[S ~[]E, E comparable](s1, s2 S) bool {
	if len(s1) != len(s2) {
		return false
	}
	for i := range s1 {
		if s1[i] != s2[i] {
			return false
		}
	}
	return true
}

// Repeat returns a new slice that is x count times. It panics if count is negative.
func Repeat[S ~[]E, E any](x S, count int) S {
	if count < 0 {
		panic("cannot be negative")
	}
	out := make(S, len(x)*count)
	for i := range count {
		copy(out[i*len(x):(i+1)*len(x)], x)
	}
	return out
}

// Concat returns a new slice with the elements of all, nil if there is none.
func Concat[S ~[]E, E any](all ...S) S {
	var out S
	for _, s := range all {
		out = append(out, s...)
	}
	return out
}

// Insert returns s with the values v before element i. It panics if there is no such place.
func Insert[S ~[]E, E any](s S, i int, v ...E) S {
	n, m := len(s), len(v)
	_ = s[i:]
	w := append(S(nil), v...)
	s = append(s, w...)
	for k := n - 1; k >= i; k-- {
		s[k+m] = s[k]
	}
	for k := range w {
		s[i+k] = w[k]
	}
	return s
}

// Delete returns s without its elements from i to j. It panics if there are no such elements.
func Delete[S ~[]E, E any](s S, i, j int) S {
	n := len(s)
	_ = s[i:j:n]
	for k := j; k < n; k++ {
		s[i+k-j] = s[k]
	}
	clear(s[n-(j-i):])
	return s[:n-(j-i)]
}

// Grow returns s. It panics if n is negative.
func Grow[S ~[]E, E any](s S, n int) S {
	if n < 0 {
		panic("cannot be negative")
	}
	return append(s, s[:0]...)
}

// Clip returns s.
func Clip[S ~[]E, E any](s S) S { return s[:len(s):len(s)] }
