// Package returns has helpers that return slices from several places.
package returns

import (
	"errors"
	"math"
)

// ErrSize says that there are too few numbers.
var ErrSize = errors.New("size")

func scaled(x []float64, n int) ([]float64, error) {
	if n > len(x) {
		return nil, ErrSize
	}
	r := make([]float64, n)
	for i := range r {
		r[i] = x[i] * x[i]
	}
	return r, nil
}

// ErrNil returns from two places, one nil.
//
//pardiff:vjp
//pardiff:jvp
func ErrNil(x []float64, n int) float64 {
	r, err := scaled(x, n)
	if err != nil {
		return x[0]
	}
	s := 0.0
	for i, v := range r {
		s += v * r[len(r)-1-i]
	}
	return s
}

// ErrNilLen reads length and nilness.
//
//pardiff:vjp
//pardiff:jvp
func ErrNilLen(x []float64, n int) float64 {
	r, err := scaled(x, n)
	s := x[0] * float64(len(r))
	if r == nil {
		s *= 3
	}
	if err == nil && n > 1 {
		r[0] *= r[1]
		s += r[0]
	}
	return s
}

func cumsum(dst, s []float64) []float64 {
	if len(dst) != len(s) {
		panic("length")
	}
	if len(dst) == 0 {
		return dst
	}
	dst[0] = s[0]
	for i := 1; i < len(dst); i++ {
		dst[i] = dst[i-1] + s[i]*s[i]
	}
	return dst
}

// CumStmt calls it as a statement.
//
//pardiff:vjp
//pardiff:jvp
func CumStmt(dst, x []float64) {
	cumsum(dst, x)
	dst[0] *= 2
}

// CumValue calls it as a value.
//
//pardiff:vjp
//pardiff:jvp
func CumValue(dst, x []float64) float64 {
	d := cumsum(dst, x)
	s := 0.0
	for i := range d {
		d[i] *= x[i]
		s += d[i] * d[i]
	}
	return s
}

// CumOwn fills memory of its own.
//
//pardiff:vjp
//pardiff:jvp
func CumOwn(x []float64) float64 {
	d := cumsum(make([]float64, len(x)), x)
	s := 0.0
	for i, v := range d {
		s += v * float64(i+1)
	}
	return s * s
}

func ensure(dst []float64, n int) []float64 {
	if dst == nil {
		dst = make([]float64, n)
	}
	if len(dst) != n {
		panic("length")
	}
	return dst
}

// EnsureNil passes nil.
//
//pardiff:vjp
//pardiff:jvp
func EnsureNil(x []float64) float64 {
	d := ensure(nil, len(x))
	for i := range d {
		d[i] = x[i] * x[i]
	}
	return d[0] * d[len(d)-1]
}

// EnsureArg passes an argument.
//
//pardiff:vjp
//pardiff:jvp
func EnsureArg(d, x []float64) float64 {
	e := ensure(d, len(x))
	s := 0.0
	for i := range e {
		s += x[i] * e[i]
	}
	return s
}

func unlessEmpty(x []float64) []float64 {
	if len(x) == 0 {
		return x
	}
	y := make([]float64, len(x))
	for i := range y {
		y[i] = math.Exp(-x[i])
	}
	return y
}

// Empty returns x or new memory.
//
//pardiff:vjp
//pardiff:jvp
func Empty(x []float64, n int) float64 {
	y := unlessEmpty(x[:n])
	s := x[0]
	for i, v := range y {
		s += v * x[i]
	}
	return s
}

func oneOf(a, b []float64, n int) []float64 {
	if n < 0 {
		return a
	}
	return b
}

// OneOf reads one of two arguments.
//
//pardiff:vjp
//pardiff:jvp
func OneOf(a, b []float64, n int) float64 {
	u := oneOf(a, b, n)
	s := 0.0
	for i, v := range u {
		s += v * v * float64(i+1)
	}
	return s
}

