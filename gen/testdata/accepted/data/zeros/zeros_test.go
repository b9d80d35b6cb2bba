package zeros

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradient(t *testing.T) {
	gradcheck.Grad(t, F, FGrad, []float64{0.4, 0.7}, 0.8)
}

func TestUnread(t *testing.T) {
	gradcheck.VJP(t, Unread, UnreadVJP, []float64{0.7, 1.2}, 3.0)
	gradcheck.JVP(t, Unread, UnreadJVP, []float64{0.7, 1.2}, 3.0)
}
