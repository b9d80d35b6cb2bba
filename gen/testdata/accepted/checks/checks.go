// Package checks has functions whose arguments are of every kind that has a length or an address.
package checks

// Vec is a slice with a name.
type Vec []float64

// A Part has lengths at several levels.
type Part struct {
	W    []float64
	Rows [][]float64
	Pair [2][]float64
	K    float64
	Idx  []int
}

// A Model holds parts in all ways.
type Model struct {
	Part
	Parts []Part
	One   *Part
	Bias  Vec
}

func (p *Part) sum() float64 {
	s := p.K
	for i, w := range p.W {
		s += w * w * float64(i+1)
	}
	for _, r := range p.Rows {
		for _, v := range r {
			s += v * v
		}
	}
	for _, r := range p.Pair {
		for _, v := range r {
			s += v * p.K
		}
	}
	return s + float64(len(p.Idx))
}

// Read reads arguments of every kind.
//
//pardiff:grad
//pardiff:jvp
func Read(x []float64, rows [][]float64, v Vec, f []float32, k *float64, a *[3]float64, pair [2][]float64, parts []Part, p *Part, q Part, rest ...float64) float64 {
	s := p.sum() + q.sum() + *k*a[1] + float64(len(v))
	for _, e := range x {
		s += e * *k
	}
	for _, r := range rows {
		for _, e := range r {
			s += e * e
		}
	}
	for i := range parts {
		s += parts[i].sum()
	}
	for _, e := range v {
		s *= e
	}
	for _, e := range f {
		s += float64(e * e)
	}
	for _, r := range pair {
		for _, e := range r {
			s += e * e
		}
	}
	for _, e := range rest {
		s += e * a[2]
	}
	return s
}

// Write changes arguments of every kind and returns a number and a slice.
//
//pardiff:vjp
//pardiff:jvp
func Write(x []float64, rows [][]float64, k *float64, a *[3]float64, parts []Part, p *Part, idx []int) float64 {
	s := 0.0
	for i := range x {
		x[i] *= *k
		s += x[i] * x[i]
	}
	for _, r := range rows {
		for j := range r {
			r[j] *= r[j]
		}
	}
	*k *= a[0]
	a[1] *= s
	for i := range parts {
		parts[i].K *= s
		for j := range parts[i].W {
			parts[i].W[j] *= parts[i].K
		}
	}
	for _, r := range p.Rows {
		for j := range r {
			r[j] *= s
		}
	}
	for i := range idx {
		idx[i]++
	}
	return s
}

// Loss is a method that reads and writes what its receiver holds.
//
//pardiff:vjp
//pardiff:jvp
func (m *Model) Loss(x []float64) float64 {
	s := m.One.sum() + m.Part.sum()
	for i := range m.Parts {
		s += m.Parts[i].sum()
	}
	for i := range m.Bias {
		m.Bias[i] *= s
	}
	for _, e := range x {
		s += e * m.K
	}
	return s
}

// Scale is generic, and its result a slice.
//
//pardiff:vjp
func Scale[T float32 | float64](x []T, k T) []T {
	y := make([]T, len(x))
	for i := range x {
		y[i] = x[i] * k
	}
	return y
}
