package gradcheck

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
)

// TB is what a check needs of a *testing.T.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
}

// Grad checks a gradient. f is the function, grad its gradient, args are the arguments of f, with
// [Option]s among them; nil stands for the zero value of a parameter's type. All that is
// wrong is reported with t.Errorf.
func Grad(t TB, f, grad any, args ...any) {
	t.Helper()
	if c := newCheck(t, f, grad, args, matchGrad); c != nil {
		c.grad()
	}
}

// VJP checks a vector-Jacobian product; the arguments are as for [Grad].
func VJP(t TB, f, vjp any, args ...any) {
	t.Helper()
	if c := newCheck(t, f, vjp, args, matchVJP); c != nil {
		c.vjp()
	}
}

// Jac checks the gradients of several float results; the arguments are as for [Grad].
func Jac(t TB, f, jac any, args ...any) {
	t.Helper()
	if c := newCheck(t, f, jac, args, matchJac); c != nil {
		c.jac()
	}
}

// JVP checks a Jacobian-vector product; the arguments are as for [Grad].
func JVP(t TB, f, jvp any, args ...any) {
	t.Helper()
	if c := newCheck(t, f, jvp, args, matchJVP); c != nil {
		c.jvp()
	}
}

// A check is one function, its derivative, and the arguments at which they are compared.
type check struct {
	t      TB
	f, g   function
	cfg    config
	sig    *signature
	rng    *rand.Rand
	single bool    // there are float32s
	eps    float64 // of the narrowest float type
	levels int     // of the differences

	args []reflect.Value // as the caller gave them
	// By wrt: the floats of the arguments, whether they are float32s, and how far they move.
	at     [][]float64
	narrow [][]bool
	size   [][]float64

	results []reflect.Value // of the function
	after   []reflect.Value // the arguments as the function leaves them
	outLen  []int           // by of: the number of floats of the result
	base    []float64       // the outputs
}

func newCheck(t TB, f, g any, list []any, match func(f, g reflect.Type, cfg *config) (*signature, error)) *check {
	t.Helper()
	c := &check{t: t, f: newFunction(f), g: newFunction(g), cfg: defaults()}
	var args []any
	for _, a := range list {
		if o, ok := a.(Option); ok {
			o.set(&c.cfg)
		} else {
			args = append(args, a)
		}
	}
	if f == nil || g == nil {
		t.Errorf("gradcheck: a function is nil")
		return nil
	}
	var err error
	if c.sig, err = match(reflect.TypeOf(f), reflect.TypeOf(g), &c.cfg); err != nil {
		t.Errorf("gradcheck: %s: %v", c.g.name, err)
		return nil
	}
	if c.args, err = arguments(c.f.v.Type(), args); err != nil {
		t.Errorf("gradcheck: %s: %v", c.f.name, err)
		return nil
	}
	c.rng = rand.New(rand.NewPCG(c.cfg.seed, 0))
	if !c.start() {
		return nil
	}
	return c
}

// start calls the function once and fixes precision and tolerances. It reports a panic and results
// that are NaN.
func (c *check) start() bool {
	c.t.Helper()
	c.after = cloneAll(c.args)
	var fail *failure
	if c.results, fail = c.f.call(c.after); fail != nil {
		c.t.Errorf("%s panicked: %v\n%s", c.f.name, fail.value, fail.stack)
		return false
	}
	for _, p := range c.sig.wrt {
		list := cells(c.args[p])
		x, narrow := make([]float64, len(list)), make([]bool, len(list))
		for i, v := range list {
			x[i], narrow[i] = v.get(), v.single
			c.single = c.single || v.single
		}
		c.at, c.narrow, c.size = append(c.at, x), append(c.narrow, narrow), append(c.size, sizes(x))
	}
	for _, r := range c.sig.of {
		list := cells(c.results[r])
		c.outLen = append(c.outLen, len(list))
		for i, v := range list {
			c.single = c.single || v.single
			if math.IsNaN(v.get()) {
				c.t.Errorf("%s: %s is NaN at these arguments", c.f.name, c.resultPath(r, i))
				return false
			}
		}
	}
	c.base = c.outputs(c.results, c.after)
	c.setPrecision()
	return true
}

func (c *check) setPrecision() {
	tol, valueTol, step := 1e-6, 1e-12, 1e-3
	c.eps, c.levels = 0x1p-52, 22
	if c.single {
		tol, valueTol, step = 2e-3, 1e-5, 0.03
		c.eps, c.levels = 0x1p-23, 8
	}
	if c.cfg.tol < 0 {
		c.cfg.tol = tol
	}
	if c.cfg.valueTol < 0 {
		c.cfg.valueTol = valueTol
	}
	if c.cfg.step <= 0 {
		c.cfg.step = step
	}
}

// outputs returns the floats of the results that have seeds, then those of the arguments of wrt as the function
// left them. What the function does not write is the identity: its derivative is known too.
func (c *check) outputs(results, args []reflect.Value) []float64 {
	var out []float64
	for _, r := range c.sig.of {
		out = append(out, numbers(results[r])...)
	}
	for _, p := range c.sig.wrt {
		out = append(out, numbers(args[p])...)
	}
	return out
}

// evaluateAt returns the outputs at the arguments moved by h along d, nil where the function panics.
func (c *check) evaluateAt(d direction, h float64) []float64 {
	args := cloneAll(c.args)
	d.move(c, args, h)
	results, fail := c.f.call(args)
	if fail != nil {
		return nil
	}
	return c.outputs(results, args)
}

// sameValues reports results and arguments of the derivative that are not those of the function.
func (c *check) sameValues(results, args []reflect.Value) bool {
	c.t.Helper()
	ok := true
	for i, want := range c.results {
		if d := differs(results[i], want, c.cfg.valueTol); d != "" {
			c.t.Errorf("%s: result %d%s, as %s returns it", c.g.name, i, d, c.f.name)
			ok = false
		}
	}
	for i, want := range c.after {
		if d := differs(args[i], want, c.cfg.valueTol); d != "" {
			c.t.Errorf("%s: arg %d%s afterwards, as %s leaves it", c.g.name, i, d, c.f.name)
			ok = false
		}
	}
	return ok
}

// changed says whether the function changed the k'th argument of wrt.
func (c *check) changed(k int) bool {
	p := c.sig.wrt[k]
	return differs(c.after[p], c.args[p], 0) != ""
}

func (c *check) argPath(k, elem int) string {
	p := c.sig.wrt[k]
	path := fmt.Sprintf("arg %d", p)
	if s := cellPath(c.args[p], elem); s != "" {
		path += " " + s
	}
	return path
}

func (c *check) resultPath(r, elem int) string {
	path := fmt.Sprintf("result %d", r)
	if s := cellPath(c.results[r], elem); s != "" {
		path += " " + s
	}
	return path
}
