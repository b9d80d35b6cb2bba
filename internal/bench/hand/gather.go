package hand

// ChiSquare is the gradient of the histogram of package example/gather.
type ChiSquare struct{ count []float64 }

// Grad is gather.ChiSquareGrad. The counts become their adjoints in place.
func (w *ChiSquare) Grad(weight []float64, bin []int, want []float64, weightAdj []float64) float64 {
	w.count = grow(w.count, len(want))
	count := w.count
	clear(count)
	bin, weightAdj = bin[:len(weight)], weightAdj[:len(weight)]
	for i, v := range weight {
		count[bin[i]] += v
	}
	sum := 0.0
	for j, c := range count {
		d := c - want[j]
		r := d / want[j]
		sum += d * r
		count[j] = 2 * r
	}
	for i, j := range bin {
		weightAdj[i] = count[j]
	}
	return sum
}

// TableMisfit is the gradient of the table look-up of package example/gather.
type TableMisfit struct{}

// Grad is gather.MisfitGrad. Value and adjoint of a term are computed together.
func (TableMisfit) Grad(table []float64, idx []int, obs, tableAdj []float64) float64 {
	clear(tableAdj)
	tableAdj, idx = tableAdj[:len(table)], idx[:len(obs)]
	sum := 0.0
	for i, o := range obs {
		j := idx[i]
		d := table[j] - o
		sum += 0.5 * d * d
		tableAdj[j] += d
	}
	return sum
}
