package rows

func firsts(rows [][]float64, k float64) (s float64) {
	for len(rows) > 0 {
		s += rows[0][0] * k * float64(len(rows))
		rows = rows[1:]
	}
	return s
}

func scale(rows [][]float64, k float64) {
	for i, r := range rows {
		r[0] *= k
		if i%2 == 1 {
			rows[i] = rows[0]
		}
	}
}

func built(x []float64, n int) [][]float64 {
	var rows [][]float64
	for i := range n {
		rows = append(rows, []float64{x[i%len(x)] * x[0], float64(i)})
	}
	return rows
}

// PartsOf passes parts of a table to functions that cut their parameters, and write what they find.
//
//pardiff:grad
//pardiff:jvp
func PartsOf(x []float64, n int) float64 {
	rows := built(x, n)
	rows = append(rows, []float64{x[1], 2}, []float64{x[0], x[1]})
	s := firsts(rows, x[0]) * firsts(rows[1:], 2)
	for i, r := range rows[:n] {
		s += r[0] * float64(i+1)
	}
	rows = append(rows, []float64{s, 1})
	scale(rows[1:n+1], x[1])
	rest := rows[1:]
	for i := range rest {
		rest[i][0] += 0.1 * rows[i][0]
	}
	rest = rest[:len(rest)-1]
	rows = rows[2:]
	return s + firsts(rest, x[0]) + firsts(rows, x[1])
}

type heap struct{ rows [][]float64 }

func (h *heap) push(r ...float64) { h.rows = append(h.rows, r) }

func (h *heap) grown(rows [][]float64) (s float64) {
	n := len(rows)
	for i := range rows[:n/2] {
		s += rows[i][0] * float64(len(rows))
	}
	h.push(s, 1)
	return s * float64(n)
}

// Meanwhile pushes in a method what another name of the rows does not see.
//
//pardiff:grad
func Meanwhile(x []float64, n int) (s float64) {
	var h heap
	for i := range n {
		h.push(x[i%len(x)], x[0])
		s += h.grown(h.rows)
	}
	h.rows = h.rows[n/2:]
	for _, r := range h.rows {
		s += r[0] * r[1]
	}
	return s
}
