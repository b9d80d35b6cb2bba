package adjoint_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// stencils are functions F(u, c, v []float64, n, steps int) on grids of n points in each of dims directions. They write
// v (and perhaps u).
var stencils = []struct {
	name   string
	dims   int
	gather bool // the adjoint of u is gathered
	body   string
}{
	{"three points", 1, true, `
	for i := 1; i < n-1; i++ {
		v[i] = u[i] + c[i]*(u[i-1]-2*u[i]+u[i+1])
	}`},
	{"asymmetric", 1, true, `
	for i := 0; i < n-3; i++ {
		v[i] = u[i] * u[i+3] * c[i+1]
	}`},
	{"upwind", 1, true, `
	for i := 1; i < n; i++ {
		v[i] += (u[i] - u[i-1]) * c[i]
	}`},
	{"coefficient field", 1, true, `
	for i := 1; i < n-1; i++ {
		v[i] = u[i] + (c[i]+c[i+1])*(u[i+1]-u[i]) - (c[i-1]+c[i])*(u[i]-u[i-1])
	}`},
	{"nonlinear conductivity", 1, true, `
	for i := 1; i < n-1; i++ {
		right := (1 + u[i]*u[i] + u[i+1]*u[i+1]) * (u[i+1] - u[i])
		left := (1 + u[i-1]*u[i-1] + u[i]*u[i]) * (u[i] - u[i-1])
		v[i] = u[i] + c[i]*(right-left)
	}`},
	{"every second point", 1, true, `
	for i := 1; i < n-1; i += 2 {
		v[i] = c[i] * u[i-1] * u[i+1]
	}`},
	{"every third point, downwards", 1, true, `
	for i := n - 3; i >= 2; i -= 3 {
		v[i] = u[i-1] * u[i+2] * u[i]
	}`},
	{"downwards", 1, true, `
	for i := n - 2; i >= 1; i-- {
		v[i] = u[i-1] * u[i+1]
	}`},
	{"up to and with", 1, true, `
	for i := 1; i <= n-2; i++ {
		v[i] = u[i-1] * u[i+1]
	}`},
	{"borders in ifs", 1, true, `
	for i := 0; i < n; i++ {
		s := -2 * u[i] * c[i]
		if i > 0 {
			s += u[i-1] * c[i]
		}
		if i < n-1 {
			s += u[i+1] * c[i]
		}
		v[i] = u[i] + s*s
	}`},
	{"limited", 1, true, `
	for i := 1; i < n-1; i++ {
		if d := u[i+1] - u[i-1]; d > 0 {
			v[i] = d * d * c[i]
		} else {
			v[i] = u[i] * c[i]
		}
	}`},
	{"derivatives of their own", 1, true, `
	for i := 1; i < n-1; i++ {
		v[i] = math.Exp(u[i-1]*c[i]) * math.Sin(u[i+1]) * math.Cos(u[i]+c[i])
	}`},
	{"dear terms stay where they are", 1, false, `
	for i := 1; i < n-1; i++ {
		v[i] = math.Sin(u[i-1] + c[i]*u[i] + u[i+1])
	}`},
	{"in place", 1, false, `
	for i := 1; i < n-1; i++ {
		u[i] = u[i-1] * u[i+1] * c[i]
	}`},
	{"steps with a swap", 1, true, `
	a, b := make([]float64, n), make([]float64, n)
	copy(a, u)
	copy(b, u)
	for range steps {
		for i := 1; i < n-1; i++ {
			b[i] = a[i] + c[i]*a[i]*(a[i-1]-2*a[i]+a[i+1])
		}
		a, b = b, a
	}
	for i := range a {
		v[i] = a[i] * a[i]
	}`},
	{"steps through a buffer", 1, true, `
	for range steps {
		for i := 1; i < n-1; i++ {
			v[i] = c[i] * u[i] * (u[i-1] + u[i+1])
		}
		for i := 1; i < n-1; i++ {
			u[i] += v[i]
		}
	}`},
	{"steps over fluxes", 1, true, `
	if n == 0 {
		return
	}
	flux := make([]float64, n-1)
	for range steps {
		for i := range flux {
			flux[i] = c[i] * (1 + 0.5*(u[i]+u[i+1])) * (u[i+1] - u[i])
		}
		for i := 1; i < n-1; i++ {
			u[i] += 0.1 * (flux[i] - flux[i-1])
		}
	}`},
	{"five points", 2, true, `
	for i := 1; i < n-1; i++ {
		for j := 1; j < n-1; j++ {
			lap := u[(i-1)*n+j] + u[(i+1)*n+j] + u[i*n+j-1] + u[i*n+j+1] - 4*u[i*n+j]
			v[i*n+j] = u[i*n+j] + c[i*n+j]*lap
		}
	}`},
	{"nine points", 2, true, `
	for i := 1; i < n-1; i++ {
		for j := 1; j < n-1; j++ {
			v[i*n+j] = u[(i-1)*n+j-1] - u[(i-1)*n+j+1] + 2*u[(i+1)*n+j-1] + u[(i+1)*n+j+1] + 0.5*u[i*n+j]*c[i*n+j] + u[(i-1)*n+j]
		}
	}`},
	{"diagonal", 2, true, `
	for i := 0; i < n-2; i++ {
		for j := 2; j < n; j++ {
			v[i*n+j] = c[i*n+j] * (u[(i+2)*n+j-2] - u[i*n+j])
		}
	}`},
	{"rows only", 2, true, `
	for i := 0; i < n; i++ {
		for j := 1; j < n-1; j++ {
			v[i*n+j] = c[i*n+j] * (u[i*n+j-1] - u[i*n+j+1])
		}
	}`},
	{"columns only", 2, true, `
	for i := 1; i < n-1; i++ {
		for j := 0; j < n; j++ {
			v[i*n+j] = c[i*n+j] * (u[(i-1)*n+j] - u[(i+1)*n+j])
		}
	}`},
	{"plane with steps and a swap", 2, true, `
	a, b := make([]float64, n*n), make([]float64, n*n)
	copy(a, u)
	copy(b, u)
	for range steps {
		for i := 1; i < n-1; i++ {
			for j := 1; j < n-1; j++ {
				b[i*n+j] = a[i*n+j] + c[i*n+j]*(a[(i-1)*n+j]+a[(i+1)*n+j]+a[i*n+j-1]+a[i*n+j+1]-4*a[i*n+j])
			}
		}
		a, b = b, a
	}
	for i := range a {
		v[i] = a[i] * a[i]
	}`},
	{"seven points", 3, true, `
	for x := 1; x < n-1; x++ {
		for y := 1; y < n-1; y++ {
			for z := 1; z < n-1; z++ {
				i := (x*n+y)*n + z
				lap := u[i-n*n] + u[i+n*n] + u[i-n] + u[i+n] + u[i-1] + u[i+1] - 6*u[i]
				v[i] = u[i]*u[i] + c[i]*lap
			}
		}
	}`},
	{"across the block", 3, true, `
	for x := 0; x < n-1; x++ {
		for y := 1; y < n; y++ {
			for z := 0; z < n-2; z++ {
				v[(x*n+y)*n+z] = u[((x+1)*n+y-1)*n+z+2]*c[(x*n+y)*n+z] - u[(x*n+y)*n+z]
			}
		}
	}`},
}

