package main

import (
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
)

// titles returns the heads of the columns.
func titles() []string {
	return []string{
		"primal", "1 worker", fmt.Sprintf("%d workers", runtime.GOMAXPROCS(0)), "by hand", "C", "PyTorch",
	}
}

// A comparison is a column of ratios: the time of column over that of under.
type comparison struct {
	title       string
	over, under int
}

func comparisons() []comparison {
	return []comparison{
		{"1/primal", oneWorker, primal},
		{"1/hand", oneWorker, byHand},
		{"1/C", oneWorker, inC},
		{"speed-up", oneWorker, allWorkers},
		{"PyTorch/all", inTorch, allWorkers},
	}
}

// ratio returns the median of the ratios within a round, NaN if a column is not there.
func (r row) ratio(c comparison) float64 {
	over, under := r.seconds[c.over], r.seconds[c.under]
	if len(over) == 0 || len(under) == 0 {
		return math.NaN()
	}
	v := make([]float64, len(over))
	for i := range v {
		v[i] = over[i] / under[i]
	}
	return median(v)
}

// median returns the median of v, which it sorts.
func median(v []float64) float64 { return quantile(v, 0.5) }

// quantile returns the quantile q of v, which it sorts and which must not be empty.
func quantile(v []float64, q float64) float64 {
	slices.Sort(v)
	at := q * float64(len(v)-1)
	low := int(at)
	high := min(low+1, len(v)-1)
	return v[low] + (at-float64(low))*(v[high]-v[low])
}

// geometricMean returns the geometric mean of the elements of v that are not NaN, or NaN.
func geometricMean(v []float64) float64 {
	sum, n := 0.0, 0
	for _, x := range v {
		if !math.IsNaN(x) {
			sum += math.Log(x)
			n++
		}
	}
	return math.Exp(sum / float64(n))
}

// writeTable prints times in milliseconds with their spreads, and ratios.
func writeTable(out io.Writer, rows []row) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	line := func(cells ...string) { fmt.Fprintln(w, strings.Join(cells, "\t")+"\t") }
	head := append([]string{"workload"}, titles()...)
	units := append([]string{"ms"}, make([]string, columns)...)
	for _, c := range comparisons() {
		head, units = append(head, c.title), append(units, "")
	}
	line(head...)
	line(units...)
	ratios := make([][]float64, len(comparisons()))
	for _, r := range rows {
		cells := []string{r.name}
		for _, s := range r.seconds {
			cells = append(cells, milliseconds(s))
		}
		for i, c := range comparisons() {
			v := r.ratio(c)
			ratios[i] = append(ratios[i], v)
			cells = append(cells, number(v))
		}
		line(cells...)
	}
	means := append([]string{"geometric mean"}, make([]string, columns)...)
	for _, v := range ratios {
		means = append(means, number(geometricMean(v)))
	}
	line(means...)
	return w.Flush()
}

// milliseconds formats the median of the seconds v and half the distance of their quartiles, in percent.
func milliseconds(v []float64) string {
	if len(v) == 0 {
		return "-"
	}
	v = slices.Clone(v)
	m := median(v)
	spread := (quantile(v, 0.75) - quantile(v, 0.25)) / 2
	return fmt.Sprintf("%.3g ±%.0f%%", 1e3*m, 100*spread/m)
}

func number(v float64) string {
	if math.IsNaN(v) {
		return "-"
	}
	return fmt.Sprintf("%.2f", v)
}
