// Package nils holds functions that ask whether their arguments are nil, and write them.
package nils

// Layer scales its result where there is a state, which it updates in place.
//
//pardiff:vjp
//pardiff:jvp
func Layer(h []float64, k float64) (r float64) {
	r = k
	if h != nil {
		r *= k * 3
	}
	for i := range h {
		h[i] *= h[i] * k
	}
	return r
}

// Opt has an optional bias.
type Opt struct{ Bias, X []float64 }

// Run takes a remainder by the length of the bias where there is one.
//
//pardiff:vjp
//pardiff:jvp
func (o *Opt) Run(k float64) {
	for i := range o.X {
		if o.Bias != nil {
			o.X[i] += o.Bias[i%len(o.Bias)] * o.X[i]
			o.Bias[i%len(o.Bias)] *= k
		} else {
			o.X[i] *= k * o.X[i]
		}
	}
}

// Rows asks about rows, which it writes, and about the slice of them.
//
//pardiff:vjp
//pardiff:jvp
func Rows(a [][]float64, k float64) (r float64) {
	r = k
	for i := range a {
		if a[i] != nil {
			r *= k
		}
		for j := range a[i] {
			a[i][j] *= r
		}
		if len(a[i]) == 0 {
			r *= 0.5 * k
		}
	}
	if a == nil {
		r *= k * k
	}
	if a != nil && a[0] == nil {
		r *= 3 * k
	}
	return r
}

// update tells apart a state that is nil.
func update(h []float64, k float64) float64 {
	if h == nil {
		return k * k
	}
	for i := range h {
		h[i] *= k
	}
	return k * float64(len(h))
}

// Helper passes what may be nil, and nil.
//
//pardiff:grad
func Helper(x, h []float64, k float64) (r float64) {
	for _, v := range x {
		r += update(h, k)*v + update(nil, k)*r
	}
	return r
}

// Local asks about a part and about slices that the function makes.
//
//pardiff:vjp
//pardiff:jvp
func Local(h []float64, n int, k float64) (r float64) {
	r = k
	made := make([]float64, n)
	part := h[:len(h)/2]
	table := make([][]float64, 3)
	table[1] = make([]float64, n)
	for i := range table {
		if table[i] == nil {
			r *= k
		}
		if part != nil {
			r *= k
		}
		if made != nil {
			r *= k
		}
		table[i] = make([]float64, 1)
		for j := range part {
			part[j] *= r
			r += part[j]
		}
		r *= k + table[i][0]
	}
	return r
}

// Swapped asks about slices that change places.
//
//pardiff:vjp
//pardiff:jvp
func Swapped(u, v []float64, n int, k float64) (r float64) {
	r = k
	for range n {
		none := v == nil
		if u == nil {
			r *= k
		}
		for i := range u {
			u[i] *= k
			r += u[i]
		}
		u, v = v, u
		if none {
			r *= k * k
		}
	}
	return r
}

// SwappedRows asks about rows that change places.
//
//pardiff:vjp
//pardiff:jvp
func SwappedRows(a [][]float64, k float64) (r float64) {
	r = k
	for i := range a {
		if a[i] == nil {
			r *= k
		}
		if i > 0 && len(a[i]) == len(a[i-1]) {
			a[i], a[i-1] = a[i-1], a[i]
		}
		for j := range a[i] {
			a[i][j] *= r
		}
		if a[i] == nil {
			r *= k * k
		}
	}
	return r
}

// Down calls itself with a state that it writes before and after.
//
//pardiff:vjp
func Down(h []float64, n int, k float64) (r float64) {
	r = k
	if h == nil {
		r *= k
	}
	for i := range h {
		h[i] *= r
	}
	if n > 0 {
		r *= Down(h, n-1, k)
	}
	for i := range h {
		h[i] *= k
		r += h[i] * h[i]
	}
	return r
}

func sum(w ...float64) (s float64) {
	if w == nil {
		return 3
	}
	for _, v := range w {
		s += v
	}
	return s
}

// Fresh asks about slices that append and variadic calls make: of nil and nothing comes nil.
//
//pardiff:grad
//pardiff:jvp
func Fresh(x []float64, k float64) (r float64) {
	c := append([]float64(nil), x...)
	if c == nil {
		r += k
	}
	if c != nil {
		r += k * k * c[0]
	}
	if d := append([]float64{}, x...); d != nil {
		r += k * k
	}
	return r + sum()*k + sum(k, k) + sum(x...)*k
}

// Weighted has a default for a parameter that is nil.
//
//pardiff:grad
//pardiff:jvp
func Weighted(x, w []float64) float64 {
	if w == nil {
		w = make([]float64, len(x))
		for i := range w {
			w[i] = x[i] * x[0]
		}
		w[0] += 2
	}
	sum, norm := 0.0, 1.0
	for i, v := range w {
		sum += v * x[i] * x[i]
		norm += v
	}
	return sum / norm
}

// Filled goes on with slices that are made in a loop, and with names for those before them.
//
//pardiff:vjp
//pardiff:jvp
func Filled(x, w []float64, n int) float64 {
	v := w
	sum := 0.0
	for k := range n {
		w = make([]float64, len(x))
		w[0] = x[0] * float64(k+1)
		sum += w[0] * v[0]
		v = w
	}
	u := w
	w = make([]float64, len(x))
	u = w
	w[1] = x[1]
	return sum + u[1]*v[0]
}
