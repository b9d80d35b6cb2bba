package adjoint_test

import (
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestJams names the loops of which iterations go through the nest inside together, in the order of the text, and
// compares with the interpreter's stack tape.
func TestJams(t *testing.T) {
	const x, k = 36, 12
	for _, c := range []struct{ name, body, want string }{
		{"searches beside what iterations leave to each other", `var last [1]float64
		for i := range 9 {
			last[0], x[i] = x[i], last[0]
			m := 0.1
			for j := range 4 {
				m = max(m, y[j]*y[j])
			}
			s += m * x[i]
		}`, "i"},
		{"outputs", `for r := range 2 {
			for i := range 5 {
				t := y[i]
				for j := range 4 {
					t += x[4*i+j] * y[j+r]
				}
				s += t * t
			}
		}`, "i i"},
		{"outputs whose terms stand side by side", `for r := range 2 {
			for i := range 5 {
				t := y[i]
				for j := range 4 {
					t += x[5*j+i] * y[j+r]
				}
				s += t * t
			}
		}`, "j j"},
		{"outputs that run in parallel", `for i := range len(y)/2 - 1 {
			t := y[i]
			for j := range 4 {
				t += x[5*j+i] * y[j]
			}
			s += t * t
		}`, ""},
		{"points of data", `for i := range len(y) / 2 {
			e := make([]float64, 4)
			n := len(e)
			t := 0.0
			for j := range 3 {
				for c := range n {
					e[c] = x[4*i+c] - y[2*j+c]
				}
				for a := range n {
					for b := a; b < n; b++ {
						t += y[2*a+b] * e[a] * e[b]
					}
				}
			}
			s += t * t
		}`, "i"},
		{"points of data, whose adjoints go on to one place", sharedAdjoint, "i"},
		{"points of data, whose sums are one", `for i := range len(y) / 2 {
			e := make([]float64, 4)
			for j := range 3 {
				t := 0.0
				for c := range 4 {
					e[c] = x[4*i+c] - y[2*j+c]
				}
				for a := range 4 {
					for b := a; b < 4; b++ {
						t += y[2*a+b] * e[a] * e[b]
					}
				}
				s += t * t
			}
		}`, ""},
		{"queries, each of which goes through all keys", `for i := range len(y)/2 + 1 {
			p := make([]float64, 3)
			for j := range 3 {
				t := 0.0
				for c := range 4 {
					t += x[4*i+c] * y[4*j+c]
				}
				p[j] = t * t
			}
			for c := range 4 {
				t := 0.0
				for j := range 3 {
					t += p[j] * y[4*j+c]
				}
				s += t * t
			}
		}`, "i"},
		{"queries that are too few", `for i := range 4 {
			p := make([]float64, 3)
			for j := range 3 {
				t := 0.0
				for c := range 4 {
					t += x[4*i+c] * y[4*j+c]
				}
				p[j] = t * t
			}
			for c := range 4 {
				t := 0.0
				for j := range 3 {
					t += p[j] * y[4*j+c]
				}
				s += t * t
			}
		}`, "j j j j"},
		{"outputs of a convolution", `for i := range 5 {
			for c := range 5 {
				t := 0.0
				for a := range 2 {
					for b := range 2 {
						t += y[2*a+b] * x[(i+a)*6+c+b]
					}
				}
				s += t * t
			}
		}`, "b a"},
		{"outputs of a convolution of several channels", `n, m := len(x)/12, len(y)/6
		image := make([]float64, len(x))
		for i := range image {
			image[i] = float64(i % 7)
		}
		for i := range 2 {
			for c := range 3 {
				t := x[c]
				for p := range n {
					for a := range m {
						for b := range m {
							t += y[(p*m+a)*m+b] * image[p*12+(i+a)*4+c+b]
						}
					}
				}
				s += t * t
			}
		}`, "b p b"},
		{"no outputs, and no weights", `w := x[:0]
		for i := range 3 {
			for c := range len(w) {
				t := y[0]
				for a := range 2 {
					for b := range 2 {
						t += w[2*a+b] * x[(i+a)*6+c+b]
					}
				}
				s += t * t
			}
		}
		s += x[0] * x[0]`, "b b"},
		{"largest of windows", `for i := range 5 {
			for c := range 5 {
				t := x[i*6+c]
				for a := range 2 {
					for b := range 2 {
						t = max(t, x[(i+a)*6+c+b])
					}
				}
				s += t * t
			}
		}`, "c"},
		{"a sum in the order of the primal", `for i := range len(y) / 2 {
			for c := range 6 {
				s += x[i*6+c] * y[c]
			}
		}`, ""},
		{"rows added up in the order of the primal", `for r := range 2 {
			for i := range 3 {
				for c := range 6 {
					y[6*r+c] += 0.5 * x[18*r+6*i+c] * x[18*r+6*i+c]
				}
			}
		}
		for i := range y {
			s += y[i] * y[i]
		}`, "i i"},
		{"places that overlap, in the order of the primal", `for i := range 6 {
			for c := range 6 {
				y[i+c] += 0.5 * x[i*6+c] * x[i*6+c]
			}
		}
		for i := range y {
			s += y[i] * y[i]
		}`, ""},
		{"bounds that differ", `for i := range 6 {
			t := 0.0
			for j := range i {
				t += x[6*i+j] * y[j]
			}
			s += t * t
		}`, ""},
		{"what other iterations wrote", `for i := 0; i < 6; i++ {
			t := 0.0
			for j := range 6 {
				t += x[j] * y[j]
			}
			y[i] = t
			s += t * t
		}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := "package p\n\nfunc F(x, y []float64) float64 {\n\ts := 0.0\n\t" + c.body + "\n\treturn s\n}\n"
			f := irtest.Lower(t, src, "F")
			var xs, ys []float64
			for i := range x {
				xs = append(xs, float64(i*i%17)/17-0.4)
			}
			for i := range k {
				ys = append(ys, float64(i*7%11)/11-0.3)
			}
			check(t, src, f, []*interp.Value{floats(xs...), floats(ys...)})
			g, errs := adjoint.Derive(f, adjoint.Options{})
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			var got []string
			ir.Walk(g.Body, func(s ir.Stmt) bool {
				if f, ok := s.(*ir.For); ok && f.Jam > 0 {
					got = append(got, f.Iter.Name)
				}
				return true
			})
			if got := strings.Join(got, " "); got != c.want {
				t.Errorf("jammed: %q, want %q\n%s", got, c.want, ir.StmtString(g.Body))
			}
		})
	}
}

// sharedAdjoint has an adjoint of v in each iteration of i, which nothing but that of y[c] gets.
const sharedAdjoint = `for i := range 600 {
			t := 0.0
			for c := range 4 {
				v := float64(i) - y[c]
				for r := range c {
					t += x[3*c+r] * v * v
				}
			}
			s += t * t
		}`

// TestJammedSums checks that iterations which go together have one such adjoint, and one each of what is read on the way, and
// that they add to the adjoint of an element together.
func TestJammedSums(t *testing.T) {
	src := "package p\n\nfunc F(x, y []float64) float64 {\n\ts := 0.0\n\t" + sharedAdjoint + "\n\treturn s\n}\n"
	g, errs := adjoint.Derive(irtest.Lower(t, src, "F"), adjoint.Options{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	count, sums := map[string]int{}, map[string]int{}
	ir.Walk(g.Body, func(s ir.Stmt) bool {
		f, ok := s.(*ir.For)
		if !ok || f.Jam == 0 {
			return true
		}
		ir.Walk(ir.Jammed(f)[0], func(s ir.Stmt) bool {
			switch s := s.(type) {
			case *ir.Decl:
				count[s.Var.Name]++
			case *ir.Reduce:
				sums[s.Dst.Var.Name]++
			}
			return true
		})
		return false
	})
	if sums["xAdj"] != 1 {
		t.Errorf("four iterations have %d sums into the adjoint of x, want 1, in\n%s", sums["xAdj"], ir.StmtString(g.Body))
	}
	if count["vAdj"] != 1 || count["tAdj"] != 4 {
		t.Errorf("four iterations have %d adjoints of v, want 1, and %d of t, want 4, in\n%s", count["vAdj"], count["tAdj"], ir.StmtString(g.Body))
	}
}
