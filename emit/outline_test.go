package emit_test

import (
	"strings"
	"testing"
)

// TestOutline checks which innermost loops become functions: those of at least four rows and three numbers from
// around, and those of many rows in which elements stay in variables. Of a triangle it is the loop around them.
func TestOutline(t *testing.T) {
	const layer = `package src

func F(w, x []float64, n int) float64 {
	s := 0.0
	for o := range len(w) / n {
		z := 0.0
		for j := range n {
			z += w[o*n+j] * x[j]
		}
		s += z * z
	}
	return s
}`
	const distance = `package src

func F(w, x []float64, n int) float64 {
	s := 0.0
	for o := range len(w) / n {
		for j := range n {
			d := w[o*n+j] - x[o*n+j]
			s += d * d
		}
	}
	return s
}`
	const triangle = `package src

func F(l, x []float64, n int) float64 {
	s := 0.0
	y := make([]float64, n)
	for i := range len(x) / n {
		clear(y)
		for c := range n {
			v := x[i*n+c]
			for r := c; r < n; r++ {
				y[r] += l[c*n+r] * v
			}
		}
		for _, e := range y {
			s += e * e
		}
	}
	return s
}`
	step := func(flux string) string {
		return `package src

func F(u, k []float64, n, steps int) float64 {
	next := make([]float64, len(u))
	for range steps {
		for i := 1; i < len(u)/n-1; i++ {
			for j := 1; j < n-1; j++ {
				next[i*n+j] = ` + flux + `*(u[(i-1)*n+j] + u[(i+1)*n+j] + u[i*n+j-1] + u[i*n+j+1] - 4*u[i*n+j])
			}
		}
		copy(u, next)
	}
	s := 0.0
	for _, v := range u {
		s += v * v
	}
	return s
}`
	}
	nests := map[string]int{triangle: 2} // loops that are functions together with the innermost ones in them
	for src, outlined := range map[string]bool{layer: true, distance: false, triangle: true, step("k[i*n+j]"): true, step("k[0]"): false} {
		out, _ := generate(t, src, function{"F", []want{grad}})
		if got := strings.Contains(string(out.Source), "//go:noinline\nfunc fInner1("); got != outlined {
			t.Errorf("an innermost loop is a function: %v, want %v, in\n%s", got, outlined, out.Source)
		}
		if got := strings.Count(string(out.Source), "with the innermost one in it"); got != nests[src] {
			t.Errorf("%d nests are functions, want %d, in\n%s", got, nests[src], out.Source)
		}
	}
}

// TestBlock checks that an outline takes rows of four iterations as one slice where they follow each other without a gap or
// begin next to each other, and only there.
func TestBlock(t *testing.T) {
	layer := func(stride, columns string) string {
		return `package src

func F(w, x []float64, n, m int) float64 {
	s := 0.0
	for o := range len(w) / n {
		z := 0.0
		for j := range ` + columns + ` {
			z += w[` + stride + `+j] * x[j]
		}
		s += z * z
	}
	return s
}`
	}
	const window = `package src

func F(x, k []float64, n, m int) float64 {
	s := 0.0
	out := make([]float64, m)
	for b := range len(x) / n {
		clear(out)
		for d := range len(k) {
			for j := range m {
				out[j] += k[d] * x[b*n+d+j]
			}
		}
		for _, v := range out {
			s += v * v
		}
	}
	return s
}`
	for _, c := range []struct{ src, block string }{
		{layer("o*n", "n"), "4*n"},
		{layer("(2*o+1)*(n+m)", "2*m+2*n"), "4*n1"},
		{layer("o*n", "n-1"), ""},
		{layer("(3-o)*n", "n"), ""},
		{layer("2*o", "n"), ""},
		{window, "m+3"},
		{strings.Replace(window, "+d+j", "+2*d+j", 1), ""},
	} {
		out, _ := generate(t, c.src, function{"F", []want{grad}})
		src := string(out.Source)
		got := strings.Contains(src, "][:4*") || strings.Contains(src, "][:m+")
		if got != (c.block != "") || !strings.Contains(src, "][:"+c.block) {
			t.Errorf("rows of\n%s\nare a block: %v, want %q, in\n%s", c.src, got, c.block, src)
		}
	}
}
