// Package whole assigns and copies values without floats as wholes: text, errors, times, and arrays, slices and pointers of them.
package whole

import "time"

// Copied copies names before it looks at them.
//
//pardiff:vjp
//pardiff:jvp
func Copied(x []float64, names, old []string) (s float64) {
	copy(old, names)
	for i := range x {
		s += x[i] * x[i] * float64(len(old[i%len(old)]))
	}
	copy(names[1:], names)
	move(old, names)
	return s
}

func move(a, b []string) int { return copy(a, b) }

// Bytes writes text into a slice of bytes.
//
//pardiff:grad
func Bytes(x []float64, w string) (s float64) {
	b := make([]byte, 0, 8)
	b = append(b, w...)
	copy(b[1:], "ab"+w)
	c := append([]byte(nil), w...)
	c = append(c[:1], w...)
	for i := range x {
		s += x[i] * x[i] * float64(b[i%len(b)]) * float64(c[i%len(c)])
	}
	return s
}

// Swapped exchanges pointers, not what they point to.
//
//pardiff:grad
func Swapped(x []float64, a, b [2]string) (s float64) {
	for i := range x {
		s += x[i] * both(&a, &b)
	}
	return s
}

func both(p, q *[2]string) float64 {
	p, q = q, p
	p[0] += "z"
	return float64(len(p[0]) + 10*len(q[0]))
}

// Marked writes through a second name of a pointer, in a helper, too.
//
//pardiff:vjp
func Marked(x []float64, a, b *[2]string, which *string) (s float64) {
	p := a
	if x[0] > 10 {
		p = b
	}
	w := which
	if w == nil {
		w = &p[1]
	}
	for i := range x {
		if mark(p, i) {
			s += x[i] * x[i] * float64(len(p[0])+len(*w))
		}
	}
	return s
}

func mark(t *[2]string, i int) bool {
	if i > 0 {
		t[1] += t[0]
	}
	return t[1] != ""
}

func rot(v [3]string) [3]string { return [3]string{v[1], v[2], v[0]} }

func first(v [3]string) float64 { return float64(len(v[0])) * 0.3 }

// Turned assigns arrays of text that functions return.
//
//pardiff:grad
func Turned(x []float64, a, b [3]string, ts [][3]string) (s float64) {
	v, u := a, b
	for i := range x {
		if x[i] > 0 {
			v, u = u, rot(v)
		}
		s += x[i] * x[i] * first(v) * first(ts[i%len(ts)])
	}
	for _, n := range a {
		s += x[0] * float64(len(n))
	}
	return s
}

type box struct {
	w float64
	f [3]string
}

// Boxed assigns a field of a struct that lies in a slice.
//
//pardiff:grad
func Boxed(x []float64, a [3]string) (s float64) {
	bs := []box{{1, a}, {2, rot(a)}}
	for i := range x {
		p := &bs[i%2]
		p.f = rot(p.f)
		p.w = p.w*float64(len(p.f[0])) + x[i]*x[i]
	}
	return bs[0].w * bs[1].w
}

// Dated steps through months.
//
//pardiff:grad
func Dated(cash []float64, start time.Time, rate float64) (s float64) {
	t := start
	last := &t
	for _, c := range cash {
		s += c * rate * t.Sub(start).Hours()
		*last = t.AddDate(0, 1, 0)
	}
	return s
}

type parser struct {
	toks []string
	pos  int
	env  []float64
}

func (p *parser) one() float64 {
	t := p.toks[p.pos]
	p.pos++
	return p.env[len(t)]
}

// Parsed reads words from a slice that gets shorter.
//
//pardiff:grad
func Parsed(toks []string, env []float64) float64 {
	p := &parser{toks: toks, env: env}
	y := p.one() * p.one()
	for len(toks) > 0 {
		y += env[len(toks[0])]
		toks = toks[1:]
	}
	return y
}

// Switched compares arrays of text.
//
//pardiff:grad
func Switched(x []float64, text string) (s float64) {
	var tok [2]string
	for i := range text {
		tok[0], tok[1] = tok[1], text[i:i+1]
		switch tok {
		case [2]string{"a", "b"}:
			s += x[0] * x[i%len(x)]
		case [2]string{"b", "a"}:
			s *= x[i%len(x)]
		default:
			s += x[(i*7)%len(x)]
		}
	}
	return s
}

// Bounds names elements for their bounds alone.
//
//pardiff:vjp
//pardiff:jvp
func Bounds(x []float64, k int) float64 {
	_ = x[k]
	return x[0] * x[0]
}
