package main

import "math"

//go:generate go tool pardiffgen

// A Net is a network with one hidden layer of tanh units and a softmax output.
type Net struct {
	In, Hidden, Out int

	W1 []float64 // Hidden × In
	B1 []float64 // Hidden
	W2 []float64 // Out × Hidden
	B2 []float64 // Out
}

// NewNet returns a network of the given sizes whose weights are all zero.
func NewNet(in, hidden, out int) *Net {
	return &Net{
		In: in, Hidden: hidden, Out: out,
		W1: make([]float64, hidden*in), B1: make([]float64, hidden),
		W2: make([]float64, out*hidden), B2: make([]float64, out),
	}
}

// Loss returns the mean cross-entropy of the labels over the samples x (In numbers each),
// plus decay/2 times the sum of the squared weights. It panics if x does not hold
// len(label) samples.
//
//pardiff:grad wrt=net stop=top
func (net *Net) Loss(x []float64, label []int, decay float64) float64 {
	if len(x) != len(label)*net.In {
		panic("mlp: Loss: x and label do not fit together")
	}
	hidden := make([]float64, net.Hidden)
	score := make([]float64, net.Out)
	sum := 0.0
	for s, want := range label {
		dense(hidden, net.W1, net.B1, x[s*net.In:(s+1)*net.In])
		for j := range hidden {
			hidden[j] = math.Tanh(hidden[j])
		}
		dense(score, net.W2, net.B2, hidden)
		// The shift by the largest score cancels: its derivative is 0.
		top := score[0]
		for _, z := range score {
			top = math.Max(top, z)
		}
		norm := 0.0
		for _, z := range score {
			norm += math.Exp(z - top)
		}
		sum += top + math.Log(norm) - score[want]
	}
	return sum/float64(len(label)) + 0.5*decay*(sumSquares(net.W1)+sumSquares(net.W2))
}

// dense sets out to W·in + b, where W has a row for each element of out.
func dense(out, w, b, in []float64) {
	for o := range out {
		row := w[o*len(in) : (o+1)*len(in)]
		s := b[o]
		for i, v := range in {
			s += row[i] * v
		}
		out[o] = s
	}
}

func sumSquares(v []float64) float64 {
	s := 0.0
	for _, e := range v {
		s += e * e
	}
	return s
}
