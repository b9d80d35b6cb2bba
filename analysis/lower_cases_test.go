package analysis_test

import "math"

// The functions of this file are compiled, and lowered from its text; both must compute
// the same. The file stands by itself: it uses nothing of the package's other files.

type vec struct{ X, Y, Z float64 }

func (v vec) add(w vec) vec       { return vec{v.X + w.X, v.Y + w.Y, v.Z + w.Z} }
func (v vec) dot(w vec) float64   { return v.X*w.X + v.Y*w.Y + v.Z*w.Z }
func (v *vec) scale(s float64)    { v.X *= s; v.Y *= s; v.Z *= s }
func (v vec) moved(d float64) vec { v.X += d; return v }
func (v *vec) norm() float64      { return math.Sqrt(v.dot(*v)) }
func (v *vec) bump(x *float64)    { *x += v.X; v.Y = *x }
func swapXY(v *vec) (old vec)     { old = *v; v.X, v.Y = v.Y, v.X; return }

type layer struct {
	W    [][]float64
	B    []float64
	Bias float64
}

type net struct {
	layer
	Out  *layer
	Size struct{ In, Hidden int }
	Cen  [2]vec
	Tab  [3]float64
}

func sq(x float64) float64 { return x * x }

func total(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s
}

func fill(x []float64, v float64) float64 {
	for i := range x {
		x[i] = v
	}
	return v
}

func clamp(x, lo, hi float64) float64 {
	if x < lo {
		return lo
	}
	if x > hi {
		return hi
	}
	return x
}

func sumOf(xs ...float64) float64 { return total(xs) }

func extent(x []float64) (lo, hi float64) {
	lo, hi = x[0], x[0]
	for _, v := range x {
		if v < lo {
			lo = v
		} else if v > hi {
			hi = v
		}
	}
	return
}

func newRow(n int) []float64 {
	row := make([]float64, n)
	for i := range row {
		row[i] = float64(i) + 0.5
	}
	return row
}

func row(a []float64, i, n int) []float64 { return a[i*n : (i+1)*n] }

func caseStructs(v, w vec, ps []vec, q *vec) (float64, vec) {
	u := v.add(w)
	u.scale(2)
	a := u
	a.X = 7
	b := vec{Y: a.X, X: u.Y}
	for i, p := range ps {
		b = b.add(p)
		ps[i] = p.moved(b.X)
		ps[i].scale(0.5)
	}
	ps[0], ps[1] = ps[1], ps[0]
	r := &ps[1]
	r.Z += u.dot(b)
	old := swapXY(q)
	q.scale(old.Y)
	b, a = a, b
	c := q
	c.bump(&b.X)
	c.bump(&ps[0].Y)
	return b.X + a.Y*u.Z + r.norm() + old.X, vec{b.Y, a.Z, ps[1].X}
}

func caseNested(m *net, k net) float64 {
	s := 0.0
	for i := range m.Size.Hidden {
		acc := m.B[i] + m.Bias
		for j, w := range m.W[i] {
			acc += w * k.Tab[j%3]
		}
		m.B[i] = math.Tanh(acc)
		s += m.Out.B[i] * m.B[i]
	}
	m.Out.Bias -= s
	m.Cen[1].Z = m.Cen[0].X * k.Cen[1].Y
	m.Cen[0] = m.Cen[1]
	k.Tab = [3]float64{s, 2: m.Tab[1]}
	m.Tab = k.Tab
	t := m.Tab
	t[0]++
	return s + t[0] + k.layer.Bias
}

