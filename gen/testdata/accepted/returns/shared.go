package returns

func growLen(b []float64, n int) []float64 {
	if len(b) < n {
		b = make([]float64, n)
	}
	return b[:n]
}

// GrowLen grows a buffer by a helper.
//
//pardiff:vjp
//pardiff:jvp
func GrowLen(x []float64, n int) float64 {
	var buf []float64
	s := 0.0
	for k := range n {
		buf = growLen(buf, (k*2)%3+1)
		buf[0] += x[0] * x[k]
		for i := range buf {
			buf[i] += x[i] * x[k]
		}
		s += buf[0] * buf[len(buf)-1] * (s + 1)
	}
	return s
}

// SecondName makes it through a second name.
//
//pardiff:vjp
//pardiff:jvp
func SecondName(x []float64, n int) float64 {
	var buf []float64
	s := 0.0
	for k := range n {
		a := buf
		if a == nil {
			a = make([]float64, len(x))
			buf = a
		}
		a[k%3] += x[k%2] * x[k%5]
		buf[0] *= x[1]
		s += a[0] * a[2] * s
		s += buf[1]
	}
	return s
}

// OneOfWritten writes one of two locals.
//
//pardiff:vjp
//pardiff:jvp
func OneOfWritten(a, b []float64, n int) float64 {
	p, q := make([]float64, len(a)), make([]float64, len(b))
	for i := range p {
		p[i] = a[i] * a[i]
	}
	for i := range q {
		q[i] = b[i] * a[i]
	}
	u := oneOf(p, q, n)
	for i := range u {
		u[i] *= u[0] * a[1]
	}
	s := 0.0
	for i := range p {
		s += p[i] * q[i] * u[i]
	}
	return s
}

func step(u, v []float64, k int) ([]float64, []float64) {
	if k%2 == 0 {
		for i := range u {
			v[i] = u[i] * u[(i+1)%len(u)]
		}
		return v, u
	}
	for i := range u {
		u[i] += 0.5 * v[i] * u[i]
	}
	return u, v
}

// Steps exchanges slices or does not.
//
//pardiff:vjp
//pardiff:jvp
func Steps(x []float64, n int) float64 {
	u := make([]float64, len(x))
	copy(u, x)
	v := make([]float64, len(x))
	for k := range n {
		a, b := step(u, v, k)
		u[0] += a[0] * b[1]
	}
	return u[0]*u[1] + v[0]
}

// StepsAgain assigns what a helper returns in one order or the other.
//
//pardiff:vjp
//pardiff:jvp
func StepsAgain(x []float64, n int) float64 {
	u := make([]float64, len(x))
	copy(u, x)
	v := make([]float64, len(x))
	for k := range n {
		u, v = step(u, v, k)
		u[0] += v[1] * x[2]
	}
	return u[0]*u[1] + v[0]
}

// Demand exchanges slices that are made on demand.
//
//pardiff:vjp
//pardiff:jvp
func Demand(x []float64, n int) float64 {
	var cur, nxt []float64
	for range n {
		if cur == nil {
			cur = make([]float64, len(x))
			nxt = make([]float64, len(x)-1)
		}
		for i := range min(len(nxt), len(cur)) {
			nxt[i] = cur[i]*x[i] + x[i]
		}
		cur, nxt = nxt, cur
	}
	return cur[0]*cur[1] + nxt[0]
}

// DemandField is the same for fields.
//
//pardiff:vjp
//pardiff:jvp
func DemandField(x []float64, n int) float64 {
	var w struct{ cur, nxt []float64 }
	for range n {
		if w.cur == nil {
			w.cur = make([]float64, len(x))
			w.nxt = make([]float64, len(x))
		}
		for i := range x {
			w.nxt[i] = w.cur[i]*x[i] + x[i]
		}
		w.cur, w.nxt = w.nxt, w.cur
	}
	return w.cur[0] * w.cur[1]
}

