package nils

// Affine has an optional offset.
func Affine(w, b []float64, x float64) (r float64) {
	for i := range w {
		r += w[i] * x
	}
	if b == nil {
		return r * r
	}
	for i := range b {
		r += b[i] * x * x
	}
	return r
}

//pardiff:rule for=Affine
func affineRule(w, b []float64, x, rAdj float64, wAdj, bAdj []float64, xAdj *float64) float64 {
	s, d := 0.0, 0.0
	for i := range w {
		s += w[i]
	}
	if b == nil {
		rAdj *= 2 * s * x
	}
	for i := range b {
		d += 2 * b[i] * x
		if bAdj != nil {
			bAdj[i] += rAdj * x * x
		}
	}
	for i := range wAdj {
		wAdj[i] += rAdj * x
	}
	if xAdj != nil {
		*xAdj += rAdj * (s + d)
	}
	return Affine(w, b, x)
}

// Use calls a rule with slices that it writes afterwards.
//
//pardiff:vjp
func Use(w, b, x []float64) (r float64) {
	for i := range x {
		r += Affine(w, b, x[i])
		for j := range w {
			w[j] *= x[i]
		}
		for j := range b {
			b[j] *= r
		}
	}
	r += Affine(w, b, r)
	for j := range w {
		w[j] *= r
	}
	for j := range b {
		b[j] *= r
	}
	return r
}

// Deep calls itself with a number that it writes, where there is one, and with rows.
//
//pardiff:vjp
func Deep(q *float64, h [][]float64, n int, k float64) (r float64) {
	r = k
	if q != nil {
		*q *= r * 0.5
		r += *q
	}
	for i := range h {
		if h[i] == nil {
			r *= k
		}
		for j := range h[i] {
			h[i][j] *= r
			r += h[i][j]
		}
	}
	if q != nil && n > 0 {
		r += Deep(q, h, n-1, k*0.9)
		*q *= k
	}
	return r
}

// Asked reads only, so its calls of itself pass pointers that may be nil.
//
//pardiff:vjp
func Asked(q *float64, v *V, n int, k float64) (r float64) {
	r = k
	if q != nil {
		r += *q * k
	}
	if v != nil {
		r *= v.X
		for _, w := range v.W {
			r += w * r
		}
	}
	if n > 0 {
		r *= Asked(q, v, n-1, r) * Asked(q, v, n-2, k)
	}
	return r
}
