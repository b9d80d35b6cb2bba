package pointers

// A Norm has a float beside a slice.
type Norm struct {
	Gain  float64
	Shift []float64
	Pair  [2]float32
}

// A Layer may have a norm, and has two more inside its parts.
type Layer struct {
	W    []float64
	Bias float64
	Norm *Norm
	In   struct {
		Norm *Norm
		K    float64
		Two  [2]*Norm
	}
}

// A Network is made of layers.
type Network struct {
	Layers []Layer
	Norms  []*Norm
}

func (n *Norm) apply(x float64) float64 {
	if n == nil {
		return x
	}
	return x*n.Gain + n.Shift[0] + float64(n.Pair[0]*n.Pair[1])
}

// Apply goes through the layers, with floats behind pointers in them.
//
//pardiff:vjp
//pardiff:jvp
//pardiff:grad
func Apply(n *Network, x float64) float64 {
	for i := range n.Layers {
		l := &n.Layers[i]
		x = l.W[0]*x + l.Bias
		x = l.Norm.apply(x) * l.In.K
		x += l.In.Norm.apply(x) * 0.5
		x *= l.In.Two[1].apply(x)
		for _, m := range n.Norms {
			x = m.apply(x) * 0.7
		}
	}
	return x
}

// Refit changes what it goes through.
//
//pardiff:vjp
//pardiff:jvp
func Refit(layers []Layer, k float64) {
	for i := range layers {
		l := &layers[i]
		if l.Norm != nil {
			l.Norm.Gain *= k * l.W[0]
			l.Norm.Shift[0] += l.Norm.Gain
			l.Bias += l.Norm.Gain
		}
		l.In.Two[0].Gain = l.In.Two[1].Gain * l.Bias
		l.In.Two[1].Pair[0] *= 1.5
	}
}
