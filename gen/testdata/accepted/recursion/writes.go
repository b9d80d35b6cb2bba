package recursion

import "math"

//pardiff:vjp
//pardiff:jvp
func FFT(re, im []float64) {
	n := len(re)
	if n == 1 {
		return
	}
	h := n / 2
	ere, eim, ore, oim := make([]float64, h), make([]float64, h), make([]float64, h), make([]float64, h)
	for i := range h {
		ere[i], eim[i] = re[2*i], im[2*i]
		ore[i], oim[i] = re[2*i+1], im[2*i+1]
	}
	FFT(ere, eim)
	FFT(ore, oim)
	for k := range h {
		s, c := math.Sincos(-2 * math.Pi * float64(k) / float64(n))
		tr, ti := c*ore[k]-s*oim[k], c*oim[k]+s*ore[k]
		re[k], im[k] = ere[k]+tr, eim[k]+ti
		re[k+h], im[k+h] = ere[k]-tr, eim[k]-ti
	}
}

//pardiff:grad
//pardiff:jvp
func Scan(x []float64, k float64) float64 {
	prefix(x, k)
	prefix(x, k*k)
	s := 0.0
	for _, v := range x {
		s += v * v
	}
	return s
}
func prefix(x []float64, k float64) {
	if len(x) < 2 {
		return
	}
	h := len(x) / 2
	prefix(x[:h], k)
	x[h] *= x[h-1]
	prefix(x[h:], k*1.1)
	last := x[h-1]
	for i := h; i < len(x); i++ {
		x[i] += k * last * x[i]
	}
}

//pardiff:vjp
//pardiff:jvp
func VCycle(u, f []float64, w float64) {
	n := len(u)
	smooth(u, f, w)
	if n > 3 {
		m := n / 2
		r := make([]float64, m)
		e := make([]float64, m)
		for i := range m {
			j := 2*i + 1
			res := f[j] - 2*u[j] + u[j-1]
			if j+1 < n {
				res += u[j+1]
			}
			r[i] = 4 * res * w
		}
		VCycle(e, r, w*0.9)
		for i := range m {
			u[2*i+1] += e[i] * (1 + 0.1*u[2*i])
		}
	}
	smooth(u, f, w)
}
func smooth(u, f []float64, w float64) {
	for i := 1; i+1 < len(u); i++ {
		u[i] += w * (0.5*(u[i-1]+u[i+1]+f[i]) - u[i]*u[i]*0.1)
	}
}

//pardiff:grad
//pardiff:jvp
func Minors(a []float64, n int) float64 {
	if n == 1 {
		return a[0]
	}
	minor := make([]float64, (n-1)*(n-1))
	d, sign := 0.0, 1.0
	for c := range n {
		for i := 1; i < n; i++ {
			for j := 0; j < n-1; j++ {
				k := j
				if j >= c {
					k++
				}
				minor[(i-1)*(n-1)+j] = a[i*n+k]
			}
		}
		d += sign * a[c] * Minors(minor, n-1)
		sign = -sign
	}
	return d
}

//pardiff:vjp
//pardiff:jvp
func Sort(x []float64, k *float64) {
	if len(x) < 2 {
		return
	}
	p := x[len(x)/2]
	i, j := 0, len(x)-1
	for i <= j {
		for x[i] < p {
			i++
		}
		for x[j] > p {
			j--
		}
		if i <= j {
			x[i], x[j] = x[j], x[i]
			i++
			j--
		}
	}
	*k *= 1 + 0.01*p
	if j > 0 {
		Sort(x[:j+1], k)
	}
	if i < len(x) {
		Sort(x[i:], k)
	}
}

//pardiff:grad
//pardiff:jvp
func Mutual(x []float64, n int) float64 { there(x, n); return x[0] * x[1] }
func there(x []float64, n int) float64 {
	if n == 0 {
		return x[0]
	}
	x[0] *= x[1]
	r := back(x, n-1)
	x[1] += r * x[0]
	return r * x[0]
}
func back(x []float64, n int) float64 {
	if n == 0 {
		return x[1] * x[1]
	}
	x[1] = math.Sin(x[0]) + x[1]
	r := there(x, n-1)
	r += there(x, n-2+n%2) * 0.1
	x[0] += r * 0.1
	return r
}

//pardiff:vjp
//pardiff:jvp
func LU(a [][]float64, perm []int, k int) (d float64) {
	n := len(a)
	if k == n {
		return 1
	}
	perm[k] = k
	for i := k + 1; i < n; i++ {
		a[i][k] /= a[k][k]
		for j := k + 1; j < n; j++ {
			a[i][j] -= a[i][k] * a[k][j]
		}
	}
	d = a[perm[k]][k]
	return d * LU(a, perm, k+1)
}

//pardiff:vjp
//pardiff:jvp
func Turn(a *[3]float64, depth int) {
	for i := range a {
		a[i] *= 1 + 0.1*a[(i+1)%3]
	}
	for range 2 {
		if depth > 0 {
			Turn(a, depth-1)
		}
		a[0] += a[1] * 0.1
	}
	var b [3]float64
	b[0] = a[1]
	if depth == 1 {
		Turn(&b, 0)
	}
	a[2] += b[0]
}

//pardiff:grad
//pardiff:jvp
func Scratch(x, buf []float64, lo, hi int) float64 {
	if hi-lo == 1 {
		return x[lo] * x[lo]
	}
	m := (lo + hi) / 2
	l, r := Scratch(x, buf, lo, m), Scratch(x, buf, m, hi)
	for i := lo; i < hi; i++ {
		buf[i] = x[i] * l
	}
	s := 0.0
	for i := lo; i < hi; i++ {
		s += buf[i] * r * buf[lo]
	}
	return s
}
