package gen

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"text/template"
)

// A matrixType is a type without floats. Its package declares T, next, which makes another value of v, and weight, which makes
// a number of it.
type matrixType struct{ name, decl, a, b string }

var matrixTypes = []matrixType{
	{"text", "type T = string\nfunc next(v T) T { return v + \"x\" }\nfunc weight(v T) float64 { return float64(len(v)%5) }", `"a"`, `"bcd"`},
	{"label", "type T string\nfunc next(v T) T { return v + \"x\" }\nfunc weight(v T) float64 { return float64(len(v)%5) }", `"a"`, `"bcd"`},
	{"number", "type T int\nfunc next(v T) T { return 3*v + 1 }\nfunc weight(v T) float64 { return float64(v % 5) }", `1`, `4`},
	{"truth", "type T bool\nfunc next(v T) T { return !v }\nfunc weight(v T) float64 { if v { return 2 }; return 0.5 }", `true`, `false`},
	{"fault", "type T = error\nfunc next(v T) T { if v == nil { return errors.New(\"abc\") }; return nil }\nfunc weight(v T) float64 { if v == nil { return 0.7 }; return float64(len(v.Error())) }", `nil`, `errors.New("e")`},
	{"boxed", "type T = any\nfunc next(v T) T { k, _ := v.(int); return k + 1 }\nfunc weight(v T) float64 { k, _ := v.(int); return float64(k % 5) }", `1`, `"four"`},
	{"table", "type T = map[string]int\nfunc next(v T) T { return T{\"a\": v[\"a\"] + 1} }\nfunc weight(v T) float64 { return float64(v[\"a\"] % 5) }", `T{"a": 1}`, `T{"b": 2}`},
	{"words", "type T = []string\nfunc next(v T) T { return append(T{\"n\"}, v...) }\nfunc weight(v T) float64 { return float64(len(v)%5) }", `T{"a"}`, `T{"b", "cd"}`},
	{"pair", "type T [2]string\nfunc next(v T) T { return T{v[1] + \"x\", v[0]} }\nfunc weight(v T) float64 { return float64(len(v[0])%5) }", `T{"a", "bc"}`, `T{"", "d"}`},
	{"cells", "type T [2]int\nfunc next(v T) T { return T{v[1] + 1, v[0]} }\nfunc weight(v T) float64 { return float64(v[0] % 5) }", `T{1, 2}`, `T{4, 0}`},
	{"reference", "type T = *string\nfunc next(v T) T { k := \"k\"; if v != nil { k = *v + \"x\" }; return &k }\nfunc weight(v T) float64 { if v == nil { return 0.5 }; return float64(len(*v) % 5) }", `new(string)`, `nil`},
	{"closure", "type T = func(int) int\nfunc next(v T) T { if v == nil { return func(i int) int { return i + 2 } }; return nil }\nfunc weight(v T) float64 { if v == nil { return 0.5 }; return float64(v(1)) }", `nil`, `func(i int) int { return 2 * i }`},
	{"date", "type T = time.Time\nfunc next(v T) T { return v.Add(time.Hour) }\nfunc weight(v T) float64 { return float64(v.Hour() % 5) }", `time.Unix(0, 0).UTC()`, `time.Unix(7200, 0).UTC()`},
	{"record", "type T struct { n string; k int; tags []string }\nfunc next(v T) T { return T{v.n + \"x\", v.k + 1, append(v.tags[:len(v.tags):len(v.tags)], v.n)} }\nfunc weight(v T) float64 { return float64((len(v.n) + v.k + len(v.tags)) % 5) }", `T{n: "a"}`, `T{"b", 2, []string{"c"}}`},
}

