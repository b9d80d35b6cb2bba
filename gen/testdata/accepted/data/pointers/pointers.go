// Package pointers has pointers to all kinds of things.
package pointers

type S struct {
	A *float64
	B *[2]float64
	C **float64
}

//pardiff:vjp
func F(a, b *float64, s struct {
	P *float64
	Q *[2]float64
}, x *[]float64) float64 {
	*a *= *b
	p := s.P
	*p += *a * s.Q[1]
	q := &s.Q[0]
	*q *= *p
	for i := range *x {
		(*x)[i] *= *q
	}
	r := &(*x)[0]
	*r += *b
	return *a * *p * (*x)[1]
}
