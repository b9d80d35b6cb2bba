package rules

import "math"

func dot(x, y []float64, w float64) (s, n float64) {
	for i := range x {
		s += x[i] * y[i] * w
		n += x[i] * x[i]
	}
	return s, math.Sqrt(n)
}

//pardiff:rule for=dot
func dotVJP(x, y []float64, w, sAdj, nAdj float64, xAdj, yAdj []float64, wAdj *float64) (s, n float64) {
	s, n = dot(x, y, w)
	for i := range x {
		xAdj[i] += sAdj*y[i]*w + nAdj*x[i]/n
		yAdj[i] += sAdj * x[i] * w
		*wAdj += sAdj * x[i] * y[i]
	}
	return s, n
}

// Dots passes slices that hold active values, constants and one memory twice.
//
//pardiff:jvp
func Dots(x, y []float64, w float64) float64 {
	c := []float64{1, 2, 3}
	a, b := dot(x, y, w*x[0])
	d, e := dot(x[1:3], c[:2], a)
	f, _ := dot(y, y, 2)
	x[0] *= a
	g, _ := dot(x, y, b)
	dot(x, y, 0)
	return a*b + d*e + f*g
}

type mass struct {
	P, V [2]float64
	M    float64
	ID   int
}

func energy(m []mass, g [2]float64) (e mass, k [2]float64) {
	for _, b := range m {
		e.M += 0.5 * b.M * (b.V[0]*b.V[0] + b.V[1]*b.V[1])
		for i := range 2 {
			k[i] += b.M * b.P[i] * g[i]
		}
		e.ID += b.ID
	}
	return e, k
}

//pardiff:rule for=energy
func energyVJP(m []mass, g [2]float64, eAdj mass, kAdj [2]float64, mAdj []mass, gAdj *[2]float64) (e mass, k [2]float64) {
	for j, b := range m {
		mAdj[j].M += 0.5 * eAdj.M * (b.V[0]*b.V[0] + b.V[1]*b.V[1])
		for i := range 2 {
			mAdj[j].V[i] += eAdj.M * b.M * b.V[i]
			mAdj[j].M += kAdj[i] * b.P[i] * g[i]
			mAdj[j].P[i] += kAdj[i] * b.M * g[i]
			gAdj[i] += kAdj[i] * b.M * b.P[i]
		}
	}
	return energy(m, g)
}

// Energies has structs and arrays that go into a rule and come out of it.
//
//pardiff:jvp
//pardiff:grad
func Energies(m []mass, h float64) float64 {
	s := 0.0
	for i := range m {
		e, k := energy(m[i:], [2]float64{h, -h * m[i].P[0]})
		s += e.M*k[0] + k[1]*float64(e.ID) + e.P[1]
		if s > 2 {
			_, k = energy(m, k)
			s += k[0]
		}
	}
	return s
}

func (v *V) stretch(rows [][]float64, k float32) float64 {
	s := 0.0
	for _, r := range rows {
		for _, x := range r {
			s += v.X * x * float64(k)
		}
	}
	return s + v.Y
}

//pardiff:rule for=stretch
func (v *V) stretchVJP(rows [][]float64, k float32, resAdj float64, vAdj *V, rowsAdj [][]float64, kAdj *float32) float64 {
	for i, r := range rows {
		for j, x := range r {
			vAdj.X += resAdj * x * float64(k)
			rowsAdj[i][j] += resAdj * v.X * float64(k)
			*kAdj += float32(resAdj * v.X * x)
		}
	}
	vAdj.Y += resAdj
	return v.stretch(rows, k)
}

// Stretched has a receiver, rows and numbers of two types.
//
//pardiff:jvp
func Stretched(v *V, rows [][]float64, k float64) float64 {
	w := V{v.Y, k}
	return v.stretch(rows, 0.5) * w.stretch(rows[:1], float32(k))
}
