package main

import "math"

//go:generate go tool pardiffgen

// LSE returns the logarithm of the sum of the exponentials of x, which must not be empty.
//
//pardiff:grad stop=top
func LSE(x []float64) float64 {
	// The shift by the largest element cancels: its derivative is 0.
	top := x[0]
	for _, v := range x {
		top = max(top, v)
	}
	sum := 0.0
	for _, v := range x {
		sum += math.Exp(v - top)
	}
	return top + math.Log(sum)
}
