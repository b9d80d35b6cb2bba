package load

import (
	"fmt"
	"go/types"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pardiff/pardiffgen/internal/modtest"
)

// What directives say is verified against types, and their names against the package.
func TestTypedDirectiveErrors(t *testing.T) {
	tests := []struct {
		name, src string
		want      []string
	}{
		{"wrt without floats", `
type P struct{ n int; s []string }

//pardiff:grad wrt=x,n,p
func F(x float64, n int, p *P) float64 { return x }
`, []string{
			"a.go:6:22: wrt names n, which holds no floats: its type is int",
			"a.go:6:24: wrt names p, which holds no floats: its type is *P",
		}},
		{"no floats at all", `
//pardiff:grad
func F(n int, _ float64, m map[string]int, f func(float64)) float64 { return 1 }
`, []string{"a.go:4:1: F has no named parameter that holds floats; name one, or remove the directive"}},
		{"floats behind a type parameter", `
//pardiff:grad
func F[S ~[]E, E ~float64](x S) E { return x[0] }
`, []string{"a.go:5:8: cannot differentiate: type parameter S (its values are made of floats, which are not followed through it); write the type itself, as in []F"}},
		{"floats that cannot be followed", `
type M map[string]float64

type S struct{ Next []struct{ m M } }

//pardiff:grad
func A(n int, x map[string]float64) float64 { return x["a"] }

//pardiff:vjp
func B(x complex128) complex128 { return x * x }

//pardiff:grad
func C(x []complex128) float64 { return real(x[0]) }

//pardiff:grad
func D(x chan float64, _ map[int]float64) float64 { return <-x }

//pardiff:grad
func E(x func(int) float64) float64 { return x(1) }

//pardiff:grad
func F(x *S) float64 { return x.Next[0].m["a"] }

//pardiff:grad wrt=y
func G(x []float64, y map[int]float64) float64 { return x[0] * y[0] }

//pardiff:grad
func H(x []float64, y map[int]float64) float64 { return x[0] * y[0] }
`, []string{
			"a.go:9:15: cannot differentiate with respect to x: its type map[string]float64 is a map (values in maps cannot be followed); pass a slice of the values",
			"a.go:12:8: cannot differentiate with respect to x: its type complex128 is complex (complex arithmetic is not supported); pass real and imaginary parts as floats",
			"a.go:15:8: cannot differentiate with respect to x: of its type []complex128, complex128 is complex (complex arithmetic is not supported); pass real and imaginary parts as floats",
			"a.go:18:8: cannot differentiate with respect to x: its type chan float64 is a channel (channels cannot be followed); pass a slice of the values",
			"a.go:21:8: cannot differentiate with respect to x: its type func(int) float64 is a function (what a function value returns cannot be followed); pass what it computes with, and declare the function",
			"a.go:24:8: cannot differentiate with respect to x: of its type *S, M is a map (values in maps cannot be followed); pass a slice of the values",
			"a.go:26:20: cannot differentiate with respect to y: its type map[int]float64 is a map (values in maps cannot be followed); pass a slice of the values",
		}},
		{"grad needs one float result", `
//pardiff:grad
func A(x float64) {}

//pardiff:grad
func B(x float64) (a, b float64, err error) { return x, x, nil }

//pardiff:grad
func C(x []float64) []float64 { return nil }

//pardiff:grad
func D(x float32) (n int, y float32, err error) { return 0, x, nil }
`, []string{
			"a.go:4:1: grad needs exactly one float result; A has none; use //pardiff:vjp if it writes an argument",
			"a.go:7:1: grad needs exactly one float result; B has 2; use //pardiff:jac or //pardiff:vjp",
			"a.go:10:1: grad needs exactly one float result and no other that holds floats; C returns ([]float64); use //pardiff:vjp",
		}},
		{"jac needs several float results", `
//pardiff:jac
func A(x float64) {}

//pardiff:jac
func B(x float64) (float64, error) { return x, nil }

//pardiff:jac
func C(x []float64) (a float64, b []float64) { return 0, nil }

//pardiff:jac of=a,b,n,x,y
func D(x []float64) (a float64, b [2]float64, n int) { return 0, b, 0 }

//pardiff:jac cuda
func E(x float64) (a, b float64) { return x, x }

//pardiff:jac cud
func F(x float64) (a, b float64) { return x, x }

//pardiff:Jac
func G(x float64) (a, b float64) { return x, x }

//pardiff:jac
//pardiff:jac wrt=z
func H(x float64) (a, b float64) { return x, x }

//pardiff:jac of=a name=JRow
func J(x float64) (a, b float64) { return x, x }
`, []string{
			"a.go:4:1: jac needs several float results; A has none; use //pardiff:vjp if it writes an argument",
			"a.go:7:1: jac needs several float results; B has one; use //pardiff:grad",
			"a.go:10:1: jac needs float results that are numbers; C returns (a float64, b []float64); leave the others out with of=, or use //pardiff:vjp, once for each seed",
			"a.go:13:20: of names b, but jac has adjoints for results that are numbers; the type of b is [2]float64; use //pardiff:vjp for it, once for each seed",
			"a.go:13:22: of names n, which holds no floats: its type is int",
			"a.go:13:24: of names x, but D's results are a, b, n",
			"a.go:13:26: of names y, but D's results are a, b, n",
			"a.go:16:15: //pardiff:jac has no CUDA; put cuda on //pardiff:vjp, and call that once for each seed",
			"a.go:19:15: //pardiff:jac has no argument cud; did you mean cuda?",
			"a.go:22:1: comment looks like a pardiff directive but is not one: write it in lower case",
			"a.go:26:1: HJac is already asked for by the directive at a.go:25; give one of them another name=",
			"a.go:26:19: wrt names z, but H's parameters are x",
		}},
		{"one fault is enough", `
//pardiff:grad
func F(n int) {}
`, []string{"a.go:4:1: F has no named parameter that holds floats; name one, or remove the directive"}},
		{"types that contain themselves", `
type T struct {
	L, R *T
	V    float64
}

//pardiff:grad
//pardiff:jvp
func F(x float64, t *T) float64 { return t.V * x }

//pardiff:grad wrt=x
func G(x float64, t *T) float64 { return t.V * x }
`, []string{
			"a.go:11:19: cannot differentiate with respect to t: its type *T contains itself, so its adjoint has no fixed form; name the other parameters with wrt=, or keep the nodes in a slice and refer to them by index",
		}},
		{"facts of the wrong types", `
type M struct { Ptr []int32; Val []float64; n int }

//pardiff:grad
//pardiff:assume monotone(m.Ptr) monotone(m.Val) injective(h) within(m.Ptr,0,h) disjoint(x,h) m.n>=2
//pardiff:assume h>0 len(x)==len(m.Col) len(h)==2 2>1 m.n==k "m.n * 2 >= h"
func F(m *M, x []float64, h float64, k int32) float64 { return x[0] }
`, []string{
			"a.go:7:43: monotone takes a slice of integers, and this has type []float64",
			"a.go:7:60: injective takes a slice of integers, and this has type float64",
			"a.go:7:78: the bounds of within(m.Ptr,0,h) are integers, and this has type float64",
			"a.go:7:92: disjoint takes slices, and this has type float64",
			"a.go:8:18: h>0 compares values of type float64; facts are about integers and lengths",
			"a.go:8:36: m.Col undefined (type *M has no field or method Col)",
			"a.go:8:45: invalid argument: h (variable of type float64) for built-in len",
			"a.go:8:51: 2>1 is always true: it says nothing about an argument",
			"a.go:8:60: invalid operation: m.n == k (mismatched types int and int32)",
			"a.go:8:74: invalid operation: m.n * 2 >= h (mismatched types int and float64)",
		}},
		{"nondiff that says nothing", `
func half(x float64) int { return int(x / 2) }

//pardiff:grad
func F(x []float64, m map[int]float64) float64 {
	//pardiff:nondiff
	y := x[0] * float64(len(x))
	//pardiff:nondiff
	i := int(x[0])
	//pardiff:nondiff
	j := half(x[1])
	//pardiff:nondiff
	if y > 0 {
		i = int(x[2])
	}
	//pardiff:nondiff
	switch {
	case int(y) > 2:
		i++
	}
	//pardiff:nondiff
	for k := 0; k < int(x[1]); k++ {
		y++
	}
	//pardiff:nondiff
	y += m[j]
	//pardiff:nondiff
	return y * x[i]
}
`, []string{
			"a.go:8:2: //pardiff:nondiff says nothing here: the statement below converts no float to an integer and calls no function",
			"a.go:14:2: //pardiff:nondiff says nothing here: the statement below converts no float to an integer and calls no function",
			"a.go:29:2: //pardiff:nondiff says nothing here: the statement below converts no float to an integer and calls no function",
		}},
		{"of", `
//pardiff:vjp of=r,ok,x,k,n,y
func F(x []float64, k float64, n []int, y struct{ a []float64 }) (r float64, ok bool) { return }
`, []string{
			"a.go:4:20: of names ok, which holds no floats: its type is bool",
			"a.go:4:25: of names k, which is passed by value: what F writes to it, its caller never sees",
			"a.go:4:27: of names n, which holds no floats: its type is []int",
		}},
		{"no output", `
//pardiff:vjp
func F(x float64, n []int) bool { return x > 0 }
`, []string{"a.go:4:1: F has no output to differentiate: no float result, and no argument through which it could write floats"}},
		{"generic", `
type Float interface{ ~float32 | ~float64 }

//pardiff:grad
func F[T Float](x []T) T { return x[0] }

//pardiff:grad
func G[T any](x T, y float64) T { return x }

//pardiff:grad
func H[T Float | int](x T, y float64) T { return x }
`, []string{
			"a.go:9:1: grad needs exactly one float result; G has none; use //pardiff:vjp if it writes an argument",
			"a.go:12:1: grad needs exactly one float result; H has none; use //pardiff:vjp if it writes an argument",
		}},
		{"names that are taken", `
type M struct{ LossGrad int }

//pardiff:grad
//pardiff:vjp name=helper
//pardiff:jvp name=math
func F(x float64) float64 { return x }

//pardiff:grad
func (M) Loss(x float64) float64 { return x }

func FGrad() {}

var helper int
`, []string{
			"a.go:6:1: FGrad is already declared at a.go:14; give the generated function another name with name=",
			"a.go:7:1: helper is already declared at a.go:16; give the generated function another name with name=",
			"a.go:11:1: LossGrad is already declared at a.go:4; give the generated function another name with name=",
		}},
		{"names asked for twice", `
//pardiff:grad
//pardiff:grad wrt=x
//pardiff:vjp name=GVJP
func F(x float64) float64 { return x }

//pardiff:vjp
func G(x float64) float64 { return x }

type GWork struct{}
`, []string{
			"a.go:5:1: FGrad is already asked for by the directive at a.go:4; give one of them another name=",
			"a.go:9:1: GVJP is already asked for by the directive at a.go:6; give one of them another name=",
			"a.go:9:1: the Work type GWork, which GVJP needs, is already taken at a.go:12",
		}},
	}
	archive := ""
	for i, test := range tests {
		archive += fmt.Sprintf("-- p%02d/a.go --\npackage a\n\n%s", i, test.src)
	}
	dir := modtest.Write(t, archive)
	prog := mustLoad(t, dir, "./...")
	for i, test := range tests {
		var got []string
		for _, d := range prog.Packages[i].Diags.Sorted() {
			got = append(got, d.Format(filepath.Join(dir, fmt.Sprintf("p%02d", i))))
		}
		if d := cmp.Diff(test.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, d)
		}
	}
}

