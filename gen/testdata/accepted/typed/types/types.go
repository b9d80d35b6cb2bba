// Package types has constants of named and of small types.
package types

import "math"

type F32 float32
type Real float64

// F1 is x*7 in Go.
//
//pardiff:grad
func F1(x float64) float64 { return x * float64(int(float64(7)/2*2)) }

// F2 is one case of the package.
//
//pardiff:grad
func F2(x float64) float64 { return x * math.Sqrt(float64(1)/3) * max(float64(1)/3, 0) }

// F3 is one case of the package.
//
//pardiff:grad
func F3(x float64) float64 { return x * float64(Real(1)/3) * float64(F32(5)/2) }

// F4 is one case of the package.
//
//pardiff:grad
func F4(x float32) float32 { return x * float32(float64(1)/3) }

const third = Real(1) / 3
const w float32 = 1
const k uint16 = 1

// F5 is one case of the package.
//
//pardiff:grad
func F5(x float64) float64 { return x * float64(third) * float64(w/3) * float64(^k) }

func g[T ~float32 | ~float64](x T) T { return x * T(1) / 3 * (T(1) / 4) * T(float64(1)/3) }

// F6 is one case of the package.
//
//pardiff:grad
func F6(x float64) float64 { return g(x) + float64(g(float32(x))) }

const mask = ^uint32(0)

// F7 is one case of the package.
//
//pardiff:grad
func F7(x []float64) (s float64) {
	for i := range x {
		if uint32(i)-1 == mask {
			s += x[i]
		}
		if uint64(i)+uint64(^uint32(0)) > 1<<31 {
			s += x[i] * x[i]
		}
		s += x[i] * float64(uint32(i)&^uint32(1)^mask) * 1e-9
	}
	return s
}

// F8 is one case of the package.
//
//pardiff:grad
func F8(x []float64) (s float64) {
	n := int(float64(7) / 2 * 2)
	for i := range x[:min(len(x), int(float64(5)/2*2))] {
		s += x[i] * float64(n)
	}
	return s
}

// F9 is one case of the package.
//
//pardiff:grad
func F9(x []float64) (s float64) {
	n := uint8(len(x))
	for i := range x {
		if n > ^uint8(0)-5 || n+^uint8(7) == 3 {
			s += x[i]
		}
		s += x[i] * x[i] * float64(uint16(n)+uint16(^uint8(0)))
	}
	return s
}
