package depend

import (
	"go/token"
	"testing"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// TestMayConflict has pairs of accesses: the accesses of statement A and B (or A alone) to x, as
// written or read, at each level.
func TestMayConflict(t *testing.T) {
	for _, c := range []struct {
		name  string
		src   string
		a, b  string // "w A" or "r A", of root x
		level []bool
	}{
		{"own element", `func f(x []float64, n int) { for i := 0; i < n; i++ {
			x[i] = x[i] * 2 /*A*/
		} }`, "r A", "w A", []bool{false, true}},
		{"recurrence", `func f(x []float64, n int) { for i := 1; i < n; i++ {
			x[i] = x[i-1] * 2 /*A*/
		} }`, "r A", "w A", []bool{false, false}},
		{"recurrence, write then read", `func f(x []float64, n int) { for i := 1; i < n; i++ {
			x[i] = x[i-1] * 2 /*A*/
		} }`, "w A", "r A", []bool{true, false}},
		{"downward recurrence", `func f(x []float64, n int) { for i := n-1; i > 0; i-- {
			x[i] = x[i-1] * 2 /*A*/
		} }`, "r A", "w A", []bool{true, false}},
		{"even and odd", `func f(x []float64, n int) { for i := 0; i < n; i++ {
			x[2*i] = x[2*i+1] /*A*/
		} }`, "r A", "w A", []bool{false, false}},
		{"step 2", `func f(x []float64, n int) { for i := 0; i < n; i += 2 {
			x[i] = x[i+1] /*A*/
		} }`, "r A", "w A", []bool{false, false}},
		{"scalar", `func f(x float64, y []float64, n int) { for i := 0; i < n; i++ {
			x = x * y[i] /*A*/
		} }`, "r A", "w A", []bool{true, true}},
		{"scalar in a loop of one iteration", `func f(x float64, y []float64) { for i := 3; i < 4; i++ {
			x = x * y[i] /*A*/
		} }`, "r A", "w A", []bool{false, true}},
		{"loop-invariant cell", `func f(x []float64, k, n int) { for i := 0; i < n; i++ {
			x[k] = x[k+1] /*A*/
		} }`, "r A", "w A", []bool{false, false}},
		{"matrix rows", `func f(x [][]float64, n int) { for i := 0; i < n; i++ { for j := 1; j < n; j++ {
			x[i][j] = x[i][j-1] /*A*/
		} } }`, "w A", "r A", []bool{false, true, false}},
		{"transpose", `func f(x [][]float64, n int) { for i := 0; i < n; i++ { for j := 0; j < i; j++ {
			x[i][j] = x[j][i] /*A*/
		} } }`, "w A", "r A", []bool{false, false, false}},
		{"flat row of a fixed row", `func f(x []float64, n int) { for i := 0; i < n; i++ { for j := 0; j < n; j++ {
			x[i*n+j] = 0 /*A*/
		} } }`, "w A", "w A", []bool{false, false, true}},
		{"constant stride", `func f(x []float64, n int) { for i := 0; i < n; i++ { for j := 0; j < 4; j++ {
			x[i*4+j] = 0 /*A*/
		} } }`, "w A", "w A", []bool{false, false, true}},
		{"constant stride, too wide", `func f(x []float64, n int) { for i := 0; i < n; i++ { for j := 0; j < 5; j++ {
			x[i*4+j] = 0 /*A*/
		} } }`, "w A", "w A", []bool{true, false, true}},
		{"indirect", `func f(x []float64, idx []int, n int) { for i := 0; i < n; i++ {
			x[idx[i]] = x[idx[i]] + 1 /*A*/
		} }`, "r A", "w A", []bool{true, true}},
		{"indirect row", `func f(x []float64, idx []int, n int) { for i := 0; i < n; i++ { for j := 0; j < n; j++ {
			x[idx[i]+j] = 0 /*A*/
		} } }`, "w A", "w A", []bool{true, false, true}},
		{"indirect row with a written index", `func f(x []float64, idx []int, n int) { for i := 0; i < n; i++ { for j := 0; j < n; j++ {
			x[idx[i]+j] = 0 /*A*/
			idx[j] = 1
		} } }`, "w A", "w A", []bool{true, true, true}},
		{"index in a local", `func f(x []float64, idx []int, n int) { for i := 0; i < n; i++ {
			k := idx[i]
			idx[i] = 0
			for j := 0; j < n; j++ {
				x[k+j] = x[k+j+1] /*A*/
			}
		} }`, "w A", "r A", []bool{true, false, false}},
		{"counter", `func f(x []float64, n int) { k := 0
			for i := 0; i < n; i++ { 
				for j := 0; j < n; j++ {
					x[k+j] = x[k+j+1] /*A*/
				}
				k += n
			} }`, "w A", "r A", []bool{true, false, false}},
		{"same counter twice", `func f(x []float64, n int) { k := 0
			for i := 0; i < n; i++ { 
				x[k] = 1 /*A*/
				x[k+1] = 2 /*B*/
				k += n
			} }`, "w A", "w B", []bool{true, false}},
		{"counter changed between", `func f(x []float64, n int) { k := 0
			for i := 0; i < n; i++ { 
				x[k] = 1 /*A*/
				k += n
				x[k+1] = 2 /*B*/
			} }`, "w A", "w B", []bool{true, true}},
		{"counter in an inner loop", `func f(x []float64, n int) { c := 1
			for i := 0; i < n; i++ {
				x[c] = 1 /*A*/
				for j := 0; j < n; j++ {
					x[c-1] = 2 /*B*/
					c += 1
				} } }`, "w A", "w B", []bool{true, true}},
		{"quotient of negatives", `func f(x []float64) { for i := -7; i < 0; i++ {
			x[i/2*2-i+9] = x[10] + x[11] /*A*/
		} }`, "w A", "r A", []bool{true, true}},
		{"arms", `func f(x []float64, n int, c bool) { for i := 0; i < n; i++ {
			if c {
				x[i] = 1 /*A*/
			} else {
				x[i] = 2 /*B*/
			} } }`, "w A", "w B", []bool{false, false}},
		{"condition", `func f(x []float64, n int) { for i := 0; i < n; i++ { for j := 0; j < n; j++ {
			if j > i {
				x[i] = x[j] /*A*/
			} } } }`, "w A", "r A", []bool{false, false, false}},
		{"view", `func f(x []float64, n int) { for i := 0; i < n; i++ {
			r := x[i*n:(i+1)*n]
			for j := 1; j < n; j++ {
				r[j] = r[j-1] /*A*/
			} } }`, "r A", "w A", []bool{false, false, false}},
		{"halves", `func f(x []float64, n int) { for i := 0; i < n/2; i++ {
			x[i] = x[n-1-i] /*A*/
		} }`, "w A", "r A", []bool{false, false}},
		{"ring", `func f(x [2]float64, n int) { for i := 0; i < n; i++ {
			x[(i+1)%2] = x[i%2] /*A*/
		} }`, "r A", "w A", []bool{true, false}},
		{"fields", `type s struct{ u, v float64 }
			func f(x []s, n int) { for i := 0; i < n; i++ {
			x[i].u = x[i].v /*A*/
		} }`, "r A", "w A", []bool{false, false}},
		{"pointers in a slice", `type s struct{ u, v float64 }
			func f(x []*s, n int) { for i := 0; i < n; i++ {
			x[i].u = x[i].u /*A*/
		} }`, "w A", "w A", []bool{true, true}},
		{"pointers in a slice, other field", `type s struct{ u, v float64 }
			func f(x []*s, n int) { for i := 0; i < n; i++ {
			x[i].u = x[i].v /*A*/
		} }`, "r A", "w A", []bool{false, false}},
		{"blocked", `func f(x []float64, n int) { for b := 0; b < n; b += 8 { for i := b; i < min(b+8, n); i++ {
			x[i] = 1 /*A*/
		} } }`, "w A", "w A", []bool{false, false, true}},
		{"any element of a row", `func f(x []float64, k []int, n, m int) { for i := 0; i < n; i++ {
			r := x[i*m:(i+1)*m]
			r[k[i]] = 1 /*A*/
		} }`, "w A", "w A", []bool{false, true}},
		{"any element of rows that overlap", `func f(x []float64, k []int, n, m int) { for i := 0; i < n; i++ {
			r := x[i*m:(i+1)*m+1]
			r[k[i]] = 1 /*A*/
		} }`, "w A", "w A", []bool{true, true}},
		{"symbolic step", `func f(x []float64, n, s int) { for i := 0; i < n; i += s {
			x[i] = x[i+s] /*A*/
		} }`, "w A", "r A", []bool{false, false}},
	} {
		p := load(t, c.src)
		x := Index(p.body)
		a := find(t, x, p, c.a[2:], "x", c.a[0] == 'w')
		b := find(t, x, p, c.b[2:], "x", c.b[0] == 'w')
		for level, want := range c.level {
			if got := x.MayConflict(a, b, level); got != want {
				t.Errorf("%s: %s and %s at level %d: %v, want %v", c.name, c.a, c.b, level, got, want)
			}
		}
	}
}

// TestFactsOnEntry: rows of a matrix do not overlap if they are not longer than their distance.
func TestFactsOnEntry(t *testing.T) {
	p := load(t, `func f(x []float64, n, m, ld int) { for i := 0; i < n; i++ { for j := 0; j < m; j++ {
		x[i*ld+j] = 1 /*A*/
	} } }`)
	for _, c := range []struct {
		op   token.Token
		want bool
	}{{token.GEQ, false}, {token.GTR, false}, {token.LEQ, true}} {
		x := Index(p.body, ir.Bin(c.op, ir.NewRef(p.vars["ld"]), ir.NewRef(p.vars["m"])))
		w := find(t, x, p, "A", "x", true)
		if got := x.MayConflict(w, w, 0); got != c.want {
			t.Errorf("ld %v m: rows may overlap: %v, want %v", c.op, got, c.want)
		}
	}
}
