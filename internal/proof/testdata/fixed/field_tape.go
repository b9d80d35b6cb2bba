// A tape of a field of a package-level variable.
// unknown
package p

var log = struct{ w []int }{make([]int, 8)}

func F(x []float64) (s float64) {
	for i := range x {
		log.w[i%3] += i
		q := log.w[1:]
		s = x[i] * x[i] * float64(log.w[0]+total(log.w))
		q[0]++
		if q[i] > 1 {
			break
		}
	}
	return s
}

func total(w []int) (t int) {
	for _, v := range w {
		t += v
	}
	return t
}
