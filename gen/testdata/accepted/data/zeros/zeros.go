// Package zeros has zero values.
package zeros

type P struct{ X, Y float64 }

//pardiff:grad
func F(x []float64, k float64) float64 {
	var p P
	var arr [3]float64
	var q *P
	var sl []float64
	if q == nil {
		p.X = k
	}
	p.Y += p.X * x[0]
	arr[1] = x[1] * p.Y
	sl = append(sl, k, arr[1])
	sl = append(sl, x...)
	var m [2]P
	m[0] = p
	p = P{}
	p.X += 2 * k
	new := new(P)
	new.X = k
	*new = m[0]
	new.Y *= 2
	var e error
	if e == nil && q == nil {
		arr = [3]float64{k}
	}
	var ifc any
	if ifc != nil {
		return 0
	}
	return m[0].Y*sl[1]*sl[3] + p.X*p.Y + new.Y*new.X + arr[0]*arr[1] + arr[0]
}

// Unread computes values beyond all bounds that nothing reads.
//
//pardiff:vjp
//pardiff:jvp
func Unread(x []float64, k float64) float64 {
	s := x[0] * k
	for i := range 60 {
		for range 3 {
			k *= k + x[0]
		}
		if i < 50 {
			k = x[1]
		}
	}
	return s * x[1]
}
