// Package softmax has the cross-entropy of a softmax, the loss of classifiers.
package softmax

import "math"

//go:generate go tool pardiffgen

// Loss returns the mean cross-entropy of the labels under the softmax of the scores. score holds a
// row of classes numbers for each label. It panics if the lengths do not fit.
//
//pardiff:grad stop=top cuda
func Loss(score []float64, label []int, classes int) float64 {
	if len(score) != len(label)*classes {
		panic("softmax: Loss: lengths do not fit together")
	}
	sum := 0.0
	for i, want := range label {
		row := score[i*classes : (i+1)*classes]
		// The shift by the largest score cancels: its derivative is 0.
		top := row[0]
		for _, z := range row {
			top = max(top, z)
		}
		norm := 0.0
		for _, z := range row {
			norm += math.Exp(z - top)
		}
		sum += top + math.Log(norm) - row[want]
	}
	return sum / float64(len(label))
}