const rules = `
-- lib/lib.go --
package lib

type T struct{ X float64 }

func (t *T) Scale(k float64, n int) (float64, error) { return 0, nil }

func Far(x ...float64) float64 { return 0 }

//pardiff:rule for=Near
func NearVJP(x, y float64, resAdj float64, xAdj, yAdj *float64) float64 { return 0 }

func Near(x, y float64) float64 { return 0 }

//pardiff:rule for=Scale
func (t *T) ScaleVJP(k float64, n int, res1Adj float64, tAdj *T, kAdj *float64) (float64, error) { return 0, nil }
-- a.go --
package a

import other "m/lib"

type P struct{ A float64 }

func Kepler(m, e float64, p P, _ float64) (x, y float64) { return }

//pardiff:rule for=Kepler
func K(m, e float64, p P, w float64, xAdj, yAdj float64, mAdj, eAdj *float64, pAdj *P) (float64, float64) { return 0, 0 }

//pardiff:rule for=other.Far
func FarVJP(x []float64, seed float64, xAdj []float64) float64 { return 0 }

//pardiff:rule for=Kepler
func Second(m, e float64, p P, w float64, xAdj, yAdj float64, mAdj, eAdj *float64, pAdj *P) (x, y float64) { return }

//pardiff:rule for=P.Missing
func R1() {}

//pardiff:rule for=Nothing
func R2() {}

//pardiff:rule for=P
func R3() {}

//pardiff:rule for=other.T.Scale
func R4(t *other.T) {}

//pardiff:rule for=Kepler
func R5(m, e float64) {}

//pardiff:grad
func F(x float64) float64 { a, _ := Kepler(x, x, P{}, x); return a + other.Near(x, x) + other.Far(x) }
`

