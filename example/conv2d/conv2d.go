// Package conv2d has a two-dimensional convolution layer with a squared loss.
package conv2d

//go:generate go tool pardiffgen

// A Shape says how the arrays of a layer are laid out. Images are stored channel after channel,
// row after row. The kernels are Size × Size and move by one pixel without padding, so that an output
// has OutH × OutW pixels.
type Shape struct {
	Batch, In, Out int // images, input channels, output channels
	H, W           int // pixels of an input
	Size           int // of the kernels
}

// OutH returns the number of rows of an output.
func (s Shape) OutH() int { return s.H - s.Size + 1 }

// OutW returns the number of columns of an output.
func (s Shape) OutW() int { return s.W - s.Size + 1 }

// Loss returns half the mean squared error per image of the convolution of the images x (Batch × In × H × W)
// with the kernels k (Out × In × Size × Size) and the biases b (Out), against the wanted
// images (Batch × Out × OutH × OutW). It panics if the lengths do not fit.
//
//pardiff:grad wrt=x,k,b cuda
func Loss(s Shape, x, k, b, want []float64) float64 {
	h, w := s.OutH(), s.OutW()
	if len(x) != s.Batch*s.In*s.H*s.W || len(k) != s.Out*s.In*s.Size*s.Size || len(b) != s.Out ||
		len(want) != s.Batch*s.Out*h*w {
		panic("conv2d: Loss: lengths do not fit together")
	}
	loss := 0.0
	for n := range s.Batch {
		for o := range s.Out {
			for y := range h {
				for c := range w {
					sum := b[o]
					for i := range s.In {
						for dy := range s.Size {
							for dx := range s.Size {
								sum += k[((o*s.In+i)*s.Size+dy)*s.Size+dx] * x[((n*s.In+i)*s.H+y+dy)*s.W+c+dx]
							}
						}
					}
					d := sum - want[((n*s.Out+o)*h+y)*w+c]
					loss += 0.5 * d * d
				}
			}
		}
	}
	return loss / float64(s.Batch)
}
