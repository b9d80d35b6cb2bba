package analysis_test

import (
	_ "embed"
	"go/token"
	"go/types"
	"reflect"
	"testing"

	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/ir/interp"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

//go:embed lower_generic_cases_test.go
var genericText string

// A genericRun is a call of an instance of a function in the text of generic cases.
type genericRun struct {
	name  string
	targs []types.Type
	fn    any
	args  func() []any
}

func genericRuns() []genericRun {
	f32, f64 := types.Typ[types.Float32], types.Typ[types.Float64]
	typeArgs := func(list ...types.Type) []types.Type { return list }
	return []genericRun{
		{"caseGenericFloats", typeArgs(f64), caseGenericFloats[float64], func() []any { return []any{[]float64{0.3, 1.7, -2.1}, 5} }},
		{"caseGenericFloats", typeArgs(f32), caseGenericFloats[float32], func() []any { return []any{[]float32{0.3, 1.7, -2.1}, 5} }},
		{"caseGenericStructs", typeArgs(f64, f32), caseGenericStructs[float64, float32], structArgs[float64, float32]},
		{"caseGenericStructs", typeArgs(f32, f32), caseGenericStructs[float32, float32], structArgs[float32, float32]},
		{"caseGenericMixed", nil, caseGenericMixed, func() []any {
			return []any{[]float64{0.7, 1.3}, []float32{0.3, 1.1}, []metre{1.5}, int32(3)}
		}},
	}
}

func structArgs[F, G floats]() []any {
	return []any{
		&chain[F, G]{couple: couple[F, G]{0.7, 1.1}, Tail: []G{5, 6}},
		[]chain[F, float64]{{couple[F, float64]{0.3, 0.1}, []float64{1, 2}}, {couple[F, float64]{1.7, 0.2}, []float64{3, 4, 5}}},
		[]F{0.1, 0.9},
	}
}

// TestLowerGeneric checks, to the bit, that the interpreter computes from the lowered form of a generic
// function what each compiled instance of it computes.
func TestLowerGeneric(t *testing.T) {
	for _, r := range genericRuns() {
		t.Run(r.name, func(t *testing.T) {
			f := irtest.Lower(t, genericText, r.name)
			args := interp.Args(r.args()...)
			got, err := interp.Run(f, args, r.targs...)
			if err != nil {
				t.Fatalf("%v\n%s", err, f)
			}
			native := r.args()
			in := make([]reflect.Value, len(native))
			for i, a := range native {
				in[i] = reflect.ValueOf(a)
			}
			for i, want := range reflect.ValueOf(r.fn).Call(in) {
				compare(t, "result", i, got[i], interp.Of(want.Interface()))
			}
			for i, a := range native {
				compare(t, "argument", i, args[i], interp.Of(a))
			}
			if t.Failed() {
				t.Logf("%s", f)
			}
		})
	}
}

// TestInstancesShareFields checks that one field of one memory is one object, whichever function names
// the type: the dependence analysis tells memory apart by fields.
func TestInstancesShareFields(t *testing.T) {
	f := irtest.Lower(t, `package src

type Float interface{ ~float32 | ~float64 }

type Pair[A, B Float] struct { X A; Y B }

func (p *Pair[A, B]) bump(ps []Pair[A, B]) { q := ps[1:]; q[0].X *= p.X }

func tail[F Float](ps []Pair[F, float64]) []Pair[F, float64] { t := ps[1:]; return t }

func last[P any](ps []P) []P { t := ps[len(ps)-1:]; return t }

func F[F Float](ps []Pair[F, float64]) F {
	a := tail(ps)
	b := last(a)
	ps[0].bump(ps)
	return ps[1].X * a[0].X * b[0].X
}
`, "F")
	fields := map[types.Object]token.Pos{}
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		note := func(e ir.Expr) {
			ir.WalkExpr(e, func(e ir.Expr) bool {
				if r, ok := e.(*ir.Ref); ok {
					for _, x := range r.Elems {
						if x.Field != nil {
							fields[x.Field] = x.Field.Pos()
						}
					}
				}
				return true
			})
		}
		ir.Reads(s, note)
		ir.Writes(s, func(r *ir.Ref) { note(r) })
		return true
	})
	if len(fields) != 1 {
		t.Errorf("%d fields X of one type\n%s", len(fields), f)
	}
}
