package analysis_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pardiff/pardiffgen/analysis"
	"github.com/pardiff/pardiffgen/analysis/load"
	"github.com/pardiff/pardiffgen/internal/modtest"
)

// TestLowerModule checks helpers and types of another package of the module: what that package
// does not export may be used inside a helper, but not be named by generated code.
func TestLowerModule(t *testing.T) {
	dir := modtest.Write(t, `
-- go.mod --
module example.com/m

go 1.26
-- lib/lib.go --
package lib

import "example.com/m/lib/internal/deep"

const small = 0.125
const Half = 0.5

var hidden = 3.0

type Pair struct{ a, b float64 }

func New(x float64) Pair { return Pair{x, small * x} }

func (p Pair) Sum() float64 { return p.a*Half + p.b }

func Hidden(x float64) float64 { return hidden * x }

type Vec struct {
	X    float64
	n    int
	Data []float64
}

func (v *Vec) At(i int) float64 { return v.Data[i] * v.X }
func (v *Vec) N() int           { return v.n }
type float interface{ ~float32 | ~float64 }

func pow[F float](x F, n int) F {
	if n == 0 {
		return 1
	}
	return x * pow(x, n-1)
}

func Pow(x float64, n int) float64 { return pow(x, n) }

func Deep(x float64) float64 { return x * deep.Scale }
-- lib/internal/deep/deep.go --
package deep

var Scale = 2.0
-- a/a.go --
package a

import "example.com/m/lib"

//pardiff:grad
func Good(x []float64, v *lib.Vec) float64 {
	p := lib.New(x[0])
	p = lib.New(p.Sum())
	return p.Sum() + v.At(1)
}

//pardiff:grad
func Fields(v *lib.Vec) float64 {
	return v.X * float64(v.N())
}

//pardiff:grad
func Memory(ps []lib.Pair, x float64) float64 {
	return ps[0].Sum()
}

//pardiff:grad
func Recursive(x float64) float64 {
	return lib.Pow(x, 3) + lib.Deep(x)
}

//pardiff:grad
func Copied(x float64) float64 {
	return lib.Hidden(x)
}
`)
	prog, err := load.Load(load.Config{Dir: dir, Patterns: []string{"./a"}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, target := range prog.Packages[0].Targets {
		var diags load.Diagnostics
		if f := analysis.Lower(prog, target, &diags); f != nil {
			got = append(got, strings.TrimSpace(f.String()))
		}
		for _, d := range diags.Sorted() {
			got = append(got, d.Format(dir))
		}
	}
	want := []string{`func Good(x []float64, v.Data []float64, v.X float64) (res float64) {
	x#1 := x[0]
	pA := x#1
	pB := 0.125 * x#1
	x#2 := pA * lib.Half + pB
	pA = x#2
	pB = 0.125 * x#2
	res = pA * lib.Half + pB + v.Data[1] * v.X
}`,
		`func Fields(v.X float64, v *lib.Vec) (res float64) {
	v#1 := v.N()
	res = v.X * float64(v#1)
}`,
		"a/a.go:19:12: cannot differentiate: field a (package lib does not export it, so generated code in package a cannot name it); export it, or declare a //pardiff:rule for the function",
		"lib/lib.go:32:13: cannot differentiate: recursive call of pow (generated code calls a copy of it, and cannot name its type float: package lib does not export it); export the type, or declare a //pardiff:rule for it",
		"lib/lib.go:37:48: cannot differentiate: package-level variable Scale (package a must not import the internal package example.com/m/lib/internal/deep, and generated code has no copy of it: other packages may write it); move it, or pass its value as an argument",
		`func Copied(x float64) (res float64) {
	res = hidden * x
}`,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
