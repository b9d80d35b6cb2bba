package proof

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/gen"
)

// TestCompiled generates the derivatives of random programs with the command, compiles them with the programs,
// and compares what all of them compute with the interpreter: lowering and printing are right if they
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
		src := Mutate(s.src, s.fn, script(r), r.IntN(6))
		verify := verification(t, src, s.fn, *first+i)
		if verify == "" {
			continue
		}
		n := len(programs)
		programs[n] = src
		pkg := filepath.Join(dir, fmt.Sprint("r", n))
		write(t, filepath.Join(pkg, "src.go"), []byte(directed(src, s.fn, verify)))
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

// directed puts the directives above function fn, "F" or "T.M", for the derivatives that the text verify calls.
func directed(src, fn, verify string) string {
	directives := "//pardiff:jvp\n"
	for call, d := range map[string]string{"w.VJP(": "//pardiff:vjp\n", "w.Grad(": "//pardiff:grad\n"} {
		if strings.Contains(verify, call) {
			directives += d
		}
	}
	recv, name := "", fn
	if t, m, ok := strings.Cut(fn, "."); ok {
		recv, name = `\(\w*\s*\*?`+t+`\) `, m
	}
	decl := regexp.MustCompile(`(?m)^(?://pardiff:.*\n)*(func ` + recv + name + `\b)`)
	return decl.ReplaceAllString(src, directives+"$1")
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
