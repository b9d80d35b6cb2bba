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

// TestBlock checks that an outline takes rows of four iterations as one slice where they follow each other without a gap, and
// only there.
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
	for _, c := range []struct{ stride, columns, block string }{
		{"o*n", "n", "4*n"},
		{"(2*o+1)*(n+m)", "2*m+2*n", "4*n1"},
		{"o*n", "n-1", ""},
		{"(3-o)*n", "n", ""},
	} {
		out, _ := generate(t, layer(c.stride, c.columns), function{"F", []want{grad}})
		src := string(out.Source)
		if !strings.Contains(src, "\tfInner1(") {
			t.Errorf("rows of %s after %s are in no function, in\n%s", c.columns, c.stride, src)
		}
		if got := strings.Contains(src, "][:4*"); got != (c.block != "") || !strings.Contains(src, "][:"+c.block) {
			t.Errorf("rows of %s after %s are a block: %v, want %q, in\n%s", c.columns, c.stride, got, c.block, src)
		}
	}
}
