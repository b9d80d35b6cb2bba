package irtest_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestRandomLowers checks that each random function type-checks, is lowered, and runs to its end
// with moderate values, and that the two derivative modes of the interpreter agree on it.
func TestRandomLowers(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := irtest.RandomFunc(irtest.Options{}).Draw(rt, "r")
		f := irtest.Lower(inner{t, rt}, r.Src, "F")
		tans, adjs := r.NewArgs(), r.NewArgs()
		seeds := make([]*interp.Value, r.Results)
		for i := range seeds {
			seeds[i] = interp.Float(1 - 0.5*float64(i))
		}
		_, resTans, err := interp.Dual(f, r.NewArgs(), tans)
		if err != nil {
			rt.Fatal(err)
		}
		want := 0.0
		for i, s := range seeds {
			want += s.Float() * resTans[i].Float()
		}
		for i := range adjs { // the seeds of the final values are the arguments themselves
			want += dot(tans[i], adjs[i])
		}
		args := r.NewArgs()
		if _, err := interp.Reverse(f, r.NewArgs(), seeds, adjs); err != nil {
			rt.Fatal(err)
		}
		got, scale := 0.0, 1.0
		for i := range adjs {
			got += dot(args[i], adjs[i])
			for _, a := range adjs[i].AllFloats() {
				scale += math.Abs(a)
			}
		}
		if !(scale <= 1e9) {
			rt.Fatalf("adjoints of size %g", scale)
		}
		if !(math.Abs(got-want) <= 1e-10*scale) {
			rt.Errorf("reverse mode %v, forward mode %v", got, want)
		}
	})
}

// TestRandomOptions checks that functions that only read leave their arguments alone, have one
// result where that is asked for, and stay in float64.
func TestRandomOptions(t *testing.T) {
	o := irtest.Options{OneResult: true, ReadOnly: true, Float64: true}
	for seed := range 60 {
		r := irtest.RandomFunc(o).Example(seed)
		args := r.NewArgs()
		res, err := interp.Run(irtest.Lower(t, r.Src, "F"), args)
		if err != nil {
			t.Fatalf("%v\n%s", err, r)
		}
		if len(res) != 1 || r.Results != 1 || strings.Contains(r.Src, "float32") {
			t.Errorf("not as asked for:\n%s", r)
		}
		for i := range args {
			if args[i].String() != r.Args[i].String() {
				t.Errorf("%s was %v and is %v\n%s", r.Params[i], r.Args[i], args[i], r)
			}
		}
	}
}

// inner reports to the property, so that rapid can shrink a failure.
type inner struct {
	testing.TB
	rt *rapid.T
}

func (i inner) Errorf(format string, args ...any) { i.rt.Errorf(format, args...) }
func (i inner) Fatalf(format string, args ...any) { i.rt.Fatalf(format, args...) }
func (i inner) Fatal(args ...any)                 { i.rt.Fatal(args...) }

func dot(a, b *interp.Value) float64 {
	x, y := a.AllFloats(), b.AllFloats()
	s := 0.0
	for i := range x {
		s += x[i] * y[i]
	}
	return s
}

// TestRandomAgainstGo compiles random functions with Go and checks that lowering and the
// interpreter give the same results and the same final arguments.
func TestRandomAgainstGo(t *testing.T) {
	var list []*irtest.Random
	for seed := range 80 {
		list = append(list, irtest.RandomFunc(irtest.Options{Statements: 20}).Example(seed))
	}
	native := runGo(t, list)
	for k, r := range list {
		args := r.NewArgs()
		f := irtest.Lower(t, r.Src, "F")
		res, err := interp.Run(f, args)
		if err != nil {
			t.Errorf("%v\n%s", err, r)
			continue
		}
		var got []float64
		for _, v := range append(res, args...) {
			got = append(got, v.AllFloats()...)
		}
		if len(got) != len(native[k]) {
			t.Errorf("%d floats, Go has %d\n%s", len(got), len(native[k]), r)
			continue
		}
		for i := range got {
			if !same(got[i], native[k][i]) {
				t.Errorf("float %d is %v, Go has %v\n%s\n%s", i, got[i], native[k][i], r, f)
				break
			}
		}
	}
}

// same compares to the bit where Go does not fuse multiplications with sums.
func same(x, y float64) bool {
	if runtime.GOARCH == "amd64" {
		return math.Float64bits(x) == math.Float64bits(y)
	}
	return math.Abs(x-y) <= 1e-9*(1+math.Abs(y))
}

// names are what the files of several random functions would declare twice.
var names = regexp.MustCompile(`\b(F|P|Z|sq|bend|mix|mean|peak|smooth|drift|flip|nudge|total|between|Degree|Inner|Outer)\b`)

// runGo compiles and runs the functions and returns the floats of results and arguments of each.
func runGo(t *testing.T, list []*irtest.Random) [][]float64 {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module random\n\ngo 1.26\n")
	calls := ""
	for k, r := range list {
		src := r.Src + "\nfunc run() {\n"
		for i, p := range r.Params {
			src += fmt.Sprintf("%sArg := %s\n", p, typed(r.Literals[i], p, r.Float))
		}
		vars := []string{"r0", "r1"}[:r.Results]
		src += fmt.Sprintf("%s := F(%sArg)\nshow(%s, %sArg)\n}\n", strings.Join(vars, ", "),
			strings.Join(r.Params, "Arg, "), strings.Join(vars, ", "), strings.Join(r.Params, "Arg, "))
		src = strings.Replace(src, "package p", "package main", 1)
		src = strings.ReplaceAll(names.ReplaceAllString(src, fmt.Sprintf("${1}_%d", k)), "func run(", fmt.Sprintf("func run%d(", k))
		write(fmt.Sprintf("f%d.go", k), src)
		calls += fmt.Sprintf("\trun%d()\n", k)
	}
	write("main.go", showText+"\nfunc main() {\n"+calls+"}\n")
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	var all [][]float64
	for line := range strings.Lines(string(out)) {
		var floats []float64
		for _, w := range strings.Fields(line) {
			bits, err := strconv.ParseUint(w, 16, 64)
			if err != nil {
				t.Fatal(err)
			}
			floats = append(floats, math.Float64frombits(bits))
		}
		all = append(all, floats)
	}
	return all
}

// typed gives a scalar argument the type of its parameter.
func typed(literal, param, float string) string {
	switch param {
	case "k":
		return float + "(" + literal + ")"
	case "q":
		return "float32(" + literal + ")"
	}
	return literal
}

// showText prints the floats in its arguments, as bits, on one line.
const showText = `package main

import (
	"fmt"
	"math"
	"reflect"
)

func show(args ...any) {
	for _, a := range args {
		walk(reflect.ValueOf(a))
	}
	fmt.Println()
}

func walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Float64, reflect.Float32:
		fmt.Printf("%x ", math.Float64bits(v.Float()))
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			walk(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			walk(v.Field(i))
		}
	case reflect.Pointer:
		walk(v.Elem())
	}
}
`
