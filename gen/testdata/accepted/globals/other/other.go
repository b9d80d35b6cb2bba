// Package other holds variables that another package reads.
package other

// A Setup is a table with what belongs to it.
type Setup struct {
	Rows  [][]float64
	Scale float64
	note  []float64
}

// Weights is read.
var Weights = []float64{2, 3, 5}

// Now may be nil.
var Now *Setup

// Note returns what only this package can name.
func (s *Setup) Note() []float64 { return s.note }
