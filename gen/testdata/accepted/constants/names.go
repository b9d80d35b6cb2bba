package constants

const h01, h03 = 0.1, 0.3
const typed float32 = 0.1

func hsteps(x, T, dt float64) float64 {
	for range int(T / dt) {
		x *= x + 0.5
	}
	return x
}

// Named gives named constants to a helper.
//
//pardiff:grad
func Named(x float64) float64 { return hsteps(x, h03, h01) + hsteps(x, 3*h01, h01) + x*float64(typed) }

const nn = 3

// Named2 gives it one that is an integer elsewhere.
//
//pardiff:grad
func Named2(x float64) float64 { return hsteps(x, nn, 0.7) * hsteps(x, nn, nn) }
