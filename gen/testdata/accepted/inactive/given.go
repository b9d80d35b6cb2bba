package inactive

// listed may give nil.
func listed(m map[int]int, least int) []int {
	mu.Lock()
	defer mu.Unlock()
	if len(m) < least {
		return nil
	}
	out := make([]int, 0)
	for k := range 3 {
		if m[k] > 0 {
			out = append(out, k)
		}
	}
	return out
}

// Empty tells lists that are nil from those that are empty, in a loop.
//
//pardiff:grad
//pardiff:jvp
func Empty(x []float64, ms []map[int]int) (s float64) {
	for _, m := range ms {
		p := listed(m, 1)
		if p == nil {
			s += x[0] * x[0]
			continue
		}
		if len(p) == 0 {
			s += x[1]
		}
		for _, k := range p {
			s += s * x[k]
		}
	}
	return s
}

// Chosen has such lists in variables that are assigned again.
//
//pardiff:grad
//pardiff:jvp
func Chosen(x []float64, m map[int]int) (s float64) {
	p := listed(m, 1)
	if p == nil {
		return x[0] * x[0]
	}
	q := p
	if len(p) > 1 {
		q = listed(m, 3)
	}
	if q != nil {
		s = x[1] * x[1]
	}
	for _, k := range q {
		s += s * x[k]
	}
	p = append([]int{1}, p...)
	return s + x[len(p)-1]*x[0]
}

func emptied(x []float64, p []int) float64 {
	if p == nil {
		return x[0]
	}
	return x[len(p)] * x[1]
}

// Last keeps such a list from one iteration to the next, and passes one on.
//
//pardiff:grad
//pardiff:jvp
func Last(x []float64, ms []map[int]int) (s float64) {
	var last []int
	for i, m := range ms {
		p := listed(m, 1)
		s += emptied(x, p) * s
		if i%2 == 0 {
			last = listed(m, 2)
		}
		if last == nil {
			s += x[2] * x[2]
		}
		for _, k := range last {
			s += x[k]
		}
	}
	return s
}

type cell struct{ i, j int }

// Moved has structs in a map that is written between its reads.
//
//pardiff:grad
//pardiff:jvp
func Moved(x []float64, m map[int]cell) (s float64) {
	for i, v := range x {
		p := m[0]
		s += s*v*float64(p.j) + v*float64(p.i)
		m[0] = cell{p.i + i, p.j + 1}
		q, ok := m[i]
		m[i] = cell{7, q.j}
		if ok {
			s += s * v * float64(q.i+1) * float64(q.j)
		}
	}
	return s
}
