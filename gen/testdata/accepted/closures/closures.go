package closures

import "math"

//pardiff:grad
//pardiff:jvp
func Newton(x []float64, start float64) float64 {
	calls := 0
	f := func(t float64) float64 { calls++; return t*t*x[0] - x[1] }
	df := func(t float64) float64 { return 2 * t * x[0] }
	t := start
	for i := 0; i < 6; i++ {
		t -= f(t) / df(t)
	}
	return t * float64(calls)
}

// Integral passes a closure and functions of package math to a helper.
//
//pardiff:grad
func Integral(a, b, p float64, n int) float64 {
	f := func(x float64) float64 { return math.Exp(-p*x) * x }
	return trapezoid(f, a, b, n) + p*trapezoid(math.Sin, a, b, n) + trapezoid(cube, b, a, n)
}

func cube(x float64) float64 { return x * x * x }

func trapezoid(f func(float64) float64, a, b float64, n int) float64 {
	h := (b - a) / float64(n)
	s := 0.5 * (f(a) + f(b))
	for i := 1; i < n; i++ {
		s += f(a + float64(i)*h)
	}
	return s * h
}

// Steps has closures that write what is around them, and leave early.
//
//pardiff:vjp
func Steps(u []float64, dt float64, n int) (energy float64) {
	at := func(i int) float64 {
		if i < 0 {
			return u[len(u)-1]
		}
		if i == len(u) {
			return u[0]
		}
		return u[i]
	}
	next := make([]float64, len(u))
	step := func() {
		for i := range u {
			next[i] = u[i] + dt*(at(i-1)-2*at(i)+at(i+1))*u[i]
		}
		copy(u, next)
	}
	for t := 0; t < n; t++ {
		step()
		func() {
			for _, v := range u {
				if v > 2 {
					return
				}
				energy += v * v
			}
		}()
	}
	return energy
}

func trapezoids(f func(float64) float64, a, b float64, n int) float64 {
	h := (b - a) / float64(n)
	s := (f(a) + f(b)) / 2
	for i := 1; i < n; i++ {
		s += f(a + float64(i)*h)
	}
	return s * h
}

// Twofold integrates an integral: the function is called again by what it calls, which is no recursion.
//
//pardiff:grad
func Twofold(k, c float64) float64 {
	g := func(x float64) float64 { return c / (1 + k*x*x) }
	return trapezoids(func(x float64) float64 {
		return trapezoids(func(y float64) float64 { return g(x * y) }, 0, x, 3)
	}, 0, 1, 4)
}
