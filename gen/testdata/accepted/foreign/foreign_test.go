package foreign

import (
	"os"
	"strings"
	"testing"

	"example.com/accepted/foreign/lib"
	"example.com/accepted/gradcheck"
)

func TestTables(t *testing.T) {
	gradcheck.Grad(t, Tables, TablesGrad, 0.7)
	gradcheck.JVP(t, Tables, TablesJVP, 0.7)
	gradcheck.Grad(t, More, MoreGrad, []float64{0.3, -0.8, 1.2})
}

func TestRecursion(t *testing.T) {
	gradcheck.Grad(t, Power, PowerGrad, 0.7)
	gradcheck.JVP(t, Power, PowerJVP, 0.7)
	x := []float64{0.3, 0.8, 1.2, -0.4}
	gradcheck.Grad(t, Sum, SumGrad, x)
	gradcheck.JVP(t, Sum, SumJVP, x)
	gradcheck.Grad(t, Even, EvenGrad, 0.7, 5)
	gradcheck.JVP(t, Even, EvenJVP, 0.7, 5)
	m := &lib.Model{K: 1.1, W: []float64{0.5, 0.6, 0.7, 0.8}}
	gradcheck.VJP(t, Methods, MethodsVJP, m, x, 3)
	gradcheck.JVP(t, Methods, MethodsJVP, m, x, 3)
	gradcheck.Grad(t, Generic, GenericGrad, 0.7, 4)
	gradcheck.JVP(t, Generic, GenericJVP, 0.7, 4)
}

func TestErrors(t *testing.T) {
	gradcheck.Grad(t, Checked, CheckedGrad, 0.7, 1)
	gradcheck.JVP(t, Checked, CheckedJVP, 0.7, 1)
	if _, err := CheckedGrad(0.7, -1, nil); err == nil || err.Error() != "wrong: n is -1" {
		t.Error(err)
	}
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
