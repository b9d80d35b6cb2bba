package proof

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// verification returns a file that calls fn and its derivatives with arguments with which the interpreter can evaluate
// all of them, and compares the numbers. It is empty if there are none.
func verification(t *testing.T, src, fn string, seed uint64) string {
	if r, err := timed(t, src, fn, seed); err != nil || r.Verdict != Right || strings.Contains(src, "//pardiff:rule") {
		return ""
	}
	prog, err := Load(src)
	if err != nil {
		return ""
	}
	f, _ := prog.Lower(t, fn)
	sig := f.Obj.Signature()
	if sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0 {
		return ""
	}
	if p := f.Params[len(f.Params)-sig.Params().Len():]; len(p) > 0 && !types.Identical(sig.Params().At(0).Type(), p[0].Type) {
		return ""
	}
	v := &verifier{prog: prog, f: f, r: rand.New(rand.NewPCG(seed, 9)), both: seed%2 == 0}
	for i := range plans {
		if a := newArguments(f, plans[i], seed+uint64(i)); a != nil && v.calls < 2 {
			v.arguments(a)
		}
	}
	if v.calls == 0 || v.failed {
		return ""
	}
	return fmt.Sprintf("package %s\n\nimport \"example.com/m/flat\"\n\nfunc PardiffVerify() {\nvar w %sWork\n%s}\n",
		prog.Package.Name, workOf(fn), &v.buf)
}

// workOf returns the name of the Work of fn, "F" or "T.M", as the command gives it, less "Work".
func workOf(fn string) string {
	t, m, ok := strings.Cut(fn, ".")
	if !ok {
		return fn
	}
	name := t + strings.ToUpper(m[:1]) + m[1:]
	if ast.IsExported(m) {
		return name
	}
	n := 1 // of the letters of the first word: gmmFit of GMMFit
	for n < len(t) && ast.IsExported(t[n:]) && (n+1 == len(t) || ast.IsExported(t[n+1:])) {
		n++
	}
	return strings.ToLower(name[:n]) + name[n:]
}

// A verifier writes calls.
type verifier struct {
	prog   *irtest.Program
	f      *ir.Func
	r      *rand.Rand
	buf    strings.Builder
	calls  int
	failed bool
	// both says that a gradient has a VJP beside it.
	both bool
}

// An expected is what a call should compute.
type expected struct {
	results, args []*interp.Value
	// pairs are the adjoints or tangents of the arguments on return.
	pairs []*interp.Value
	// tangents are those of the results.
	tangents []*interp.Value
}

// arguments writes calls with args: of the function, of its gradient with memory of its own and twice with memory that is kept,
// of its VJP alike, and of its JVP. Every other gradient is without a VJP: it may overwrite what the other adds to.
func (v *verifier) arguments(args []*interp.Value) {
	for _, p := range v.f.Params {
		if p.Name == "_" && ir.HoldsFloats(p.Type) {
			v.failed = true
			return
		}
	}
	results, err := primal(v.f, nil, clones(args))
	if err != nil || !tame(results) {
		return
	}
	seeds, entry := randomLike(results, v.r), randomLike(args, v.r)
	vjp, ok := v.reverse(args, seeds, entry)
	if !ok {
		return
	}
	tan := clones(entry)
	jvp := expected{args: clones(args), pairs: tan}
	if jvp.results, jvp.tangents, err = interp.Dual(v.f, jvp.args, tan); err != nil || !tame(tan) || !tame(jvp.tangents) {
		return
	}
	grad, isGrad := expected{}, oneFloat(v.f)
	if isGrad {
		if grad, isGrad = v.reverse(args, v.ones(), zeros(args)); !isGrad {
			return
		}
	}
	v.calls++
	v.buf.WriteString("flat.Primal = true\n")
	v.call("", args, nil, nil, expected{results: vjp.results, args: vjp.args})
	v.buf.WriteString("flat.Primal = false\n")
	for _, kept := range []string{"", "w.", "w."} {
		if !isGrad || v.both {
			v.call(kept+"VJP", args, seeds, entry, vjp)
		}
		if isGrad {
			v.call(kept+"Grad", args, nil, entry, grad)
		}
	}
	v.call("JVP", args, nil, entry, jvp)
}

// reverse returns what a VJP computes. It fails where this is not finite.
func (v *verifier) reverse(args, seeds, entry []*interp.Value) (expected, bool) {
	x := expected{args: clones(args), pairs: clones(entry)}
	var err error
	x.results, err = interp.Reverse(v.f, x.args, seeds, x.pairs)
	return x, err == nil && tame(x.pairs)
}

// ones returns the seeds of a gradient.
func (v *verifier) ones() []*interp.Value {
	seeds := make([]*interp.Value, len(v.f.Results))
	for i, r := range v.f.Results {
		if ir.IsFloat(r.Type) {
			seeds[i] = interp.Float(1)
		}
	}
	return seeds
}

func zeros(list []*interp.Value) []*interp.Value {
	out := make([]*interp.Value, len(list))
	for i, v := range list {
		out[i] = v.ZeroLike()
	}
	return out
}

