package main

import "math"

// A Camera is one of the cameras of a bundle adjustment.
type Camera struct {
	RX, RY, RZ float64 // rotation: axis times angle
	CX, CY, CZ float64 // centre
	F          float64 // focal length, in pixels
	U0, V0     float64 // principal point, in pixels
	K1, K2     float64 // coefficients of the radial distortion
}

// A Point is a point in space.
type Point struct{ X, Y, Z float64 }

// Reproject returns the reprojection error, in pixels and weighted by w, of the point p that
// the camera cam sees at the image position (u, v).
//
//pardiff:jac wrt=cam,p,w
func Reproject(cam Camera, p Point, w, u, v float64) (du, dv float64) {
	x, y, z := rotate(cam.RX, cam.RY, cam.RZ, p.X-cam.CX, p.Y-cam.CY, p.Z-cam.CZ)
	x /= z
	y /= z
	rr := x*x + y*y
	scale := cam.F * (1 + cam.K1*rr + cam.K2*rr*rr)
	return w * (x*scale + cam.U0 - u), w * (y*scale + cam.V0 - v)
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
	a /= angle
	b /= angle
	c /= angle
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
