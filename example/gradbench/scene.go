package main

// A Scene is a bundle adjustment.
type Scene struct {
	Cams   []Camera
	Points []Point
	Seen   []Observation
}

// An Observation says where a camera sees a point in its image, and how much that counts.
type Observation struct {
	Cam, Point int // indices into the scene's cameras and points
	U, V       float64
	W          float64
}

// Errors computes the errors of all observations: two numbers each in reproj, one in weight.
func (s *Scene) Errors(reproj, weight []float64) {
	for i, o := range s.Seen {
		reproj[2*i], reproj[2*i+1] = Reproject(s.Cams[o.Cam], s.Points[o.Point], o.W, o.U, o.V)
		weight[i] = WeightError(o.W)
	}
}

// A Jacobian is the sparse matrix of the derivatives of the errors. Its rows are two for each
// observation, in order, and then one for each weight; its columns are the parameters
// of all cameras, all points and all weights.
type Jacobian struct {
	// Reproj holds what is not zero of the rows of the reprojection errors: a row depends
	// on one camera, one point and one weight.
	Reproj []Block
	Weight []float64 // the only element of each row of the weights
}

// A Block is a row of the derivatives of a reprojection error.
type Block struct {
	Cam   Camera
	Point Point
	W     float64
}

// Jacobian computes the derivatives of the errors into j, whose memory it uses again.
func (s *Scene) Jacobian(j *Jacobian, work *ReprojectWork) {
	n := len(s.Seen)
	if len(j.Weight) != n {
		*j = Jacobian{Reproj: make([]Block, 2*n), Weight: make([]float64, n)}
	}
	for i, o := range s.Seen {
		du, dv := &j.Reproj[2*i], &j.Reproj[2*i+1]
		work.Jac(s.Cams[o.Cam], s.Points[o.Point], o.W, o.U, o.V, &du.Cam, &du.Point, &du.W, &dv.Cam, &dv.Point, &dv.W)
		WeightErrorGrad(o.W, &j.Weight[i])
	}
}

// Compressed returns the Jacobian of s in compressed row format: the elements of row r are
// vals[rows[r]:rows[r+1]], their columns stand beside them in cols.
func (s *Scene) Compressed(j *Jacobian) (rows, cols []int, vals []float64) {
	points := camSize * len(s.Cams)
	weights := points + pointSize*len(s.Points)
	rows = append(rows, 0)
	for r, b := range j.Reproj {
		o := s.Seen[r/2]
		for i := range camSize {
			cols = append(cols, camSize*o.Cam+i)
		}
		for i := range pointSize {
			cols = append(cols, points+pointSize*o.Point+i)
		}
		cols = append(cols, weights+r/2)
		vals = append(vals, b.Cam.numbers()...)
		vals = append(vals, b.Point.X, b.Point.Y, b.Point.Z, b.W)
		rows = append(rows, len(vals))
	}
	for i, w := range j.Weight {
		cols = append(cols, weights+i)
		vals = append(vals, w)
		rows = append(rows, len(vals))
	}
	return rows, cols, vals
}

// How many numbers there are in a Camera and in a Point.
const (
	camSize   = 11
	pointSize = 3
)

// numbers returns the fields of c in order.
func (c Camera) numbers() []float64 {
	return []float64{c.RX, c.RY, c.RZ, c.CX, c.CY, c.CZ, c.F, c.U0, c.V0, c.K1, c.K2}
}

// camera returns the camera whose fields are v, the inverse of numbers.
func camera(v []float64) Camera {
	return Camera{
		RX: v[0], RY: v[1], RZ: v[2],
		CX: v[3], CY: v[4], CZ: v[5],
		F: v[6], U0: v[7], V0: v[8], K1: v[9], K2: v[10],
	}
}
