package slices

// Sort puts x in order, NaNs first.
func Sort[S ~[]E, E Ordered](x S) {
	permute(x, order(len(x), func(i, j int) bool { return less(x[i], x[j]) }))
}

// SortStableFunc puts x in the order that cmp says; equal elements keep theirs.
func SortStableFunc[S ~[]E, E any](x S, cmp func(a, b E) int) {
	permute(x, order(len(x), func(i, j int) bool { return cmp(x[i], x[j]) < 0 }))
}

// permute gives x[i] the value of x[perm[i]], for all i at once.
func permute[S ~[]E, E any](x S, perm []int) {
	old := make(S, len(x))
	copy(old, x)
	for i := range x {
		x[i] = old[perm[i]]
	}
}

// order returns the indices below n in the order that less says, equal ones as they are. It merges runs of twice the
// length each time.
func order(n int, less func(i, j int) bool) []int {
	perm, merged := make([]int, n), make([]int, n)
	for i := range perm {
		perm[i] = i
	}
	for run := 1; run < n; run *= 2 {
		for from := 0; from < n; from += 2 * run {
			mid, end := min(from+run, n), min(from+2*run, n)
			i, j := from, mid
			for k := from; k < end; k++ {
				if j >= end || i < mid && !less(perm[j], perm[i]) {
					merged[k] = perm[i]
					i++
				} else {
					merged[k] = perm[j]
					j++
				}
			}
		}
		copy(perm, merged)
	}
	return perm
}
