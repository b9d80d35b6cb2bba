package src

type Grid struct {
	N int
	H float32
}

// F smooths u a number of times and returns the sum of its squares: nests that are maps, a sum, a loop on the host with
// buffers that swap, and single precision.
func F(g Grid, u0 []float32, steps int) float32 {
	if len(u0) != g.N {
		panic("wrong length")
	}
	u, v := make([]float32, g.N), make([]float32, g.N)
	copy(u, u0)
	for range steps {
		for i := 1; i < g.N-1; i++ {
			v[i] = u[i] + g.H*(u[i-1]-2*u[i]+u[i+1])
		}
		u, v = v, u
	}
	s := float32(0)
	for _, x := range u {
		s += x * x
	}
	return s
}
