package slices

// Index returns the index of the first element that equals v, or -1.
func Index[S ~[]E, E comparable](s S, v E) int {
	for i := range s {
		if v == s[i] {
			return i
		}
	}
	return -1
}

// IndexFunc returns the index of the first element for which f holds, or -1.
func IndexFunc[S ~[]E, E any](s S, f func(E) bool) int {
	for i := range s {
		if f(s[i]) {
			return i
		}
	}
	return -1
}

// Contains says whether an element equals v.
func Contains[S ~[]E, E comparable](s S, v E) bool { return Index(s, v) >= 0 }

// ContainsFunc says whether f holds for an element.
func ContainsFunc[S ~[]E, E any](s S, f func(E) bool) bool { return IndexFunc(s, f) >= 0 }

// BinarySearch returns where in x, which is in order, target is or would be, and whether it is there.
func BinarySearch[S ~[]E, E Ordered](x S, target E) (int, bool) {
	i, j := 0, len(x)
	for i < j {
		h := (i + j) / 2
		if less(x[h], target) {
			i = h + 1
		} else {
			j = h
		}
	}
	return i, i < len(x) && (x[i] == target || x[i] != x[i] && target != target)
}

// IsSorted says whether x is in order.
func IsSorted[S ~[]E, E Ordered](x S) bool {
	for i := len(x) - 1; i > 0; i-- {
		if less(x[i], x[i-1]) {
			return false
		}
	}
	return true
}

func less[E Ordered](x, y E) bool { return x != x && y == y || x < y }

// MaxFunc returns the first element than which none is larger, as cmp says. It panics if x is empty.
func MaxFunc[S ~[]E, E any](x S, cmp func(a, b E) int) E {
	if len(x) < 1 {
		panic("slices.MaxFunc: empty list")
	}
	m := x[0]
	for i := 1; i < len(x); i++ {
		if cmp(x[i], m) > 0 {
			m = x[i]
		}
	}
	return m
}

// MinFunc returns the first element than which none is smaller, as cmp says. It panics if x is empty.
func MinFunc[S ~[]E, E any](x S, cmp func(a, b E) int) E {
	if len(x) < 1 {
		panic("slices.MinFunc: empty list")
	}
	m := x[0]
	for i := 1; i < len(x); i++ {
		if cmp(x[i], m) < 0 {
			m = x[i]
		}
	}
	return m
}
