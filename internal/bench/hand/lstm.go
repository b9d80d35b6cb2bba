package hand

import "math"

// LSTM is the gradient of the network of example/gradbench.
type LSTM struct {
	tape              []lstmCell
	pred              []float64 // the adjoints of the predictions of all steps
	hidden, cell      []float64
	hiddenAdj, cellAd []float64
}

// An lstmCell is what one cell keeps of one step.
type lstmCell struct {
	in, hidden, cell                float64 // before the step
	forget, ingate, outgate, change float64
	tanh                            float64 // of the new cell
}

// Grad is LSTMGrad, in the parameters of the function LSTM.
func (w *LSTM) Grad(l, c, b int, params, extra, state, seq, paramsAdj, extraAdj []float64) float64 {
	w.tape, w.pred = grow(w.tape, (c-1)*l*b), grow(w.pred, (c-1)*b)
	w.hidden, w.cell = grow(w.hidden, (l+1)*b), grow(w.cell, l*b)
	w.hiddenAdj, w.cellAd = grow(w.hiddenAdj, (l+1)*b), grow(w.cellAd, l*b)
	for i := range l {
		copy(row(w.hidden, i+1, b), row(state, 2*i, b))
		copy(row(w.cell, i, b), row(state, 2*i+1, b))
	}
	scale := -1 / float64((c-1)*b)
	total := 0.0
	for t := range c - 1 {
		in, inW := w.hidden[:b], extra[:b]
		for e, v := range row(seq, t, b) {
			in[e] = v * inW[e]
		}
		for i := range l {
			lstmLayer(row(params, i, 8*b), row(w.hidden, i, b), row(w.hidden, i+1, b), row(w.cell, i, b), w.tape[(t*l+i)*b:][:b])
		}
		total += lstmLoss(extra[b:], row(w.hidden, l, b), row(seq, t+1, b), row(w.pred, t, b), scale)
	}

	clear(paramsAdj)
	clear(extraAdj)
	clear(w.hiddenAdj)
	clear(w.cellAd)
	for t := c - 2; t >= 0; t-- {
		last := w.tape[(t*l+l-1)*b:][:b]
		for e, g := range row(w.pred, t, b) {
			extraAdj[b+e] += g * last[e].outgate * last[e].tanh
			extraAdj[2*b+e] += g
			w.hiddenAdj[l*b+e] += g * extra[b+e]
		}
		for i := l - 1; i >= 0; i-- {
			lstmBack(row(params, i, 8*b), w.tape[(t*l+i)*b:][:b], row(w.hiddenAdj, i, b), row(w.hiddenAdj, i+1, b),
				row(w.cellAd, i, b), row(paramsAdj, i, 8*b))
		}
		for e, v := range row(seq, t, b) {
			extraAdj[e] += w.hiddenAdj[e] * v
			w.hiddenAdj[e] = 0
		}
	}
	return total * scale
}

// gates returns the weights of the four gates, or their biases.
func gates(p []float64, b int) (f, i, o, c []float64) {
	return row(p, 0, b), row(p, 1, b), row(p, 2, b), row(p, 3, b)
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// lstmLayer is one step of a layer.
func lstmLayer(p, in, hidden, cell []float64, tape []lstmCell) {
	b := len(tape)
	wf, wi, wo, wc := gates(p, b)
	bf, bi, bo, bc := gates(p[4*b:], b)
	in, hidden, cell = in[:b], hidden[:b], cell[:b]
	for e := range tape {
		t := &tape[e]
		t.in, t.hidden, t.cell = in[e], hidden[e], cell[e]
		t.forget = sigmoid(t.in*wf[e] + bf[e])
		t.ingate = sigmoid(t.hidden*wi[e] + bi[e])
		t.outgate = sigmoid(t.in*wo[e] + bo[e])
		t.change = math.Tanh(t.hidden*wc[e] + bc[e])
		cell[e] = t.cell*t.forget + t.ingate*t.change
		t.tanh = math.Tanh(cell[e])
		hidden[e] = t.outgate * t.tanh
	}
}

// lstmLoss returns the logarithm of the probability of want, and sets adj to scale times its derivatives with respect
// to the predictions. out holds weights and biases.
func lstmLoss(out, hidden, want, adj []float64, scale float64) float64 {
	b := len(adj)
	sum, along, weight := 2.0, 0.0, 0.0
	for e := range adj {
		y := hidden[e]*out[e] + out[b+e]
		v := math.Exp(y)
		adj[e] = v
		sum += v
		along += want[e] * y
		weight += want[e]
	}
	share := weight / sum
	for e, v := range adj {
		adj[e] = scale * (want[e] - share*v)
	}
	return along - weight*math.Log(sum)
}

// lstmBack is the adjoint of lstmLayer: hiddenAdj and cellAdj go from those after the step to those
// before it, and inAdj is added to.
func lstmBack(p []float64, tape []lstmCell, inAdj, hiddenAdj, cellAdj, pAdj []float64) {
	b := len(tape)
	wf, wi, wo, wc := gates(p, b)
	gwf, gwi, gwo, gwc := gates(pAdj, b)
	gbf, gbi, gbo, gbc := gates(pAdj[4*b:], b)
	inAdj, hiddenAdj, cellAdj = inAdj[:b], hiddenAdj[:b], cellAdj[:b]
	for e := range tape {
		t := &tape[e]
		h := hiddenAdj[e]
		c := cellAdj[e] + h*t.outgate*(1-t.tanh*t.tanh)
		cellAdj[e] = c * t.forget
		f := c * t.cell * t.forget * (1 - t.forget)
		i := c * t.change * t.ingate * (1 - t.ingate)
		o := h * t.tanh * t.outgate * (1 - t.outgate)
		g := c * t.ingate * (1 - t.change*t.change)
		gwf[e] += f * t.in
		gwi[e] += i * t.hidden
		gwo[e] += o * t.in
		gwc[e] += g * t.hidden
		gbf[e] += f
		gbi[e] += i
		gbo[e] += o
		gbc[e] += g
		inAdj[e] += f*wf[e] + o*wo[e]
		hiddenAdj[e] = i*wi[e] + g*wc[e]
	}
}
