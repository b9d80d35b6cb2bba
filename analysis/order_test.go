package analysis_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// orderRuns is how many random functions TestOrderOfEvaluation compares.
const orderRuns = 250

// TestOrderOfEvaluation checks that lowered functions compute to the bit what the compiler makes of them,
// where calls that write memory stand beside reads and other calls, in all forms of statements.
func TestOrderOfEvaluation(t *testing.T) {
	var text, calls strings.Builder
	text.WriteString(orderHelpers)
	g := &orderGen{Rand: rand.New(rand.NewPCG(7, 11)), depth: 3}
	for i := range orderRuns {
		text.WriteString(g.function(fmt.Sprintf("F%d", i)))
		fmt.Fprintf(&calls, "\trun(F%d)\n", i)
	}
	want := compiled(t, text.String()+orderMain+"\nfunc main() {\n"+calls.String()+"}\n")
	p := irtest.Load(t, text.String())
	for i := range orderRuns {
		name := fmt.Sprintf("F%d", i)
		f, diags := p.Lower(t, name)
		for _, d := range diags.Sorted() {
			t.Errorf("%s: %s", name, d.Format(""))
		}
		if f == nil {
			continue
		}
		args := interp.Args([]float64{0.3, -0.7, 1.9}, 0.85, &orderPair{0.6, -1.4}, 1)
		res, err := interp.Run(f, args)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, v := range []*interp.Value{res[0], res[1], args[0].At(0), args[0].At(1), args[0].At(2), args[2].Elem().At(0), args[2].Elem().At(1)} {
			got = append(got, fmt.Sprint(v.Float()))
		}
		got = append(got, fmt.Sprint(res[2].Int()))
		if s := strings.Join(got, " "); s != want[i] {
			t.Errorf("%s: got %s, want %s\n%s\n%s", name, s, want[i], source(text.String(), name), f)
			return
		}
	}
}

type orderPair struct{ A, B float64 }

// orderMain prints what a function computes; the shortest text of a float tells it from all others.
const orderMain = `
func run(f func([]float64, float64, *pair, int) (float64, float64, int)) {
	y, p := []float64{0.3, -0.7, 1.9}, &pair{0.6, -1.4}
	a, b, k := f(y, 0.85, p, 1)
	println(text(a), text(b), text(y[0]), text(y[1]), text(y[2]), text(p.A), text(p.B), text(k))
}

func text(x any) string { return fmt.Sprint(x) }
`

// compiled builds and runs a program and returns the lines that it prints to standard error.
func compiled(t *testing.T, text string) []string {
	t.Helper()
	dir := t.TempDir()
	text = strings.Replace(text, `import "math"`, "import (\n\t\"fmt\"\n\t\"math\"\n)", 1)
	file := filepath.Join(dir, "main.go")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", file)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// source is the text of one function.
func source(text, name string) string {
	_, s, _ := strings.Cut(text, "\nfunc "+name+"(")
	s, _, _ = strings.Cut(s, "\n}\n")
	return "func " + name + "(" + s + "\n}"
}