func caseLoops(x []float64, n int) (s float64, last int) {
	for i := 0; i < n; i += 2 {
		s += x[i]
	}
	for i := n - 1; i >= 0; i -= 3 {
		s = s*0.5 + x[i]
	}
	for i := n; i > 0; i-- {
		s -= 0.1 * x[i-1]
	}
	for i := 1; i <= n-1; i++ {
		for j := i; j < n; j++ {
			s += x[i] * x[j]
		}
	}
	var i int
	for i = 1; i < n; i += 3 {
		s += x[i]
	}
	last = i
	j := 2
	for ; j <= 1; j++ {
		s += 100
	}
	last = 10*last + j
	for j = n; j > 0; j-- {
		s += x[j-1]
	}
	last = 10*last + j
	for j = n - 1; j >= 0; j = j - 2 {
		s += x[j]
	}
	last = 10*last + j
	for k := 0; k+1 < n; k++ {
		s += x[k] * x[k+1]
	}
	for k := 0; k != len(x); k++ {
		s *= 0.9
	}
	for k, m := 0, n-1; k < m; k++ {
		s += 0.25 * x[k]
	}
	for range 3 {
		s *= 1.01
	}
	for k := range n {
		k++
		s += float64(k)
	}
	m := n
	for k := range m {
		m--
		s += float64(k * m)
	}
	for k := m; k < 2; k++ {
		m = 7
		s++
	}
	step := 2
	for k := 0; k < n; k += step {
		s += x[k]
	}
	return s, last
}

func caseArrays(a [3]float64, p *[3]float64, idx [2]int) float64 {
	b := a
	b[1] = 5
	var m [2][3]float64
	m[0] = b
	m[1] = *p
	m[0], m[1] = m[1], m[0]
	*p = m[1]
	s := 0.0
	for i, v := range m {
		m[1][0] = 9
		s += v[0] * float64(i+1)
	}
	for i, v := range b {
		b[2-i] = v
	}
	for i := range p {
		s += p[i]*b[i] + float64(len(p))
	}
	for _, v := range p {
		s += v
	}
	part := b[1:]
	part[0] = s
	q := [...]float64{4: 1, 2}
	return b[1] + s + m[idx[0]][idx[1]] + q[5]*float64(len(q))
}

func caseSlices(x, y []float64, a [][]float64, n int) float64 {
	buf := make([]float64, n)
	copy(buf, x)
	copy(buf[1:], y[:n-1])
	copy(buf[1:n], buf[0:n-1])
	k := copy(buf, buf[1:])
	view := buf[1:3]
	view[0] = 4
	alias := view
	alias[1] += view[0]
	clear(y)
	w := [][]float64{{1, 2}, {3}, make([]float64, 2)}
	w[2][1] = alias[1]
	lit := []float64{x[0], 2: x[1]}
	grid := make([][]float64, 2)
	for i := range grid {
		grid[i] = make([]float64, n)
		r := grid[i]
		for j := range r {
			r[j] = x[j] * float64(i+1)
		}
	}
	copy(a[0], a[1])
	off := 0
	s := 0.0
	for i := range a {
		part := buf[off : off+2]
		off++
		s += part[0]*part[1] + a[i][off] + total(part)
	}
	flat := newRow(4)
	s += total(row(flat, 1, 2)) * row(flat, 0, 2)[1]
	ps := []vec{{X: 1}, {1, 2, 3}}
	ps[0].Y = s
	return s + lit[2] + float64(len(lit)+k) + w[2][1] + grid[1][n-1] + ps[0].Y*ps[1].Z + fill(w[0], 3) + w[0][1]
}

func caseCalls(x []float64, k float64, n int) float64 {
	a, b := extent(x)
	c := clamp(k, a, b) + sq(k+1)
	d := sq(x[0]) + fill(x, 2) + sq(x[0])
	e := sumOf(c, d, x[1]) + sumOf() + sumOf(x...)
	if n > 0 && total(x[:n]) > 3 || clamp(k, 0, 1) == k {
		e += 1
	}
	var lo, hi float64
	lo, hi = extent(x)
	x[n], x[0] = extent(x)
	s, t := math.Sincos(lo)
	_, f := math.Modf(hi * 1.7)
	g, _ := math.Frexp(c)
	e += max(s, t, f) + min(g, 2) + math.Hypot(s, t)
	for i := 0; i < int(sq(float64(n))); i++ {
		e += 0.5
	}
	x[int(sq(1))] += clamp(fill(x[1:2], 8), 1, x[1])
	return e + float64(float32(c))
}

