// Package pointed changes text, times and slices of text through pointers and methods.
package pointed

import (
	"time"
)

type Name string

func wt(v Name) float64            { return float64(len(v)) * 0.3 }
func wt2(v [2]string) float64      { return float64(len(v[0])) * 0.3 }
func wt3(v time.Time) float64      { return float64(v.Hour()+1) * 0.3 }
func wt4(v []string) float64       { return float64(len(v)) * 0.3 }
func wt5(v map[string]int) float64 { return float64(len(v)) * 0.3 }
func up(p *Name, k int) {
	if k%2 == 0 {
		*p += "w"
	}
}
func up2(p *[2]string, k int) {
	if k%2 == 0 {
		p[0] += "w"
	}
}
func up3(p *time.Time, k int) {
	if k%2 == 0 {
		*p = p.Add(time.Hour)
	}
}
func up4(p *[]string, k int) {
	if k%2 == 0 {
		*p = append(*p, "w")
	}
}
func up5(p *map[string]int, k int) {
	if k%2 == 0 {
		(*p)["a"+string(rune('a'+k))] = 3
	}
}

// Through1 is one case of the package.
//
//pardiff:vjp
//pardiff:jvp
func Through1(x []float64, a Name) (s float64) {
	pa := &a
	for i := range x {
		up(pa, i)
		x[i] *= wt(a) * x[0]
	}
	return x[len(x)-1]
}

// Through2 is one case of the package.
//
//pardiff:vjp
//pardiff:jvp
func Through2(x []float64, a Name) (s float64) {
	for i := range x {
		up(&a, i)
		x[i] *= wt(a) * x[0] * float64(len(a))
	}
	return x[len(x)-1]
}

// Through3 is one case of the package.
//
//pardiff:vjp
//pardiff:jvp
func Through3(x []float64, a [2]string) (s float64) {
	pa := &a
	for i := range x {
		up2(pa, i)
		up2(&a, i)
		x[i] *= wt2(a) * x[0] * float64(len(a[0]))
	}
	return x[len(x)-1]
}

// Through4 is one case of the package.
//
//pardiff:vjp
//pardiff:jvp
func Through4(x []float64, a time.Time) (s float64) {
	pa := &a
	for i := range x {
		up3(pa, i)
		x[i] *= wt3(a) * x[0] * float64(a.Hour())
	}
	return x[len(x)-1]
}

// Through5 is one case of the package.
//
//pardiff:vjp
//pardiff:jvp
func Through5(x []float64, a []string) (s float64) {
	pa := &a
	for i := range x {
		up4(pa, i)
		x[i] *= wt4(a) * x[0] * float64(len(a))
		for j := range a {
			x[i] *= 0.9 + float64(j)*0.001
		}
	}
	return x[len(x)-1]
}

// Through6 is one case of the package.
//
//pardiff:vjp
//pardiff:jvp
func Through6(x []float64, a map[string]int) (s float64) {
	pa := &a
	for i := range x {
		up5(pa, i)
		x[i] *= wt5(a) * x[0] * float64(len(a))
	}
	return x[len(x)-1]
}

type S struct {
	A Name
	B []string
	T time.Time
	W float64
}

func (s *S) grow(k int) {
	up(&s.A, k)
	up4(&s.B, k+1)
	up3(&s.T, k)
}

// Through7 is one case of the package.
//
//pardiff:vjp
//pardiff:jvp
func Through7(x []float64, v S) (s float64) {
	for i := range x {
		v.grow(i)
		x[i] *= wt(v.A) * x[0] * float64(len(v.A)) * wt4(v.B) * float64(len(v.B)) * wt3(v.T) * v.W
	}
	return x[len(x)-1]
}

// Through8 is one case of the package.
//
//pardiff:vjp
//pardiff:jvp
func Through8(x []float64, v *S) (s float64) {
	p := &v.A
	q := &v.B
	for i := range x {
		up(p, i)
		up4(q, i)
		x[i] *= wt(v.A) * x[0] * float64(len(v.A)) * wt4(v.B) * float64(len(v.B)) * v.W
	}
	return x[len(x)-1]
}

// Through9 is one case of the package.
//
//pardiff:vjp
//pardiff:jvp
func Through9(x []float64, vs []S) (s float64) {
	for i := range x {
		v := &vs[i%len(vs)]
		p := &v.A
		up(p, i)
		w := vs[0]
		v.grow(i)
		x[i] *= wt(v.A) * x[0] * float64(len(w.A)) * wt4(v.B) * float64(len(w.B)) * v.W
	}
	return x[len(x)-1]
}
