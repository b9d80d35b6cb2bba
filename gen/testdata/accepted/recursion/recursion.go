package recursion

import "math"

// Fib multiplies where Fibonacci's recurrence adds.
//
//pardiff:grad
//pardiff:vjp
//pardiff:jvp
func Fib(n int, x, y float64) float64 {
	if n == 0 {
		return x
	}
	if n == 1 {
		return y
	}
	return Fib(n-1, x, y)*Fib(n-2, x, y) + 0.1*x
}

// simpson refines the rule until it is good enough.
func simpson(a, b, fa, fm, fb, p float64, depth int) float64 {
	m := 0.5 * (a + b)
	fl, fr := density(0.5*(a+m), p), density(0.5*(m+b), p)
	h := (b - a) / 12
	whole, left, right := 2*h*(fa+4*fm+fb), h*(fa+4*fl+fm), h*(fm+4*fr+fb)
	d := left + right - whole
	if depth <= 0 || math.Abs(d) < 1e-6 {
		return left + right + d/15
	}
	return simpson(a, m, fa, fl, fm, p, depth-1) + simpson(m, b, fm, fr, fb, p, depth-1)
}

func density(x, p float64) float64 { return math.Exp(-p*x) * math.Sin(x*x) }

//pardiff:grad
//pardiff:jvp
func Integral(a, b, p float64) float64 {
	return p * simpson(a, b, density(a, p), density(0.5*(a+b), p), density(b, p), p, 8)
}

//pardiff:vjp
//pardiff:jvp
func Pairs(x []float64) (s, m float64) {
	if len(x) == 1 {
		return x[0], math.Exp(x[0])
	}
	k := len(x) / 2
	a, p := Pairs(x[:k])
	b, q := Pairs(x[k:])
	return a*b + p, p + q*a
}

// Det expands by minors; the bits of used are the columns that are taken.
//
//pardiff:grad
//pardiff:jvp
func Det(a [][]float64, row int, used uint) float64 {
	if row == len(a) {
		return 1
	}
	sign, d := 1.0, 0.0
	for j := range a {
		if used&(1<<j) != 0 {
			continue
		}
		d += sign * a[row][j] * Det(a, row+1, used|1<<j)
		sign = -sign
	}
	return d
}

// Even and Odd call each other.
//
//pardiff:grad
//pardiff:jvp
func Even(n int, x float64) float64 {
	if n == 0 {
		return x
	}
	return math.Sin(odd(n-1, x*x))
}

func odd(n int, x float64) float64 {
	if n == 0 {
		return 2 * x
	}
	return x * Even(n-1, x+0.1)
}

func gcd(a, b int) int {
	if b == 0 {
		return a
	}
	return gcd(b, a%b)
}

//pardiff:grad
//pardiff:jvp
func Strided(x []float64, a, b int) float64 {
	s := 0.0
	for i := 0; i < len(x); i += gcd(a, b) {
		s += x[i] * x[i]
	}
	return s
}

type Tree struct {
	Left, Right []int
	Leaf        []float64
}

func walk(left, right []int, leaf []float64, i int, w float64) float64 {
	s := leaf[i] * w
	if l := left[i]; l >= 0 {
		s += math.Tanh(walk(left, right, leaf, l, w*0.5))
	}
	if r := right[i]; r >= 0 {
		s += w * walk(left, right, leaf, r, w*0.7)
	}
	return s
}

//pardiff:grad
//pardiff:jvp
func (t *Tree) Sum(w float64) float64 { return walk(t.Left, t.Right, t.Leaf, 0, w) }

// Twice passes memory that is only read as two arguments.
//
//pardiff:grad
//pardiff:jvp
func Twice(x []float64) float64 { return dot(x, x, len(x)) * dot(x[1:], x[:3], 2) }

func dot(x, y []float64, n int) float64 {
	if n == 0 {
		return 0
	}
	return x[n-1]*y[n-1]*y[n-1] + dot(x, y, n-1)
}

// fade scales what it is given, element by element.
func fade(x []float64, n int, k float64) float64 {
	if n == 0 || len(x) == 0 {
		return k
	}
	x[0] *= k
	return 0.5*fade(x[1:], n-1, k*0.9) + x[0]*0.2
}

// Faded gives it a copy that each iteration makes, for as long as the data say.
//
//pardiff:vjp
//pardiff:jvp
func Faded(w []float64, q float64) float64 {
	for i := 0; i < 5 && q < 100; i++ {
		u := make([]float64, len(w))
		copy(u, w)
		q = fade(u, i, q)
	}
	return q
}
