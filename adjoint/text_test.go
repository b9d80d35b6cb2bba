package adjoint_test

import (
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestText checks that numbers are not read from text which holds active values, where nobody asked for that, and that printing
// them is no reason to refuse.
func TestText(t *testing.T) {
	for _, c := range []struct {
		name, body string
		refused    bool
	}{
		{"parsed", `s := fmt.Sprint(x); v, _ := strconv.ParseFloat(s, 64); return v * x`, true},
		{"an integer", `k, err := strconv.Atoi(fmt.Sprint(x)); if err != nil { return x }; return float64(k) * x`, true},
		{"printed by strconv", `v, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64); return v * x`, true},
		{"copied", `s := fmt.Sprint(x); t := "1" + s; v, _ := strconv.ParseFloat(t, 64); return v * x`, true},
		{"copied in a loop", `s, t := "1", ""; for range n { t += s; s = fmt.Sprint(x) }; v, _ := strconv.ParseFloat(t, 64); return v * x`, true},
		{"written to a builder", `var b strings.Builder; fmt.Fprintf(&b, "%g", x); v, _ := strconv.ParseFloat(b.String(), 64); return v * x`, true},
		{"digits", `s := fmt.Sprint(x); for i := range len(s) { n += int(s[i] - '0') }; return float64(n) * x`, true},
		{"a digit of a call", `return x * float64(fmt.Sprint(x)[0])`, true},
		{"accepted by a directive", "s := fmt.Sprint(x)\n\t//pardiff:nondiff\n\tv, _ := strconv.ParseFloat(s, 64)\n\treturn v * x", false},
		{"the text of an error", `var err error = &fault{x}; v, _ := strconv.ParseFloat(err.Error(), 64); return v * x`, true},
		{"an error", `var err error = fault{x}; if x > 2 { err = fmt.Errorf("%g: %w", x*x, err) }; fmt.Println(err); return x * x`, false},
		{"printed", `s := fmt.Sprint(x); fmt.Println(s, x); return x * x`, false},
		{"the length of what is printed", `k, _ := fmt.Println(x); return x * float64(min(k, 1))`, false},
		{"an error by strconv", `var err error; if x > 2 { err = errors.New(strconv.FormatFloat(x, 'g', -1, 64)) }; fmt.Println(err); return x * x`, false},
		{"a panic", `if x < 0 { panic(fmt.Sprintf("x = %v", x)) }; return x * x`, false},
		{"a length and a comparison", `s := fmt.Sprint(x); if strings.HasPrefix(s, "1") { n += len(s) }; return float64(n) * x`, false},
		{"other text", `s := fmt.Sprint(n); fmt.Println(s, x); v, _ := strconv.ParseFloat(s, 64); return v * x`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := "package p\n\nimport (\n\t\"errors\"\n\t\"fmt\"\n\t\"strconv\"\n\t\"strings\"\n)\n\ntype fault struct{ X float64 }\n\nfunc (f fault) Error() string { return fmt.Sprint(f.X) }\n\nvar _, _, _ = strconv.Itoa, strings.ToLower, errors.New\n\nfunc F(x float64, n int) float64 {\n\t" + c.body + "\n}\n"
			_, errs := adjoint.Derive(irtest.Lower(t, src, "F"), adjoint.Options{})
			refused := len(errs) == 1 && strings.Contains(errs[0].Message, "from text that active values were written to") && errs[0].Pos.IsValid()
			if len(errs) > 0 != c.refused || c.refused && !refused {
				t.Errorf("refused: %v, want %v: %v", refused, c.refused, errs)
			}
		})
	}
}

// TestPrinted checks that printing is refused where code that is not followed gets the memory of active values for it, and may
// write it.
func TestPrinted(t *testing.T) {
	for _, c := range []struct {
		name, body string
		refused    bool
	}{
		{"memory for a function value", `fmt.Println(f(x))`, true},
		{"part of it", `fmt.Println(len(x), f(x[1:]))`, true},
		{"in an error", `err := fmt.Errorf("%s: %g", f(x), x[0]); if err != nil { n++ }`, true},
		{"appended to", `fmt.Println(append(x, 1))`, true},
		{"memory that is printed", `fmt.Println(x, strings.Repeat("-", len(x)))`, false},
		{"numbers for a function value", `fmt.Println(g(x[0]), x)`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := "package p\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n)\n\nvar _ = strings.Repeat\n\nfunc F(x []float64, n int, f func([]float64) string, g func(float64) string) float64 {\n\t" + c.body + "\n\treturn x[0] * x[n]\n}\n"
			_, errs := adjoint.Derive(irtest.Lower(t, src, "F"), adjoint.Options{})
			if refused := len(errs) == 1 && strings.Contains(errs[0].Message, "which is not followed, gets active values"); refused != c.refused || len(errs) > 1 {
				t.Errorf("refused: %v, want %v: %v", refused, c.refused, errs)
			}
		})
	}
}
