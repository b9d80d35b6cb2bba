package inactive

// Grouped goes through lists in a map that it fills.
//
//pardiff:grad
//pardiff:vjp
//pardiff:jvp
func Grouped(x []float64, labels []string) (r float64) {
	groups := map[string][]int{}
	for i, l := range labels {
		groups[l] = append(groups[l], i)
	}
	for _, l := range []string{"a", "b", "c"} {
		mean := 0.0
		for _, i := range groups[l] {
			mean += x[i] / float64(len(groups[l]))
		}
		r += mean * mean
		for range groups[l] {
			r *= mean
		}
	}
	for _, i := range groups["a"] {
		r += x[i] * r
	}
	groups["a"][0] = 7 // the reverse sweep has what was there
	return r
}

// Spread goes through a graph, the neighbours of each place once.
//
//pardiff:grad
//pardiff:jvp
func Spread(x []float64, adj map[int][]int) (r float64) {
	seen := make([]bool, len(x))
	queue := []int{0}
	for len(queue) > 0 {
		u := queue[0]
		queue = queue[1:]
		for _, v := range adj[u] {
			if seen[v] {
				continue
			}
			seen[v] = true
			queue = append(queue, v)
			r += r*x[u] + x[u]*x[v]
		}
	}
	return r
}

// A Graph tells the neighbours of a place.
type Graph interface{ Neighbors(i int) []int }

// A ring gives memory that it writes again for the next call.
type ring struct {
	n   int
	buf []int
}

func (g *ring) Neighbors(i int) []int {
	g.buf = append(g.buf[:0], (i+1)%g.n, (i+g.n-1)%g.n)
	return g.buf
}

type set map[int]struct{}

func (s set) add(k int) bool {
	if _, ok := s[k]; ok {
		return false
	}
	s[k] = struct{}{}
	return true
}

// Edges goes through what a method of an interface returns.
//
//pardiff:grad
//pardiff:jvp
func Edges(x []float64, g Graph) (r float64) {
	seen := set{}
	for i := range x {
		for _, j := range g.Neighbors(i) {
			if seen.add(min(i, j)*len(x) + max(i, j)) {
				d := x[i] - x[j]
				r += d*d + r*x[i]
			}
		}
	}
	return r
}
