package nils

//pardiff:vjp
//pardiff:jvp
func Len(x []float64, steps int) float64 {
	s := 0.0
	var prev []float64
	for t := 0; t < steps; t++ {
		cur := make([]float64, len(x))
		for i := range cur {
			cur[i] = x[i] * float64(t+1)
		}
		if len(prev) > 0 {
			for i := range cur {
				s += prev[i] * cur[i]
			}
		}
		prev = cur
	}
	return s
}

//pardiff:vjp
//pardiff:jvp
func Copied(x []float64, steps int) float64 {
	s := 0.0
	var prev []float64
	for t := 0; t < steps; t++ {
		cur := make([]float64, len(x))
		for i := range cur {
			cur[i] = x[i] * float64(t+1)
		}
		p := prev
		if p != nil {
			for i := range cur {
				s += p[i] * cur[i]
			}
		}
		prev = cur
	}
	return s
}

//pardiff:vjp
//pardiff:jvp
func Continue(x []float64, steps int) float64 {
	s := 0.0
	var prev []float64
	for t := 0; t < steps; t++ {
		cur := make([]float64, len(x))
		for i := range cur {
			cur[i] = x[i] * float64(t+1)
		}
		if prev == nil {
			prev = cur
			continue
		}
		for i := range cur {
			s += prev[i] * cur[i]
		}
	}
	return s
}

//pardiff:vjp
//pardiff:jvp
func Once(x []float64, steps int) float64 {
	s := 0.0
	var prev []float64
	for t := 0; t < steps; t++ {
		if prev == nil {
			s += 3 * x[0]
		} else {
			s += x[0] * x[0]
		}
		prev = x
	}
	return s
}

//pardiff:vjp
//pardiff:jvp
func Lengths(x []float64, steps int) float64 {
	s := 0.0
	n := 0
	var prev []float64
	for t := 0; t < steps; t++ {
		n += len(prev)
		s += x[0] * float64(n)
		prev = x
	}
	return s
}

type holder struct{ v []float64 }

//pardiff:vjp
func Holder(x []float64, n int) float64 {
	s := 0.0
	var a holder
	for i := range n {
		b := a
		if b.v != nil {
			s += b.v[0] * float64(i)
		}
		a.v = x
	}
	return s
}

//pardiff:vjp
func Closure(x []float64, n int) float64 {
	s := 0.0
	var a []float64
	f := func() int { return len(a) }
	for range n {
		s += x[0] * float64(f())
		a = x
	}
	return s
}

//pardiff:vjp
func Until(x []float64, n int) float64 {
	s := 0.0
	var a []float64
	i := 0
	for a == nil || i < n {
		s += x[0] * x[0]
		a = x
		i++
	}
	return s
}

// A Link may be missing in a list.
type Link struct{ W []float64 }

// Missing leaves out the links that are not there.
//
//pardiff:vjp
//pardiff:jvp
func Missing(ls []*Link, x float64) float64 {
	for i := range ls {
		if ls[i] == nil {
			continue
		}
		x *= ls[i].W[0]
	}
	for _, l := range ls {
		if l != nil && x < 3 {
			x += l.W[1] * x
		}
	}
	return x
}
