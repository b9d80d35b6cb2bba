package helpers

import "math"

// pardiffPoison fills memory of floats with NaN, so that a test notices what is read before it is
// written. Package emit leaves out the calls of it but for tests.
func pardiffPoison[T any](s []T) {
	switch s := any(s).(type) {
	case []float64:
		for i := range s {
			s[i] = math.NaN()
		}
	case []float32:
		for i := range s {
			s[i] = float32(math.NaN())
		}
	}
}
