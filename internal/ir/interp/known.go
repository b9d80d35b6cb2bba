package interp

import (
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// known returns the function that a source text calls, for a few of the standard library with one argument,
// nil for other text.
func known(x *ir.Opaque) func(*Value) *Value {
	switch strings.Join(x.Parts, "$") {
	case "sort.Float64sAreSorted($)", "slices.IsSorted($)":
		return func(v *Value) *Value { return Bool(slices.IsSorted(v.AllFloats())) }
	}
	return nil
}
