package cudacheck

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pardiff/pardiffgen/internal/cudastandin"
)

// A workload is an example with kernels.
type workload struct {
	pkg   string
	fn    string // the words with which the comment of the first declaration begins that kernels need
	large bool   // the sanitizers leave out the last size, which takes them minutes
}

var workloads = []workload{
	{pkg: "attention", fn: "Loss", large: true},
	{pkg: "burgers", fn: "Misfit"},
	{pkg: "conv2d", fn: "Loss", large: true},
	{pkg: "dense", fn: "Loss"},
	{pkg: "gather", fn: "ChiSquare"},
	{pkg: "gmm", fn: "LogLik"},
	{pkg: "heat", fn: "A Rod"},
	{pkg: "heat2d", fn: "Misfit"},
	{pkg: "heat3d", fn: "Misfit"},
	{pkg: "maxpool", fn: "Pool"},
	{pkg: "nbody", fn: "Energy"},
	{pkg: "softmax", fn: "Loss"},
}

// singleDifferences holds, for each package.Function, the largest difference of its kernels for float32 numbers to the
// gradients of Go in float32 and in float64.
var singleDifferences sync.Map

// Functions of float32 numbers have kernels that compute with these alone, and gradients that agree with those of Go
// in float32 and in float64, in all orders; the sanitizers find nothing. All workloads are there.
func TestFloat32(t *testing.T) {
	d := cudastandin.Start(t)
	sources := t.TempDir()
	t.Run("numbers", func(t *testing.T) {
		for _, w := range workloads {
			t.Run(w.pkg, func(t *testing.T) {
				t.Parallel()
				w.single(t, d, sources)
			})
		}
	})
	for _, dir := range launchers(t) {
		// The mixture of gradbench is that of gmm with a prior.
		name := filepath.Base(dir)
		if name != "gradbench" && !slices.ContainsFunc(workloads, func(w workload) bool { return w.pkg == name }) {
			t.Errorf("%s has no kernels of float32 numbers", name)
		}
	}
	t.Run("PTX", func(t *testing.T) {
		cu, _ := filepath.Glob(sources + "/*.cu")
		for _, file := range compile(t, cu, t.TempDir()) {
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

// single checks the float32 variant of w, without compilers for the device, and leaves its kernels in a folder.
func (w workload) single(t *testing.T, d *cudastandin.Driver, sources string) {
	t.Helper()
	var fns []string // those that have kernels
	dir := scratch(t, w.pkg, func(file, text string) string {
		switch file {
		case w.pkg + ".go":
			text, fns = withSingle(t, text, w.fn)
		case w.pkg + "_cuda_test.go":
			for _, fn := range fns {
				text = testSingle(t, text, fn)
			}
			if w.large {
				text = sizes.ReplaceAllString(text, "range smaller($1) {") + smaller
			}
			return replace(t, text, "1e-11", "1e-4")
		case w.pkg + "_device_test.go":
			return ""
		}
		return text
	})
	cu := filepath.Join(dir, w.pkg+"_grad.cu")
	text, err := os.ReadFile(cu)
	if err != nil {
		t.Fatal(err)
	}
	onlySingle(t, string(text))
	p := newProgram(t, d, dir, []string{cu})
	for name, v := range differences(t, p.said) {
		singleDifferences.Store(name, v)
		t.Logf("%s: %.1e", name, v)
	}
	if w.large {
		p.shorten(t, d)
	}
	p.clean(t, d, []string{cu})
	if err := os.WriteFile(filepath.Join(sources, filepath.Base(cu)), text, 0o666); err != nil {
		t.Fatal(err)
	}
}

var sizes = regexp.MustCompile(`range (\[\].*\}\}) \{`)

const smaller = `
// smaller returns all sizes, with -short all but the last.
func smaller[S any](all []S) []S {
	if testing.Short() {
		return all[:len(all)-1]
	}
	return all
}
`

// shorten records the launches again, with -short.
func (p *program) shorten(t *testing.T, d *cudastandin.Driver) {
	t.Helper()
	if err := os.Remove(p.recording); err != nil {
		t.Fatal(err)
	}
	if _, err := cudastandin.Exec(p.binary, p.dir, d.Env(p.kernels, "PARDIFF_STANDIN_RECORD="+p.recording), "-test.short", "-test.run=CUDA"); err != nil {
		t.Fatal(err)
	}
}

var (
	typeDecl  = regexp.MustCompile(`(?m)^type (\w+) `)
	function  = regexp.MustCompile(`(?m)^func (\w+)\(`)
	directive = regexp.MustCompile(`(?m)^//pardiff:.* cuda\nfunc (\w+)\(`)
)

// withSingle returns the source of a package without kernels, and that of fn and all behind it once more, for float32
// numbers and with kernels: F32 for each function or type F. It returns the F that have them.
func withSingle(t *testing.T, text, fn string) (string, []string) {
	t.Helper()
	from := strings.Index(text, "\n// "+fn+" ")
	if from < 0 {
		t.Fatalf("no comment of %s in\n%s", fn, text)
	}
	single := replace(t, text[from:], "float64", "float32")
	single = strings.ReplaceAll(single, ":= 0.0\n", ":= float32(0)\n")
	single = withMath(single)
	var fns []string
	for _, m := range directive.FindAllStringSubmatch(single, -1) {
		fns = append(fns, m[1])
	}
	for _, m := range function.FindAllStringSubmatch(single, -1) {
		single = regexp.MustCompile(`\b`+m[1]+`\(`).ReplaceAllString(single, m[1]+"32(")
	}
	for _, m := range typeDecl.FindAllStringSubmatch(single, -1) {
		single = regexp.MustCompile(`\b`+m[1]+`\b`).ReplaceAllString(single, m[1]+"32")
	}
	return replace(t, text, " cuda\n", "\n") + single, fns
}

// withMath converts the float32 arguments and results of calls of package math.
func withMath(text string) string {
	var b strings.Builder
	for {
		before, call, found := strings.Cut(text, "math.")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, rest, found := strings.Cut(call, "(")
		if !found || strings.ContainsAny(name, " )*,\n") { // a constant
			b.WriteString("math.")
			text = call
			continue
		}
		end := 0
		for depth := 1; depth > 0; end++ {
			switch rest[end] {
			case '(':
				depth++
			case ')':
				depth--
			}
		}
		arg := withMath(rest[:end-1])
		if name != "Inf" {
			arg = "float64(" + arg + ")"
		}
		b.WriteString("float32(math." + name + "(" + arg + "))")
		text = rest[end:]
	}
}

var comparison = regexp.MustCompile(`(?m)^.*check\.CUDA\(.*$`)

// testSingle returns the test of a launcher for that of F32, which is compared with the gradients of F32 and F.
func testSingle(t *testing.T, text, fn string) string {
	t.Helper()
	text = replace(t, text, "New"+fn+"CUDA", "New"+fn+"32CUDA")
	of := regexp.MustCompile(`\b` + fn + `(Grad|VJP)\b`)
	found := false
	text = comparison.ReplaceAllStringFunc(text, func(line string) string {
		if !of.MatchString(line) {
			return line
		}
		found = true
		return line + "\n" + of.ReplaceAllString(line, fn+"32$1")
	})
	if !found {
		t.Fatalf("no comparison with %s in\n%s", fn, text)
	}
	return text
}

var (
	inDouble = regexp.MustCompile(`\bdouble\b|\b(exp|log|tanh|sqrt|fabs|fmax|pow)\(`)
	literal  = regexp.MustCompile(`\b[0-9]+\.[0-9]*(e[-+]?[0-9]+)?f?`)
)

// onlySingle fails the test if the source of kernels computes in double precision. An infinity, for which C++ has no literal,
// is a constant to compilers: their PTX says so.
func onlySingle(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		code, _, _ := strings.Cut(line, "//")
		code = strings.TrimPrefix(code, "static __device__ __forceinline__ double pardiff_inf(")
		for _, word := range append(inDouble.FindAllString(code, -1), literal.FindAllString(code, -1)...) {
			if !strings.HasSuffix(word, "f") {
				t.Errorf("%q is in double precision in\n%s", word, line)
			}
		}
	}
}
