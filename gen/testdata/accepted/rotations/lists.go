package rotations

import "math"

// Frontier walks a graph, level by level.
//
//pardiff:vjp
//pardiff:jvp
func Frontier(w []float64, adj [][]int, start int) float64 {
	dist := make([]float64, len(adj))
	seen := make([]bool, len(adj))
	cur, next := []int{start}, []int{}
	seen[start] = true
	level := 1.0
	for len(cur) > 0 {
		for _, u := range cur {
			for _, v := range adj[u] {
				if !seen[v] {
					seen[v] = true
					dist[v] = dist[u]*level + w[u]*w[v]
					next = append(next, v)
				}
			}
		}
		level *= 0.9
		cur, next = next, cur[:0]
	}
	s := 0.0
	for _, d := range dist {
		s += d * d
	}
	return s
}

// Products shrinks a list by the products of neighbours.
//
//pardiff:vjp
//pardiff:jvp
func Products(x []float64, n int) float64 {
	cur := append([]float64(nil), x...)
	var next []float64
	s := 0.0
	for k := range n {
		next = next[:0]
		for i := 0; i+1 < len(cur); i++ {
			next = append(next, cur[i]*cur[i+1])
		}
		if k%2 == 0 && len(next) > 0 {
			next = append(next, next[0])
			next = append(next, cur...)
		}
		cur, next = next, cur
		for i, v := range cur {
			s += v * v * float64(i+1)
		}
		if len(next) > 1 {
			s *= next[1]
		}
	}
	return s
}

type particle struct {
	x, w float64
	n    int
}

// Resampled splits and kills particles.
//
//pardiff:vjp
//pardiff:jvp
func Resampled(x []float64, k float64, steps int) float64 {
	ps := make([]particle, 0, len(x))
	for i, v := range x {
		ps = append(ps, particle{v, 1, i})
	}
	var born []particle
	for t := range steps {
		for i := range ps {
			ps[i].x += k * math.Sin(ps[i].x)
			ps[i].w *= ps[i].x
			p := ps[i]
			if p.w < 0.2 {
				continue
			}
			born = append(born, p)
			if p.n%3 == t%3 {
				q := p
				q.w *= 0.5
				q.x *= 0.9
				born = append(born, q, q)
				born[len(born)-1].x += k
			}
		}
		ps, born = born, ps[:0]
	}
	s := 0.0
	for _, p := range ps {
		s += p.x * p.w * float64(p.n+1)
	}
	return s
}

type queues struct{ now, later, old []float64 }

func (q *queues) turn() { q.now, q.later, q.old = q.later, q.old[:0], q.now }

// Queues turns three lists in fields.
//
//pardiff:vjp
//pardiff:jvp
func Queues(x []float64, k float64, n int) float64 {
	q := queues{now: append([]float64(nil), x...)}
	s := 1.0
	for t := range n {
		for i := range q.now {
			q.later = append(q.later, q.now[i]*k+s)
			if i%2 == t%2 {
				q.old = append(q.old, q.later[len(q.later)-1]*q.now[0])
			}
			s += 0.1 * q.now[i] * q.now[i]
		}
		if t == 3 {
			q.later = nil
			q.later = append(q.later, s)
		}
		q.turn()
		s += 0.1 * float64(len(q.old))
	}
	for _, v := range q.now {
		s += v
	}
	for _, v := range q.old {
		s += v * v
	}
	return s
}

// Anew gives them new memory at times.
//
//pardiff:vjp
//pardiff:jvp
func Anew(x []float64, k float64, n int) float64 {
	a, b := []float64{k, x[0]}, []float64{x[1]}
	s := 0.0
	for t := range n {
		switch t % 4 {
		case 0:
			a = append(a, x[t%len(x)]*s, k)
		case 1:
			b = make([]float64, 2)
			b = append(b, s)
		case 2:
			a = []float64{s * k, x[0], a[0]}
		case 3:
			b = append(b, a...)
			a = a[1:]
		}
		if s < 3 {
			a, b = b, a
		}
		a[0] *= 1.1
		s += a[0]*b[len(b)-1] + a[len(a)-1]
	}
	return s
}

// Shrunk returns one.
//
//pardiff:vjp
func Shrunk(x []float64, n int) []float64 {
	cur := append([]float64(nil), x...)
	var next []float64
	for range n {
		for i := 0; i+1 < len(cur); i++ {
			next = append(next, cur[i]*cur[i+1])
		}
		cur, next = next, cur[:0]
	}
	return cur
}

// Pushed closes.
//
//pardiff:vjp
//pardiff:jvp
func Pushed(x []float64, n int) float64 {
	cur := append([]float64(nil), x...)
	var next []float64
	push := func(v float64) { next = append(next, v) }
	for range n {
		for i := 0; i+1 < len(cur); i++ {
			push(cur[i] * cur[i+1])
		}
		cur, next = next, cur[:0]
	}
	return cur[0]
}

// Thinned swaps elements and sorts.
//
//pardiff:vjp
//pardiff:jvp
func Thinned(x []float64, n int) float64 {
	cur := append([]float64(nil), x...)
	next := make([]float64, 0, 9)
	s := 0.0
	for t := range n {
		for i, v := range cur {
			if i != t%len(cur) {
				next = append(next, v*x[i%len(x)])
			}
		}
		if len(next) == 0 {
			break
		}
		copy(next[1:], next)
		next[0], next[len(next)-1] = next[len(next)-1], next[0]
		s += meanSquare(next) * meanSquare(cur[:1])
		cur, next = next, cur[:0]
	}
	return s + cur[0]
}

func meanSquare(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v * v
	}
	return s / float64(len(x))
}
