package proof

import (
	"bytes"
	"fmt"
	"go/types"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/gen"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestCompiled generates the gradients of random programs with the command, compiles them with the programs,
// and compares what both compute with the interpreter: lowering and printing are right if all three
// agree.
func TestCompiled(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), []byte("module example.com/m\n\ngo 1.26\n"))
	write(t, filepath.Join(dir, "flat", "flat.go"), []byte(flatSource))
	var main bytes.Buffer
	programs := map[int]string{}
	for i := uint64(0); len(programs) < *compiled && i < 40*uint64(*compiled); i++ {
		r := rand.New(rand.NewPCG(*first+i, 5))
		s := seeds()[r.IntN(len(seeds()))]
		if strings.Contains(s.fn, ".") {
			continue
		}
		src := Mutate(s.src, s.fn, script(r), r.IntN(6))
		verify := verification(t, src, s.fn, *first+i)
		if verify == "" {
			continue
		}
		n := len(programs)
		programs[n] = src
		pkg := filepath.Join(dir, fmt.Sprint("r", n))
		write(t, filepath.Join(pkg, "src.go"), []byte(directed(src, s.fn)))
		write(t, filepath.Join(pkg, "verify.go"), []byte(verify))
	}
	if len(programs) < *compiled {
		t.Fatalf("%d programs, want %d", len(programs), *compiled)
	}
	main.WriteString("package main\n\nimport (\n\t\"example.com/m/flat\"\n")
	for n := range len(programs) {
		fmt.Fprintf(&main, "\tr%d \"example.com/m/r%[1]d\"\n", n)
	}
	main.WriteString(")\n\nfunc main() {\n")
	for n := range len(programs) {
		fmt.Fprintf(&main, "\tflat.Run(%d, r%[1]d.PardiffVerify)\n", n)
	}
	main.WriteString("}\n")
	var out, diags bytes.Buffer
	if status := gen.Main([]string{"-C", dir, "./..."}, &out, &diags); status != 0 {
		t.Fatalf("exit status %d\n%s%s", status, &out, &diags)
	}
	write(t, filepath.Join(dir, "main.go"), main.Bytes())
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	text, err := cmd.CombinedOutput()
	if err != nil || len(text) > 0 {
		t.Errorf("%v\n%s", err, text)
	}
	for _, m := range regexp.MustCompile(`(?m)^program (\d+):`).FindAllSubmatch(text, -1) {
		n, _ := strconv.Atoi(string(m[1]))
		t.Errorf("program %d:\n%s", n, programs[n])
	}
}

// directed puts a directive above function fn.
func directed(src, fn string) string {
	return regexp.MustCompile(`(?m)^(//pardiff:.*\n)*func `+fn+`\b`).ReplaceAllString(src, "//pardiff:vjp\nfunc "+fn)
}

// verification returns a file that calls fn and its derivative with arguments with which the interpreter can evaluate
// both, and compares the numbers. It is empty if there are none.
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
	if sig.TypeParams().Len() > 0 || !types.Identical(sig.Params().At(0).Type(), f.Params[0].Type) {
		return ""
	}
	v := &verifier{prog: prog, f: f, r: rand.New(rand.NewPCG(seed, 9))}
	for i := range plans {
		if a := newArguments(f, plans[i], seed+uint64(i)); a != nil && v.calls < 2 {
			v.call(a)
		}
	}
	if v.calls == 0 || v.failed {
		return ""
	}
	return "package " + prog.Package.Name + "\n\nimport \"example.com/m/flat\"\n\nfunc PardiffVerify() {\n" + v.buf.String() + "}\n"
}

// A verifier writes calls.
type verifier struct {
	prog   *irtest.Program
	f      *ir.Func
	r      *rand.Rand
	buf    strings.Builder
	calls  int
	failed bool
}