func caseReturns(x float64, n int, flag bool) (r float64, code int) {
	if n == 0 {
		return
	}
	code = 1
	if n < 0 {
		if flag {
			return x, code + 1
		}
		code = 5
	} else if n > 100 {
		return 2 * x, 3
	}
	{
		y := x * x
		if flag && n == 7 {
			return y, 4
		}
		x += y
	}
	switch n {
	case 1, 2:
		return x, 6
	case 3:
		x *= 2
	default:
		if x > 1 {
			return -x, 7
		}
		x++
	}
	switch y := x + 1; {
	case y > 3:
		code += 10
	case y > 2:
		code += 20
	}
	r = x
	return r, code
}

func caseScalars(i, j int, u uint8, x float64, y float32) (int, uint8, float64, float32, bool) {
	i, j = j, i
	i++
	j -= 2 * i
	i <<= 2
	i |= 1
	i &^= 4
	u += 250
	u--
	const half = 0.5
	x *= half
	x /= 3
	x = x + x
	x = 2*x - x*half
	x = 1 - x
	x = +x
	x += 1.0 / 3
	x += 2 * math.Pi / 180
	y = y*y - float32(x)
	b := !(i > j) && x < 2 || i%3 == 0
	return i, u, x, y, b
}

func caseNamed(x []float64, n int) (out []float64, mid vec, err error) {
	if n == 0 {
		return
	}
	out = make([]float64, n)
	for i := range out {
		out[i] = x[i] * x[i]
	}
	mid.X = out[0]
	mid.Y, mid.Z = mid.X, out[n-1]
	if n == 3 {
		mid = vec{}
		return
	}
	return out[:n-1], mid, nil
}

func caseIndirect(x []float64, idx []int, off []int) float64 {
	s := 0.0
	for i := 0; i+1 < len(off); i++ {
		for _, j := range idx[off[i]:off[i+1]] {
			s += x[j] * float64(i+1)
		}
		for k := off[i]; k < off[i+1]; k++ {
			x[idx[k]] += 0.1 * x[idx[len(idx)-1-k]]
		}
	}
	i := 1
	i, x[i] = 2, 30
	x[i], i = 40, 0
	p := &x[i]
	i = 3
	*p += 5
	return s + float64(i)
}

func casePointers(k *float64, m *net, x []*vec) float64 {
	*k += 2
	p := &m.Cen[1]
	p.X = *k
	q := p
	q.Y = p.X + 1
	r := new(float64)
	*r = q.Y
	*r += 1
	for i := range x {
		x[i].X += *r
		v := x[i]
		v.Y = v.X * 2
	}
	l := &layer{Bias: 3}
	l.Bias += m.Out.Bias
	m.Size.In++
	return *r + l.Bias + m.Cen[1].Y
}

type celsius float64

func both(x float64) (float64, float64) { y := 2 * x; return y, y }

func first(x []float64) float64 { x[0]++; return x[0] * 2 }

func caseMethodExprs(v vec, p *vec) float64 {
	w := vec.add(v, *p)
	(*vec).scale(&w, 2)
	(*vec).scale(p, v.X)
	return vec.dot(w, v.moved(1)) + (*vec).norm(p) + (*vec).dot(p, w)
}

// Of two stores to one element the second one holds.
func caseSelf(x []float64, i, j int) float64 {
	x[i], x[j] = 7, (x[j])
	return x[0]
}

func caseOrder(x []float64) (float64, float64) {
	a, b := both(x[0])
	a++
	c := first(x) + first(x)*10
	c += sq(x[0]) + 100*first(x)
	d, e := x[0], fill(x[:1], 3)
	c += x[0] + fill(x[:1], 7)
	x[1], x[2] = first(x), sq(x[0])
	return a*100 + b, c + d*e
}

