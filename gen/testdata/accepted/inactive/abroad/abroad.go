// Package abroad has inactive code in helpers, in a package that it imports, and in memory that pointers lead to.
package abroad

import (
	"context"

	"example.com/accepted/inactive/abroad/lib"
)

// Lib calls a method of another package as it is, and a function of it with a loop that is kept.
//
//pardiff:grad
//pardiff:jvp
func Lib(x []float64, s *lib.Set, m map[string]int) (r float64) {
	lib.Total = 0
	for i, v := range x {
		r += v * float64(s.Pos[i])
		if s.Add(i % 2) {
			continue
		}
		r += v * v * float64(lib.Total+s.Pos[i])
	}
	return r * lib.Weighted(x, m)
}

// Generic is generic.
//
//pardiff:grad
//pardiff:jvp
func Generic[F float32 | float64](x []F, m map[string]int) (r F) {
	k := 0
	for _, v := range m {
		k += v
	}
	for _, v := range x {
		r += v * v * F(k)
	}
	return r
}

func step(ctx context.Context, y, x []float64) error {
	for i, v := range x {
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
		}
		y[i] += v * v
	}
	return nil
}

// Steps has a select in a helper, and a kept loop in a function literal.
//
//pardiff:grad
//pardiff:jvp
func Steps(ctx context.Context, x []float64, m map[int]int) (float64, error) {
	y := make([]float64, len(x))
	count := 0
	add := func(k int) {
		for a := range m {
			count += a * k
		}
	}
	for n := range 3 {
		if err := step(ctx, y, x); err != nil {
			return 0, err
		}
		add(n)
		y[0] *= float64(count)
	}
	add(2)
	return y[0] * y[1], nil
}

type item struct{ n, m int }

func (t *item) inc() {
	for range map[int]bool{1: true} {
		t.n++
	}
}

// Items reads fields that a method writes through a pointer.
//
//pardiff:grad
//pardiff:jvp
func Items(x []float64, items []item, one *item) (r float64) {
	for i, v := range x {
		r += v * v * float64(items[i].n+one.n)
		one.inc()
		r += v * float64(items[i].n*one.n)
	}
	return r
}

type grid struct {
	idx  [3]int
	rows [][]int
}

func (g *grid) turn() {
	defer func() {}()
	g.idx[0], g.idx[1] = g.idx[1], g.idx[0]
	g.rows[0][1]++
}

// Grid reads an array and rows that a method writes.
//
//pardiff:grad
//pardiff:jvp
func Grid(x []float64, g *grid) (r float64) {
	for _, v := range x {
		r += v * x[g.idx[0]] * float64(g.rows[0][1])
		g.turn()
	}
	return r * x[g.idx[0]] * x[g.idx[1]]
}

// Spans has text with a literal of a struct of another package.
//
//pardiff:grad
//pardiff:jvp
func Spans(x []float64, m map[int]int) float64 { return lib.Spanned(x, m) * x[0] }
