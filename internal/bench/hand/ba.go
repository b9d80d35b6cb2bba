package hand

import "math"

// The layout of a row of the Jacobian of a bundle adjustment, and of a camera: rotation, centre, focal
// length, principal point, distortion; a point; a weight.
const (
	baCentre = 3
	baFocal  = 6
	baU      = 7
	baV      = 8
	baK1     = 9
	baK2     = 10
	BACam    = 11 // numbers of a camera
	BAPoint  = 3  // numbers of a point
	BARow    = BACam + BAPoint + 1
)

// BA writes the derivatives of the two reprojection errors of one observation to du and dv: a row
// of BARow numbers each, for the camera, the point and the weight. It is the Jacobian of Reproject of
// example/gradbench. What the two rows share is computed once.
func BA(cam, point []float64, w, u, v float64, du, dv *[BARow]float64) {
	cam = cam[:BACam]
	var b baView
	x, y, z := b.look(cam, point)
	iz := 1 / z
	x *= iz
	y *= iz
	rr := x*x + y*y
	f := cam[baFocal]
	poly := 1 + rr*(cam[baK1]+cam[baK2]*rr)
	scale := f * poly
	wx, wy := w*x, w*y
	slope := 2 * f * (cam[baK1] + 2*cam[baK2]*rr) // of scale in rr, times 2
	cross := w * x * y * slope
	b.row(du, w*scale+wx*x*slope, cross, x, y, iz)
	b.row(dv, cross, w*scale+wy*y*slope, x, y, iz)
	du[baFocal], dv[baFocal] = wx*poly, wy*poly
	du[baU], dv[baU] = w, 0
	du[baV], dv[baV] = 0, w
	du[baK1], dv[baK1] = wx*f*rr, wy*f*rr
	du[baK2], dv[baK2] = du[baK1]*rr, dv[baK1]*rr
	du[BARow-1], dv[BARow-1] = x*scale+cam[baU]-u, y*scale+cam[baV]-v
}

// baView is a point seen from a camera.
type baView struct {
	d         [3]float64 // point minus centre
	k         [3]float64 // axis, or the rotation vector itself where it is zero
	angle     float64
	sin, cos1 float64 // of the angle; cos1 is 1 - cos
	kd        float64 // axis times d
	kxd       [3]float64
}

// look returns the point in the camera's coordinates.
func (b *baView) look(cam, point []float64) (x, y, z float64) {
	for i := range b.d {
		b.d[i] = point[i] - cam[baCentre+i]
	}
	sq := cam[0]*cam[0] + cam[1]*cam[1] + cam[2]*cam[2]
	b.angle = math.Sqrt(sq)
	inv := 1.0
	if sq == 0 {
		b.sin, b.cos1 = 1, 0 // of the first-order rotation
	} else {
		sin, cos := math.Sincos(b.angle)
		b.sin, b.cos1 = sin, 1-cos
		inv = 1 / b.angle
	}
	for i := range b.k {
		b.k[i] = cam[i] * inv
	}
	b.kd = b.k[0]*b.d[0] + b.k[1]*b.d[1] + b.k[2]*b.d[2]
	b.kxd = cross(&b.k, &b.d)
	turn := func(i int) float64 { return b.d[i]*(1-b.cos1) + b.kxd[i]*b.sin + b.k[i]*b.kd*b.cos1 }
	return turn(0), turn(1), turn(2)
}

// row writes the derivatives with respect to rotation, centre and point of an error whose derivatives with respect
// to the image coordinates x and y, in units of the focal length, are gx and gy.
func (b *baView) row(r *[BARow]float64, gx, gy, x, y, iz float64) {
	gx *= iz
	gy *= iz
	g := [3]float64{gx, gy, -(gx*x + gy*y)} // with respect to the camera's coordinates
	gk := g[0]*b.k[0] + g[1]*b.k[1] + g[2]*b.k[2]
	gxk, dxg := cross(&g, &b.k), cross(&b.d, &g)
	for i := range g {
		p := g[i]*(1-b.cos1) + gxk[i]*b.sin + b.k[i]*gk*b.cos1
		r[BACam+i] = p
		r[baCentre+i] = -p
	}
	if b.angle == 0 {
		r[0], r[1], r[2] = dxg[0], dxg[1], dxg[2]
		return
	}
	gd := g[0]*b.d[0] + g[1]*b.d[1] + g[2]*b.d[2]
	gkxd := g[0]*b.kxd[0] + g[1]*b.kxd[1] + g[2]*b.kxd[2]
	turn := (1-b.cos1)*gkxd + b.sin*(b.kd*gk-gd) // with respect to the angle
	var axis [3]float64
	for i := range axis {
		axis[i] = b.sin*dxg[i] + b.cos1*(gk*b.d[i]+b.kd*g[i])
	}
	along := axis[0]*b.k[0] + axis[1]*b.k[1] + axis[2]*b.k[2]
	inv := 1 / b.angle
	for i := range axis {
		r[i] = (axis[i]-along*b.k[i])*inv + turn*b.k[i]
	}
}

// cross returns the vector product of a and b.
func cross(a, b *[3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
