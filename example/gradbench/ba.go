package main

import "math"

// Sizes of the parameters of a bundle adjustment.
const (
	camSize   = 11 // rotation 3, centre 3, focal length, principal point 2, distortion 2
	pointSize = 3
	blockSize = camSize + pointSize + 1 // what one observation depends on
)

// Reproject sets err to the weighted reprojection error, in pixels, of the point x seen by
// the camera cam at the image position feat. cam holds a rotation (axis times angle), the
// camera's centre, its focal length, its principal point and two coefficients of radial
// distortion.
//
//pardiff:vjp wrt=cam,x,w of=err
func Reproject(cam, x []float64, w float64, feat, err []float64) {
	px, py, pz := rotate(cam[0], cam[1], cam[2], x[0]-cam[3], x[1]-cam[4], x[2]-cam[5])
	u, v := px/pz, py/pz
	rr := u*u + v*v
	scale := cam[6] * (1 + cam[9]*rr + cam[10]*rr*rr)
	err[0] = w * (u*scale + cam[7] - feat[0])
	err[1] = w * (v*scale + cam[8] - feat[1])
}

// rotate turns (x, y, z) about the axis (a, b, c) by an angle that is the axis' length.
func rotate(a, b, c, x, y, z float64) (rx, ry, rz float64) {
	sq := a*a + b*b + c*c
	if sq == 0 {
		// The first-order rotation, which has the right derivatives at angle 0.
		return x + b*z - c*y, y + c*x - a*z, z + a*y - b*x
	}
	angle := math.Sqrt(sq)
	sin, cos := math.Sincos(angle)
	inv := 1 / angle
	a *= inv
	b *= inv
	c *= inv
	dot := (a*x + b*y + c*z) * (1 - cos)
	rx = x*cos + (b*z-c*y)*sin + a*dot
	ry = y*cos + (c*x-a*z)*sin + b*dot
	rz = z*cos + (a*y-b*x)*sin + c*dot
	return rx, ry, rz
}

// WeightError returns the error that keeps the weight of an observation near 1.
//
//pardiff:grad
func WeightError(w float64) float64 {
	return 1 - w*w
}
