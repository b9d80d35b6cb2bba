package slices

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestRemade(t *testing.T) {
	x := []float64{0.7, 1.2, 0.4, 0.9, 0.3, 0.5, 0.8}
	for _, k := range []int{1, 2, 3, 5} {
		gradcheck.Grad(t, Powers, PowersGrad, 0.8, k)
		gradcheck.JVP(t, Powers, PowersJVP, 0.8, k)
		gradcheck.Grad(t, Remade, RemadeGrad, x, k)
		gradcheck.JVP(t, Remade, RemadeJVP, x, k)
		gradcheck.Grad(t, Remake, RemakeGrad, x, k)
		gradcheck.JVP(t, Remake, RemakeJVP, x, k)
		gradcheck.Grad(t, Histories, HistoriesGrad, x, 0.4, k)
		gradcheck.JVP(t, Histories, HistoriesJVP, x, 0.4, k)
	}
	gradcheck.Grad(t, Powers, PowersGrad, 0.8, 0)
	rows := [][]float64{{0.7, 1.2, 0.4}, {0.9, 0.3, 0.5}, {0.8, 0.2, 1.1}, {0.6, 1.3, 0.1}}
	gradcheck.VJP(t, RowsTurn, RowsTurnVJP, rows, 0.7)
	gradcheck.JVP(t, RowsTurn, RowsTurnJVP, rows, 0.7)
}
