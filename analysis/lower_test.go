package analysis_test

import (
	_ "embed"
	"reflect"
	"testing"

	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

//go:embed lower_cases_test.go
var casesText string

// runs are calls of the functions in the text of cases.
var runs = []struct {
	name string
	fn   any
	args func() []any
}{
	{"caseStructs", caseStructs, func() []any {
		return []any{vec{1, 2, 3}, vec{4, 5, 6}, []vec{{1, 1, 2}, {3, 5, 8}, {0.5, 0.25, 0.125}}, &vec{7, 11, 13}}
	}},
	{"caseNested", caseNested, func() []any { return []any{newNet(), *newNet()} }},
	{"caseLoops", caseLoops, func() []any { return []any{[]float64{1, 2, 3, 4, 5, 6, 7}, 7} }},
	{"caseLoops", caseLoops, func() []any { return []any{[]float64{}, 0} }},
	{"caseLoops", caseLoops, func() []any { return []any{[]float64{3}, 1} }},
	{"caseArrays", caseArrays, func() []any { return []any{[3]float64{1, 2, 3}, &[3]float64{4, 5, 6}, [2]int{1, 2}} }},
	{"caseSlices", caseSlices, func() []any {
		return []any{[]float64{1, 2, 3, 4}, []float64{5, 6, 7, 8}, [][]float64{{1, 2, 3}, {4, 5, 6}}, 4}
	}},
	{"caseCalls", caseCalls, func() []any { return []any{[]float64{3, 1, 4, 1.5}, 0.75, 2} }},
	{"caseCalls", caseCalls, func() []any { return []any{[]float64{3, 1, 4, 1.5}, 1.75, 0} }},
	{"caseReturns", caseReturns, func() []any { return []any{0.5, 0, false} }},
	{"caseReturns", caseReturns, func() []any { return []any{0.5, -1, true} }},
	{"caseReturns", caseReturns, func() []any { return []any{0.5, -1, false} }},
	{"caseReturns", caseReturns, func() []any { return []any{3.5, -1, false} }},
	{"caseReturns", caseReturns, func() []any { return []any{0.5, 101, false} }},
	{"caseReturns", caseReturns, func() []any { return []any{0.5, 7, true} }},
	{"caseReturns", caseReturns, func() []any { return []any{0.5, 7, false} }},
	{"caseReturns", caseReturns, func() []any { return []any{0.5, 2, false} }},
	{"caseReturns", caseReturns, func() []any { return []any{0.5, 3, false} }},
	{"caseScalars", caseScalars, func() []any { return []any{3, 8, uint8(9), 1.25, float32(0.3)} }},
	{"caseNamed", caseNamed, func() []any { return []any{[]float64{2, 3, 4, 5}, 4} }},
	{"caseNamed", caseNamed, func() []any { return []any{[]float64{2, 3, 4, 5}, 3} }},
	{"caseNamed", caseNamed, func() []any { return []any{[]float64{2, 3, 4, 5}, 0} }},
	{"caseIndirect", caseIndirect, func() []any { return []any{[]float64{1, 2, 3, 4}, []int{3, 0, 2, 1, 0}, []int{0, 2, 2, 5}} }},
	{"caseMethodExprs", caseMethodExprs, func() []any { return []any{vec{1, 2, 3}, &vec{4, 5, 6}} }},
	{"caseSelf", caseSelf, func() []any { return []any{[]float64{1, 2}, 0, 0} }},
	{"caseOrder", caseOrder, func() []any { return []any{[]float64{2, 3, 4}} }},
	{"caseConstants", caseConstants, func() []any { return []any{1.5, 3, low} }},
	{"casePointees", casePointees, func() []any { return []any{[]*vec{{1, 2, 3}, {2, 3, 4}}, &vec{4, 5, 6}} }},
	{"caseSwaps", caseSwaps, func() []any { return []any{[]float64{1, 2, 3}, 3} }},
	{"caseSwaps", caseSwaps, func() []any { return []any{[]float64{1, 2, 3}, 4} }},
	{"caseNil", caseNil, func() []any { return []any{[]float64{1, 2, 3}, []float64{0.5, 1, 0.25}} }},
	{"caseWhile", caseWhile, func() []any { return []any{13.0, 5} }},
	{"caseWhile", caseWhile, func() []any { return []any{0.5, 0} }},
	{"caseBreaks", caseBreaks, func() []any { return []any{[]float64{1, -2, 3, 4, 5}, 3} }},
	{"caseBreaks", caseBreaks, func() []any { return []any{[]float64{3, -2, 11, 4, 3}, 1} }},
	{"caseBreaks", caseBreaks, func() []any { return []any{[]float64{60, 9, 2}, 0} }},
	{"caseBreaks", caseBreaks, func() []any { return []any{[]float64{}, 9} }},
	{"caseSearch", caseSearch, func() []any { return []any{[]float64{1, 2, 3, 4, 5}, 4.0} }},
	{"caseSearch", caseSearch, func() []any { return []any{[]float64{1, 2, 3}, 2.0} }},
	{"caseSearch", caseSearch, func() []any { return []any{[]float64{1, 2, 3}, 2.5} }},
	{"caseSearch", caseSearch, func() []any { return []any{[]float64{100, 2, 3}, 2.0} }},
	{"caseFall", caseFall, func() []any { return []any{2.0, 1} }},
	{"caseFall", caseFall, func() []any { return []any{20.0, 2} }},
	{"caseFall", caseFall, func() []any { return []any{20.0, 3} }},
	{"caseFall", caseFall, func() []any { return []any{20.0, 4} }},
	{"caseTyped", caseTyped, func() []any { return []any{[]float64{1, 2, 3, 4, 5}, int32(5), uint16(4), celsius(3)} }},
	{"caseClosures", caseClosures, func() []any { return []any{[]float64{1, 2, 3, 4}, 2} }},
	{"caseParts", caseParts, func() []any { return []any{[]float64{1, 2, 3, 4, 5, 6, 7}, [][]float64{{1, 2, 3}, {4, 5, 6}}, 1} }},
	{"caseAppend", caseAppend, func() []any { return []any{[]float64{1, 2, 3, 4, 1.6}, 3} }},
	{"caseRows", caseRows, func() []any { return []any{[]float64{3, 1, 4, 1.5}, 3} }},
	{"casePointers", casePointers, func() []any { return []any{new(float64), newNet(), []*vec{{1, 2, 3}, {4, 5, 6}}} }},
}

func newNet() *net {
	return &net{
		layer: layer{W: [][]float64{{0.5, -1, 2}, {0.25, 3, -0.125}}, B: []float64{0.1, 0.2}, Bias: 0.3},
		Out:   &layer{B: []float64{1.5, -2.5}, Bias: 4},
		Size:  struct{ In, Hidden int }{3, 2},
		Cen:   [2]vec{{1, 2, 3}, {4, 5, 6}},
		Tab:   [3]float64{7, 8, 9},
	}
}

// TestLowerAgainstGo checks that the interpreter computes from the lowered form what the compiled
// function computes, to the bit, results and arguments.
func TestLowerAgainstGo(t *testing.T) {
	for _, r := range runs {
		t.Run(r.name, func(t *testing.T) {
			f := irtest.Lower(t, casesText, r.name)
			args := interp.Args(r.args()...)
			got, err := interp.Run(f, args)
			if err != nil {
				t.Fatalf("%v\n%s", err, f)
			}
			native := r.args()
			in := make([]reflect.Value, len(native))
			for i, a := range native {
				in[i] = reflect.ValueOf(a)
			}
			for i, want := range reflect.ValueOf(r.fn).Call(in) {
				if want.Kind() == reflect.Interface {
					continue // errors are source text
				}
				compare(t, "result", i, got[i], interp.Of(want.Interface()))
			}
			for i, a := range native {
				if k := reflect.ValueOf(a).Kind(); k == reflect.Slice || k == reflect.Pointer {
					compare(t, "argument", i, args[i], interp.Of(a))
				}
			}
			if t.Failed() {
				t.Logf("%s", f)
			}
		})
	}
}

func compare(t *testing.T, what string, i int, got, want *interp.Value) {
	t.Helper()
	if got.String() != want.String() {
		t.Errorf("%s %d: got %s, want %s", what, i, got, want)
	}
}