// call writes a call of a derivative, or of the function where mode is empty, and what compares its outcome. entry are the adjoints or tangents
// that are passed.
func (v *verifier) call(mode string, args, seeds, entry []*interp.Value, want expected) {
	v.buf.WriteString("{\n")
	defer v.buf.WriteString("}\n")
	var pass, after []string
	for i, p := range v.f.Params {
		fmt.Fprintf(&v.buf, "a%d := %s\n", i, v.literal(p.Type, args[i]))
		x := fmt.Sprint("a", i)
		after = append(after, "&"+x)
		if p.Variadic && mode == "" {
			x += "..."
		}
		pass = append(pass, x)
	}
	for i, s := range seeds {
		if r := v.f.Results[i]; ir.HoldsFloats(r.Type) {
			pass = append(pass, v.literal(r.Type, s))
		}
	}
	for i, p := range v.f.Params {
		if entry == nil || !ir.HoldsFloats(p.Type) {
			continue
		}
		fmt.Fprintf(&v.buf, "d%d := %s\n", i, v.literal(p.Type, entry[i]))
		x := fmt.Sprint("d", i)
		switch p.Type.Underlying().(type) {
		case *types.Slice, *types.Pointer:
		default:
			if mode != "JVP" {
				x = "&" + x
			}
		}
		pass = append(pass, x)
	}
	res, tans := v.assign(mode, pass)
	what := cmp.Or(mode, "the function")
	v.compare("result of "+what, res, want.results)
	v.compare("argument after "+what, after, want.args)
	for i, r := range v.f.Results {
		if tans != nil && ir.HoldsFloats(r.Type) {
			v.compare("tangent of result", tans[:1], want.tangents[i:i+1])
			tans = tans[1:]
		}
	}
	for i, p := range v.f.Params {
		if entry != nil && ir.HoldsFloats(p.Type) {
			v.compare(what+" of "+p.Name, []string{fmt.Sprint("&d", i)}, want.pairs[i:i+1])
		}
	}
}

// assign writes the call itself and returns the names that it gives to the results and their tangents.
func (v *verifier) assign(mode string, pass []string) (res, tans []string) {
	name := v.f.Name + mode
	if strings.HasPrefix(mode, "w.") {
		name = mode
	} else if v.f.Obj.Signature().Recv() != nil {
		name, pass = pass[0]+"."+name, pass[1:]
	}
	for i, r := range v.f.Results {
		res = append(res, fmt.Sprint("r", i))
		if mode == "JVP" && ir.HoldsFloats(r.Type) {
			tans = append(tans, fmt.Sprint("t", i))
		}
	}
	all := slices.Concat(res, tans)
	if n := len(res); n > 0 && types.TypeString(v.f.Results[n-1].Type, nil) == "error" {
		all = slices.Concat(res[:n-1], tans, res[n-1:])
	}
	if len(all) > 0 {
		v.buf.WriteString(strings.Join(all, ", ") + " := ")
	}
	fmt.Fprintf(&v.buf, "%s(%s)\n", name, strings.Join(pass, ", "))
	return res, tans
}

func (v *verifier) compare(what string, vars []string, want []*interp.Value) {
	if len(vars) == 0 {
		return
	}
	var list []string
	for _, w := range want {
		for _, x := range w.AllFloats() {
			list = append(list, number(x))
		}
	}
	tol := "1e-9"
	if strings.Contains(v.f.String(), "float32") {
		tol = "5e-3"
	}
	fmt.Fprintf(&v.buf, "flat.Compare(%q, %s, []float64{%s}, %s)\n", what, tol, strings.Join(list, ", "), strings.Join(vars, ", "))
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// literal is x, of type t, as a Go expression.
func (v *verifier) literal(t types.Type, x *interp.Value) string {
	name := types.TypeString(t, func(p *types.Package) string {
		if p == v.prog.Package.Types {
			return ""
		}
		return p.Name()
	})
	list := func(elem func(i int) types.Type) string {
		var parts []string
		for i := range x.Len() {
			parts = append(parts, v.literal(elem(i), x.At(i)))
		}
		return name + "{" + strings.Join(parts, ", ") + "}"
	}
	switch {
	case ir.IsFloat(t):
		return name + "(" + number(x.Float()) + ")"
	case ir.IsInt(t):
		return fmt.Sprintf("%s(%d)", name, x.Int())
	case ir.IsBool(t):
		return fmt.Sprintf("%s(%t)", name, x.Bool())
	}
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Array:
		return list(func(int) types.Type { return ir.ElemType(u) })
	case *types.Struct:
		return list(func(i int) types.Type { return u.Field(i).Type() })
	case *types.Pointer:
		if x.Elem() == nil {
			return "(" + name + ")(nil)"
		}
		return "flat.Ptr(" + v.literal(u.Elem(), x.Elem()) + ")"
	case *types.Basic:
		if u.Kind() == types.String {
			return name + "(" + strconv.Quote(x.String()) + ")"
		}
	}
	v.failed = true
	return "nil"
}
