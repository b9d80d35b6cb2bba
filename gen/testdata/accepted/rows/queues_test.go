package rows

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestQueues(t *testing.T) {
	x := []float64{0.7, 1.2, 0.4, 0.9, 0.8, 1.1, 0.6, 0.3}
	for n := range 9 {
		gradcheck.VJP(t, Emptied, EmptiedVJP, x[:n])
		gradcheck.JVP(t, Emptied, EmptiedJVP, x[:n])
		gradcheck.VJP(t, Renewed, RenewedVJP, x[:n], 0.7)
		gradcheck.JVP(t, Renewed, RenewedJVP, x[:n], 0.7)
	}
}
