package rows

import "math"

// Buckets sorts values into rows.
//
//pardiff:vjp
//pardiff:jvp
func Buckets(x []float64, key []int, n int) float64 {
	rows := make([][]float64, n)
	for i, v := range x {
		rows[key[i]] = append(rows[key[i]], v*v)
	}
	s := 0.0
	for k, r := range rows {
		t := 0.0
		for j, v := range r {
			t += v * float64(j+1)
		}
		s += math.Sin(t) * float64(k+len(r))
	}
	return s
}

// Chain appends what it reads from its own rows.
//
//pardiff:grad
//pardiff:jvp
func Chain(x []float64, n int) float64 {
	var rows [][]float64
	for i := range n {
		rows = append(rows, nil)
		rows[i] = append(rows[i], x[i%len(x)], 2)
		for j := range i {
			rows[j] = append(rows[j], rows[i][0]*rows[j][len(rows[j])-1])
			rows[i] = append(rows[i], rows[j]...)
		}
		rows[i] = append(rows[i], rows[i]...)
	}
	s := 0.0
	for i := range rows {
		for j := range rows[i] {
			rows[i][j] *= 0.5
			s += rows[i][j] * float64(j%3)
		}
	}
	return s
}

type place struct{ X, Y float64 }

func put(rows [][]place, k int, p place) { rows[k] = append(rows[k], p) }

// Places has rows of structs, and a helper and a closure that append.
//
//pardiff:grad
//pardiff:jvp
func Places(x []float64, n int) float64 {
	rows := make([][]place, n)
	into := func(k int, v float64) { rows[k] = append(rows[k], place{v, v * v}) }
	for i, v := range x {
		put(rows, i%n, place{v, 1})
		into((i*i)%n, v)
		if i%2 == 0 {
			rows[0] = append(rows[0], rows[i%n][0])
		}
	}
	s := 0.0
	for _, r := range rows {
		for i := 1; i < len(r); i++ {
			s += r[i].X*r[i-1].Y + r[i-1].X
		}
	}
	return s
}

// Members has rows of integers.
//
//pardiff:grad
//pardiff:jvp
func Members(x []float64, key []int, n int) float64 {
	at := make([][]int, n)
	for i, k := range key {
		at[k] = append(at[k], i)
	}
	s := 0.0
	for k, list := range at {
		t := 1.0
		for _, i := range list {
			t *= x[i]
		}
		s += t * float64(k+1)
	}
	return s
}

// Reset makes rows empty again, and gives them new memory.
//
//pardiff:grad
//pardiff:jvp
func Reset(x []float64, n int) float64 {
	rows := make([][]float64, 3)
	s := 0.0
	for i := range n {
		rows[0] = nil
		rows[1] = make([]float64, 2)
		rows[1][1] = x[0]
		rows[2] = []float64{x[1], s}
		for j, v := range x {
			rows[j%3] = append(rows[j%3], v*float64(i+1))
		}
		for _, r := range rows {
			for j := range r {
				s += r[j] * x[j%len(x)]
			}
		}
	}
	return s
}

// Spread appends rows to other slices, and changes rows in between.
//
//pardiff:grad
func Spread(x []float64) float64 {
	rows, other := make([][]float64, 2), make([][]float64, 1)
	scale := func(r []float64, v float64) { r[0] *= v }
	var flat []float64
	for i := range x {
		rows[i%2] = append(rows[i%2], x[i])
		scale(rows[i%2], x[0])
		flat = append(flat, rows[i%2]...)
	}
	other[0] = append(other[0], rows[0]...)
	rows[0][0] = 3
	s := 0.0
	for i, v := range flat {
		s += v * v * float64(i)
	}
	return s * other[0][0] * rows[0][0] * rows[1][1]
}
