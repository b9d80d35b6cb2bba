package cudatmpl_test

import (
	"fmt"
	"strings"
	"testing"
)

// What is no sequence of kernels is refused where it stands, with the reason.
func TestRefusals(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"recurrence", `func F(x []float64) float64 {
	s := 0.0
	for i := range x {
		s = s*s + x[i]
	}
	return s
}`, "5:2: no CUDA for F: nothing in this loop can run in parallel"},
		{"recurrence beside one that is a scan", `func F(x []float64) float64 {
	s, t := 0.5, 1.0
	for i := range x {
		t = 0.5*t + x[i]
	}
	for i := range x {
		s = math.Sin(s) + x[i]
	}
	return s * t
}`, "10:2: no CUDA for F: nothing in this loop can run in parallel"},
		{"unknown trips", `func F(x float64) float64 {
	for x > 1 {
		x = x / 3
	}
	return x
}`, "4:2: no CUDA for F: nothing in this loop can run in parallel"},
		{"unknown trips of a local", `func F(x float64) float64 {
	y := x
	for y > 1 {
		y = y / 3
	}
	return y
}`, "5:2: no CUDA for F: nothing in this loop can run in parallel"},
		{"recursion", `func F(x []float64, n int) float64 {
	if n == 0 {
		return x[0]
	}
	return F(x, n-1) * x[n]
}`, "7:2: no CUDA for F: this calls a function as it is"},
		{"panic in a loop", `func F(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		if v < 0 {
			panic("negative")
		}
		s += v * v
	}
	return s
}`, "7:4: no CUDA for F: it may panic in the middle"},
		{"rows", `func F(x [][]float64) float64 {
	s := 0.0
	for i := range x {
		for j := range x[i] {
			s += x[i][j] * x[i][j]
		}
	}
	return s
}`, "3:8: no CUDA for F: x holds elements of type []float64"},
		{"slice result", `func F(x []float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = v * v
	}
	return y
}`, "3:21: no CUDA for F: its result has type []float64"},
		{"generic", `func F[T float32 | float64](x []T) T {
	s := T(0)
	for _, v := range x {
		s += v * v
	}
	return s
}`, "3:6: no CUDA for F: it is generic"},
		{"structs of several types", `func F(x []struct{ V float64; N int }) float64 {
	s := 0.0
	for i := range x {
		s += x[i].V * x[i].V
	}
	return s
}`, "3:8: no CUDA for F: x holds elements of type struct"},
		{"map", `func F(x []float64, m map[string]int) float64 {
	s := 0.0
	for i := range x {
		s += float64(m["a"]) * x[i] * x[i]
	}
	return s
}`, "5:2: no CUDA for F: nothing in this loop can run in parallel"},
		{"array parameter", `func F(a [3]float64, x []float64) float64 {
	s := 0.0
	for i := range x {
		s += a[0] * x[i]
	}
	a[1] = 0
	return s + a[1]
}`, "8:2: no CUDA for F: it writes its parameter a"},
		{"pointer to a number", `func F(x []float64, sum *float64) {
	for i := range x {
		*sum += x[i] * x[i]
	}
}`, "5:3: no CUDA for F: it writes the number sum behind a pointer"},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, refused, fns := generate(t, "package src\n\n"+imports(test.src)+test.src+"\n", "F")
			if len(refused) != 1 {
				t.Fatalf("refused: %v\n%s", refused, out.Kernels)
			}
			at := fns[0].Fset.Position(refused[0].Pos)
			got := fmt.Sprintf("%d:%d: %s", at.Line, at.Column, refused[0].Message)
			if !strings.Contains(got, test.want) {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if out != nil {
				t.Error("kernels of a function that is refused")
			}
		})
	}
}

// imports returns what a source needs to be imported.
func imports(src string) string {
	if strings.Contains(src, "math.") {
		return "import \"math\"\n\n"
	}
	return ""
}

// A function that is refused leaves the others of its file alone.
func TestRefusalBesideOthers(t *testing.T) {
	out, refused, _ := generate(t, `package src

func Bad(x [][]float64) float64 { return x[0][0] * x[0][0] }

func Good(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v * v
	}
	return s
}
`, "Bad", "Good")
	if len(refused) != 1 || out == nil {
		t.Fatal(refused, out)
	}
	for _, text := range []string{string(out.Kernels), string(out.Launcher)} {
		if strings.Contains(text, "Bad") || !strings.Contains(text, "Good") {
			t.Errorf("want Good alone in\n%s", text)
		}
	}
}
