// Package gather has the two basic indirect accesses: a histogram, which adds to cells that data choose, and a
// table look-up, which reads them. Each is the adjoint of the other.
package gather

//go:generate go tool pardiffgen

// ChiSquare returns Pearson's statistic of a weighted histogram: weight[i] counts in the bin bin[i], and
// the sum of (count - want)²/want over the bins is returned. bin must be as long as weight and hold subscripts of want.
//
//pardiff:grad wrt=weight cuda
func ChiSquare(weight []float64, bin []int, want []float64) float64 {
	count := make([]float64, len(want))
	for i, w := range weight {
		count[bin[i]] += w
	}
	sum := 0.0
	for j, c := range count {
		d := c - want[j]
		sum += d * d / want[j]
	}
	return sum
}

// Misfit returns half the sum of squared differences between observations and the
// table's entries that they belong to: observation i belongs to the entry idx[i]. idx must be
// as long as obs and hold subscripts of table.
//
//pardiff:grad wrt=table cuda
func Misfit(table []float64, idx []int, obs []float64) float64 {
	sum := 0.0
	for i, o := range obs {
		d := table[idx[i]] - o
		sum += 0.5 * d * d
	}
	return sum
}
