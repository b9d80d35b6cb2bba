package gen

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/token"
	"io"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/analysis/load"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A report is what -explain tells of a run.
type report struct {
	Functions []*functionReport `json:"functions"`
}

type functionReport struct {
	Name       string             `json:"name"`
	Pos        string             `json:"pos"`
	Generated  []string           `json:"generated"`
	Active     []string           `json:"active"`
	Inactive   []string           `json:"inactive"`
	Loops      []loopReport       `json:"loops"`
	Tapes      []tapeReport       `json:"tapes"`
	Recomputed []recomputedReport `json:"recomputed"`
	Sums       []sumReport        `json:"sums"`
	Facts      []factReport       `json:"facts,omitempty"`
}

type loopReport struct {
	Pos      string `json:"pos"`
	Pass     string `json:"pass"`
	Schedule string `json:"schedule"`
	Why      string `json:"why"`
}

type tapeReport struct {
	Value string `json:"value"`
	Pos   string `json:"pos"`
	Shape string `json:"shape"`
	Bytes string `json:"bytes"`
	Why   string `json:"why"`
}

type recomputedReport struct {
	Value string `json:"value"`
	Pos   string `json:"pos"`
	Why   string `json:"why"`
}

type sumReport struct {
	Target string `json:"target"`
	Pos    string `json:"pos"`
	Scheme string `json:"scheme"`
	Why    string `json:"why"`
}

// A factReport tells of a declared fact: use is required (the call panics without it), tested (loops run in order
// without it), unchecked, or unused.
type factReport struct {
	Fact string `json:"fact"`
	Pos  string `json:"pos"`
	Use  string `json:"use"`
	Why  string `json:"why"`
}

// newReport collects what was decided for the functions that were differentiated.
func newReport(jobs []*job, rel func(string) string) *report {
	r := &report{Functions: []*functionReport{}}
	for _, j := range jobs {
		for _, u := range j.units {
			if f := explainUnit(u, rel); f != nil {
				r.Functions = append(r.Functions, f)
			}
		}
	}
	return r
}

func explainUnit(u *unit, rel func(string) string) *functionReport {
	e := &explainer{at: func(pos token.Pos) string {
		if !pos.IsValid() { // of what the passes have made
			pos = u.target.Decl.Name.Pos()
		}
		p := u.target.Pkg.Fset.Position(pos)
		p.Filename = rel(p.Filename)
		return p.String()
	}}
	e.out = &functionReport{
		Name: functionName(u.target), Pos: e.at(u.target.Decl.Name.Pos()),
		Generated: []string{}, Active: []string{}, Inactive: []string{}, Loops: []loopReport{},
		Tapes: []tapeReport{}, Recomputed: []recomputedReport{}, Sums: []sumReport{},
	}
	var done []*adjoint.Gradient
	for _, r := range u.requests {
		if r.gradient == nil {
			continue
		}
		e.out.Generated = append(e.out.Generated, r.Name)
		if !slices.Contains(done, r.gradient) {
			done = append(done, r.gradient)
			e.gradient(r.gradient)
		}
	}
	if len(done) == 0 {
		return nil
	}
	e.activity(u.fn.Params, done)
	e.facts(u.fn, done)
	return e.out
}

// functionName returns Energy, or Model.Loss for a method.
func functionName(t *load.Target) string {
	name := t.Fn.FullName()
	name = strings.NewReplacer("(", "", ")", "", "*", "").Replace(name)
	return strings.TrimPrefix(name, t.Fn.Pkg().Path()+".")
}

// An explainer collects the report of one function.
type explainer struct {
	at  func(token.Pos) string
	out *functionReport
}

// gradient adds what was decided for one gradient, in the order of the source. What two gradients of
// a function have in common is told once.
func (e *explainer) gradient(g *adjoint.Gradient) {
	tapes, notes := slices.Clone(g.Tapes), slices.Clone(g.Notes)
	slices.SortStableFunc(tapes, func(a, b adjoint.TapeNote) int { return cmp.Compare(a.Pos, b.Pos) })
	slices.SortStableFunc(notes, func(a, b adjoint.Note) int { return cmp.Compare(a.Pos, b.Pos) })
	for _, t := range tapes {
		e.out.Tapes = addOnce(e.out.Tapes, tapeReport{t.Value, e.at(t.Pos), t.Shape, t.Bytes, t.Why})
	}
	for _, n := range notes {
		switch n.Kind {
		case "loop":
			e.out.Loops = addOnce(e.out.Loops, loopReport{e.at(n.Pos), n.Pass, n.What, n.Why})
		case "recomputed":
			e.out.Recomputed = addOnce(e.out.Recomputed, recomputedReport{n.Value, e.at(n.Pos), n.Why})
		case "sum":
			e.out.Sums = addOnce(e.out.Sums, sumReport{n.Value, e.at(n.Pos), n.What, n.Why})
		case "active":
			e.out.Active = addOnce(e.out.Active, n.Value)
		}
	}
}

