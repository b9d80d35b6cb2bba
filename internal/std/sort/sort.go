// Package sort has what gradients see of the standard library's package sort.
package sort

// Search returns the smallest i in [0, n) at which f holds, n if there is none; from there on f holds.
func Search(n int, f func(int) bool) int {
	i, j := 0, n
	for i < j {
		h := (i + j) / 2
		if !f(h) {
			i = h + 1
		} else {
			j = h
		}
	}
	return i
}

// SearchFloat64s returns where in a, which is in order, x is or would be.
func SearchFloat64s(a []float64, x float64) int {
	i, j := 0, len(a)
	for i < j {
		h := (i + j) / 2
		if !(a[h] >= x) { // also of NaN
			i = h + 1
		} else {
			j = h
		}
	}
	return i
}

// Float64s puts x in order, NaNs first.
func Float64s(x []float64) {
	perm := order(len(x), func(i, j int) bool { return x[i] != x[i] && x[j] == x[j] || x[i] < x[j] })
	old := make([]float64, len(x))
	copy(old, x)
	for i := range x {
		x[i] = old[perm[i]]
	}
}

// Float64sAreSorted says whether x is in order.
func Float64sAreSorted(x []float64) bool {
	for i := len(x) - 1; i > 0; i-- {
		if x[i] != x[i] && x[i-1] == x[i-1] || x[i] < x[i-1] {
			return false
		}
	}
	return true
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