// Either takes one or another local slice in branches, and writes it.
//
//pardiff:vjp
//pardiff:jvp
func Either(x []float64, n int) float64 {
	a := make([]float64, 3)
	b := []float64{x[0], x[1] * x[2]}
	for k := range n {
		u := a
		if k%2 == 1 {
			u = b
		}
		for i := range u {
			u[i] += x[i] * (u[0] + 1)
		}
		a[0] *= b[1]
	}
	return a[0]*b[0] + a[1]*b[1] + a[2]
}

// Longest keeps the longest of several lists that are changed later.
//
//pardiff:vjp
//pardiff:jvp
func Longest(x []float64, n int) float64 {
	best := make([]float64, 1)
	for k := range n {
		l := make([]float64, (k*k)%4)
		for i := range l {
			l[i] = x[i] * x[k]
		}
		if len(l) > len(best) {
			best = l
		}
		best[0] += x[k]
	}
	return best[0] * best[len(best)-1]
}

// TableBefore reads a table before it is assigned.
//
//pardiff:vjp
//pardiff:jvp
func TableBefore(x []float64, n int) float64 {
	s := 0.0
	var t [][]float64
	for i := range n {
		if t != nil {
			s += t[0][0] * t[1][i%2] * float64(i)
		}
		t = [][]float64{{x[0] * x[i]}, x[1:]}
	}
	return s
}

func square(a [][]float64, n int) ([][]float64, error) {
	if n > len(a) {
		return nil, ErrSize
	}
	b := make([][]float64, n)
	for i := range b {
		b[i] = make([]float64, n)
		for j := range b[i] {
			for k := range n {
				b[i][j] += a[i][k] * a[k][j]
			}
		}
	}
	return b, nil
}

// Square returns a matrix or nil, in a loop.
//
//pardiff:vjp
//pardiff:jvp
func Square(a [][]float64, n int) float64 {
	s := 1.0
	m := a
	for k := n; k > 0; k-- {
		q, err := square(m, k)
		if err != nil {
			s += a[0][0]
			continue
		}
		q[0][0] *= s
		s += q[0][0] * q[k-1][0]
		m = q
	}
	return s
}

func eitherMatrix(a, b [][]float64, n int) [][]float64 {
	if n > 1 {
		return a
	} else if n > 0 {
		return b
	}
	return nil
}

// EitherMatrix reads one of two.
//
//pardiff:vjp
//pardiff:jvp
func EitherMatrix(a, b [][]float64, n int) float64 {
	m := eitherMatrix(a, b, n)
	if m == nil {
		return a[0][0]
	}
	s := 0.0
	for i, r := range m {
		for j, v := range r {
			s += v * v * float64(i+2*j+1)
		}
	}
	return s * b[1][1]
}

func someRows(a [][]float64, n int) [][]float64 {
	if n == 0 {
		return nil
	}
	return a[n-1:]
}

// SomeRows writes rows of an argument.
//
//pardiff:vjp
//pardiff:jvp
func SomeRows(a [][]float64, n int) float64 {
	m := someRows(a, n)
	for _, r := range m {
		r[0] *= r[1]
	}
	if len(m) > 1 {
		m[1][1] *= m[0][0]
	}
	return a[0][0]*a[1][1] + a[2][0]*a[1][0]
}

func mul(a, b [][]float64) [][]float64 {
	c := make([][]float64, len(a))
	for i := range c {
		c[i] = make([]float64, len(b[0]))
		for j := range c[i] {
			for k := range b {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return c
}

// Power assigns a matrix again.
//
//pardiff:vjp
//pardiff:jvp
func Power(a [][]float64, n int) float64 {
	m := a
	for range n {
		m = mul(m, a)
	}
	return m[0][1] * m[2][2]
}

// Reset makes a matrix nil again.
//
//pardiff:vjp
//pardiff:jvp
func Reset(a [][]float64, n int) float64 {
	var m [][]float64
	s := 0.0
	for k := range n {
		if m == nil {
			m = mul(a, a)
			s += a[0][0]
			continue
		}
		s += m[0][k%2] * s
		m[1][1] += s
		if k%3 == 2 {
			m = nil
		} else {
			m = mul(m, a)
		}
	}
	if m != nil {
		s += m[1][1]
	}
	return s
}
