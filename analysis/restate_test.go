package analysis_test

import (
	"cmp"
	"fmt"
	"testing"

	"github.com/pardiff/pardiffgen/analysis"
	"github.com/pardiff/pardiffgen/analysis/load"
	"github.com/pardiff/pardiffgen/internal/modtest"
)

// TestRestate requires of each variable of another package that its value is copied, or that the refusal says why not.
func TestRestate(t *testing.T) {
	for _, c := range []struct{ decl, more, want, read string }{
		{decl: `var v = []float64{1, 2}`},
		{decl: `var v = []float64{1, 2}`, more: "func read(x []float64) float64 { return x[0] }\nfunc G() float64 { return read(v) + float64(len(v)) }"},
		{decl: `var v = []float64{1, 2}`, more: "func G() float64 { w := v[1:]; w = w[:1]; return w[0] }"},
		{decl: `var v = []float64{1, 2}`, more: "func G(x []float64) { copy(x, v); v := x; v[0] = 1 }"},
		{decl: `var v = [...]float64{1, 2}`, more: "func G() [2]float64 { return v }"},
		{decl: `var v []float64`, want: "its declaration gives it no value of its own"},
		{decl: `var v, n = two()`, more: "func two() ([]float64, int) { return nil, 0 }", want: "its declaration gives it no value of its own"},
		{decl: `var v = make([]float64, 3)`, want: "its value at lib.go:5 is not made of constants"},
		{decl: `var v = []float64{1, K}`, more: "var K = 2.0", want: "its value at lib.go:5 is not made of constants"},
		{decl: `var v = map[int]float64{0: 1}`, want: "its type map[int]float64 is not one of tables of numbers"},
		{decl: `var v = []float64{1, 2}`, more: "func Set() { v[0] = 3 }", want: "it is written at lib.go:6"},
		{decl: `var v = []float64{1, 2}`, more: "func Set() { v[0]++ }", want: "it is written at lib.go:6"},
		{decl: `var v = []int{1, 2}`, more: "func Set() { for v[0] = range 3 {\n}\n}\nfunc G(x float64) float64 { return x }", want: "it is written at lib.go:6"},
		{decl: `var v = []float64{1, 2}`, more: "func Set() { v = nil }", want: "it is written at lib.go:6"},
		{decl: `var v = []float64{1, 2}`, more: "func Set() { w := v[1:]; w[0] = 3 }", want: "it is written at lib.go:6"},
		{decl: `var v = [][]float64{{1, 2}}`, more: "func Set() { for _, r := range v { r[0] = 3 } }", want: "it is written at lib.go:6", read: "v[0]"},
		{decl: `var v = []float64{1, 2}`, more: "func Set(x []float64) { copy(v, x) }", want: "it is passed on at lib.go:6"},
		{decl: `var v = []float64{1, 2}`, more: "func Set() { clear(v) }", want: "it is passed on at lib.go:6"},
		{decl: `var v = []float64{1, 2}`, more: "func Set() { write(v) }\nfunc write(x []float64) { x[0] = 1 }", want: "it is passed on at lib.go:6"},
		{decl: `var v = []float64{1, 2}`, more: "func Set() { id(v)[0] = 1 }\nfunc id(x []float64) []float64 { return x }", want: "it is passed on at lib.go:6"},
		{decl: `var v = []float64{1, 2}`, more: "func Get() []float64 { return v }", want: "it is given another name at lib.go:6"},
		{decl: `var v = []float64{1, 2}`, more: "var V = v", want: "it is given another name at lib.go:6"},
		{decl: `var v = []float64{1, 2}`, more: "type T struct{ X []float64 }\nfunc Get() T { return T{v} }", want: "it is given another name at lib.go:7"},
		{decl: `var v = [...]float64{1, 2}`, more: "func Get() []float64 { return v[:] }", want: "it is given another name at lib.go:6"},
		{decl: `var v = [...]float64{1, 2}`, more: "func Get() *float64 { return &v[0] }", want: "it is given another name at lib.go:6"},
		{decl: `var v = []float64{1, 2}`, more: "func Get() float64 { p := &v[1]; return *p }"},
		{decl: `var v = []float64{1, 2}`, more: "func Set() { p := &v[1]; *p = 3 }", want: "it is written at lib.go:6"},
		{decl: `var v = []float64{1, 2}`, more: "func Set() { write(&v[1]) }\nfunc write(x *float64) { *x = 1 }", want: "it is passed on at lib.go:6"},
		{decl: `var v = []float64{1, 2}`, more: "func Send(c chan []float64) { c <- v }", want: "it is used in an unusual way at lib.go:6"},
		{decl: `var v = list{1, 2}`, more: "type list []float64\nfunc (l list) Set() { l[0] = 1 }\nfunc Set() { v.Set() }", want: "it has a method that is called at lib.go:8"},
	} {
		checkRestated(t, c.decl+"\n"+c.more, "-- lib/none.txt --\n", c.want, cmp.Or(c.read, "v"))
	}
	for _, c := range []struct{ other, want string }{
		{"-- lib/lib_test.go --\npackage lib\n\nfunc init() { v[0] = 1 }\n", "it is written at lib_test.go:3"},
		{"-- lib/lib_plan9.go --\npackage lib\n\nfunc init() { v[0] = 1 }\n", "it is written at lib_plan9.go:3"},
		{"-- lib/lib_plan9.go --\npackage lib\n\nfunc get() float64 { return v[0] }\n", ""},
		{"-- lib/lib_plan9.go --\npackage lib\n\nfunc get() []float64 { return f(v) }\n", "it is passed on at lib_plan9.go:3"},
		{"-- lib/lib_plan9.s --\nMOVQ $0, ·v(SB)\n", "assembly names it"},
		{"-- lib/lib_plan9.s --\nMOVQ $0, ·vv(SB)\n", ""},
		{"-- lib/link.go --\npackage lib\n\nimport _ \"unsafe\"\n\n//go:linkname v x.v\n", "it is known to the linker by another name at link.go:5"},
	} {
		checkRestated(t, "var v = []float64{1, 2}", c.other, c.want, "v")
	}
}

// checkRestated lowers a function that reads lib's v, and requires that it is copied, or refused with why.
func checkRestated(t *testing.T, lib, other, why, read string) {
	t.Helper()
	dir := modtest.Write(t, fmt.Sprintf(`
-- go.mod --
module example.com/m

go 1.26
-- lib/lib.go --
package lib

func F(x float64, i int) float64 { return float64(%s[i%%2]) * x }

%s
%s
-- a/a.go --
package a

import "example.com/m/lib"

//pardiff:grad
func F(x float64, i int) float64 { return lib.F(x, i) }
`, read, lib, other))
	prog, err := load.Load(load.Config{Dir: dir, Patterns: []string{"./a"}})
	if err != nil {
		t.Fatal(err)
	}
	var diags load.Diagnostics
	analysis.Lower(prog, prog.Packages[0].Targets[0], &diags)
	got := ""
	for _, d := range diags.Sorted() {
		got += d.Format(dir)
	}
	want := ""
	if why != "" {
		want = "lib/lib.go:3:51: cannot differentiate: package-level variable v (package lib does not export it, and generated code has no copy of it: " + why + "); export it, or pass its value as an argument"
	}
	if got != want {
		t.Errorf("%s%s: got\n%s\nwant\n%s", lib, other, got, want)
	}
}
