package main

import "math"

// KMeans returns the sum over the points of the squared distance to the nearest centroid. The
// points and the centroids have d numbers each, one after the other.
//
//pardiff:grad wrt=centroids
func KMeans(d int, points, centroids []float64) float64 {
	n := len(points) / d
	k := len(centroids) / d
	cost := 0.0
	for i := range n {
		p := points[i*d : (i+1)*d]
		nearest := math.Inf(1)
		for j := range k {
			nearest = min(nearest, sqDist(p, centroids[j*d:(j+1)*d]))
		}
		cost += nearest
	}
	return cost
}

func sqDist(a, b []float64) float64 {
	s := 0.0
	for i, v := range a {
		e := v - b[i]
		s += e * e
	}
	return s
}