// OneOfLocal reads one of two locals.
//
//pardiff:vjp
//pardiff:jvp
func OneOfLocal(a, b []float64, n int) float64 {
	p, q := make([]float64, len(a)), make([]float64, len(b))
	for i := range p {
		p[i] = a[i] * a[i]
	}
	for i := range q {
		q[i] = b[i] * a[i]
	}
	u := oneOf(p, q, n)
	s := 0.0
	for i, v := range u {
		s += v * v * float64(i+1)
	}
	return s + p[0]
}

func half(a []float64, n int) []float64 {
	if n < 0 {
		return a[:len(a)/2]
	}
	return a[len(a)/2:]
}

// Half writes a part of its argument.
//
//pardiff:vjp
//pardiff:jvp
func Half(a []float64, n int) float64 {
	u := half(a, n)
	for i := range u {
		u[i] *= u[0] + 1
	}
	return a[0] * a[len(a)-1]
}

func named(x []float64, n int) (r []float64, err error) {
	if n > len(x) {
		err = ErrSize
		return
	}
	r = make([]float64, n)
	for i := range r {
		if x[i] < -100 {
			return nil, ErrSize
		}
		r[i] = x[i] * x[i]
	}
	return
}

// Named has a result with a name.
//
//pardiff:vjp
//pardiff:jvp
func Named(x []float64, n int) float64 {
	r, err := named(x, n)
	if err != nil {
		return x[1]
	}
	return r[0] * r[n-1]
}

func findRow(a [][]float64, k float64) []float64 {
	for _, r := range a {
		if r[0] > k {
			return r
		}
	}
	return nil
}

// FindRow returns a row or nil, and writes it.
//
//pardiff:vjp
//pardiff:jvp
func FindRow(a [][]float64, k float64) float64 {
	r := findRow(a, k)
	if r == nil {
		return a[0][0]
	}
	for i := range r {
		r[i] *= r[0] + a[0][1]
	}
	s := 0.0
	for _, q := range a {
		s += q[0] * q[1]
	}
	return s
}

func act(kind int, x []float64) []float64 {
	switch kind {
	case 0:
		y := make([]float64, len(x))
		for i, v := range x {
			y[i] = math.Tanh(v)
		}
		return y
	case 1:
		y := make([]float64, len(x))
		for i, v := range x {
			y[i] = math.Max(0, v)
		}
		return y
	}
	return x
}

// Act has a switch.
//
//pardiff:vjp
//pardiff:jvp
func Act(kind int, x []float64) float64 {
	y := act(kind, x)
	s := 0.0
	for i, v := range y {
		s += v * v * x[i]
	}
	return s
}

// Layers calls it in a loop.
//
//pardiff:vjp
//pardiff:jvp
func Layers(kind int, x []float64, n int) float64 {
	u := x
	for k := 0; k < n; k++ {
		v := act((kind+k)%3, u)
		w := make([]float64, len(v))
		for i := range w {
			w[i] = v[i]*v[(i+1)%len(v)] + u[i]
		}
		u = w
	}
	return u[0] * u[1]
}

func split(x []float64, n int) (lo, hi []float64, err error) {
	if n > len(x) {
		return nil, nil, ErrSize
	}
	return x[:n], x[n:], nil
}

// Split has two parts.
//
//pardiff:vjp
//pardiff:jvp
func Split(x []float64, n int) float64 {
	lo, hi, err := split(x, n)
	if err != nil {
		return 1
	}
	s := 1.0
	for i := range lo {
		lo[i] *= 2 * lo[0]
	}
	for _, v := range hi {
		s += v * lo[0]
	}
	return s + x[0]
}

func wrapped(x []float64, n int) ([]float64, error) {
	if n == 2 {
		return scaled(x, n)
	}
	r, err := scaled(x, n)
	if err != nil {
		return nil, err
	}
	r[0] += x[1]
	return r, nil
}

// Wrapped calls a helper of a helper.
//
//pardiff:vjp
//pardiff:jvp
func Wrapped(x []float64, n int) float64 {
	r, err := wrapped(x, n)
	if err != nil {
		return 3 * x[0]
	}
	return r[0] * r[1]
}