// stencilSource returns the source of a function that executes body and then makes v a recurrence, so that the loops of
// body do not run together with their reverse.
func stencilSource(body string) string {
	return "package p\n\nimport \"math\"\n\nvar _ = math.Pi\n\nfunc F(u, c, v []float64, n, steps int) {" + body +
		"\n\tfor i := 1; i < len(v); i++ {\n\t\tv[i] = math.Sin(v[i] + v[i-1])\n\t}\n}\n"
}

func stencilArgs(r *rand.Rand, size, n, steps int) []*interp.Value {
	fill := func() *interp.Value {
		x := make([]float64, size)
		for i := range x {
			x[i] = r.NormFloat64()
		}
		return interp.Of(x)
	}
	return []*interp.Value{fill(), fill(), fill(), interp.Int(n), interp.Int(steps)}
}

// TestGather compares the gradients of stencils with the oracle, on grids too small for a core and larger ones,
// and says which adjoints are gathered.
func TestGather(t *testing.T) {
	for _, s := range stencils {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			src := stencilSource(s.body)
			f := irtest.Lower(t, src, "F")
			p := derive(t, f)
			for n := range 10 - s.dims {
				size := int(math.Pow(float64(n), float64(s.dims)))
				args := stencilArgs(newRand(), size, n, 3)
				if err := p.sameBits(args); err != nil {
					t.Fatalf("n = %d: %v\n%s", n, err, number(src))
				}
				if n != 6-s.dims {
					continue
				}
				if err := compare(f, args, newRand(), 1e-11); err != nil {
					t.Fatalf("n = %d: %v\n%s", n, err, number(src))
				}
			}
			if got := p.gathered; got != s.gather {
				t.Errorf("gathered: %v, want %v", got, s.gather)
			}
		})
	}
}

