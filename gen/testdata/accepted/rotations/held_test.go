package rotations

import (
	"strings"
	"testing"

	"example.com/accepted/gradcheck"
)

func cells(n int, k float64) []Cell {
	list := make([]Cell, n)
	for i := range list {
		c := &list[i]
		c.F = [2]float64{k + 0.3*float64(i), 1.1 - k*float64(i)}
		c.P.X[0], c.P.Y[0] = float32(k)*2, float32(i)+0.25
	}
	return list
}

func lattice(k float64) *Lattice {
	g := &Lattice{
		Cells: cells(3, k), Next: cells(3, k+0.1), Rows: [][]Cell{cells(2, k), cells(2, 0.7)}, Two: [2][]Cell{cells(2, 0.4), cells(2, k)},
		Pairs: [][2]float64{{k, 1}, {0.4, 0.7}, {1.3, 0.2}}, Old: [][2]float64{{0.9, k}, {0.1, 0.8}, {0.6, 0.5}},
	}
	g.Deep = []struct{ R []Cell }{{cells(2, 0.8)}, {cells(2, k)}}
	return g
}

func TestHeld(t *testing.T) {
	gradcheck.VJP(t, (*Lattice).Flip, (*Lattice).FlipVJP, lattice(0.5))
	gradcheck.JVP(t, (*Lattice).Flip, (*Lattice).FlipJVP, lattice(0.5))
	gradcheck.VJP(t, Turn, TurnVJP, lattice(0.5), 1, float32(1.5))
	gradcheck.JVP(t, Turn, TurnJVP, lattice(0.5), 1, float32(1.5))
	gradcheck.VJP(t, Nests, NestsVJP, lattice(0.5), lattice(0.6))
	gradcheck.JVP(t, Nests, NestsJVP, lattice(0.5), lattice(0.6))
	for n := range 4 {
		a := &[3][][2]float64{{{0.7, 1.2}, {0.4, 0.8}}, {{0.5, 0.9}, {1.4, 1.8}}, {{1.7, 0.2}, {0.3, 0.6}}}
		gradcheck.VJP(t, Threefold, ThreefoldVJP, a, 0.8, n)
		gradcheck.JVP(t, Threefold, ThreefoldJVP, a, 0.8, n)
		gradcheck.VJP(t, (*Lattice).Step, (*Lattice).StepVJP, lattice(0.5), 0.8, n)
		gradcheck.JVP(t, (*Lattice).Step, (*Lattice).StepJVP, lattice(0.5), 0.8, n)
	}
	u, v := []Strand{{[]float64{0.5, 0.8}, 1.1}, {[]float64{0.9}, 0.7}}, []Strand{{[]float64{1.3}, 0.6}, {[]float64{0.4, 1.2}, 0.9}}
	gradcheck.VJP(t, Crossed, CrossedVJP, u, v, 1.3)
	gradcheck.JVP(t, Crossed, CrossedJVP, u, v, 1.3)
}

// TestTurned checks that three slices change places where they are three, and that there is a panic where two of them are one, as
// a slice has two names then.
func TestTurned(t *testing.T) {
	rows := [][]float64{{0.7}, {0.4}, {1.2}}
	gradcheck.VJP(t, Turned, TurnedVJP, rows, 1, 2)
	gradcheck.VJP(t, Turned, TurnedVJP, rows, 2, 1)
	gradcheck.JVP(t, Turned, TurnedJVP, rows, 2, 1)
	gradcheck.VJP(t, TurnedBy, TurnedByVJP, rows, 2, 1)
	gradcheck.JVP(t, TurnedBy, TurnedByJVP, rows, 2, 1)
	for k := range 2 {
		gradcheck.VJP(t, Picked, PickedVJP, []float64{0.7, 0.4, 1.2, 0.5}, k)
		gradcheck.JVP(t, Picked, PickedJVP, []float64{0.7, 0.4, 1.2, 0.5}, k)
	}
	for _, at := range [][2]int{{2, 2}, {0, 1}, {1, 0}} {
		x := []float64{0.7, 1.2, 0.4, 0.9, 0.3, 0.6}
		gradcheck.VJP(t, Renamed, RenamedVJP, x, at[0], at[1])
		gradcheck.JVP(t, Renamed, RenamedJVP, x, at[0], at[1])
		for _, f := range []func([][]float64, int, int, float64, [][]float64) float64{TurnedVJP, TurnedByVJP} {
			func() {
				defer func() {
					if s, _ := recover().(string); !strings.Contains(s, "slices that change places are the same") {
						t.Errorf("%v: panic %q", at, s)
					}
				}()
				f(rows, at[0], at[1], 1, [][]float64{{0}, {0}, {0}})
			}()
		}
	}
}
