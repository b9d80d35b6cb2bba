package pointers

// A Stack of floats.
type Stack []float64

func (s *Stack) Push(v float64) { *s = append(*s, v) }
func (s *Stack) Pop() float64 {
	v := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return v
}
func (s Stack) Len() int { return len(s) }
func (s *Stack) Drop()   { *s = (*s)[:0] }

// RPN evaluates a program on a stack.
//
//pardiff:vjp
//pardiff:jvp
func RPN(x []float64, ops []int) float64 {
	var s Stack
	for i, op := range ops {
		switch op {
		case 0:
			s.Push(x[i%len(x)])
		case 1:
			a, b := s.Pop(), s.Pop()
			s.Push(a * b)
		case 2:
			s.Push(s.Pop() + s.Pop())
		}
	}
	r := 1.0
	for s.Len() > 0 {
		r = r*s.Pop() + 0.5
	}
	return r
}

func push(s *[]float64, v ...float64) { *s = append(*s, v...) }

// Pushed pushes through pointers.
//
//pardiff:vjp
//pardiff:jvp
func Pushed(x []float64, n int) float64 {
	list := make([]float64, 0, 4)
	p := &list
	for i := range n {
		push(&list, x[i%len(x)], 2)
		*p = append(*p, list[0]*x[0])
		if i%3 == 2 {
			*p = append((*p)[:2], list[1:]...)
		}
	}
	s := 0.0
	for i, v := range list {
		s += v * v * float64(i+1)
	}
	return s
}

type item struct{ w, x float64 }
type heap []item

func (h *heap) push(v item) {
	*h = append(*h, v)
	for i := len(*h) - 1; i > 0; {
		p := (i - 1) / 2
		if (*h)[p].w <= (*h)[i].w {
			break
		}
		(*h)[p], (*h)[i] = (*h)[i], (*h)[p]
		i = p
	}
}

func (h *heap) pop() item {
	old := *h
	n := len(old)
	top := old[0]
	old[0] = old[n-1]
	*h = old[:n-1]
	for i := 0; ; {
		c := 2*i + 1
		if c >= n-1 {
			break
		}
		if c+1 < n-1 && (*h)[c+1].w < (*h)[c].w {
			c++
		}
		if (*h)[i].w <= (*h)[c].w {
			break
		}
		(*h)[i], (*h)[c] = (*h)[c], (*h)[i]
		i = c
	}
	return top
}

// Merged merges the two lightest items until one is left.
//
//pardiff:vjp
//pardiff:jvp
func Merged(w, x []float64) float64 {
	var h heap
	for i := range w {
		h.push(item{w[i], x[i]})
	}
	s := 0.0
	for len(h) > 1 {
		a, b := h.pop(), h.pop()
		s += a.w*b.x + b.w*a.x
		h.push(item{a.w + b.w, a.x * b.x})
	}
	if len(h) > 0 {
		s += h[0].x
	}
	return s
}
