package gen

import (
	"bytes"
	"go/token"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pardiff/pardiffgen/adjoint"
)

// sample is a report of one function with a decision of each kind.
func sample(t *testing.T) *report {
	t.Helper()
	fset := token.NewFileSet()
	file := fset.AddFile(filepath.Join(t.TempDir(), "spring.go"), -1, 100)
	for line := 1; line < 10; line++ {
		file.AddLine(10 * line)
	}
	e := &explainer{
		out: &functionReport{Name: "Energy", Pos: "spring.go:1:6", Generated: []string{"EnergyGrad"},
			Active: []string{"x"}, Inactive: []string{}, Recomputed: []recomputedReport{}},
		at: func(p token.Pos) string { p2 := fset.Position(p); p2.Filename = "spring.go"; return p2.String() },
	}
	g := &adjoint.Gradient{
		Tapes: []adjoint.TapeNote{
			{Value: "b", Pos: file.Pos(35), Shape: "n", Bytes: "8*n"},
			{Value: "a", Pos: file.Pos(25), Shape: "n-1", Bytes: "8*(n-1)", Why: "it is overwritten"},
		},
		Notes: []adjoint.Note{
			{Kind: "sum", Value: "xAdj", Pos: file.Pos(32), What: "gather", Why: "x[i-1] & x[i]"},
			{Kind: "loop", Pos: file.Pos(21), What: "parallel", Pass: "reverse", Why: "only sums"},
			{Kind: "inactive", Value: "n"},
		},
	}
	e.gradient(g)
	e.gradient(g) // what is the same is told once
	return &report{Functions: []*functionReport{e.out}}
}

func TestExplainJSON(t *testing.T) {
	var out bytes.Buffer
	if err := sample(t).writeJSON(&out); err != nil {
		t.Fatal(err)
	}
	want := `{
  "functions": [
    {
      "name": "Energy",
      "pos": "spring.go:1:6",
      "generated": [
        "EnergyGrad"
      ],
      "active": [
        "x"
      ],
      "inactive": [],
      "loops": [
        {
          "pos": "spring.go:3:2",
          "pass": "reverse",
          "schedule": "parallel",
          "why": "only sums"
        }
      ],
      "tapes": [
        {
          "value": "a",
          "pos": "spring.go:3:6",
          "shape": "n-1",
          "bytes": "8*(n-1)",
          "why": "it is overwritten"
        },
        {
          "value": "b",
          "pos": "spring.go:4:6",
          "shape": "n",
          "bytes": "8*n",
          "why": ""
        }
      ],
      "recomputed": [],
      "sums": [
        {
          "target": "xAdj",
          "pos": "spring.go:4:3",
          "scheme": "gather",
          "why": "x[i-1] & x[i]"
        }
      ]
    }
  ]
}
`
	if d := cmp.Diff(want, out.String()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestExplainText(t *testing.T) {
	var out bytes.Buffer
	if err := sample(t).writeText(&out); err != nil {
		t.Fatal(err)
	}
	want := `spring.go:1:6: Energy gives EnergyGrad
spring.go:1:6: Energy: active: x; inactive: none
spring.go:3:2: reverse loop is parallel: only sums
spring.go:3:6: tape of a, shape n-1, 8*(n-1) bytes: it is overwritten
spring.go:4:6: tape of b, shape n, 8*n bytes
spring.go:4:3: sum into xAdj: gather: x[i-1] & x[i]
`
	if d := cmp.Diff(want, out.String()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
