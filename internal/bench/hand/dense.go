package hand

import "math"

// Dense is the gradient of the dense layer of package example/dense.
type Dense struct{ dz []float64 }

// Grad is dense.LossGrad. It keeps the derivatives of the loss with respect to the sums inside the
// tanh, batch × out numbers.
func (d *Dense) Grad(w, b, x, want []float64, in, out int, wAdj, bAdj, xAdj []float64) float64 {
	batch := len(x) / in
	d.dz = grow(d.dz, batch*out)
	loss := 0.0
	scale := 1 / float64(batch)
	unit := func(s, o int, z float64) {
		y := math.Tanh(z)
		r := y - want[s*out+o]
		loss += 0.5 * r * r
		d.dz[s*out+o] = r * (1 - y*y) * scale
	}
	clear(xAdj)
	// Four rows of weights at a time stay in the cache for all samples, for the values and for the
	// adjoints of x.
	o := 0
	for ; o+4 <= out; o += 4 {
		w0, w1, w2, w3 := row(w, o, in), row(w, o+1, in), row(w, o+2, in), row(w, o+3, in)
		for s := range batch {
			z0, z1, z2, z3 := dot4(row(x, s, in), w0, w1, w2, w3)
			unit(s, o, z0+b[o])
			unit(s, o+1, z1+b[o+1])
			unit(s, o+2, z2+b[o+2])
			unit(s, o+3, z3+b[o+3])
			dz := d.dz[s*out+o:][:4]
			axpy4(dz[0], dz[1], dz[2], dz[3], w0, w1, w2, w3, row(xAdj, s, in))
		}
	}
	for ; o < out; o++ {
		for s := range batch {
			unit(s, o, dot(row(x, s, in), row(w, o, in))+b[o])
			axpy(d.dz[s*out+o], row(w, o, in), row(xAdj, s, in))
		}
	}
	for o := range out {
		bAdj[o] = d.weights(x, in, out, batch, o, row(wAdj, o, in))
	}
	return loss * scale
}

// weights writes the adjoints of the weights of the output o and returns that of its bias.
func (d *Dense) weights(x []float64, in, out, batch, o int, wAdj []float64) (bAdj float64) {
	clear(wAdj)
	s := 0
	for ; s+4 <= batch; s += 4 {
		g0, g1, g2, g3 := d.dz[s*out+o], d.dz[(s+1)*out+o], d.dz[(s+2)*out+o], d.dz[(s+3)*out+o]
		bAdj += g0 + g1 + g2 + g3
		axpy4(g0, g1, g2, g3, row(x, s, in), row(x, s+1, in), row(x, s+2, in), row(x, s+3, in), wAdj)
	}
	for ; s < batch; s++ {
		g := d.dz[s*out+o]
		bAdj += g
		axpy(g, row(x, s, in), wAdj)
	}
	return bAdj
}
