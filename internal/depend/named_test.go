package depend

import (
	"testing"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// overwritten returns the statements whose reads of root may be overwritten later.
func overwritten(p *program, x *Accesses, root string) map[string]bool {
	found := map[string]bool{}
	for name, s := range p.stmts {
		for _, a := range x.Of(s) {
			if a.Write || a.Ref.Var.Name != root {
				continue
			}
			for _, w := range x.Writes(a.Ref.Var) {
				if x.Overwritten(a, w) {
					found[name] = true
				}
			}
		}
	}
	return found
}

const choleskyRows = `func f(a [][]float64, n int) {
	for j := 0; j < n; j++ {
		s := a[j][j] /*old diagonal*/
		for k := 0; k < j; k++ {
			s -= a[j][k] * a[j][k] /*update diagonal*/
		}
		a[j][j] = sqrt(s)
		for i := j + 1; i < n; i++ {
			t := a[i][j] /*old*/
			for k := 0; k < j; k++ {
				t -= a[i][k] * a[j][k] /*update*/
			}
			a[i][j] = t / a[j][j] /*divide*/
		}
	}
}
func sqrt(float64) float64`

const choleskyFlat = `func f(a []float64, n int) {
	for j := 0; j < n; j++ {
		s := a[j*n+j] /*old diagonal*/
		for k := 0; k < j; k++ {
			s -= a[j*n+k] * a[j*n+k] /*update diagonal*/
		}
		a[j*n+j] = sqrt(s)
		for i := j + 1; i < n; i++ {
			t := a[i*n+j] /*old*/
			for k := 0; k < j; k++ {
				t -= a[i*n+k] * a[j*n+k] /*update*/
			}
			a[i*n+j] = t / a[j*n+j] /*divide*/
		}
	}
}
func sqrt(float64) float64`

const choleskyViews = `func f(a []float64, ld, n int) {
	if ld < n {
		panic("short rows")
	}
	for j := 0; j < n; j++ {
		aj := a[j*ld:j*ld+n]
		s := aj[j] /*old diagonal*/
		for k := 0; k < j; k++ {
			s -= aj[k] * aj[k] /*update diagonal*/
		}
		aj[j] = sqrt(s)
		for i := j + 1; i < n; i++ {
			ai := a[i*ld:i*ld+n]
			t := ai[j] /*old*/
			for k := 0; k < j; k++ {
				t -= ai[k] * aj[k] /*update*/
			}
			ai[j] = t / aj[j] /*divide*/
		}
	}
}
func sqrt(float64) float64`

const luRows = `func f(a [][]float64, n int) {
	for k := 0; k < n; k++ {
		for i := k + 1; i < n; i++ {
			a[i][k] = a[i][k] / a[k][k] /*divide*/
			for j := k + 1; j < n; j++ {
				a[i][j] -= a[i][k] * a[k][j] /*update*/
			}
		}
	}
}`

const luFlat = `func f(a []float64, n int) {
	for k := 0; k < n; k++ {
		for i := k + 1; i < n; i++ {
			a[i*n+k] = a[i*n+k] / a[k*n+k] /*divide*/
			for j := k + 1; j < n; j++ {
				a[i*n+j] -= a[i*n+k] * a[k*n+j] /*update*/
			}
		}
	}
}`

// The columns of a are stored one after the other, each in ld cells, from off on.
const forward = `func f(a, x []float64, off, ld, n int) {
	for i := 0; i < n; i++ {
		for j := 0; j < i; j++ {
			x[i] -= a[off+j*ld+i] * x[j] /*update*/
		}
		x[i] = x[i] / a[off+i*ld+i] /*divide*/
	}
}`

const backward = `func f(a, x []float64, n int) {
	for i := n - 1; i >= 0; i-- {
		s := x[i] /*old*/
		for j := i + 1; j < n; j++ {
			s -= a[i*n+j] * x[j] /*update*/
		}
		x[i] = s / a[i*n+i]
	}
}`

// TestFinalEntriesAreNeverOverwritten: in-place factorisations and solves read entries that keep
// their value, which is why they need no tape. The entries that are read before
// their last write must be recognised too.
func TestFinalEntriesAreNeverOverwritten(t *testing.T) {
	for _, c := range []struct {
		name, src, root string
		lost            []string // statements that read what is overwritten
	}{
		{"Cholesky by rows", choleskyRows, "a", []string{"old diagonal", "old"}},
		{"flat Cholesky", choleskyFlat, "a", []string{"old diagonal", "old"}},
		{"Cholesky with views", choleskyViews, "a", []string{"old diagonal", "old"}},
		{"LU by rows", luRows, "a", []string{"divide"}},
		{"flat LU", luFlat, "a", []string{"divide"}},
		{"forward substitution", forward, "x", []string{"divide"}},
		{"back substitution", backward, "x", []string{"old"}},
	} {
		p := load(t, c.src)
		x := Index(p.body)
		got := overwritten(p, x, c.root)
		want := map[string]bool{}
		for _, s := range c.lost {
			want[s] = true
		}
		for name := range p.stmts {
			if got[name] != want[name] {
				t.Errorf("%s: reads in %q overwritten later: %v, want %v", c.name, name, got[name], want[name])
			}
		}
	}
}

// TestDivisorIsFinal looks at a single read of a statement that has others: a[k][k] in LU.
func TestDivisorIsFinal(t *testing.T) {
	for _, src := range []string{luRows, luFlat} {
		p := load(t, src)
		x := Index(p.body)
		reads := x.Of(p.stmts["divide"])
		final := 0
		for _, a := range reads {
			if a.Write || a.Ref.Var.Name != "a" {
				continue
			}
			lost := false
			for _, w := range x.Writes(a.Ref.Var) {
				lost = lost || x.Overwritten(a, w)
			}
			if !lost {
				final++
			}
		}
		if final != 1 {
			t.Errorf("%d reads of a in the division are final, want 1, the divisor", final)
		}
	}
}

// TestCarried names for each loop whether it carries anything, and whether sums.
func TestCarried(t *testing.T) {
	type loops map[string][2]bool // by iterator: dependences, sums
	for _, c := range []struct {
		name, src string
		want      loops
	}{
		{"matrix times vector", `func f(a, x, y []float64, n, m int) {
			for i := 0; i < n; i++ {
				for j := 0; j < m; j++ { y[i] += a[i*m+j] * x[j] }
			} }`, loops{"i": {false, false}, "j": {false, true}}},
		{"its adjoint", `func f(a, dx, dy []float64, n, m int) {
			for i := n-1; i >= 0; i-- {
				for j := m-1; j >= 0; j-- { dx[j] += a[i*m+j] * dy[i] }
			} }`, loops{"i": {false, true}, "j": {false, false}}},
		{"heat", `func f(u, v []float64, n, steps int) {
			for t := 0; t < steps; t++ {
				for i := 1; i < n-1; i++ { v[i] = u[i-1] + u[i+1] - 2*u[i] }
				for j := 1; j < n-1; j++ { u[j] += v[j] }
			} }`, loops{"t": {true, true}, "i": {false, false}, "j": {false, false}}},
		{"heat in place", `func f(u []float64, n int) {
			for i := 1; i < n-1; i++ { u[i] = u[i-1] + u[i+1] - 2*u[i] }
			}`, loops{"i": {true, false}}},
		{"adjoint of heat, scattered", `func f(du, dv []float64, n int) {
			for i := 1; i < n-1; i++ { du[i-1] += dv[i]
				du[i+1] += dv[i]
				dv[i] = 0 }
			}`, loops{"i": {false, true}}},
		{"last elements of rows", `func f(x, y []float64, n, m int) {
			if m > 2 { for i := 1; i < n; i++ {
				y[i*m+m-1] += x[i]
				y[(i-1)*m+(m-2)+m] += x[i]
				for j := 0; j < m-2; j++ { y[i*m+j] += x[j] } } }
			}`, loops{"i": {false, false}, "j": {false, false}}},
		{"last element and next row's first", `func f(x, y []float64, n, m int) {
			if m > 2 { for i := 1; i < n; i++ {
				y[i*m+m] += x[i]
				y[i*m] += x[i] } }
			}`, loops{"i": {false, true}}},
		{"private scalar", `func f(x, y []float64, n int) {
			for i := 0; i < n; i++ { s := 0.0
				for j := 0; j < n; j++ { s += x[j] }
				y[i] = s }
			}`, loops{"i": {false, false}, "j": {false, true}}},
		{"private slice", `func f(x, y []float64, n int) {
			for i := 0; i < n; i++ { s := make([]float64, n)
				for j := 0; j < n; j++ { s[j] = x[i] }
				for k := 1; k < n; k++ { y[i] += s[k-1] }
				}
			}`, loops{"i": {false, false}, "j": {false, false}, "k": {false, true}}},
		{"scalar from outside", `func f(x, y []float64, n int) { s := 0.0
			for i := 0; i < n; i++ { s = x[i]
				y[i] = s }
			}`, loops{"i": {true, false}}},
		{"sum that is read", `func f(x, y []float64, n int) { s := 0.0
			for i := 0; i < n; i++ { s += x[i]
				y[i] = s }
			}`, loops{"i": {true, true}}},
		{"CSR product", `func f(val, x, y []float64, col, ptr []int, n int) {
			for i := 0; i < n; i++ {
				for k := ptr[i]; k < ptr[i+1]; k++ { y[i] += val[k] * x[col[k]] }
			} }`, loops{"i": {false, false}, "k": {false, true}}},
		{"CSR adjoint", `func f(dval, dx, dy []float64, col, ptr []int, n int) {
			for i := 0; i < n; i++ {
				for k := ptr[i]; k < ptr[i+1]; k++ { dx[col[k]] += dy[i]
					dval[k] += dy[i] }
			} }`, loops{"i": {false, true}, "k": {false, true}}},
		{"CSR scaling, rows may overlap", `func f(val, d []float64, ptr []int, n int) {
			for i := 0; i < n; i++ {
				for k := ptr[i]; k < ptr[i+1]; k++ { val[k] = val[k] * d[i] }
			} }`, loops{"i": {true, false}, "k": {false, false}}},
		{"layers", `func f(w []float64, size []int, layers int) {
			off := 0
			for l := 0; l < layers; l++ {
				n := size[l]
				for i := 0; i < n; i++ { for j := 0; j < n; j++ { w[off+i*n+j] = 2 * w[off+i*n+j] } }
				off += n*n
			} }`, loops{"l": {true, true}, "i": {false, false}, "j": {false, false}}},
		{"transposed in place", `func f(a []float64, n int) {
			for i := 0; i < n; i++ { for j := 0; j < i; j++ {
				t := a[i*n+j]
				a[i*n+j] = a[j*n+i]
				a[j*n+i] = t
			} } }`, loops{"i": {false, false}, "j": {false, false}}},
		{"transposed with overlap", `func f(a []float64, n int) {
			for i := 0; i < n; i++ { for j := 0; j < n; j++ {
				a[i*n+j] = a[j*n+i]
			} } }`, loops{"i": {true, false}, "j": {false, false}}},
		{"three dimensions", `func f(a []float64, n, m, l int) {
			for i := 0; i < n; i++ { for j := 0; j < m; j++ { for k := 1; k < l; k++ {
				a[(i*m+j)*l+k] = a[(i*m+j)*l+k-1]
			} } } }`, loops{"i": {false, false}, "j": {false, false}, "k": {true, false}}},
		{"padded rows", `func f(a []float64, n int) {
			for i := 0; i < n; i++ { for j := 0; j <= n; j++ {
				a[i*(n+1)+j] = 1
			} } }`, loops{"i": {false, false}, "j": {false, false}}},
		{"rows of triples", `func f(a []float64, n, m int) {
			for i := 0; i < n; i++ { for j := 0; j < m; j++ { for d := 0; d < 3; d++ {
				a[(i*m+j)*3+d] = 1
			} } } }`, loops{"i": {false, false}, "j": {false, false}, "d": {false, false}}},
		{"outputs of a convolution", `func f(a []float64, k, n, m, o int) {
			h := n - k + 1
			w := m - k + 1
			for b := 0; b < n; b++ { for c := 0; c < o; c++ { for i := 0; i < h; i++ { for j := 0; j < w; j++ {
				a[((b*o+c)*h+i)*w+j] = 1
			} } } } }`, loops{"b": {false, false}, "c": {false, false}, "i": {false, false}, "j": {false, false}}},
		{"outputs of a convolution that overlap", `func f(a []float64, k, n, m, o int) {
			h := n - k + 1
			w := m - k + 1
			for b := 0; b < n; b++ { for i := 0; i < h; i++ { for j := 0; j <= w; j++ {
				a[(b*h+i)*w+j] = 1
			} } } }`, loops{"b": {true, false}, "i": {true, false}, "j": {false, false}}},
		{"rows that may overlap", `func f(a []float64, n, m, ld int) {
			for i := 0; i < n; i++ { for j := 0; j < m; j++ {
				a[i*ld+j] = 1
			} } }`, loops{"i": {true, false}, "j": {false, false}}},
	} {
		p := load(t, c.src)
		x := Index(p.body)
		ir.Walk(p.body, func(s ir.Stmt) bool {
			if l, ok := s.(*ir.For); ok {
				want, ok := c.want[l.Iter.Name]
				if got := [2]bool{len(x.Carried(l)) > 0, len(x.Sums(l)) > 0}; got != want || !ok {
					t.Errorf("%s: loop %s carries dependences, sums: %v, want %v", c.name, l.Iter.Name, got, want)
				}
			}
			return true
		})
	}
}

// BenchmarkQueries asks all questions about the accesses of flat Cholesky once.
func BenchmarkQueries(b *testing.B) {
	p := load(b, choleskyFlat)
	asked := 0
	for b.Loop() {
		x := Index(p.body)
		asked = 0
		for _, v := range x.All {
			for _, w := range x.All {
				if v.Ref.Var == w.Ref.Var {
					x.OverwrittenWithin(v, w, 0)
					asked++
				}
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(asked), "µs/query")
}
