package constants

import (
	"errors"
	"fmt"
)

var errBad = errors.New("bad")

func opt(x float64, f func(int) int, m map[string]int, i interface{ N() int }, e error) float64 {
	if f != nil {
		x *= float64(f(2))
	}
	if m == nil {
		x *= 3
	}
	if i == nil || e == nil {
		x *= x
	}
	return x * float64(m["a"]+len(m)+1)
}

// Opt has helpers whose optional arguments are nil.
//
//pardiff:grad
func Opt(x float64) float64 {
	return opt(x, nil, nil, nil, nil) + opt(x, nil, map[string]int{"a": 1}, nil, errBad)
}

// Kind has a method.
type Kind int

func (k Kind) String() string { return fmt.Sprintf("k%d", int(k)) }

func named(x float64, k Kind) float64 {
	if k.String() == "k1" {
		return x
	}
	return x * x
}

func tagged(x float64, tag any) float64 {
	if tag == nil {
		return x
	}
	return x * x
}

func shifted(x float64, count uint) float64 { return x * x * float64(uint8(1)<<count) }

func modal(x float64, mode string) float64 {
	if mode == "square" {
		return x * x
	}
	return x
}

// Others has constants with methods, in interfaces, as counts of shifts and as modes.
//
//pardiff:grad
func Others(x float64) float64 {
	return named(x, 1)*named(x, 2) + tagged(x, "a")*tagged(x, nil) + shifted(x, 9) + shifted(x, 3) + modal(x, "square")*modal(x, "")
}

// Shifts shifts constants of several types by a variable.
//
//pardiff:grad
func Shifts(x float64, n uint, m int32) float64 {
	k := 1 << n
	u := uint8(3) << n
	s := x * float64(k) * float64(u)
	if 1<<n < m {
		s *= x
	}
	var w int32 = 1 << n
	for i := range 1 << n {
		s += x * float64(i) * float64(w)
	}
	return s * shifted(x, n) * float64(int64(1)<<n>>1)
}