// A gatherPair is a function with its plain adjoint and that which runs in parallel.
type gatherPair struct {
	f               *ir.Func
	plain, parallel *adjoint.Gradient
	// gathered says that -explain speaks of a gather, chunked that it does so of sums that depend on the chunks that a loop
	// is cut into.
	gathered, chunked bool
}

func derive(t *testing.T, f *ir.Func) *gatherPair {
	p := &gatherPair{f: f}
	for _, x := range []struct {
		g      **adjoint.Gradient
		serial bool
	}{{&p.plain, true}, {&p.parallel, false}} {
		g, errs := adjoint.Derive(f, adjoint.Options{Serial: x.serial})
		if len(errs) > 0 {
			t.Fatal(errs[0].Message)
		}
		*x.g = g
	}
	for _, n := range p.parallel.Notes {
		p.gathered = p.gathered || n.Kind == "sum" && n.What == "gather"
		p.chunked = p.chunked || n.Kind == "sum" && (n.What == "split" || n.What == "private")
	}
	return p
}

// adjoints returns the adjoints of g for args, from fixed adjoints on entry.
func (p *gatherPair) adjoints(g *adjoint.Gradient, args []*interp.Value, chunks int) ([]float64, error) {
	adj := randomLike(args, newRand())
	_, err := run(p.f, g, clones(args), adj, nil, chunks)
	var all []float64
	for _, v := range adj {
		all = append(all, v.AllFloats()...)
	}
	return all, err
}

// sameBits says that the adjoints differ from the plain adjoint by rounding alone and, unless sums are said to be done in
// chunks, do not depend on the chunks.
func (p *gatherPair) sameBits(args []*interp.Value) error {
	plain, err := p.adjoints(p.plain, args, 1)
	if err != nil {
		return err
	}
	want, err := p.adjoints(p.parallel, args, 1)
	if err != nil {
		return err
	}
	if err := closeTo(want, plain, 1e-12); err != nil {
		return fmt.Errorf("beside the plain adjoint: %w", err)
	}
	for _, chunks := range []int{2, 5} {
		got, err := p.adjoints(p.parallel, args, chunks)
		if err != nil {
			return err
		}
		for i := range want {
			if !p.chunked && math.Float64bits(got[i]) != math.Float64bits(want[i]) {
				return fmt.Errorf("%d chunks: element %d is %v, and %v in one", chunks, i, got[i], want[i])
			}
		}
	}
	return nil
}