func caseTyped(x []float64, n int32, m uint16, t celsius) (celsius, int32) {
	s := 0.0
	for i := int32(1); i < n; i++ {
		s += x[i]
	}
	for i := n - 1; i >= 0; i -= 2 {
		s += 2 * x[i]
	}
	var k int32
	for k = 0; k+2 < n; k += 2 {
		s += float64(k)
	}
	for i := range m {
		s += x[i]
	}
	for i := uint16(0); i <= m; i++ {
		s -= 0.5 * x[i]
	}
	for i := range n {
		s *= 1 + 1/float64(i+1)
	}
	t += celsius(s)
	return t * 2, k
}

type level int

const (
	low  level = iota + 1
	high level = 4
	wide       = 7
)

const typed int = 3

func caseConstants(x float64, n int, k level) (float64, int, level) {
	x += float64(typed) * x
	x += float64(high)
	x *= float64(wide)
	x -= float64(typed*2+1) / 4
	const local = 2.5e-1
	x += local * float64(typed) / 2
	n += int(high)*wide - int('a')
	n ^= 1<<4 | 0x3
	k += high - low
	var f float32 = 1.0 / 3
	x += float64(f) + math.MaxInt8 + float64(math.MaxUint8)*math.Sqrt2
	x /= -(1 + 0.5)
	return x, n, k
}

func casePointees(ps []*vec, q *vec) float64 {
	ps[0].X += ps[1].X
	ps[0].Y += ps[1].X
	ps[1].Z = ps[1].Z + ps[0].Z
	(*q).X++
	(*ps[0]) = *q
	s := 0.0
	for _, p := range ps {
		s += p.dot(*q)
		p.scale(s)
	}
	return s
}

type state struct{ cur, next []float64 }

func (s *state) step(k float64) {
	for i := range s.next {
		s.next[i] = k*s.cur[i] + 1
	}
	s.cur, s.next = s.next, s.cur
}

func caseSwaps(x []float64, n int) ([]float64, float64) {
	u := make([]float64, len(x))
	v := make([]float64, len(x)+1)[:len(x)]
	w := make([]float64, len(x))
	copy(u, x)
	for t := 0; t < n; t++ {
		head := u[:2]
		for i := range w {
			w[i] = u[i]*head[0] - v[len(v)-1-i]
		}
		u, w = w, u
		if t%2 == 0 {
			w[0]++
		}
	}
	s := state{cur: make([]float64, 2), next: make([]float64, 2)}
	for range n {
		s.step(u[1])
	}
	y := make([]float64, 2)
	x, y = y, x
	x[0] = 5
	y[0] = 7
	return u, s.cur[0] + w[1] + x[1] + y[2]
}

func mean(x, w []float64) float64 {
	if w == nil {
		return total(x) / float64(len(x))
	}
	if len(w) != len(x) {
		panic("lengths differ")
	}
	s, n := 0.0, 0.0
	for i, v := range w {
		s += v * x[i]
		n += v
	}
	return s / n
}

func caseNil(x, w []float64) float64 {
	s := mean(x, nil) + 10*mean(x, w)
	if w != nil && !(x == nil) {
		s++
	}
	return s + mean(w, nil)
}

func caseWhile(x float64, n int) (float64, int) {
	k := 0
	for x > 1 {
		x /= 2
		k++
	}
	for i := 1; i < n; i *= 2 {
		x += float64(i)
	}
	for i := 0; i < n; i++ {
		x *= 1.5
		i++
	}
	m := n
	for i := 0; i < m; i++ {
		m--
		x -= 0.25
	}
	for t := 0.0; t < 1; t += 0.25 {
		x += t * t
	}
	for i := 0; i != n; i++ {
		x += 1
	}
	for {
		x -= 3
		if x < 0 {
			break
		}
		k += 10
	}
	for clamp(x, -10, 0) < -1 && k < 1000 {
		x /= 3
		k += 100
	}
	for i := n; i > 0 && x < 4; i -= 2 {
		x++
	}
	return x, k
}