// Rules are found for functions and methods, here and in imported packages; those that do not fit
// are reported with the declaration that would.
func TestRules(t *testing.T) {
	dir := modtest.Write(t, rules)
	prog := mustLoad(t, dir)
	p := prog.Packages[0]
	var got []string
	for _, d := range p.Diags.Sorted() {
		got = append(got, d.Format(dir))
	}
	want := []string{
		"a.go:15:1: Kepler already has a rule, K at a.go:10",
		"a.go:18:20: for names P.Missing, but P has no method Missing",
		"a.go:21:20: for names Nothing, but there is no such function",
		"a.go:24:20: for names P, which is not a function",
		"a.go:28:6: R4 is not the VJP of other.T.Scale: it must be declared as func (t *m/lib.T) R4(k float64, n int, res1Adj float64, tAdj *m/lib.T, kAdj *float64) (float64, error)",
		"a.go:31:6: R5 is not the VJP of Kepler: it must be declared as func R5(m float64, e float64, p P, _ float64, xAdj float64, yAdj float64, mAdj *float64, eAdj *float64, pAdj *P) (x float64, y float64)",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	found := make(map[string]string)
	for _, obj := range p.Info.Uses {
		if fn, ok := obj.(*types.Func); ok && prog.RuleFor(fn) != nil {
			found[fn.Name()] = prog.RuleFor(fn).Fn.Name()
		}
	}
	if d := cmp.Diff(map[string]string{"Kepler": "K", "Near": "NearVJP", "Far": "FarVJP"}, found); d != "" {
		t.Errorf("rules (-want +got):\n%s", d)
	}
}
