// Package facts has functions with facts about their arguments.
package facts

import "math"

// A CSR is a sparse matrix by rows.
type CSR struct {
	RowPtr, Col []int
	Val         []float64
}

// Mul returns the weighted sum of the elements of the product of m and x.
//
//pardiff:grad
//pardiff:vjp
//pardiff:jvp
//pardiff:assume monotone(m.RowPtr) within(m.Col,0,len(x))
func (m *CSR) Mul(x, w []float64) float64 {
	s := 0.0
	for i, wi := range w {
		for k := m.RowPtr[i]; k < m.RowPtr[i+1]; k++ {
			s += wi * m.Val[k] * x[m.Col[k]]
		}
	}
	return s
}

// Exps scatters exponentials.
//
//pardiff:vjp
//pardiff:assume injective(perm)
func Exps(x, y []float64, perm []int) {
	for i, v := range x {
		y[perm[i]] = math.Exp(v)
	}
}

// Picked sums up what is picked.
//
//pardiff:grad
//pardiff:jvp
//pardiff:assume injective(idx) unchecked
//pardiff:assume n>=2 len(x)==n disjoint(x,w)
func Picked[T float32 | float64](x, w []T, idx []int32, n int) T {
	var s T
	for k, i := range idx {
		s += x[i] * x[i] * w[k]
	}
	return s / T(n)
}
