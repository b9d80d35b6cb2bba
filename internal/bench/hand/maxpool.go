package hand

import "github.com/pardiff/pardiffgen/example/maxpool"

// MaxPool is the vector-Jacobian product of package example/maxpool.
type MaxPool struct{ at []int }

// VJP is maxpool.PoolVJP. A row of outputs is compared with one pixel of each window after the other: comparing the pixels
// of one window with each other, the processor would wait for each result and
// mispredict branches. The winners get their seeds as soon as they are found.
func (m *MaxPool) VJP(s maxpool.Shape, x, y, xAdj, yAdj []float64) {
	h, w := s.OutH(), s.OutW()
	m.at = grow(m.at, w)
	for p := range s.Planes {
		img, imgAdj := row(x, p, s.H*s.W), row(xAdj, p, s.H*s.W)
		for i := range h {
			out, seed := row(y, p*h+i, w), row(yAdj, p*h+i, w)
			at := i * s.Stride * s.W
			for j := range out {
				out[j], m.at[j] = img[at], at
				at += s.Stride
			}
			for di := range s.Size {
				for dj := range s.Size {
					poolTap(img, (i*s.Stride+di)*s.W+dj, s.Stride, out, m.at)
				}
			}
			for j, a := range m.at {
				imgAdj[a] += seed[j]
				seed[j] = 0
			}
		}
	}
}

// poolTap takes every stride-th pixel from the one at on into the maxima best and their places.
//
//go:noinline
func poolTap(img []float64, at, stride int, best []float64, places []int) {
	places = places[:len(best)]
	for j, b := range best {
		v, place := img[at], places[j]
		if v > b {
			place = at // without a branch: it is the only statement
		}
		places[j] = place
		best[j] = max(b, v)
		at += stride
	}
}