func caseBreaks(x []float64, n int) (s float64, last int) {
	for i, v := range x {
		if v < 0 {
			continue
		}
		if v > 10 {
			s += 100
			break
		}
		if i == n {
			if s > 3 {
				s -= v
				continue
			}
			s *= 2
		}
		s += v
		last = i
	}
	for i := range n {
		if i == 3 {
			break
		}
		s += 0.5
	}
outer:
	for i := 0; i < len(x); i++ {
		for j := i; j < len(x); j++ {
			if x[j] == x[0] && j > 0 {
				continue outer
			}
			if x[i] > 7 {
				s -= 1000
				break outer
			}
			s += x[i] * x[j]
		}
		s += 7
	}
	var k int
	for k = 0; k < len(x); k++ {
		if x[k] > s {
			break
		}
		s -= 1
	}
	last = 100*last + k
loop:
	for {
		switch {
		case s > 50:
			s /= 2
			if s > 40 {
				break
			}
			s -= 1
		case s < 0:
			s += 30
			continue
		default:
			break loop
		}
		s -= 0.125
	}
	return
}

func find(x []float64, v float64) int {
	for i, w := range x {
		if w == v {
			return i
		}
	}
	return -1
}

func newton(a float64) (root float64, steps int) {
	root = a
	for steps = 0; steps < 50; steps++ {
		next := 0.5 * (root + a/root)
		if math.Abs(next-root) < 1e-12 {
			return next, steps
		}
		root = next
	}
	panic("no root")
}

func caseSearch(x []float64, v float64) (float64, int) {
	k := find(x, v)
	if k < 0 {
		return 0, find(x, x[len(x)-1])
	}
	r, n := newton(x[k])
	for i := range x {
		for j := range x {
			if i*j == 6 {
				return r + x[i], n
			}
			r += 0.01 * x[j]
		}
		if r > 100 {
			return r, -n
		}
	}
	for r > 0 {
		r -= 0.5
		for find(x, r) >= 0 {
			r -= 0.25
			if r < 1 {
				return r, 77
			}
		}
	}
	return r, n
}

func caseFall(x float64, n int) float64 {
	switch n {
	case 1:
		x++
		fallthrough
	case 2:
		x *= 2
		if x > 10 {
			break
		}
		x -= 0.5
		fallthrough
	default:
		x = -x
	case 3:
		x = 3
	}
	return x
}

// caseClosures calls function literals, which share the variables around them, and helpers that are
// passed functions.
func caseClosures(x []float64, n int) (s float64, m int) {
	count := 0
	square := func(v float64) float64 { count++; return v * v }
	add := func(v float64) {
		if v > 3 {
			s += 0.5 * v
			return
		}
		s += v
	}
	for i := range x {
		add(square(x[i]))
		scale := func(f float64) { x[i] *= f }
		scale(1.5)
		func() { s += x[i] }()
	}
	s += apply(square, x[0]) + apply(math.Sin, x[n]) + apply(half, s)
	twice := func(f func(float64) float64, v float64) float64 { return f(f(v)) }
	s += twice(half, x[0]) * twice(square, x[1])
	get, keep := func() float64 { return s }, func(v float64) (float64, int) { return v, n }
	v, k := keep(get())
	root := bisect(func(t float64) float64 { return t*t - x[0] - 2 }, 0, 4)
	total := sumFrom(len(x), func(i int) float64 { return x[i] * float64(i) })
	return s + v + root + total, count + k
}

func half(v float64) float64 { return v / 2 }

func apply(f func(float64) float64, v float64) float64 { return f(v) + f(v+1) }

func bisect(f func(float64) float64, a, b float64) float64 {
	for i := 0; i < 20; i++ {
		m := 0.5 * (a + b)
		if f(m)*f(a) > 0 {
			a = m
		} else {
			b = m
		}
	}
	return 0.5 * (a + b)
}

func sumFrom(n int, f func(int) float64) (s float64) {
	for i := range n {
		s += f(i)
	}
	return
}

