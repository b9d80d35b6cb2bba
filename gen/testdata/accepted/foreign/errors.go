package foreign

import "example.com/accepted/foreign/lib"

// Checked may fail with an error of lib.
//
//pardiff:grad
//pardiff:jvp
func Checked(x float64, n int) (float64, error) { return lib.Checked(x, n) }
