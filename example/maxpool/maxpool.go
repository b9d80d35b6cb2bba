// Package maxpool has two-dimensional max pooling, as convolutional networks use it.
package maxpool

//go:generate go tool pardiffgen

// A Shape says how images are pooled: an output pixel is the largest of Size × Size pixels, and neighbouring
// output pixels are Stride pixels apart.
type Shape struct {
	Planes, H, W int // number and size of the input images
	Size, Stride int
}

// OutH returns the number of rows of an output image.
func (s Shape) OutH() int { return (s.H-s.Size)/s.Stride + 1 }

// OutW returns the number of columns of an output image.
func (s Shape) OutW() int { return (s.W-s.Size)/s.Stride + 1 }

// Pool writes the pooled images x (Planes × H × W) to y (Planes × OutH × OutW). It panics if the lengths
// do not fit. At a tie the derivative goes to the first pixel in storage order.
//
//pardiff:vjp cuda
func Pool(s Shape, x, y []float64) {
	h, w := s.OutH(), s.OutW()
	if len(x) != s.Planes*s.H*s.W || len(y) != s.Planes*h*w {
		panic("maxpool: Pool: lengths do not fit together")
	}
	for p := range s.Planes {
		for i := range h {
			for j := range w {
				best := x[(p*s.H+i*s.Stride)*s.W+j*s.Stride]
				for di := range s.Size {
					for dj := range s.Size {
						best = max(best, x[(p*s.H+i*s.Stride+di)*s.W+j*s.Stride+dj])
					}
				}
				y[(p*h+i)*w+j] = best
			}
		}
	}
}
