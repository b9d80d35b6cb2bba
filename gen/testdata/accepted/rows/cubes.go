package rows

// Cube has rows of rows, made in one nest.
//
//pardiff:grad
//pardiff:jvp
func Cube(x []float64, n int) float64 {
	t := make([][][]float64, 2)
	for i := range t {
		t[i] = make([][]float64, n)
		for j := range t[i] {
			t[i][j] = make([]float64, 2)
		}
	}
	for i, v := range x {
		t[i%2][i%n][i%2] += v * v
	}
	s := 0.0
	for i := range t {
		for j := range t[i] {
			for k := range t[i][j] {
				s += t[i][j][k] * t[i][j][k] * x[j]
			}
		}
	}
	return s
}

// Ragged makes rows of rows of different lengths, anew in each step.
//
//pardiff:grad
//pardiff:jvp
//pardiff:grad name=RaggedSerial par=off
func Ragged(x []float64, steps int) float64 {
	s := 0.0
	for k := range steps {
		t := make([][][]float64, len(x))
		for i := range t {
			t[i] = make([][]float64, i+1)
			for j := range t[i] {
				t[i][j] = make([]float64, j+k+1)
				t[i][j][k] = x[j] * x[i]
			}
		}
		for i := range t {
			for j := range t[i] {
				for q := range t[i][j] {
					t[i][j][q] *= t[i][j][q] + x[q%len(x)]
				}
			}
		}
		for i := range t {
			for j := range t[i] {
				s += t[i][j][k] * t[i][len(t[i])-1][k]
			}
		}
	}
	return s
}

// Couple has two slices.
type Couple struct{ V, W []float64 }

// Couples makes the slices in structs in rows, in a loop after that of the rows.
//
//pardiff:grad
//pardiff:jvp
func Couples(x []float64) float64 {
	t := make([][]Couple, len(x))
	for i := range t {
		t[i] = make([]Couple, 3)
	}
	for i := range t {
		for j := range t[i] {
			t[i][j].V = make([]float64, 2)
			t[i][j].W = make([]float64, 3)
			t[i][j].W[j] = x[i]
		}
	}
	s := 0.0
	for i := range t {
		for j := range t[i] {
			t[i][j].V[1] = t[i][j].W[j] * t[0][j].W[j]
			s += t[i][j].V[1] * t[i][j].V[1]
		}
	}
	return s
}
