package main

// A Scene is a bundle adjustment: which camera saw which point where.
type Scene struct {
	Cams, Points   int       // number of cameras and of points
	Cam            []float64 // camSize numbers for each camera
	X              []float64 // pointSize numbers for each point
	CamOf, PointOf []int     // for each observation
	W              []float64 // weight of each observation
	Feat           []float64 // image position of each observation, 2 numbers
}

// cam returns the parameters of the camera of observation i.
func (s *Scene) cam(i int) []float64 {
	at := s.CamOf[i] * camSize
	return s.Cam[at : at+camSize]
}

// point returns the point of observation i.
func (s *Scene) point(i int) []float64 {
	at := s.PointOf[i] * pointSize
	return s.X[at : at+pointSize]
}

// Errors computes the errors of all observations: two numbers each in reproj, one in weight.
func (s *Scene) Errors(reproj, weight []float64) {
	for i, w := range s.W {
		Reproject(s.cam(i), s.point(i), w, s.Feat[2*i:2*i+2], reproj[2*i:2*i+2])
		weight[i] = WeightError(w)
	}
}

// A Jacobian is a sparse matrix in compressed row format: the elements of row r are
// Vals[Rows[r]:Rows[r+1]], their columns stand beside them in Cols. The rows are two for
// each observation, in order, and then one for each weight; the columns are the parameters of
// all cameras, all points and all weights.
type Jacobian struct {
	Rows, Cols []int
	Vals       []float64
}

// NewJacobian returns the Jacobian of the errors with its pattern set and zero values.
func (s *Scene) NewJacobian() *Jacobian {
	p := len(s.W)
	j := &Jacobian{Rows: []int{0}}
	points := camSize * s.Cams
	weights := points + pointSize*s.Points
	for i := range 2 * p {
		for c := range camSize {
			j.Cols = append(j.Cols, camSize*s.CamOf[i/2]+c)
		}
		for c := range pointSize {
			j.Cols = append(j.Cols, points+pointSize*s.PointOf[i/2]+c)
		}
		j.Cols = append(j.Cols, weights+i/2)
		j.Rows = append(j.Rows, len(j.Cols))
	}
	for i := range p {
		j.Cols = append(j.Cols, weights+i)
		j.Rows = append(j.Rows, len(j.Cols))
	}
	j.Vals = make([]float64, len(j.Cols))
	return j
}

// A JacobianWork keeps the memory that filling a Jacobian needs. Its zero value is ready.
type JacobianWork struct {
	reproject ReprojectWork
	err, seed [2]float64
}

// Fill computes the values of the Jacobian of s. Each observation depends on so few
// parameters that a row of its block is one vector-Jacobian product, with a unit vector as the
// seed.
func (w *JacobianWork) Fill(s *Scene, j *Jacobian) {
	clear(j.Vals)
	for i, weight := range s.W {
		for r := range 2 {
			row := j.Vals[(2*i+r)*blockSize : (2*i+r+1)*blockSize]
			w.seed[r] = 1
			w.reproject.VJP(s.cam(i), s.point(i), weight, s.Feat[2*i:2*i+2], w.err[:],
				row[:camSize], row[camSize:camSize+pointSize], &row[blockSize-1], w.seed[:])
			w.seed[r] = 0
		}
		WeightErrorGrad(weight, &j.Vals[2*len(s.W)*blockSize+i])
	}
}
