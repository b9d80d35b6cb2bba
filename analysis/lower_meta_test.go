package analysis_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

// TestLowerMeta checks that each statement says from which line it comes, in which words, and
// what the directive above that line says.
func TestLowerMeta(t *testing.T) {
	f := irtest.Lower(t, `package src

func F(x []float64, n int) (s float64) {
	//pardiff:store v
	//pardiff:serial
	for i := 0; i <
		n; i++ {
		//pardiff:nondiff
		k := int(x[i]); v := x[k]
		if s > 1 && n > 2 {
			s = 2 * v
		} else if n == 1 {
			s += cube(v,
				n)
		}
	}
	switch n {
	case 1:
		s++
	case 2, 3:
		s--
	}
	return
}

func cube(x float64, n int) float64 {
	y := x * x
	y *= x
	return y
}
`, "F")
	var got []string
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		m := s.Info()
		if _, block := s.(*ir.Block); block {
			return true
		}
		line := fmt.Sprintf("%d: %s", f.Fset.Position(m.Pos).Line, m.Src)
		if h := m.Hints; h.NonDiff || h.Serial || h.Store != nil {
			line += fmt.Sprintf(" %v", h)
		}
		got = append(got, line)
		return true
	})
	want := []string{
		"6: for i := 0; i < n; i++ {[v] [] false true}",
		"9: k := int(x[i]) {[] [] true false}",
		"9: v := x[k] {[] [] true false}",
		"10: if s > 1 && n > 2",
		"11: s = 2 * v",
		"12: if n == 1",
		"27: y := x * x",
		"28: y *= x",
		"13: s += cube(v, n)",
		"17: switch n",
		"19: s++",
		"20: case 2, 3:",
		"21: s--",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
