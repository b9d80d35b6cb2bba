package foreign

import "example.com/accepted/foreign/lib"

// More reads tables of lib that Tables reads, in another file.
//
//pardiff:grad
func More(x []float64) (s float64) {
	for _, v := range x {
		s += lib.Poly(v) * libCoef
	}
	return s
}