// TestRandomStencils compares the gradients of random stencils with the oracle and with the plain adjoint.
func TestRandomStencils(t *testing.T) {
	gathered, all := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		dims := rapid.IntRange(1, 3).Draw(rt, "dims")
		src := stencilSource(drawStencil(rt, dims))
		f, diags := irtest.Try(t, src, "F")
		if f == nil {
			rt.Fatalf("%v\n%s", diags.Sorted(), number(src))
		}
		n := rapid.IntRange(0, 9-2*dims).Draw(rt, "n")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		args := stencilArgs(r, int(math.Pow(float64(n), float64(dims))), n, 3)
		if err := compareForm(f, args, newRand(), adjoint.Options{Serial: true}, 0, 1e-9); err != nil {
			rt.Fatalf("%v\n%s", err, number(src))
		}
		p := derive(t, f)
		if err := p.sameBits(args); err != nil {
			rt.Fatalf("%v\n%s", err, number(src))
		}
		if all++; p.gathered {
			gathered++
		}
	})
	if gathered < all/2 {
		t.Errorf("%d of %d are gathered", gathered, all)
	}
}

// drawStencil returns the body of a function like those of stencils: steps of a nest over the inner points that writes v
// from u and c, with what it wrote taken back into u.
func drawStencil(t *rapid.T, dims int) string {
	low, high := make([]int, dims), make([]int, dims)
	at := func(shift []int) string {
		e := ""
		for m, s := range shift {
			i := fmt.Sprintf("(i%d+%d)", m, s)
			if s < 0 {
				i = fmt.Sprintf("(i%d-%d)", m, -s)
			}
			if e == "" {
				e = i
			} else {
				e = "(" + e + "*n + " + i + ")"
			}
		}
		return e
	}
	point := func(array string) string {
		shift := make([]int, dims)
		for m := range shift {
			if rapid.Bool().Draw(t, "shifted") {
				shift[m] = rapid.IntRange(-2, 2).Draw(t, "shift")
			}
			low[m], high[m] = min(low[m], shift[m]), max(high[m], shift[m])
		}
		return array + "[" + at(shift) + "]"
	}
	term := func() string {
		e := point("u")
		switch rapid.IntRange(0, 3).Draw(t, "term") {
		case 0:
			e = "0.5*" + e
		case 1:
			e += "*" + point("c")
		case 2:
			e += "*" + point("u")
		}
		return e
	}
	here := at(make([]int, dims))
	var b []string
	b = append(b, "s := "+term())
	for range rapid.IntRange(1, 4).Draw(t, "terms") {
		line := rapid.SampledFrom([]string{"s += ", "s -= "}).Draw(t, "op") + term()
		if rapid.IntRange(0, 3).Draw(t, "if") == 0 {
			line = "if " + rapid.SampledFrom([]string{"i0 > 1", "i0 < n-2", "s > 0"}).Draw(t, "cond") + " {\n" + line + "\n}"
		}
		b = append(b, line)
	}
	b = append(b, "v["+here+"] "+rapid.SampledFrom([]string{"=", "+="}).Draw(t, "assign")+" 0.3*s")
	nest := func(body string) string {
		for m := dims - 1; m >= 0; m-- {
			head := fmt.Sprintf("i%d := %d; i%d < n-%d; i%d++", m, -low[m], m, high[m], m)
			if rapid.IntRange(0, 5).Draw(t, "down") == 0 {
				head = fmt.Sprintf("i%d := n-%d; i%d >= %d; i%d--", m, high[m]+1, m, -low[m], m)
			}
			body = "for " + head + " {\n" + body + "\n}"
		}
		return body
	}
	back := nest("u[" + here + "] " + rapid.SampledFrom([]string{"=", "+="}).Draw(t, "back") + " v[" + here + "]")
	return "\nfor range steps {\n" + nest(strings.Join(b, "\n")) + "\n" + back + "\n}"
}
