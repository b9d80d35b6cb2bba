// Rows that a helper returns, or nil, lie at different depths where it is inlined: the plan for them did not settle.
// right
package p

import "slices"

func F(x []float64, k float64, n int, a [][]float64) (float64, []float64) {
	if n > 3 {
		n = 3
	}
	s := 0.0
	ua := slices.Clone(x)
	ub := slices.Clone(x)
	uc := make([]float64, len(x))
	ua, uc = halves(ub, float64((3+n))*0.1)
	if len(uc) > 0 {
		uc[n%len(uc)] = 0.6 * (0.6 * (element(a, n, n)) * (element(a, (n + len(ua)), (0 + n)))) * (0.6 * (at(uc, 0)) * (mean(row(a, n))))
	}
	ub, ua = ua, ub
	t2 := [][]float64{slices.Clone(x), {-0.29, 0.5}}
	if len(ua) > 0 {
		ua = ua[1:]
	}
	for range n + 2 {
		if (n)%3 == 0 {
			ub, ua = ua, ub[:0]
		} else {
			if (mean(row(t2, (0*2))) + 0.1*float64(n)*0.1) > -0.21 {
				if len(ua) < 300 {
					ua = picked(ua, s)
				}
			}
		}
		s += 0.3 * 0.62
		if len(t2) > 0 {
			p, q := (n+3)%len(t2), n%len(t2)
			t2[p], t2[q] = t2[q], t2[p]
		}
	}
	if s < s {
		if len(t2) < 12 {
			t2 = append(t2, slices.Clone(x))
		}
		if len(uc) > 1 {
			uc = slices.Delete(uc, 0, 1+(n+1)%(len(uc)-1))
		}
		if len(uc) > 0 {
			uc[(1+1)%len(uc)] *= k
		}
	}
	if len(t2) > 0 {
		q := (n * 3) % len(t2)
		if len(t2[q]) > 0 {
			t2[q][0%len(t2[q])] *= 0.6 * (s) * (s)
		}
	}
	s += weighted(ua) * 0.4
	s += weighted(ub) * 0.9
	s += weighted(uc) * 0.7
	for _, q := range a {
		s += weighted(q)
	}
	return s, slices.Clone(x)
}
func halves(u []float64, k float64) ([]float64, []float64) {
	n := len(u)
	m := n / 2
	a, b := make([]float64, m), make([]float64, n-m)
	return b, a
}
func picked(u []float64, k float64) []float64 {
	n := len(u)
	r := make([]float64, 0, n)
	for i, v := range u {
		if i%2 == 0 {
			r = append(r, v*v*0.5)
		} else {
			r = append(r[:len(r)-1], v, k)
		}
	}
	return r
}

func at(u []float64, i int) float64 {
	if len(u) == 0 {
		return 0.3
	}
	return u[i%len(u)]
}
func mean(u []float64) (s float64) {
	for _, v := range u {
		s += v
	}
	return s / float64(1+len(u))
}
func weighted(u []float64) (s float64) {
	for i, v := range u {
		s += v * float64(i%5+1)
	}
	return s / float64(1+len(u))
}
func row(t [][]float64, i int) []float64 {
	if len(t) == 0 {
		return nil
	}
	return t[i%len(t)]
}
func element(t [][]float64, i, j int) float64 {
	if len(t) == 0 {
		return 0.1
	}
	r := t[i%len(t)]
	if len(r) == 0 {
		return 0.7
	}
	return r[j%len(r)]
}
