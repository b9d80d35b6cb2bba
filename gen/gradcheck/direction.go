package gradcheck

import (
	"math"
	"reflect"
)

// A direction is where the arguments move: a number for each float of each argument that has an
// adjoint, nil for an argument that stays, or one element alone.
type direction struct {
	all  [][]float64 // by wrt
	arg  int         // index into wrt, if all is nil
	elem int
	size float64
}

// width returns the distance between the two arguments at steps h and -h: 2h, but for a single
// element as its float type rounds it.
func (d direction) width(c *check, h float64) float64 {
	if d.all != nil {
		return 2 * h
	}
	x := c.at[d.arg][d.elem]
	if c.narrow[d.arg][d.elem] {
		return (float64(float32(x+h*d.size)) - float64(float32(x-h*d.size))) / d.size
	}
	return ((x + h*d.size) - (x - h*d.size)) / d.size
}

// move adds h times the direction to args.
func (d direction) move(c *check, args []reflect.Value, h float64) {
	if d.all == nil {
		cells(args[c.sig.wrt[d.arg]])[d.elem].set(c.at[d.arg][d.elem] + h*d.size)
		return
	}
	for k, v := range d.all {
		if v == nil {
			continue
		}
		for i, p := range cells(args[c.sig.wrt[k]]) {
			p.set(c.at[k][i] + h*v[i])
		}
	}
}

// sizes returns by how much the elements of an argument move at step 1: their own size, but not
// much less than what is usual in the argument.
func sizes(x []float64) []float64 {
	top, sum := 0.0, 0.0
	for _, v := range x {
		top = math.Max(top, math.Abs(v))
	}
	for _, v := range x {
		sum += v / top * (v / top) // squares alone could underflow
	}
	usual := top * math.Sqrt(sum/math.Max(1, float64(len(x))))
	if !(usual > 0) || math.IsInf(usual, 0) {
		usual = 1
	}
	s := make([]float64, len(x))
	for i, v := range x {
		s[i] = math.Max(math.Abs(v), 0.1*usual)
		if v == 0 {
			s[i] = usual
		}
	}
	return s
}

// directions returns the random directions of the dot-product test: all arguments together, and, if there
// are several, each alone.
func (c *check) directions() []direction {
	var list []direction
	for range c.cfg.directions {
		list = append(list, direction{all: c.randomLike(c.size)})
	}
	if len(c.size) > 1 {
		for k := range c.size {
			d := direction{all: make([][]float64, len(c.size))}
			d.all[k] = c.randomLike(c.size[k : k+1])[0]
			list = append(list, d)
		}
	}
	return list
}

// randomLike returns random numbers of either sign as large as those in size.
func (c *check) randomLike(size [][]float64) [][]float64 {
	out := make([][]float64, len(size))
	for k, s := range size {
		out[k] = make([]float64, len(s))
		for i, x := range s {
			out[k][i] = x * c.random()
		}
	}
	return out
}

// random returns a number between 0.5 and 1.5 or between -1.5 and -0.5.
func (c *check) random() float64 {
	x := 0.5 + c.rng.Float64()
	if c.rng.Uint64()&1 == 0 {
		return -x
	}
	return x
}

// sample returns the elements of an argument of n floats that are checked one by one, ascending.
func (c *check) sample(n int) []int {
	list := c.rng.Perm(n)
	if n > c.cfg.samples {
		list = list[:c.cfg.samples]
	}
	return list
}
