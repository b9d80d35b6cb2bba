package src

// F scatters and multiplies by a sparse matrix. Facts that would have to be tested are of no use to kernels.
//
//pardiff:assume injective(perm)
//pardiff:assume monotone(rowptr) unchecked
func F(val, x, y, z []float64, rowptr, col, perm []int) {
	for i := range y {
		s := 0.0
		for k := rowptr[i]; k < rowptr[i+1]; k++ {
			s += val[k] * x[col[k]]
		}
		y[i] = s
	}
	for i := range x {
		z[perm[i]] = x[i] * x[i]
	}
}
