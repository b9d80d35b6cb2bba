// Package kinds has strings and enumerations.
package kinds

import "math"

type Layer struct {
	W    []float64
	Act  string
	Name fmtName
}
type fmtName string
type kind int

const (
	relu kind = iota
	tanh
	id
)

func (k kind) String() string { return [...]string{"relu", "tanh", "id"}[k] }
func act(k kind, x float64) float64 {
	switch k {
	case relu:
		return math.Max(x, 0)
	case tanh:
		return math.Tanh(x)
	}
	return x
}

//pardiff:grad
func F(ls []Layer, ks []kind, names map[string]kind, x float64) float64 {
	s := 0.0
	for i, l := range ls {
		k := ks[i]
		if v, ok := names[l.Act]; ok {
			k = v
		}
		if k.String() == "id" || string(l.Name) == "skip" {
			continue
		}
		for _, w := range l.W {
			s += act(k, w*x)
		}
		n := len(l.Name) + len(l.Act)
		s *= float64(n)
	}
	return s
}
