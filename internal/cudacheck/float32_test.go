package cudacheck

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/internal/cudastandin"
)

// Functions of float32 numbers have kernels that compute with these alone, and gradients that agree with those of Go
// in float32 and in float64.
func TestFloat32(t *testing.T) {
	d := cudastandin.Start(t)
	for _, test := range []struct{ pkg, fn string }{{"dense", "Loss"}, {"softmax", "Loss"}, {"heat2d", "Misfit"}} {
		t.Run(test.pkg, func(t *testing.T) {
			dir := scratch(t, test.pkg, func(file, text string) string {
				switch file {
				case test.pkg + ".go":
					return withSingle(t, text, test.fn)
				case test.pkg + "_cuda_test.go":
					return testSingle(t, text, test.fn)
				case test.pkg + "_device_test.go":
					return ""
				}
				return text
			})
			cu := filepath.Join(dir, test.pkg+"_grad.cu")
			onlySingle(t, cu)
			newProgram(t, d, dir, []string{cu})
		})
	}
}

// withSingle returns the source of a function, without kernels, and that of the same one of float32 numbers, F32, with
// them.
func withSingle(t *testing.T, text, fn string) string {
	t.Helper()
	single := replace(t, text[strings.Index(text, "\n// "+fn+" "):], fn+"(", fn+"32(")
	single = replace(t, single, "float64", "float32")
	single = replace(t, single, ":= 0.0\n", ":= float32(0)\n")
	single = regexp.MustCompile(`math\.\w+\(([^()]*)\)`).ReplaceAllStringFunc(single, func(call string) string {
		return "float32(" + replace(t, call, "(", "(float64(") + "))"
	})
	return replace(t, text, " cuda\n", "\n") + single
}

// testSingle returns the test of a launcher for that of F32, which is compared with the gradients of F32 and F.
func testSingle(t *testing.T, text, fn string) string {
	t.Helper()
	text = replace(t, text, "New"+fn+"CUDA", "New"+fn+"32CUDA")
	text = replace(t, text, "1e-11", "1e-4")
	for line := range strings.Lines(text) {
		if strings.Contains(line, "check.CUDA") {
			return replace(t, text, line, line+replace(t, line, fn+"Grad", fn+"32Grad"))
		}
	}
	t.Fatalf("no comparison in\n%s", text)
	return ""
}

var (
	inDouble = regexp.MustCompile(`\bdouble\b|\b(exp|log|tanh|sqrt|fabs|pow)\(`)
	literal  = regexp.MustCompile(`\b[0-9]+\.[0-9]*(e[-+]?[0-9]+)?f?`)
)

// onlySingle fails the test if kernels compute in double precision: in the source, and in what NVRTC makes of it where
// that is there.
func onlySingle(t *testing.T, cu string) {
	t.Helper()
	text, err := os.ReadFile(cu)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		code, _, _ := strings.Cut(line, "//")
		for _, word := range append(inDouble.FindAllString(code, -1), literal.FindAllString(code, -1)...) {
			if !strings.HasSuffix(word, "f") {
				t.Errorf("%q is in double precision in\n%s", word, line)
			}
		}
	}
	t.Run("PTX", func(t *testing.T) {
		for _, file := range compile(t, []string{cu}, t.TempDir()) {
			ptx, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(ptx), ".f32") || strings.Contains(string(ptx), ".f64") {
				t.Errorf("%s does not compute with float32 alone", filepath.Base(file))
			}
		}
	})
}