// matrixForms are what functions do with such values a and b, or slices ts of them, in a loop over x. Each is the body of the
// loop, with what stands before it behind a bar.
var matrixForms = []struct{ name, before, body string }{
	{"Carried", "v := a", "v = next(v); w = weight(v)"},
	{"Chosen", "v := a", "if x[i] > 0 { v = b }; w = weight(v)"},
	{"Swapped", "v, u := a, b", "if x[i] > 0 { v, u = u, next(v) }; w = weight(v) + 10*weight(u)"},
	{"Pointed", "v := a; p := &v", "*p = next(*p); w = weight(v)"},
	{"PointedParameter", "p := &a", "*p = next(*p); w = weight(a)"},
	{"Bumped", "", "bump(&a, i); w = weight(a)"},
	{"Exchanged", "", "w = exchange(&a, &b) + 10*weight(a)"},
	{"Elements", "", "ts[i%len(ts)] = next(ts[i%len(ts)]); w = weight(ts[0])"},
	{"ElementPointers", "", "p := &ts[i%len(ts)]; *p = next(*p); w = weight(ts[0])"},
	{"ElementSwaps", "", "j := (i + 1) % len(ts); ts[i%len(ts)], ts[j] = ts[j], ts[i%len(ts)]; w = weight(ts[0])"},
	{"Copied", "us := make([]T, len(ts))", "copy(us, ts); copy(ts[1:], ts); ts[0] = next(ts[0]); w = weight(us[1]) + 10*weight(ts[1])"},
	{"Counted", "us := make([]T, 2)", "w = float64(copy(us, ts[i%len(ts):])); ts[0] = next(ts[0]); w += weight(us[0])"},
	{"Appended", "var us []T", "us = append(us, next(a)); w = float64(len(us)) + weight(us[i/2])"},
	{"Ranged", "", "for j, v := range ts { ts[(j+1)%len(ts)] = next(v); w += weight(v) }"},
	{"Fields", "h := holder{v: a, k: 1}", "h.v = next(h.v); g := h; g.v = b; w = weight(h.v) + 10*weight(g.v)"},
	{"Holders", "hs := []holder{{v: a}, {v: b}}", "h := &hs[i%2]; h.v = next(h.v); g := hs[0]; h.step(); w = weight(g.v) + 10*weight(hs[1].v)"},
	{"Arrays", "c := [3]T{a, b, a}", "d := c; c[i%3] = next(c[(i+1)%3]); w = weight(d[0]) + 10*weight(c[0])"},
	{"Captured", "v := a; set := func(u T) { v = next(u) }", "if i%2 == 0 { set(v) }; w = weight(v)"},
	{"Returned", "v := a", "var k float64; v, k = both(v, i); w = k + weight(v)"},
	{"Rows", "rows := [][]T{ts, {b}}", "row := rows[i%2]; row[0] = next(row[0]); w = weight(ts[0])"},
	{"Variadic", "", "w = count(a, b) + count(ts...)"},
	{"Generic", "", "a = second(b, next(a)); w = weight(a)"},
	{"ByValue", "", "w = changed(a) + 10*weight(a)"},
	{"Maps", "m := map[int]T{}", "m[i%3] = next(m[i%2]); w = weight(m[0])"},
	{"Cut", "us := ts", "if len(us) > 1 { us = us[1:] }; us[0] = next(us[0]); w = weight(ts[1]) + float64(len(us))"},
	{"Nothing", "", "var v T; if i > 1 { v = a }; w = weight(next(v))"},
	{"Package", "global = a", "global = next(global); w = weight(global)"},
	{"PackagePointed", "global = a; p := &global", "*p = next(*p); w = weight(global)"},
	{"PackageBumped", "global = a", "bump(&global, i); w = weight(global)"},
	{"PackageField", "held.v = a", "held.step(); w = weight(held.v)"},
	{"PackageHolder", "held.v = a; h := &held", "h.v = next(h.v); held.k = i; w = weight(held.v) + float64(h.k)"},
	{"Nested", "g := struct{ h [2]holder }{}; g.h[0].v = a", "g.h[i%2].v = next(g.h[0].v); c := g; c.h[0].step(); w = weight(g.h[0].v) + 10*weight(c.h[0].v)"},
	{"Unused", "", "bump(&a, i); both(a, i); _ = next(a); _, k := both(b, i); w = k + weight(a)"},
}

