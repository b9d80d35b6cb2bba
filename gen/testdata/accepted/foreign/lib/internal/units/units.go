// Package units is internal to lib.
package units

// Scale cannot be named outside lib.
const Scale = 2.0

// Scaled is not called outside lib.
func Scaled(x float64) float64 { return x * Scale }
