package recursion

import (
	"testing"

	"example.com/accepted/gradcheck"
)

// TestForward has functions that call themselves in forward mode.
func TestForward(t *testing.T) {
	gradcheck.JVP(t, Ladder, LadderJVP, 5, []float64{1.1, 0.8, 0.9}, 0.7, gradcheck.Wrt(1))
	if _, _, _, _, err := LadderJVP(-1, []float64{1}, 2, nil); err == nil {
		t.Error("the error is lost")
	}
	w := 0.7
	gradcheck.JVP(t, Ping, PingJVP, 4, []float64{1.1, 0.8, 0.9, 0.3}, &w)
	gradcheck.VJP(t, pong, pongVJP, 4, []float64{1.1, 0.8, 0.9, 0.3}, &w)
	gradcheck.JVP(t, Folded, FoldedJVP, []float64{1.1, 0.8, 0.9}, []float64{0.5, 0.6, 0.4}, 0.9)
	gradcheck.JVP(t, Constants, ConstantsJVP, 0.9, []float64{0.5, 0.6, 0.4, 1.1}, gradcheck.Wrt(0))
}