var matrixSource = template.Must(template.New("").Parse(`// Package {{.Type.Name}} does with values of one type what can be done with values.
package {{.Type.Name}}

import (
	"errors"
	"time"
)

var (
	_ = errors.New
	_ = time.Now
)

{{.Type.Decl}}

type holder struct {
	v T
	k int
}

var (
	global T
	held   holder
)

func (h *holder) step() { h.v = next(h.v) }

func bump(p *T, i int) {
	if i%2 == 0 {
		*p = next(*p)
	}
}

func exchange(p, q *T) float64 {
	p, q = q, p
	*p = next(*p)
	return weight(*q)
}

func both(v T, i int) (T, float64) {
	if i%3 == 1 {
		return v, 0.5
	}
	return next(v), weight(v)
}

func count(list ...T) (s float64) {
	for _, v := range list {
		s += weight(v)
	}
	return s
}

func second[A any](_, v A) A { return v }

func changed(v T) float64 {
	v = next(v)
	return weight(v)
}
{{range .Forms}}
// {{.Name}} is one case of the package.
//
//pardiff:vjp
//pardiff:jvp
func {{.Name}}(x []float64, a, b T, ts []T) (s float64) {
	{{.Before}}
	for i := range x {
		w := 0.0
		{{.Body}}
		x[i] *= 0.41*x[0] + 0.07*w
		s += x[i] * x[i] * (w + 1)
	}
	return s
}
{{end}}`))

var matrixTest = template.Must(template.New("").Parse(`package {{.Type.Name}}

import (
	"errors"
	"testing"
	"time"

	"example.com/matrix/gradcheck"
)

var (
	_ = errors.New
	_ = time.Now
)

func TestMatrix(t *testing.T) {
	x := []float64{0.9, -0.8, 1.2, 1.1, -0.7}
	var a, b T = {{.Type.A}}, {{.Type.B}}
{{- range .Forms}}{{if not .Refused}}
	gradcheck.VJP(t, {{.Name}}, {{.Name}}VJP, x, a, b, []T{a, b, a})
	gradcheck.JVP(t, {{.Name}}, {{.Name}}JVP, x, a, b, []T{a, b, a})
{{- end}}{{end}}
}
`))

type matrixForm struct {
	Name, Before, Body   string
	Params, Args, Result string
	Refused              bool
}

// A matrixPackage is the package of one type: templates of its code and of the test of what is not refused, which get all
// of it.
type matrixPackage struct {
	Name         string
	Type         any
	Forms        []*matrixForm
	source, test *template.Template
}

// TestMatrix does with values of many types without floats what can be done with values, beside active code. What is not
// refused gives the values, arguments and derivatives that the primal and finite differences give.
func TestMatrix(t *testing.T) {
	var packages []*matrixPackage
	for _, typ := range matrixTypes {
		fields := map[string]string{"Name": typ.name, "Decl": typ.decl, "A": typ.a, "B": typ.b}
		p := &matrixPackage{Name: typ.name, Type: fields, source: matrixSource, test: matrixTest}
		for _, f := range matrixForms {
			p.Forms = append(p.Forms, &matrixForm{Name: f.name, Before: f.before, Body: f.body})
		}
		packages = append(packages, p)
	}
	matrixRun(t, packages, 436)
}

// matrixRun writes packages into a module, generates what is not refused, and tests it. As many functions as least are
// accepted.
func matrixRun(t *testing.T, packages []*matrixPackage, least int) {
	t.Helper()
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "go.mod"), []byte("module example.com/matrix\n\ngo 1.26\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	copyFiles(t, "gradcheck", filepath.Join(root, "gradcheck"))
	accepted, all := atomic.Int64{}, 0
	var group sync.WaitGroup
	room := make(chan bool, runtime.GOMAXPROCS(0))
	for _, p := range packages {
		all += len(p.Forms)
		group.Go(func() {
			room <- true
			accepted.Add(int64(p.generate(t, filepath.Join(root, p.Name))))
			<-room
		})
	}
	group.Wait()
	cmd := exec.Command("go", "test", "-vet=all", "./...")
	cmd.Dir = root
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go test: %v\n%s", err, text)
	}
	t.Logf("%d of %d accepted", accepted.Load(), all)
	if int(accepted.Load()) < least {
		t.Errorf("%d of %d accepted, want %d", accepted.Load(), all, least)
	}
}