func (v *verifier) call(args []*interp.Value) {
	results, err := primal(v.f, nil, clones(args))
	if err != nil || !tame(results) {
		return
	}
	seeds, adjs := randomLike(results, v.r), randomLike(args, v.r)
	after, wantAdj := clones(args), clones(adjs)
	if _, err := interp.Reverse(v.f, after, seeds, wantAdj); err != nil || !tame(wantAdj) {
		return
	}
	v.calls++
	v.buf.WriteString("{\n")
	var plain, vjp, params, adjoints, res []string
	for i, p := range v.f.Params {
		lit := v.literal(p.Type, args[i])
		fmt.Fprintf(&v.buf, "a%d, b%[1]d := %s, %[2]s\n", i, lit)
		spread := ""
		if p.Variadic {
			spread = "..."
		}
		plain, vjp = append(plain, fmt.Sprint("a", i, spread)), append(vjp, fmt.Sprint("b", i))
		params = append(params, fmt.Sprint("&a", i))
		if !ir.HoldsFloats(p.Type) {
			continue
		}
		if p.Name == "_" {
			v.failed = true
			return
		}
		fmt.Fprintf(&v.buf, "d%d := %s\n", i, v.literal(p.Type, adjs[i]))
		switch p.Type.Underlying().(type) {
		case *types.Slice, *types.Pointer:
			adjoints = append(adjoints, fmt.Sprint("d", i))
		default:
			adjoints = append(adjoints, fmt.Sprint("&d", i))
		}
	}
	for i, r := range v.f.Results {
		res = append(res, fmt.Sprint("r", i))
		if ir.HoldsFloats(r.Type) {
			vjp = append(vjp, v.literal(r.Type, seeds[i]))
		}
	}
	vjp = append(vjp, adjoints...)
	v.buf.WriteString("flat.Primal = true\n")
	v.assign(res, v.f.Name+"("+strings.Join(plain, ", ")+")")
	v.compare("result", res, results)
	v.compare("argument", params, after)
	v.buf.WriteString("flat.Primal = false\n")
	v.assign(res, v.f.Name+"VJP("+strings.Join(vjp, ", ")+")")
	v.compare("result of the VJP", res, results)
	v.compare("argument after the VJP", strings.Split(strings.ReplaceAll(strings.Join(params, ","), "a", "b"), ","), after)
	for i, p := range v.f.Params {
		if ir.HoldsFloats(p.Type) {
			v.compare("adjoint "+p.Name, []string{fmt.Sprint("d", i)}, wantAdj[i:i+1])
		}
	}
	v.buf.WriteString("}\n")
}

// assign calls a function and names its results.
func (v *verifier) assign(res []string, call string) {
	if len(res) == 0 {
		v.buf.WriteString(call + "\n")
		return
	}
	if op := " := "; v.buf.Len() > 0 {
		if strings.Contains(call, v.f.Name+"VJP(") {
			op = " = "
		}
		v.buf.WriteString(strings.Join(res, ", ") + op + call + "\n")
	}
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

// flatSource is the package that the compiled programs compare numbers with.
const flatSource = `package flat

import (
	"fmt"
	"math"
	"reflect"
)

var failed []string

// Primal says that the function itself is being called. It may end with a panic where the interpreter does
// not evaluate a subscript whose value nobody needs.
var Primal bool

func Ptr[T any](x T) *T { return &x }

func Run(n int, f func()) {
	failed = nil
	defer func() {
		if r := recover(); r != nil && !Primal {
			failed = append(failed, fmt.Sprint("panic: ", r))
		}
		for _, s := range failed {
			fmt.Printf("program %d: %s\n", n, s)
		}
	}()
	f()
}

func Compare(what string, tol float64, want []float64, vars ...any) {
	var got []float64
	for _, v := range vars {
		floats(reflect.ValueOf(v), &got)
	}
	if len(got) != len(want) {
		failed = append(failed, fmt.Sprintf("%s: %v, want %v", what, got, want))
		return
	}
	scale := 1.0
	for _, x := range want {
		scale = max(scale, math.Abs(x))
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= tol*scale) {
			failed = append(failed, fmt.Sprintf("%s: element %d is %v, want %v", what, i, got[i], want[i]))
			return
		}
	}
}

func floats(v reflect.Value, out *[]float64) {
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		*out = append(*out, v.Float())
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			floats(v.Index(i), out)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			floats(v.Field(i), out)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			floats(v.Elem(), out)
		}
	}
}
`
