package main

import "math"

//go:generate go tool pardiffgen

// NumParams returns the length of theta for k components in d dimensions.
func NumParams(d, k int) int {
	return k + 2*k*d + k*d*(d-1)/2
}

// LogLik returns the log-likelihood of the points x under a mixture of k Gaussians
// in d dimensions.
//
// x holds one point after the other, d numbers each. theta holds, in this order,
//
//	alpha  k            logarithms of the weights, up to a common constant
//	mu     k × d        means
//	q      k × d        logarithms of the diagonals of the factors Q
//	l      k × d(d-1)/2 strictly lower parts of the factors, column after column
//
// where the inverse covariance of a component is QᵀQ with Q lower triangular. It panics
// if theta or x has another length.
//
//pardiff:grad wrt=theta stop=top,topAlpha cuda
func LogLik(theta, x []float64, d, k int) float64 {
	if len(theta) != NumParams(d, k) {
		panic("gmm: LogLik: wrong length of theta")
	}
	if len(x)%d != 0 {
		panic("gmm: LogLik: the length of x is no multiple of d")
	}
	n := len(x) / d
	nl := d * (d - 1) / 2
	alpha := theta[:k]
	mu := theta[k : k+k*d]
	q := theta[k+k*d : k+2*k*d]
	l := theta[k+2*k*d:]

	diag := make([]float64, k*d)
	logDet := make([]float64, k)
	for j := range k {
		sum := 0.0
		for c := range d {
			sum += q[j*d+c]
			diag[j*d+c] = math.Exp(q[j*d+c])
		}
		logDet[j] = sum
	}

	dx := make([]float64, d)
	qdx := make([]float64, d)
	term := make([]float64, k)
	total := 0.0
	for i := range n {
		xi := x[i*d : (i+1)*d]
		for j := range k {
			sub(dx, xi, mu[j*d:(j+1)*d])
			mulLower(qdx, diag[j*d:(j+1)*d], l[j*nl:(j+1)*nl], dx)
			term[j] = alpha[j] + logDet[j] - 0.5*sqNorm(qdx)
		}
		// The shift by the largest term has no influence on the sum: its derivative is 0.
		top := largest(term)
		total += top + math.Log(sumExp(term, top))
	}
	topAlpha := largest(alpha)
	norm := topAlpha + math.Log(sumExp(alpha, topAlpha))
	return total - float64(n)*(norm+0.5*float64(d)*math.Log(2*math.Pi))
}

// sub sets dst to a - b.
func sub(dst, a, b []float64) {
	for i := range dst {
		dst[i] = a[i] - b[i]
	}
}

// mulLower sets dst to Q·v, where Q has the diagonal diag and the strictly lower part l,
// column after column.
func mulLower(dst, diag, l, v []float64) {
	n := len(dst)
	for i := range n {
		dst[i] = diag[i] * v[i]
	}
	for j := range n {
		start := j*n - j*(j+1)/2 - j - 1
		for i := j + 1; i < n; i++ {
			dst[i] += l[start+i] * v[j]
		}
	}
}

// sqNorm returns the sum of the squares of v.
func sqNorm(v []float64) float64 {
	s := 0.0
	for _, e := range v {
		s += e * e
	}
	return s
}

// largest returns the largest element of v.
func largest(v []float64) float64 {
	m := v[0]
	for _, e := range v[1:] {
		m = max(m, e)
	}
	return m
}

// sumExp returns the sum of exp(e - shift) over the elements e of v.
func sumExp(v []float64, shift float64) float64 {
	s := 0.0
	for _, e := range v {
		s += math.Exp(e - shift)
	}
	return s
}
