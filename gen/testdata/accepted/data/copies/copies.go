// Package copies copies structs and arrays.
package copies

type In struct {
	W [2][2]float64
	k float64
}
type Out struct {
	A, B In
	arr  [3]In
}

//pardiff:grad
func F(o Out, p *Out, os []Out) float64 {
	a := o
	b := a
	b.A.W[0][1] *= 2
	a.B = b.A
	a.arr[1] = a.B
	a.arr[1].W[1] = b.A.W[0]
	q := *p
	q.A.k *= o.A.k
	p.B.W = a.arr[1].W
	c := &a.arr[2]
	*c = a.arr[1]
	c.k = 3 * q.A.k
	s := 0.0
	for i := range os {
		t := os[i]
		t.A.k *= 2
		os[i].B = t.A
		s += os[i].A.k*os[i].B.k + t.A.W[1][0]
	}
	for _, t := range os {
		t.A.k = 0
		s += t.B.k * t.A.k
	}
	arr := o.arr
	for i, v := range arr {
		arr[2].k += v.k
		s += v.k * arr[i].W[0][0]
	}
	x, y := a.arr[1], b.A
	x, y = y, x
	os[0], os[1] = os[1], os[0]
	a.arr[0], a.arr[1] = a.arr[1], a.arr[0]
	eq := o.A == o.B
	if eq {
		s *= 2
	}
	return s + x.W[0][1]*y.W[1][1] + a.arr[2].k*p.B.W[1][1] + o.A.W[0][1]*a.A.W[0][1] + os[0].B.k*os[1].A.W[0][1]*a.arr[0].k
}
