package hand

import "github.com/pardiff/pardiffgen/example/maxpool"

// MaxPool is the vector-Jacobian product of package example/maxpool.
type MaxPool struct{}

// VJP is maxpool.PoolVJP. The winner of a window gets its seed as soon as it is found.
func (MaxPool) VJP(s maxpool.Shape, x, y, xAdj, yAdj []float64) {
	h, w := s.OutH(), s.OutW()
	for p := range s.Planes {
		img, imgAdj := row(x, p, s.H*s.W), row(xAdj, p, s.H*s.W)
		for i := range h {
			out, seed := row(y, p*h+i, w), row(yAdj, p*h+i, w)
			for j := range out {
				corner := i*s.Stride*s.W + j*s.Stride
				best, at := img[corner], corner
				for di := range s.Size {
					from := corner + di*s.W
					for dj, v := range img[from : from+s.Size] {
						if v > best {
							at = from + dj
						}
						best = max(best, v)
					}
				}
				out[j] = best
				imgAdj[at] += seed[j]
				seed[j] = 0
			}
		}
	}
}
