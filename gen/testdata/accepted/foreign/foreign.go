// Package foreign has functions that call helpers of another package, which make use of what that does not export.
package foreign

import "example.com/accepted/foreign/lib"

// libCoef has the name that the copy of lib's coef would have.
const libCoef = 3

// Tables reads tables of lib.
//
//pardiff:grad
//pardiff:jvp
func Tables(x float64) float64 { return lib.Poly(x) + lib.Gauss(x)*lib.Rows(x) }
