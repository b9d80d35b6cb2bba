package rows

// BothHalves keeps rows.
//
//pardiff:vjp
//pardiff:jvp
func BothHalves(x []float64, k float64, steps int) float64 {
	n := len(x)
	b := make([]float64, 2*n)
	copy(b, x)
	rows := [][]float64{b[:n], b[n:]}
	for t := range steps {
		src, dst := rows[t%2], rows[(t+1)%2]
		for i := range src {
			dst[i] = src[i] * src[(i+1)%n] * k
		}
	}
	s := 0.0
	for _, v := range rows[1] {
		s += v
	}
	return s + rows[0][0]
}

// Overlapping has rows that overlap.
//
//pardiff:vjp
//pardiff:jvp
func Overlapping(x []float64, k float64, steps int) float64 {
	n := len(x)
	b := make([]float64, 2*n)
	copy(b, x)
	rows := [][]float64{b[:n], b[1 : n+1], b[n-1:]}
	for t := range steps {
		src, dst := rows[t%3], rows[(t+1)%3]
		for i := range n {
			dst[i] += src[i] * src[(i+1)%n] * k
		}
		b[t] *= 1.1
		rows[t%2][1] -= b[1]
	}
	s := 0.0
	for _, r := range rows {
		for i, v := range r {
			s += v * float64(i+1)
		}
	}
	return s + b[0]*b[n]
}

// ArgumentParts has parts of an argument.
//
//pardiff:vjp
//pardiff:jvp
func ArgumentParts(x []float64, k float64, steps int) {
	n := len(x) / 2
	rows := [][]float64{x[:n], x[n:]}
	for t := range steps {
		for i := range n {
			rows[t%2][i] += rows[(t+1)%2][i] * k
		}
		rows[0], rows[1] = rows[1], rows[0]
		x[0] *= k
	}
}

// Picked has rows of a matrix.
//
//pardiff:vjp
//pardiff:jvp
func Picked(m [][]float64, k float64, steps int) float64 {
	pick := [][]float64{m[0], m[2], m[0]}
	for t := range steps {
		for i := range pick[t%3] {
			pick[(t+1)%3][i] += pick[t%3][i] * k
		}
		m[2][1] *= 1.1
	}
	return pick[0][0] + pick[1][1]*m[0][1]
}

func scaleRow(r []float64, k float64) {
	for i := range r {
		r[i] *= k
	}
}

// HalvesInLoop gives rows to helpers, in a loop.
//
//pardiff:vjp
//pardiff:jvp
func HalvesInLoop(x []float64, k float64, steps int) float64 {
	s := 0.0
	for t := range steps {
		b := append([]float64{s}, x...)
		n := len(b) / 2
		halves := [][]float64{b[:n], b[n:]}
		for _, h := range halves {
			scaleRow(h, k)
			k *= h[0]
		}
		scaleRow(halves[t%2], 0.5)
		b[0] += halves[1][0]
		s += b[0] * halves[0][len(halves[0])-1] * b[len(b)-1]
	}
	return s
}
