// Package inany has constants that become interfaces with the types that they have.
package inany

import "fmt"

// F is 9*x*x in Go: the key of 9 is a uint8.
//
//pardiff:grad
func F(x float64, b any) float64 {
	m := map[any]int{uint8(2): 9}
	return x * x * float64(m[b])
}

func g(x float64, n int64) float64 {
	var r any = n << 4
	v, ok := r.(int64)
	if !ok {
		return x
	}
	return x * x * float64(v)
}

// G is 32*x*x in Go: n<<4 is an int64.
//
//pardiff:grad
func G(x float64) float64 { return g(x, 2) }

func h(x float64, a float32) float64 {
	return x * x * float64(len(fmt.Sprint(a/3)))
}

// H is 10*x*x in Go: 0.6666667 is printed as a float32.
//
//pardiff:grad
func H(x float64) float64 { return h(x, 2) }

func kind(v any) int {
	switch v.(type) {
	case int:
		return 2
	case float64, uint8:
		return 3
	}
	return 5
}

// K is 5*3*3 *x in Go.
//
//pardiff:grad
func K(x float64) float64 {
	var e any = int8(1)
	var f any = float64(2)
	l := []any{uint8(3), "a"}
	return x * float64(kind(e)*kind(f)*kind(l[0]))
}

type op struct{ v any }

func p(x float64, u uint8, f float64) float64 {
	a := [2]any{u + 1, f / 2}
	o := op{v: u * 2}
	return x*x*float64(kind(a[0])*kind(a[1])*kind(o.v)) + x*float64(kind(u-1))
}

// P is 27*x*x+3*x in Go.
//
//pardiff:grad
func P(x float64) float64 { return p(x, 4, 8) }

func q(x float64, u uint8) float64 {
	ch := make(chan any, 1)
	ch <- u + 1
	v := <-ch
	_, ok := v.(uint8)
	if !ok {
		return x
	}
	return x * x
}

// Q is x*x in Go.
//
//pardiff:grad
func Q(x float64) float64 { return q(x, 4) }