var diagnostic = regexp.MustCompile(`(?m)^\S*matrix\.go:(\d+):\d+: (.*)$`)

// generate writes the package and generates the gradients of what is not refused there. It returns how many functions
// those are.
func (p *matrixPackage) generate(t *testing.T, dir string) int {
	t.Helper()
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Error(err)
		return 0
	}
	if !p.settle(t, dir, p.Forms) {
		p.derive(t, dir, p.Forms)
	}
	matrixFile(t, filepath.Join(dir, "matrix_test.go"), p.test, p)
	left := 0
	for _, f := range p.Forms {
		if !f.Refused {
			left++
		}
	}
	return left
}

// settle finds out which of the forms are refused, and says whether it has generated the gradients of the others. Where a
// refusal is in a function that several use, it goes on with halves of them.
func (p *matrixPackage) settle(t *testing.T, dir string, forms []*matrixForm) bool {
	t.Helper()
	source, diags := p.derive(t, dir, forms)
	if diags == "" {
		return true
	}
	if strings.Contains(diags, "internal error") || strings.Contains(diags, "warning:") {
		t.Errorf("%s: %s", p.Name, diags)
	}
	var left []*matrixForm
	for _, f := range forms {
		f.Refused = len(forms) == 1
	}
	for _, m := range diagnostic.FindAllStringSubmatch(diags, -1) {
		line, _ := strconv.Atoi(m[1])
		if f := formAt(forms, source, line); f != nil && !f.Refused {
			f.Refused = true
			t.Logf("%s.%s: %s", p.Name, f.Name, m[2])
		}
	}
	for _, f := range forms {
		if !f.Refused {
			left = append(left, f)
		}
	}
	switch {
	case len(left) == 0:
		return false
	case len(left) < len(forms):
		return p.settle(t, dir, left)
	}
	p.settle(t, dir, left[:len(left)/2])
	p.settle(t, dir, left[len(left)/2:])
	return false
}

// derive writes the package and generates the gradients of those of the forms that are not refused so far, and of no others.
// It returns the source and what is wrong with it.
func (p *matrixPackage) derive(t *testing.T, dir string, forms []*matrixForm) (source, diags string) {
	t.Helper()
	some := *p
	some.Forms = nil
	for _, f := range forms {
		if !f.Refused {
			some.Forms = append(some.Forms, f)
		}
	}
	source = matrixFile(t, filepath.Join(dir, "matrix.go"), p.source, &some)
	var out, errs bytes.Buffer
	if Main([]string{"-C", dir, "."}, &out, &errs) == 0 {
		return source, ""
	}
	return source, errs.String()
}

// formAt returns the function with directives in which a line of the source lies, or which follows it; nil for a helper.
func formAt(forms []*matrixForm, source string, line int) *matrixForm {
	lines := strings.Split(source, "\n")
	for i := line - 1; i >= 0; i-- {
		for _, f := range forms {
			if strings.HasPrefix(lines[i], "// "+f.Name+" is") {
				return f
			}
		}
		if strings.HasPrefix(lines[i], "func ") && !strings.HasPrefix(lines[max(i-1, 0)], "//pardiff:") {
			return nil
		}
	}
	return nil
}

func matrixFile(t *testing.T, path string, text *template.Template, data any) string {
	t.Helper()
	var buf bytes.Buffer
	if err := text.Execute(&buf, data); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(path, buf.Bytes(), 0o666); err != nil {
		t.Error(err)
	}
	return buf.String()
}
