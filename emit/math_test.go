package emit_test

import (
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/emit"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// mathPoints are the arguments at which the functions of package math are checked, where 0.7, 0.4, 0.2
// are not in their domain.
var mathPoints = map[string]string{"Acosh": "1.7", "Nextafter32": "0.75, 0.5"}

// TestMath generates a gradient of each function of package math that gives floats for floats, and
// has package gradcheck look at it. What a new release of Go adds must be given a rule.
func TestMath(t *testing.T) {
	pkg, err := importer.ForCompiler(token.NewFileSet(), "source", nil).Import("math")
	if err != nil {
		t.Fatal(err)
	}
	var src, test strings.Builder
	src.WriteString("package src\n\nimport \"math\"\n")
	test.WriteString("package src\n\nimport (\n\t\"testing\"\n\n\t\"example.com/gradcheck\"\n)\n\nfunc TestMath(t *testing.T) {\n")
	var list []function
	for _, name := range pkg.Scope().Names() {
		fn, ok := pkg.Scope().Lookup(name).(*types.Func)
		if !ok || !fn.Exported() || !floatFunc(fn.Signature()) {
			continue
		}
		src.WriteString(mathWrapper(fn))
		at := mathPoints[name]
		if at == "" {
			at = strings.Join([]string{"0.7", "0.4", "0.2"}[:countFloats(fn.Signature().Params())], ", ")
		}
		fmt.Fprintf(&test, "\tgradcheck.Grad(t, %s, %[1]sGrad, %s)\n\tgradcheck.JVP(t, %[1]s, %[1]sJVP, %[2]s)\n", name, at)
		list = append(list, function{name, []want{grad, jvp}})
	}
	if len(list) < 55 {
		t.Errorf("only %d functions", len(list))
	}
	test.WriteString("}\n")
	out, _ := generate(t, src.String(), list...)
	shared, err := emit.Shared("src", out.Helpers)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), []byte("module example.com\n\ngo 1.26\n"))
	copyPackage(t, "../gen/gradcheck", filepath.Join(dir, "gradcheck"))
	write(t, filepath.Join(dir, "src.go"), []byte(src.String()))
	write(t, filepath.Join(dir, "src_grad.go"), out.Source)
	write(t, filepath.Join(dir, "pardiff_grad.go"), shared)
	write(t, filepath.Join(dir, "src_test.go"), []byte(test.String()))
	goTool(t, dir, "test", ".")
}

// floatFunc says whether a function gives floats for floats.
func floatFunc(s *types.Signature) bool {
	return countFloats(s.Params()) > 0 && countFloats(s.Results()) > 0
}

func countFloats(list *types.Tuple) int {
	n := 0
	for v := range list.Variables() {
		if ir.IsFloat(v.Type()) {
			n++
		}
	}
	return n
}

// mathWrapper returns a function of the same name with the float parameters of fn, 2 in place of its
// integers, and the product of its results as result.
func mathWrapper(fn *types.Func) string {
	var params, args, results, factors []string
	sig := fn.Signature()
	for v := range sig.Params().Variables() {
		arg := "2"
		if ir.IsFloat(v.Type()) {
			arg = fmt.Sprint("x", len(params))
			params = append(params, arg+" "+v.Type().String())
		}
		args = append(args, arg)
	}
	typ := "float64"
	for v := range sig.Results().Variables() {
		r := fmt.Sprint("r", len(results))
		results = append(results, r)
		if ir.IsFloat(v.Type()) {
			typ = v.Type().String()
		} else {
			r = "float64(" + r + ")"
		}
		factors = append(factors, r)
	}
	return fmt.Sprintf("\nfunc %s(%s) %s {\n\t%s := math.%[1]s(%[5]s)\n\treturn %[6]s\n}\n", fn.Name(), strings.Join(params, ", "), typ,
		strings.Join(results, ", "), strings.Join(args, ", "), strings.Join(factors, " * "))
}
