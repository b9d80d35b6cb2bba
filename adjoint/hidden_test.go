package adjoint_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestHidden checks that floats which come out of maps, interfaces and function values within a differentiated parameter are refused,
// whatever way they take, and that what carries no floats, decides a condition or belongs to a constant is accepted. A case with
// no message is accepted.
func TestHidden(t *testing.T) {
	const of, at = "cannot differentiate with respect to c: it ", " and has no adjoint"
	readsZ, readsV, readsF, writesZ := "reads c.Z, which holds floats in a map", "reads c.V, which holds floats in an interface", "reads c.F, which holds floats in a function value", "writes c.Z, which holds floats in a map"
	for _, c := range []struct {
		name, body, message string
	}{
		{"map of maps", `z := c.ZZ["a"]; return c.A * z["a"]`, "reads c.ZZ, which holds floats in a map"},
		{"map", `return c.A * c.Z["a"]`, readsZ},
		{"through a local", `z := c.Z; return c.A * z["a"]`, readsZ},
		{"comma ok", `if v, ok := c.Z["a"]; ok { return v }; return c.A`, readsZ},
		{"written and read", `c.Z["a"] = 3; return c.A`, writesZ},
		{"changed", `c.Z["a"] += 3; return c.A`, writesZ},
		{"deleted", `delete(c.Z, "a"); return c.A`, writesZ},
		{"another map", `c.Z = nil; return c.A`, writesZ},
		{"interface", `return c.A * c.V.(float64)`, readsV},
		{"interface in an array", `var l [2]any; l[0] = c.V; return c.A * l[0].(float64)`, readsV},
		{"interface in a map", `m := map[string]any{"a": c.V}; return c.A * m["a"].(float64)`, readsV},
		{"interface in a local map", `m := map[string]any{}; m["a"] = c.V; return c.A * m["a"].(float64)`, readsV},
		{"function", `return c.A * c.F()`, readsF},
		{"function in a closure", `g := func() float64 { return c.F() }; return c.A * g()`, readsF},
		{"function with an error", `v, err := c.E(); if err != nil { return 0 }; return c.A * v`, "reads c.E, which holds floats in a function value"},
		{"function that writes", `t := make([]float64, n); c.W(t); return c.A * t[0]`, "reads c.W, which holds floats in a function value"},
		{"method", `return c.A * c.P.LogP(1)`, "reads c.P, which holds floats in an interface"},
		{"elements", `s := c.A; for i := range c.Parts { s *= c.Parts[i].Z["a"] }; return s`, "reads c.Parts[i].Z, which holds floats in a map"},
		{"copied elements", `s := c.A; for _, p := range c.Parts { s *= p.Z["a"] }; return s`, "reads c.Parts[i].Z, which holds floats in a map"},
		{"as a whole number", `n = int(c.V.(float64)); return c.A * float64(n)`, readsV},
		{"into a function value", `v := c.V.(float64); return c.A * f(v)`, readsV},
		{"in a slice", `y := []float64{1, c.Z["a"]}; return c.A * y[n]`, readsZ},
		{"recursive", `return again(c.V, c.A, n)`, readsV},

		{"map of integers", `return c.A * float64(c.N["a"])`, ""},
		{"function of integers", `return c.A * float64(c.I(2))`, ""},
		{"integers in an interface", `return c.A * float64(c.V.(int))`, ""},
		{"random numbers", `return c.A * c.R.Float64()`, ""},
		{"conditions", `if c.Z["a"] > 1 || c.Z == nil || len(c.Z) > 3 || c.F == nil { return c.A }; return 2 * c.A`, ""},
		{"printed", `v := c.V.(float64); fmt.Println(v, c.Z); c.L.Printf("%v", c.Z); return c.A`, ""},
		{"error", `err := c.Err; if err != nil { panic(err) }; return c.A`, ""},
		{"never touched", `return c.A * c.Parts[n].W`, ""},
		{"never touched in recursion", `return untouched(c, n)`, ""},
		{"accepted by a directive", "//pardiff:nondiff\n\tv := c.V.(float64)\n\treturn c.A * v", ""},
		{"of another map", `m := map[string]float64{"a": 2}; return c.A * m["a"]`, ""},
		{"of an argument", `return c.A * f(2)`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := "package p\n\nimport (\n\t\"fmt\"\n\t\"math/rand\"\n)\n\nvar _ = fmt.Sprint\n\n" + `type Part struct {
	W float64
	Z map[string]float64
}

type M struct {
	A     float64
	Z     map[string]float64
	V     any
	F     func() float64
	E     func() (float64, error)
	W     func([]float64)
	P     interface{ LogP(float64) float64 }
	N     map[string]int
	ZZ    map[string]map[string]float64
	I     func(int) int
	L     interface{ Printf(string, ...any) }
	R     *rand.Rand
	Err   error
	Parts []Part
}

func again(v any, x float64, n int) float64 {
	if n == 0 {
		return x
	}
	return v.(float64) * again(v, x, n-1)
}

func untouched(c *M, n int) float64 {
	if n == 0 {
		return c.A
	}
	return c.A * untouched(c, n-1)
}

` + "func F(c *M, x float64, n int, f func(float64) float64) float64 {\n\t" + c.body + "\n}\n"
			for _, wrt := range [][]string{nil, {"c"}, {"x"}} {
				_, errs := adjoint.Derive(irtest.Lower(t, src, "F"), adjoint.Options{Wrt: wrt, Forward: len(wrt) > 0})
				want := c.message
				if len(wrt) > 0 && wrt[0] == "x" {
					want = "" // c is a constant
				}
				if other := slices.ContainsFunc(errs, func(p adjoint.Problem) bool {
					return !strings.HasPrefix(p.Message, of+want+at) || !p.Pos.IsValid()
				}); other || (len(errs) > 0) != (want != "") {
					t.Errorf("wrt=%v: %v, want %q", wrt, errs, want)
				}
			}
		})
	}
}
