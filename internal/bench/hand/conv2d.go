package hand

import "github.com/pardiff/pardiffgen/example/conv2d"

// Conv2D is the gradient of package example/conv2d.
type Conv2D struct{ g []float64 }

// Grad is conv2d.LossGrad. It keeps the derivatives of the loss with respect to the outputs.
func (c *Conv2D) Grad(s conv2d.Shape, x, k, b, want []float64, xAdj, kAdj, bAdj []float64) float64 {
	h, w := s.OutH(), s.OutW()
	c.g = grow(c.g, s.Batch*s.Out*h*w)
	scale := 1 / float64(s.Batch)
	clear(bAdj)
	loss := 0.0
	for n := range s.Batch {
		for o := range s.Out {
			taps := row(k, o, s.In*s.Size*s.Size)
			for y := range h {
				g := row(c.g, (n*s.Out+o)*h+y, w)
				for j := range g {
					g[j] = b[o]
				}
				c.output(s, taps, x, n, y, g)
				t := row(want, (n*s.Out+o)*h+y, w)
				sum := 0.0
				for j, v := range g {
					d := v - t[j]
					loss += 0.5 * d * d
					d *= scale
					g[j] = d
					sum += d
				}
				bAdj[o] += sum
			}
		}
	}
	clear(xAdj)
	c.images(s, k, xAdj)
	c.kernels(s, x, kAdj)
	return loss * scale
}

// output adds to the row y of an output image what the taps take from image n: four input
// channels in one pass.
func (*Conv2D) output(s conv2d.Shape, taps, x []float64, n, y int, out []float64) {
	for dy := range s.Size {
		for dx := range s.Size {
			tap, step := taps[dy*s.Size+dx:], s.Size*s.Size
			at, plane := (n*s.In*s.H+y+dy)*s.W+dx, s.H*s.W
			i := 0
			for ; i+4 <= s.In; i += 4 {
				in := x[at+i*plane:]
				axpy4(tap[i*step], tap[(i+1)*step], tap[(i+2)*step], tap[(i+3)*step],
					in, in[plane:], in[2*plane:], in[3*plane:], out)
			}
			for ; i < s.In; i++ {
				axpy(tap[i*step], x[at+i*plane:], out)
			}
		}
	}
}

// images adds to the adjoints of the images: each row gathers from the output rows that read it, four
// output channels in one pass.
func (c *Conv2D) images(s conv2d.Shape, k, xAdj []float64) {
	h, w := s.OutH(), s.OutW()
	step, plane := s.In*s.Size*s.Size, h*w
	for n := range s.Batch {
		for i := range s.In {
			for y := range s.H {
				x := row(xAdj, (n*s.In+i)*s.H+y, s.W)
				for dy := max(0, y-h+1); dy < min(s.Size, y+1); dy++ {
					for dx := range s.Size {
						tap, to := k[(i*s.Size+dy)*s.Size+dx:], x[dx:dx+w]
						o := 0
						for ; o+4 <= s.Out; o += 4 {
							g := c.g[((n*s.Out+o)*h+y-dy)*w:]
							axpy4(tap[o*step], tap[(o+1)*step], tap[(o+2)*step], tap[(o+3)*step],
								g, g[plane:], g[2*plane:], g[3*plane:], to)
						}
						for ; o < s.Out; o++ {
							axpy(tap[o*step], c.g[((n*s.Out+o)*h+y-dy)*w:], to)
						}
					}
				}
			}
		}
	}
}

// kernels writes the adjoints of the kernels: each tap is a scalar product of an output image and a shifted
// input image, and four input channels share what they read of the output.
func (c *Conv2D) kernels(s conv2d.Shape, x, kAdj []float64) {
	step := s.Size * s.Size
	for o := range s.Out {
		for dy := range s.Size {
			for dx := range s.Size {
				taps := kAdj[o*s.In*step+dy*s.Size+dx:]
				i := 0
				for ; i+4 <= s.In; i += 4 {
					taps[i*step], taps[(i+1)*step], taps[(i+2)*step], taps[(i+3)*step] = c.taps4(s, x, o, i, dy, dx)
				}
				for ; i < s.In; i++ {
					taps[i*step] = c.tap(s, x, o, i, dy, dx)
				}
			}
		}
	}
}

// taps4 returns the adjoints of the taps dy, dx of output channel o and of four input channels from i on.
func (c *Conv2D) taps4(s conv2d.Shape, x []float64, o, i, dy, dx int) (s0, s1, s2, s3 float64) {
	h, w := s.OutH(), s.OutW()
	plane := s.H * s.W
	for n := range s.Batch {
		for y := range h {
			in := x[((n*s.In+i)*s.H+y+dy)*s.W+dx:]
			t0, t1, t2, t3 := dot4(row(c.g, (n*s.Out+o)*h+y, w), in, in[plane:], in[2*plane:], in[3*plane:])
			s0, s1, s2, s3 = s0+t0, s1+t1, s2+t2, s3+t3
		}
	}
	return s0, s1, s2, s3
}

// tap returns the adjoint of one tap.
func (c *Conv2D) tap(s conv2d.Shape, x []float64, o, i, dy, dx int) (sum float64) {
	h, w := s.OutH(), s.OutW()
	for n := range s.Batch {
		for y := range h {
			sum += dot(row(c.g, (n*s.Out+o)*h+y, w), x[((n*s.In+i)*s.H+y+dy)*s.W+dx:])
		}
	}
	return sum
}