// caseParts assigns slice variables again.
func caseParts(x []float64, a [][]float64, k int) (s float64, n int) {
	row := a[0]
	for i := range a {
		s += row[0] * float64(len(row))
		row = a[len(a)-1-i]
		row[1] += s
	}
	rest := x
	for len(rest) > 1 {
		s += rest[0] * rest[1]
		rest[1] *= 1.5
		rest = rest[2:]
		n += len(rest)
	}
	lo, hi := x[:k], x[k:]
	for i := 0; i < 3; i++ {
		s += lo[i%len(lo)] + 2*hi[0]
		lo, hi = hi, lo
	}
	prev, cur := a[0], a[1]
	for i := 0; i < 3; i++ {
		for j, v := range prev {
			cur[j] += 0.5 * v
		}
		prev, cur = cur, prev
	}
	s += search(x, 3) + total(cur) + shrink(x[1:], a[1])
	part := a[k][:2:3]
	if s > 3 {
		part = part[1:]
		part = a[0][len(part):]
	}
	n += len(part)
	x = x[1:]
	for i, v := range x {
		s += v * x[min(i, len(x)-1)]
		if len(x) > 2 {
			x = x[:len(x)-1]
		}
	}
	return s + part[0] + x[0], n
}

func search(x []float64, v float64) float64 {
	for len(x) > 1 {
		m := len(x) / 2
		if x[m] > v {
			x = x[:m]
		} else {
			x = x[m:]
		}
	}
	return x[0]
}

func shrink(x, y []float64) (s float64) {
	for ; len(x) > 0 && len(y) > 0; x, y = x[1:], y[:len(y)-1] {
		s += x[0] * y[len(y)-1]
	}
	return
}

// caseAppend appends to local slices.
func caseAppend(x []float64, n int) (out []float64, s float64) {
	var kept []float64
	idx := []int{n}
	for i, v := range x {
		if v > 1.5 {
			kept = append(kept, v*v, 0.5*v)
			idx = append(idx, i)
		}
	}
	for i, v := range kept {
		s += v * float64(i+1)
	}
	stack := make([]float64, 1, 10)
	stack[0] = x[0]
	for len(stack) > 0 && len(stack) < 9 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		s += top
		if top < 8 {
			stack = append(stack, 2*top, 3*top)
		}
	}
	queue := append([]float64(nil), x...)
	for t := 0; t < 2*n; t++ {
		head := queue[0]
		queue = queue[1:]
		queue = append(queue, head*0.5+queue[0])
	}
	all := append([]float64{}, 1, s)
	all = append(all, kept...)
	all = append(all, all[1:3]...)
	points := make([]vec, 0)
	for i := 0; i < n; i++ {
		points = append(points, vec{X: x[i], Y: float64(len(points))})
		points[i].X += 2
	}
	for _, p := range points {
		s += p.X * p.Y
	}
	for _, i := range idx[1:] {
		out = append(out, queue[i]+all[i])
	}
	out = append(out, collect(x, 2)...)
	other := collect(x, 1)
	other = append(other, s)
	return out, s + total(other) + float64(len(idx))
}

func collect(x []float64, m float64) []float64 {
	var y []float64
	for _, v := range x {
		if v > m {
			y = append(y, v-m)
		}
	}
	return y
}

func caseRows(x []float64, n int) (squares [][]float64, s float64) {
	var list [][]float64
	rows := make([][]float64, n)
	views := [][]float64{x[:2], x, {x[0]}}
	for i := range rows {
		r := make([]float64, i+1)
		r[i] += x[i] + views[i%3][0]
		rows[i] = r
		list = append(list, newRow(i), views[1][i:])
		if i > 0 {
			squares = append(squares, newRow(i), []float64{x[0] * x[0]})
			squares[i][0]++
		}
		r[0]++
	}
	again := make([][]float64, 2)
	for range 2 {
		for i := range again {
			again[i] = make([]float64, 2)
			again[i][1] += s + 1
		}
		again[0], again[1] = again[1], again[0]
		s += again[0][1] + float64(len(list[len(list)-1]))
	}
	for i, row := range list {
		for _, v := range row {
			s = 0.9*s + v*float64(i)
		}
	}
	s += rows[n-1][0] * rows[0][0]
	return
}
