package slices

import "errors"

func push(list []float64, v float64) []float64 { return append(list, v) }

func pushAll(list []float64, values ...float64) []float64 {
	for _, v := range values {
		if v > 0 {
			list = push(list, v)
		}
	}
	return list
}

func twice(list []float64, v float64) []float64 {
	list = pushAll(list, v)
	return pushAll(list, v*v, 2)
}

// A Log is a list in a struct.
type Log struct {
	Values []float64
	Count  int
}

// Lists passes lists to functions that append to them, one in a variable and one in a field.
//
//pardiff:grad
//pardiff:jvp
func Lists(x []float64) float64 {
	l := &Log{}
	var list []float64
	for i := range x {
		l.Values = twice(l.Values, x[i])
		list = twice(list, x[i]*x[0])
		list = list[:len(list)-1]
	}
	s := 0.0
	for i, v := range l.Values {
		s += v * float64(i+1)
	}
	for i, v := range list {
		s += v * v * float64(i+1)
	}
	return s
}

func checked(list []float64, v float64) ([]float64, error) {
	if v < 0 {
		return nil, errors.New("negative")
	}
	return append(list, v), nil
}

// Checked stops at the first error, which empties the list.
//
//pardiff:grad
//pardiff:jvp
func Checked(x []float64) float64 {
	var list []float64
	var err error
	for _, v := range x {
		if list, err = checked(list, v*x[0]); err != nil {
			break
		}
	}
	s := x[0]
	for i, v := range list {
		s += v * v * float64(i+1)
	}
	return s
}

func window(list []float64, n int) []float64 {
	for len(list) > n {
		list = list[1:]
	}
	list = append(list, list[0]*list[0])
	return list
}

func last(list []float64, v float64) (end float64, rest []float64) {
	end = list[len(list)-1]
	list = append(list[:len(list)-1], v, v*v)
	return end, list
}

// Windows cuts lists in functions, at both ends.
//
//pardiff:grad
//pardiff:jvp
func Windows(x []float64) float64 {
	var w []float64
	b := []float64{1, x[0]}
	s := 0.0
	for i := range x {
		w = append(w, x[i]*x[i])
		w = window(w, 3)
		for k, v := range w {
			s += v * float64(k+1) * x[0]
		}
		var e float64
		e, b = last(b, x[i])
		s += e * x[1]
	}
	return s * b[1]
}

// A Leaf has subscripts of others.
type Leaf struct {
	Left, Right int
	Weight      float64
}

func insert(tree []Leaf, at int, w float64) []Leaf {
	tree = append(tree, Leaf{-1, -1, w})
	if at >= 0 {
		if w < tree[at].Weight {
			tree[at].Left = len(tree) - 1
		} else {
			tree[at].Right = len(tree) - 1
		}
	}
	return tree
}

// Tree is made leaf by leaf.
//
//pardiff:grad
//pardiff:jvp
func Tree(x []float64) float64 {
	var tree []Leaf
	for i, v := range x {
		tree = insert(tree, i-1, v*v)
	}
	s := 0.0
	for _, l := range tree {
		if l.Left >= 0 {
			s += l.Weight * tree[l.Left].Weight
		}
		if l.Right >= 0 {
			s += l.Weight * l.Weight * tree[l.Right].Weight
		}
	}
	return s
}

// Converted converts parts of slices to arrays, which are copies.
//
//pardiff:grad
//pardiff:jvp
//pardiff:grad name=ConvertedSerial par=off
func Converted(x []float64, p []Leaf) float64 {
	s := 0.0
	for i := 0; i+3 <= len(x); i++ {
		a := [3]float64(x[i : i+3])
		a[1] *= a[0]
		b := *(*[2]float64)(x[i:])
		s += a[0]*a[1] + a[2]*b[1]*x[i+1]
	}
	q := [2]Leaf(p)
	q[0].Weight *= x[0]
	return s * q[0].Weight * q[1].Weight * p[0].Weight
}
