package slices

// A Heap is a stack of numbers.
type Heap struct {
	items []float64
	sum   float64
}

func (h *Heap) push(v float64) {
	h.items = append(h.items, v)
	h.sum += v
}

func (h *Heap) pop() float64 {
	v := h.items[len(h.items)-1]
	h.items = h.items[:len(h.items)-1]
	h.sum -= v
	return v
}

// Heaped keeps numbers in the field of a local struct.
//
//pardiff:grad
//pardiff:jvp
func Heaped(x []float64) (s float64) {
	var h Heap
	h.push(x[0])
	for i := 1; len(h.items) > 0 && i < 12; i++ {
		v := h.pop()
		s += v*v*h.sum + v
		if v < 2 {
			h.push(v * x[i%len(x)])
			h.push(v + 0.4)
		}
	}
	return s
}

type reader struct{ rest []float64 }

func (r *reader) next() float64 {
	v := r.rest[0]
	r.rest = r.rest[1:]
	return v
}

// Read takes numbers off the front of its argument.
//
//pardiff:vjp
func Read(x []float64) (s float64) {
	r := reader{x}
	for len(r.rest) > 1 {
		s += r.next() * r.next()
	}
	return s
}

// A Series is what Collect returns.
type Series struct {
	Values []float64
	Total  float64
}

// Collect appends to a field of its result.
//
//pardiff:vjp
func Collect(x []float64) (r Series) {
	for i, v := range x {
		if v > 0.5 {
			r.Values = append(r.Values, v*x[0]*float64(i))
			r.Total += v * v
		}
	}
	return r
}
