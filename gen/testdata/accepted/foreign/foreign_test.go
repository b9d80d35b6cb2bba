package foreign

import (
	"os"
	"strings"
	"testing"

	"example.com/accepted/gradcheck"
)

func TestTables(t *testing.T) {
	gradcheck.Grad(t, Tables, TablesGrad, 0.7)
	gradcheck.JVP(t, Tables, TablesJVP, 0.7)
	gradcheck.Grad(t, More, MoreGrad, []float64{0.3, -0.8, 1.2})
}

// TestCopies requires one copy of a table that two files read, with a name that is free.
func TestCopies(t *testing.T) {
	text, err := os.ReadFile("pardiff_grad.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"var libCoef1 = [...]float64{\n\t1, 2.5, 0.125,\n\t-3,\n}\n", "var libTwo = 2.0\n"} {
		if strings.Count(string(text), want) != 1 {
			t.Errorf("pardiff_grad.go has %d times\n%s", strings.Count(string(text), want), want)
		}
	}
}
