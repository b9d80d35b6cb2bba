// Package numbers has named floats and constants.
package numbers

import "math"

type Deg float64
type Half float32
type Count int

const (
	tau         = 2 * math.Pi
	third       = 1.0 / 3
	big         = 1 << 40
	n0    Count = 3
)

type Unit uint8

const (
	M Unit = iota + 1
	CM
	MM
)

var scales = map[Unit]float64{M: 1, CM: 0.01, MM: 0.001}
var table = [...]Deg{1, 2, 3}
var conf = struct {
	Rate  float64
	Steps []int
	on    bool
}{0.1, []int{1, 2, 3}, true}
var eps = 1e-3 * third

func (d Deg) Rad() float64 { return float64(d) * tau / 360 }

//pardiff:grad
func F(d Deg, h Half, x []float32, u Unit, c Count) float64 {
	s := d.Rad() * scales[u]
	s += float64(h*h) * float64(n0) / 2
	for i, v := range x {
		f := float64(v)
		v = float32(math.Sin(f)) * v
		s += float64(v) * float64(i+1) / 3 * float64(float32(f)*0.5)
		s += float64(Half(f) * h)
	}
	for _, k := range conf.Steps {
		s *= 1 + conf.Rate*float64(k)*third
	}
	for i := range c {
		s += float64(table[i]) * float64(d) * 1e-2
	}
	if conf.on && big > 5 {
		s += eps * s
	}
	s += 7/2*float64(d) + 7/2.0*s + float64(7/2)*s
	i, j := 7, 2
	s += float64(i/j) * s * math.MaxFloat32 / math.MaxFloat32
	s -= -float64(d) * +third
	return s * float64(-c) * float64(^0) * float64(len("abc"))
}
