package main

import "math"

// LSTM returns the mean loss of predicting each row of a sequence from the rows before it, by
// a network of l layers of b cells with diagonal weight matrices.
//
//	params  l × 2 × 4 × b  for each layer the weights, then the biases, of the
//	                       forget, input, output and change gates
//	extra   3 × b          input weights, output weights, output biases
//	state   l × 2 × b      for each layer the initial hidden values, then the cells
//	seq     c × b          the sequence, c >= 2
//
//pardiff:grad wrt=params,extra
func LSTM(l, c, b int, params, extra, state, seq []float64) float64 {
	inW, outW, outB := extra[:b], extra[b:2*b], extra[2*b:3*b]
	// Row 0 of hidden is the network's input, row i+1 the output of layer i.
	hidden := make([]float64, (l+1)*b)
	cell := make([]float64, l*b)
	for i := range l {
		copy(hidden[(i+1)*b:(i+2)*b], state[2*i*b:(2*i+1)*b])
		copy(cell[i*b:(i+1)*b], state[(2*i+1)*b:(2*i+2)*b])
	}
	pred := make([]float64, b)
	total := 0.0
	for t := range c - 1 {
		for i := range b {
			hidden[i] = seq[t*b+i] * inW[i]
		}
		for i := range l {
			layer(params[8*i*b:8*(i+1)*b], hidden[i*b:(i+1)*b], hidden[(i+1)*b:(i+2)*b], cell[i*b:(i+1)*b])
		}
		sum := 2.0
		for i := range b {
			pred[i] = hidden[l*b+i]*outW[i] + outB[i]
			sum += math.Exp(pred[i])
		}
		norm := math.Log(sum)
		for i := range b {
			total += seq[(t+1)*b+i] * (pred[i] - norm)
		}
	}
	return -total / float64((c-1)*b)
}

// layer feeds in to one layer with the parameters p and updates its hidden values and cells.
func layer(p, in, hidden, cell []float64) {
	b := len(in)
	w, bias := p[:4*b], p[4*b:]
	for i := range b {
		forget := sigmoid(in[i]*w[i] + bias[i])
		ingate := sigmoid(hidden[i]*w[b+i] + bias[b+i])
		outgate := sigmoid(in[i]*w[2*b+i] + bias[2*b+i])
		change := math.Tanh(hidden[i]*w[3*b+i] + bias[3*b+i])
		cell[i] = cell[i]*forget + ingate*change
		hidden[i] = outgate * math.Tanh(cell[i])
	}
}

func sigmoid(x float64) float64 {
	return 1 / (1 + math.Exp(-x))
}
