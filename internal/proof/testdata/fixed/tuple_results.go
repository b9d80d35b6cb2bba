// A function value returns a struct among several results.
// refused
package p

type task struct {
	run func()
	a   float64
}

func F(x []float64, f func(int) (task, []float64, error)) float64 {
	t, y, err := f(3)
	if err != nil {
		return 0
	}
	return x[0] * t.a * y[0]
}
