package main

import "math"

// GMM returns the logarithm of the posterior density of a Gaussian mixture with the
// logarithmic weights alpha (k, up to a constant) and the means mu (k × d), given the points
// x (n × d). The inverse covariance of a component is QᵀQ; q (k × d) holds the logarithms of the
// diagonals of the lower triangular factors Q, l (k × d(d-1)/2) their strictly lower parts,
// column after column. Their prior is the Wishart distribution with d+m+1 degrees of
// freedom and the scale matrix I/gamma².
//
//pardiff:grad wrt=alpha,mu,q,l stop=top,topAlpha cuda
func GMM(d, k, n int, alpha, mu, q, l, x []float64, gamma float64, m int) float64 {
	nl := d * (d - 1) / 2
	diag := make([]float64, k*d)
	sumQ := make([]float64, k)
	for j := range k {
		sum := 0.0
		for c := range d {
			sum += q[j*d+c]
			diag[j*d+c] = math.Exp(q[j*d+c])
		}
		sumQ[j] = sum
	}

	y := make([]float64, d) // Q·(x - mu)
	term := make([]float64, k)
	total := 0.0
	for i := range n {
		for j := range k {
			clear(y)
			sq := 0.0
			for c := range d {
				v := x[i*d+c] - mu[j*d+c]
				y[c] += diag[j*d+c] * v
				sq += y[c] * y[c] // the columns that follow leave y[c] as it is
				start := j*nl + c*(2*d-c-1)/2
				below := y[c+1:]
				for r, e := range l[start : start+d-c-1] {
					below[r] += e * v
				}
			}
			term[j] = alpha[j] + sumQ[j] - 0.5*sq
		}
		// The shift by the largest term cancels: its derivative is 0.
		top := largest(term)
		total += top + math.Log(sumExp(term, top))
	}
	topAlpha := largest(alpha)
	total -= float64(n) * (topAlpha + math.Log(sumExp(alpha, topAlpha)))

	prior := 0.0
	for j := range k {
		frobenius := sumSquares(diag[j*d:(j+1)*d]) + sumSquares(l[j*nl:(j+1)*nl])
		prior += float64(m)*sumQ[j] - 0.5*gamma*gamma*frobenius
	}
	const logTau = 1.8378770664093454835606594728112352797 // log(2π)
	return total - 0.5*float64(n*d)*logTau + prior + float64(k)*logWishart(d, m, gamma)
}

// logWishart returns the logarithm of the constant factor of the Wishart density with d+m+1
// degrees of freedom and the scale matrix I/gamma² in d dimensions.
func logWishart(d, m int, gamma float64) float64 {
	df := float64(d + m + 1)
	c := df*float64(d)*(math.Log(gamma)-0.5*math.Ln2) - 0.25*float64(d*(d-1))*math.Log(math.Pi)
	for j := range d {
		lg, _ := math.Lgamma(0.5 * (df - float64(j)))
		c -= lg
	}
	return c
}

func sumSquares(v []float64) float64 {
	s := 0.0
	for _, e := range v {
		s += e * e
	}
	return s
}

func largest(v []float64) float64 {
	m := v[0]
	for _, e := range v[1:] {
		m = max(m, e)
	}
	return m
}

func sumExp(v []float64, shift float64) float64 {
	s := 0.0
	for _, e := range v {
		s += math.Exp(e - shift)
	}
	return s
}
