// Package transforms multiplies small matrices.
package transforms

// A Transform is a matrix of homogeneous coordinates.
type Transform [4][4]float64

func (a Transform) then(b Transform) (c Transform) {
	for i := range a {
		for j := range b[0] {
			for k := range b {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return
}

// Reach returns how far the end of an arm is from a target, and where it is. Each part of the arm has a matrix of its own, of which
// the adjoint is zero when the next one's begins.
//
//pardiff:vjp
//pardiff:jvp
func Reach(link [][3]float64, target [3]float64) (float64, Transform) {
	t := Transform{{1, 0.2}, {0.3, 1}, {2: 1}, {3: 1}}
	for i := range t {
		part := Transform{}
		for k := range 4 {
			part[k][k] = 1
		}
		for k := range 3 {
			part[k][3] = link[i][k]
		}
		t = t.then(part)
	}
	e := 0.0
	for k := range 3 {
		d := t[k][3] - target[k]
		e += d * d
	}
	return e, t
}
