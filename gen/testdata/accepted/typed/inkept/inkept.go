// Package inkept passes constants to code that is kept as it is.
package inkept

import (
	"fmt"
	"math"
	"strings"
	"time"
)

type Mode int

func (m Mode) String() string { return [...]string{"slow", "fast", "fastest"}[m] }

const Fast Mode = 1

type Errno uint8

func (e Errno) Error() string { return strings.Repeat("e", int(e)) }

const EBad = Errno(3)

var Out []string

func size[T any](v T) int { return len(fmt.Sprintf("%T", v)) }

// F1 is 4*x*x in Go.
//
//pardiff:grad
func F1(x float64) float64 { return x * x * float64(len(fmt.Sprint(Fast))) }

func f2(x float64, m Mode) float64 {
	Out = append(Out, fmt.Sprintf("%v %v", m, m+1))
	return x * x * float64(len(fmt.Sprint(m+1)))
}

// F2 is one case of the package.
//
//pardiff:grad
func F2(x float64) float64 { return f2(x, 1) }

// F3 is one case of the package.
//
//pardiff:grad
func F3(x float64) (float64, error) {
	if x > 2 {
		return x * x, Errno(4)
	}
	return x, EBad
}

// F5 is one case of the package.
//
//pardiff:grad
func F5(x float64) float64 {
	return x * x * float64(size(uint8(2))+size(float32(1))+size(Fast)+size(1.0)+size('a'))
}

// F6 is one case of the package.
//
//pardiff:grad
func F6(x float64) float64 {
	d := fmt.Sprint(time.Duration(1500) * time.Millisecond)
	return x * x * float64(len(d)+len(fmt.Sprint(float32(0.1)*3, uint8(255), 'a', 1e3, 2.0, math.Pi, 1<<40, -1.5e-9)))
}

// F7 is one case of the package.
//
//pardiff:grad
func F7(x float64) float64 {
	const third = 1.0 / 3
	const th32 float32 = 1.0 / 3
	const u uint8 = 200
	return x * x * float64(len(fmt.Sprint(third, th32, u, third*2, th32/3, u/7)))
}

func f8(x float64, d time.Duration, m Mode, p float64) float64 {
	s := fmt.Sprint(d/2, d*3, m, -p, p*2, p == 2, d > time.Second)
	Out = append(Out, s)
	return x * x * float64(len(s))
}

// F8 is one case of the package.
//
//pardiff:grad
func F8(x float64) float64 { return f8(x, time.Second, Fast, 2) }

func f9(x float64, tag string, r rune) float64 {
	s := fmt.Sprintf("%v%T", tag+"x", r+1) + string(r+1)
	return x * x * float64(len(s)) * float64(s[len(s)-1])
}

// F9 is one case of the package.
//
//pardiff:grad
func F9(x float64) float64 { return f9(x, "ab", 'c') }

func f10(x float64, n uint) float64 {
	fs := []any{n << 2, ^n, -n, n % 3, n == 4, float32(n) / 3, int16(n) * 9999}
	return x * x * float64(len(fmt.Sprint(fs...)))
}

// F10 is one case of the package.
//
//pardiff:grad
func F10(x float64) float64 { return f10(x, 4) }

// F11 panics with Errno.
//
//pardiff:grad
func F11(x float64) float64 {
	if x > 5 {
		panic(Errno(2))
	}
	if x > 4 {
		panic(fmt.Sprint("mode ", Fast, uint8(3)))
	}
	return x * x
}

func f12(x float64, e Errno) float64 {
	if x > 2.5 {
		panic(e + 1)
	}
	return x
}

// F12 panics with Errno(3).
//
//pardiff:grad
func F12(x float64) float64 { return f12(x, 2) }
