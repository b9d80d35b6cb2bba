package main

// ODE sets y to the solution at time 2 of y₀' = x₀, yᵢ' = xᵢ·yᵢ₋₁ with y(0) = 0, by s steps of
// the classical Runge-Kutta method. y must be as long as x; what it holds before is not read.
//
//pardiff:vjp
func ODE(x []float64, s int, y []float64) {
	n := len(x)
	k1 := make([]float64, n)
	k2 := make([]float64, n)
	k3 := make([]float64, n)
	k4 := make([]float64, n)
	at := make([]float64, n)
	h := 2 / float64(s)
	w := h / 6
	clear(y)
	for range s {
		slope(k1, x, y)
		advance(at, y, h/2, k1)
		slope(k2, x, at)
		advance(at, y, h/2, k2)
		slope(k3, x, at)
		advance(at, y, h, k3)
		slope(k4, x, at)
		for i := range n {
			y[i] += w * (k1[i] + 2*k2[i] + 2*k3[i] + k4[i])
		}
	}
}

// slope sets z to the right side of the equation at y.
func slope(z, x, y []float64) {
	z[0] = x[0]
	for i := 1; i < len(z); i++ {
		z[i] = x[i] * y[i-1]
	}
}

// advance sets z to y + h·k.
func advance(z, y []float64, h float64, k []float64) {
	for i := range z {
		z[i] = y[i] + h*k[i]
	}
}
