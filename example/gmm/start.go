package main

import "math"

// Start returns the parameters of a mixture of k components from which a fit to the points x
// can begin: the groups of the k-means algorithm, with the variances of each group.
func Start(x []float64, d, k int) []float64 {
	group := kMeans(x, d, k)
	theta := make([]float64, NumParams(d, k))
	mu := theta[k : k+k*d]
	q := theta[k+k*d : k+2*k*d]
	for j := range k {
		size := 0.0
		sum := make([]float64, d)
		sumSq := make([]float64, d)
		for i, g := range group {
			if g != j {
				continue
			}
			size++
			for c := range d {
				v := x[i*d+c]
				sum[c] += v
				sumSq[c] += v * v
			}
		}
		theta[j] = math.Log(size)
		for c := range d {
			mean := sum[c] / size
			mu[j*d+c] = mean
			q[j*d+c] = -0.5 * math.Log(sumSq[c]/size-mean*mean+1e-3)
		}
	}
	return theta
}

// kMeans returns the group of each point. It begins with points that are far from each other,
// so that its result depends on nothing but x.
func kMeans(x []float64, d, k int) []int {
	n := len(x) / d
	centres := append([]float64(nil), x[:d]...)
	for len(centres) < k*d {
		far := 0
		for i := range n {
			if distToNearest(x[i*d:(i+1)*d], centres) > distToNearest(x[far*d:(far+1)*d], centres) {
				far = i
			}
		}
		centres = append(centres, x[far*d:(far+1)*d]...)
	}
	group := make([]int, n)
	for range 20 {
		size := make([]float64, k)
		sum := make([]float64, k*d)
		for i := range n {
			p := x[i*d : (i+1)*d]
			g, _ := nearest(p, centres)
			group[i] = g
			size[g]++
			for c, v := range p {
				sum[g*d+c] += v
			}
		}
		for i := range centres {
			centres[i] = sum[i] / size[i/d]
		}
	}
	return group
}

// nearest returns the index of the centre nearest to p and its squared distance.
func nearest(p, centres []float64) (int, float64) {
	best, dist := 0, math.Inf(1)
	for j := range len(centres) / len(p) {
		s := 0.0
		for c, v := range p {
			e := v - centres[j*len(p)+c]
			s += e * e
		}
		if s < dist {
			best, dist = j, s
		}
	}
	return best, dist
}

func distToNearest(p, centres []float64) float64 {
	_, dist := nearest(p, centres)
	return dist
}
