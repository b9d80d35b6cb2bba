// Package localtypes has types that are declared in functions.
package localtypes

import "fmt"

// Helped calls a function with types twice.
//
//pardiff:grad
//pardiff:jvp
//pardiff:grad name=HelpedSerial par=off
func Helped(x []float64, n int) float64 {
	return h(x, n) + h(x, n+1)
}

// Own has types in its body, and in that of a closure.
//
//pardiff:vjp
//pardiff:jvp
func Own[T float32 | float64](x []T, n int) (T, []T) {
	type pair struct{ a, b T }
	type vec []T
	p := pair{x[0], x[1]}
	q := make([]pair, n)
	for i := range q {
		q[i] = pair{x[i%len(x)] * p.a, x[i%len(x)] + p.b}
	}
	v := make(vec, n)
	times := func(p pair) T {
		type scaled struct {
			pair
			k T
		}
		list := []scaled{{p, 2}, {pair{p.b, p.a}, p.a}}
		var s T
		for _, c := range list {
			s += c.a * c.a * c.b * c.k
		}
		return s
	}
	for i := range v {
		v[i] = times(q[i])
	}
	var s T
	for i := range v {
		s += v[i] * v[i]
	}
	return s, v
}

func h(x []float64, n int) float64 {
	type pair struct{ a, b float64 }
	type tt [2]pair
	type key struct{ i, j int }
	type list []pair
	type K float64
	const c K = 3
	type tree struct {
		pair
		kids list
		k    K
	}
	m := map[key]float64{{1, 2}: 0.5}
	var z tt
	z[0].a = x[n]
	z[1].b = x[0]
	q := list{{1, 2}, {x[0], x[1]}}
	q = append(q, pair{x[1], x[1]})
	s := z[0].a*z[1].b + m[key{1, 2}]*x[0]
	for _, p := range q {
		s += p.a * p.b
	}
	t := tree{pair{x[0], s}, q[1:], c}
	s += t.a * t.b * float64(t.k) * t.kids[0].a
	ts := []pair{t.pair, q[0]}
	if n > 100 {
		panic(fmt.Sprint(q, pair{1, 2}))
	}
	add := func(p, q pair) pair { return pair{p.a + q.b, p.b * q.a} }
	p := add(q[0], q[1])
	return s + float64(K(s)*2) + ts[0].a*ts[1].b + p.a*p.b
}
