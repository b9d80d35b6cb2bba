package transforms

import (
	"testing"

	"example.com/accepted/gradcheck"
)

// TestTransforms compares derivatives of products of small matrices with finite differences. That the package compiles is part of it:
// the compiler of Go 1.26 ends with an internal error where a loop sets the diagonal of an array of arrays to zero that nobody reads.
func TestTransforms(t *testing.T) {
	link := [][3]float64{{0.5, 1, 2}, {-1, 0.7, 0.1}, {0.3, 0.2, -0.6}, {1, 1, 0.4}}
	gradcheck.VJP(t, Reach, ReachVJP, link, [3]float64{1, 2, 3})
	gradcheck.JVP(t, Reach, ReachJVP, link, [3]float64{1, 2, 3})
}
