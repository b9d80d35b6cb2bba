package adjoint_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestRandomScratch compares the gradients of random steps that work on two locals, which they set to zero, store or add to,
// with the interpreter's stack tape: locals are computed on the tape, and their adjoints assigned, where the steps allow it.
func TestRandomScratch(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		src := scratchProgram(rt)
		f, diags := irtest.Try(t, src, "F")
		if f == nil {
			rt.Fatalf("%v\n%s", diags.Sorted(), src)
		}
		r := newRand()
		args := append(vectors(r, 1, rapid.IntRange(1, 5).Draw(rt, "n")), append(vectors(r, 1, 6), interp.Int(3))...)
		if err := compare(f, args, r, 1e-8); err != nil {
			rt.Fatalf("%v\n%s", err, number(src))
		}
	})
}

// scratchProgram returns the text of such a function.
func scratchProgram(t *rapid.T) string {
	pick := func(list ...string) string { return rapid.SampledFrom(list).Draw(t, "choice") }
	overwrites := []string{
		`clear(A)`,
		`clear(A)`,
		`for i := range A { A[i] = x[i] * u }`,
		`for i := range A { A[i] = 0.3 * B[i] * v }`,
		`copy(A, x)`,
	}
	works := []string{
		`for i := range A { A[i] += 0.3 * B[i] * u }`,
		`for i := range A { A[i] -= x[i] * v; s += 0.1 * A[i] * A[i]; below := A[i+1:]; for r := range below { below[r] += 0.2 * x[r] * A[i] } }`,
		`for i := range A { A[i] += x[i] * v; s += 0.1 * A[i] * A[i]; below := A[i:]; for r := range below { below[r] += 0.2 * x[r] * u } }`,
		`for i := len(A) - 1; i >= 0; i-- { A[i] += u * x[i]; s += A[i] * v; above := A[:i]; for r := range above { above[r] += 0.2 * x[r] * A[i] } }`,
		`for i := range A { s += 0.1 * A[i] * A[i] * B[i] }`,
		`for i := range A { s += 0.1 * A[i] * A[i] }`,
		`for i := 1; i < len(A); i++ { A[i] += 0.3 * A[i-1] * u }`,
		`for i := range A { A[i] *= 0.5 * u }`,
		`A[0] += 0.3 * u`,
		`u = 0.5*u + 0.1*v`,
		`u = 0.5*u + 0.01*s`,
	}
	var block func(depth int) string
	block = func(depth int) string {
		var list []string
		for range rapid.IntRange(2, 5).Draw(t, "statements") {
			var s string
			switch k := rapid.IntRange(0, 9).Draw(t, "kind"); {
			case k < 4:
				s = pick(overwrites...)
			case k == 9 && depth < 2:
				s = fmt.Sprintf("for range %d { %s }", rapid.IntRange(0, 2).Draw(t, "times"), block(depth+1))
			case k == 8 && depth < 2:
				s = "if s > 0.2 { " + block(depth+1) + " }"
			default:
				s = pick(works...)
			}
			names := []string{"A", "c", "B", "e"}
			if rapid.Bool().Draw(t, "swapped") {
				names[1], names[3] = names[3], names[1]
			}
			list = append(list, strings.NewReplacer(names...).Replace(s))
		}
		return strings.Join(list, "\n\t\t")
	}
	head := pick("for k := 0; k < steps; k++ {\n\t\tv := y[k]", "for _, v := range y {", "for _, v := range y {\n\t\tu := v", "for _, v := range y {\n\t\tu := v * v\n\t\tfor j := range steps {\n\t\tv := v * x[0] * float64(j+1)")
	tail := "}"
	if strings.Contains(head, "range steps") {
		tail = "}\n\t}"
	}
	made := "c, e := make([]float64, len(x)), make([]float64, len(x))"
	if rapid.Bool().Draw(t, "inside") {
		head, made = strings.Replace(head, "{\n", "{\n\t\t"+made+"\n", 1), ""
		if !strings.Contains(head, "make") {
			head += "\n\t\t" + "c, e := make([]float64, len(x)), make([]float64, len(x))"
		}
	}
	body := block(0)
	if rapid.Bool().Draw(t, "again") {
		body = "clear(c)\n\t\t" + body + "\n\t\t" + `for i := range c { s += 0.1 * c[i] * c[i] * u }`
	}
	return "package p\n\nfunc F(x, y []float64, steps int) float64 {\n\t" + made + "\n\ts, u := 0.1, 0.3\n\t" +
		head + "\n\t\t_, _, _, _ = u, v, c, e\n\t\t" + body + "\n\t" + tail + "\n\treturn s + u\n}\n"
}