// facts adds what became of the declared facts, by what asks most of each in any of the gradients.
func (e *explainer) facts(fn *ir.Func, gradients []*adjoint.Gradient) {
	for i, f := range fn.Facts {
		r := factReport{f.Text, e.at(f.Pos), "unused", "nothing rests on it, so it is not tested"}
		for _, g := range gradients {
			if len(g.Facts) == 0 { // a tangent
				continue
			}
			switch u := g.Facts[i]; {
			case u.Required:
				r.Use, r.Why = "required", "tested on entry: values that it lets survive are not kept, and a call panics where it does not hold"
			case u.Guard && r.Use != "required":
				r.Use, r.Why = "tested", "tested on entry: where it does not hold loops run in order, or their chunks have copies"
			case u.Used && f.Unchecked:
				r.Use, r.Why = "unchecked", "taken for granted: where it does not hold the gradient is wrong, or its loops race"
			}
		}
		if isDisjoint(f) {
			r.Why = "memory that is written is tested for overlap on entry without it"
		}
		e.out.Facts = append(e.out.Facts, r)
	}
}

func isDisjoint(f *ir.Fact) bool {
	p := ir.Predicate(f.Cond)
	return p != nil && p.Fn == ir.Disjoint
}

// activity sorts the parameters into those that a gradient is taken with respect to and the rest.
func (e *explainer) activity(params []*ir.ParamDecl, gradients []*adjoint.Gradient) {
	for _, g := range gradients {
		for _, p := range g.Wrt {
			e.out.Active = addOnce(e.out.Active, p.Name)
		}
	}
	for _, p := range params {
		if p.Name != "" && p.Name != "_" && !slices.Contains(e.out.Active, p.Name) {
			e.out.Inactive = addOnce(e.out.Inactive, p.Name)
		}
	}
	for _, g := range gradients {
		for _, n := range g.Notes {
			if n.Kind == "inactive" && !slices.Contains(e.out.Active, n.Value) {
				e.out.Inactive = addOnce(e.out.Inactive, n.Value)
			}
		}
	}
}

func addOnce[T comparable](list []T, x T) []T {
	if slices.Contains(list, x) {
		return list
	}
	return append(list, x)
}

// writeJSON prints the report for programs.
func (r *report) writeJSON(out io.Writer) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// writeText prints the report for people, a line for each decision.
func (r *report) writeText(out io.Writer) error {
	var b strings.Builder
	for _, f := range r.Functions {
		line := func(pos, format string, args ...any) {
			fmt.Fprintf(&b, "%s: %s\n", pos, fmt.Sprintf(format, args...))
		}
		line(f.Pos, "%s gives %s", f.Name, strings.Join(f.Generated, ", "))
		line(f.Pos, "%s: active: %s; inactive: %s", f.Name, orNone(f.Active), orNone(f.Inactive))
		for _, l := range f.Loops {
			line(l.Pos, "%s loop is %s%s", l.Pass, l.Schedule, because(l.Why))
		}
		for _, t := range f.Tapes {
			line(t.Pos, "tape of %s, shape %s, %s bytes%s", t.Value, t.Shape, t.Bytes, because(t.Why))
		}
		for _, v := range f.Recomputed {
			line(v.Pos, "%s is recomputed%s", v.Value, because(v.Why))
		}
		for _, s := range f.Sums {
			line(s.Pos, "sum into %s: %s%s", s.Target, s.Scheme, because(s.Why))
		}
		for _, k := range f.Facts {
			line(k.Pos, "fact %s is %s%s", k.Fact, k.Use, because(k.Why))
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

func because(why string) string {
	if why == "" {
		return ""
	}
	return ": " + why
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
