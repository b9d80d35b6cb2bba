// A jump from a loop to the one around it leaves no function, also where that one ends with a switch.
// right
package p

func F(x []float64, n int) float64 { return mean(x, n) * x[0] }

func mean(y []float64, n int) float64 {
rows:
	for i := range 3 {
		for j := range 3 {
			if i+j > n {
				continue rows
			}
			y[i] += y[j] * y[j]
			if y[i] > 4 {
				break rows
			}
		}
	}
last:
	switch {
	case y[0] > 0:
		for range y {
			y[0] *= 0.5
			if y[0] < 1 {
				break last
			}
		}
	}
	s := 0.0
	for _, v := range y {
		s += v
	}
	return s * 0.25
}
