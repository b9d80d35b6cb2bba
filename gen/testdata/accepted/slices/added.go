package slices

// Axpy adds a multiple of x to y.
//
//pardiff:vjp
//pardiff:jvp
func Axpy(y, x []float64, a float64) {
	for i := range y {
		y[i] += a * x[i]
	}
}

// Subtracted returns a sum of what it has changed, by a helper and in two ways.
//
//pardiff:jvp
func Subtracted(y, z, x []float64, a float64) (s float64) {
	addTo(y, x)
	for i := 0; i < len(z); i++ {
		z[i] = x[i]*a + z[i]
	}
	for i := range y {
		y[i] -= a * z[i]
		s += y[i] * z[i]
	}
	return s
}

func addTo(y, x []float64) {
	for i := range y {
		y[i] += x[i] * x[i]
	}
}

// Buffers are two slices.
type Buffers struct{ U, V []float64 }

func (p *Buffers) turn() { p.U, p.V = p.V, p.U }

// Lengthened appends to a copy of a slice that has changed places, whose length the reverse sweep needs as it was.
//
//pardiff:vjp
//pardiff:jvp
func (p *Buffers) Lengthened(k float64, n int) float64 {
	p.turn()
	u := append([]float64(nil), p.U...)
	u = append(u, k*k)
	u = append(u, k*u[0])
	r := 0.0
	for i := 0; i < n && r < 9; i++ {
		r += u[i%len(u)] * k
	}
	return r
}
