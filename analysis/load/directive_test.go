package load

import (
	"fmt"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// scan parses a file and returns its directives and what is wrong with them, as line:col: message.
func scan(t *testing.T, src string) (*fileDirectives, []string) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var diags Diagnostics
	out := parseDirectives(fset, f, []byte(src), &diags)
	return out, messages(&diags)
}

func messages(diags *Diagnostics) []string {
	var out []string
	for _, d := range diags.Sorted() {
		out = append(out, fmt.Sprintf("%d:%d: %s", d.Pos.Line, d.Pos.Column, d.Message))
	}
	return out
}

// onFunc is a file with directives on a function, the first on line 3.
func onFunc(directives ...string) string {
	return "package a\n\n" + strings.Join(directives, "\n") + `
func Energy(x []float64, p Params, n int) (e float64, ok bool) {
	d, q := 0.0, 1.0
	for i := range n {
		d += x[i]
	}
	return d * q, true
}
`
}

// inFunc is a file with lines in a function, the first on line 5; an assignment to y and z[i] follows.
func inFunc(lines ...string) string {
	return "package a\n\nfunc F(x []float64) {\n\tvar y, z []float64\n\t" + strings.Join(lines, "\n\t") + `
	for i := range x {
		y, z[i] = nil, x[i]
	}
}
`
}

// Everything that is wrong with a directive is reported where it stands.
func TestDirectiveErrors(t *testing.T) {
	tests := []struct {
		name, src string
		want      []string
	}{
		{"space", onFunc("// pardiff:grad"), []string{
			"3:1: comment looks like a pardiff directive but is not one: remove the space after //"}},
		{"tab", onFunc("//\tpardiff:grad"), []string{
			"3:1: comment looks like a pardiff directive but is not one: remove the space after //"}},
		{"capital tool", onFunc("//Pardiff:grad"), []string{
			"3:1: comment looks like a pardiff directive but is not one: write it in lower case"}},
		{"capital verb", onFunc("//pardiff:Grad"), []string{
			"3:1: comment looks like a pardiff directive but is not one: write it in lower case"}},
		{"space and capital", onFunc("// Pardiff:VJP"), []string{
			"3:1: comment looks like a pardiff directive but is not one: remove the space after //, write it in lower case"}},
		{"space beside the colon", onFunc("//pardiff: grad"), []string{
			"3:1: comment looks like a pardiff directive but is not one: write no space beside the colon"}},
		{"no verb", onFunc("//pardiff:"), []string{
			"3:1: comment looks like a pardiff directive but is not one: name the directive after the colon"}},
		{"block comment", onFunc("/*pardiff:grad*/"), []string{
			"3:1: comment looks like a pardiff directive but is not one: use a // comment"}},
		{"directive in a block comment", onFunc("/* //pardiff:grad */"), []string{
			"3:4: comment looks like a pardiff directive but is not one: use a // comment"}},
		{"lines of a block comment", onFunc("/*", "Energy has", "\t//pardiff:grad", "shown.", "pardiff:grad", " * //pardiff:vjp", "*/"), []string{
			"7:1: comment looks like a pardiff directive but is not one: use a // comment",
			"8:4: comment looks like a pardiff directive but is not one: use a // comment"}},
		{"block comment in a function", inFunc("/*", "\t//pardiff:serial */"), []string{
			"6:3: comment looks like a pardiff directive but is not one: use a // comment"}},
		{"block comment on a type", "package a\n\n/*\npardiff:grad\n*/\ntype T int\n", []string{
			"4:1: comment looks like a pardiff directive but is not one: use a // comment"}},
		{"block comment of a package", "/*\npardiff:grad is a directive.\n*/\npackage a\n", nil},
		{"directive of another tool", onFunc("//go:pardiff:grad"), []string{
			"3:1: comment looks like a pardiff directive but is not one: write //pardiff:grad"}},
		{"name of the command", onFunc("//pardiffgen:grad"), []string{
			"3:1: comment looks like a pardiff directive but is not one: write pardiff for pardiffgen"}},
		{"no colon", onFunc("//pardiff grad"), []string{
			"3:1: comment looks like a pardiff directive but is not one: write //pardiff:grad"}},
		{"misspelt tool", onFunc("//pardif:grad"), []string{
			"3:1: comment looks like a pardiff directive but is not one: write //pardiff:grad"}},
		{"punctuation for a verb", onFunc("//pardiff:+grad"), []string{
			`3:1: comment looks like a pardiff directive but is not one: "+grad" does not name a directive`}},
		{"misspelt verb", onFunc("//pardiff:gard"), []string{
			"3:11: unknown directive //pardiff:gard; did you mean grad?"}},
		{"unknown verb", onFunc("//pardiff:hessian"), []string{
			"3:11: unknown directive //pardiff:hessian; known are assume, checkpoint, grad, jac, jvp, nondiff, recompute, rule, scatter, serial, store, vjp"}},

		{"unknown key", onFunc("//pardiff:grad wtr=x"), []string{
			"3:16: //pardiff:grad has no argument wtr; did you mean wrt?"}},
		{"far key", onFunc("//pardiff:jvp wrt=x threads=4"), []string{
			"3:21: //pardiff:jvp has no argument threads; known are wrt, of, name, stop, par, cuda, mem, size"}},
		{"key twice", onFunc("//pardiff:grad wrt=x wrt=p"), []string{"3:22: wrt= is given twice"}},
		{"of on grad", onFunc("//pardiff:grad of=e"), []string{
			"3:16: //pardiff:grad takes no of=: it differentiates the one float result; //pardiff:vjp takes of="}},
		{"quote", onFunc("//pardiff:grad \"wrt=x"), []string{
			`3:16: invalid quoted string in //pardiff:grad: "wrt=x`}},
		{"wrt names nothing", onFunc("//pardiff:grad wrt=x,y"), []string{
			"3:22: wrt names y, but Energy's parameters are x, p, n"}},
		{"wrt names a result", onFunc("//pardiff:vjp  wrt=e"), []string{
			"3:20: wrt names e, but Energy's parameters are x, p, n"}},
		{"wrt twice the same", onFunc("//pardiff:grad wrt=x,x"), []string{"3:22: wrt= names x twice"}},
		{"wrt with a space", onFunc("//pardiff:grad wrt=x, p"), []string{
			"3:23: names in a list stand without spaces between them, like wrt=x,p"}},
		{"wrt ends with a comma", onFunc("//pardiff:grad wrt=x,"), []string{
			"3:22: wrt= has an empty name; separate names with a comma and no space, like x,p"}},
		{"wrt without value", onFunc("//pardiff:grad wrt"), []string{"3:16: //pardiff:grad: wrt= needs names"}},
		{"of names nothing", onFunc("//pardiff:vjp of=e,q"), []string{
			"3:20: of names q, but Energy's parameters and results are x, p, n, e, ok"}},
		{"stop names nothing", onFunc("//pardiff:vjp stop=d,w"), []string{
			"3:22: stop names w, but Energy's local variables are d, q, i"}},
		{"stop names a parameter", onFunc("//pardiff:vjp stop=x"), []string{
			"3:20: stop names x, which is a parameter; leave it out of wrt= instead"}},
		{"invalid name", onFunc("//pardiff:grad name=a-b"), []string{`3:21: "a-b" is not a valid name for a function`}},
		{"predeclared name", onFunc("//pardiff:grad name=string"), []string{`3:21: "string" is not a valid name for a function`}},
		{"init as name", onFunc("//pardiff:grad name=init"), []string{`3:21: "init" is not a valid name for a function`}},
		{"keyword as name", onFunc("//pardiff:grad name=for"), []string{`3:21: "for" is not a valid name for a function`}},
		{"par", onFunc("//pardiff:grad par=on"), []string{"3:20: par= takes only off, as in par=off"}},
		{"later arguments", onFunc("//pardiff:grad mem=1MiB size=n:3"), []string{
			"3:16: mem is not supported yet; leave it out", "3:25: size is not supported yet; leave it out"}},
		{"cuda", onFunc("//pardiff:grad cuda", "//pardiff:vjp cuda=atomic"), nil},
		{"cuda of a tangent", onFunc("//pardiff:jvp cuda"), []string{
			"3:15: //pardiff:jvp has no CUDA: kernels compute gradients; put cuda on //pardiff:grad or //pardiff:vjp"}},
		{"cuda as something else", onFunc("//pardiff:grad cuda=fast"), []string{"3:21: cuda stands alone or is cuda=atomic"}},
		{"cuda without parallel loops", onFunc("//pardiff:grad par=off cuda"), []string{
			"3:24: cuda and par=off contradict each other: kernels run in parallel"}},

		{"rule without for", onFunc("//pardiff:rule"), []string{
			"3:1: //pardiff:rule needs for=, the function whose derivative Energy is"}},
		{"rule for nonsense", onFunc("//pardiff:rule for=a..b"), []string{
			`3:20: for= takes a function like F, Type.Method or pkg.F, not "a..b"`}},
		{"two rules", onFunc("//pardiff:rule for=A", "//pardiff:rule for=B"), []string{
			"4:1: Energy cannot be the rule for two functions, A and B"}},
		{"assume nonsense", onFunc("//pardiff:grad", "//pardiff:assume sorted(x) monotone(x,n) x+n n>=2 n>=2"), []string{
			`4:18: "sorted(x)" is not a fact; known are monotone(a), injective(a), within(a,lo,hi), disjoint(a,b), comparisons like n>=2, and unchecked`,
			"4:28: monotone takes 1 argument(s), not 2",
			`4:42: "x+n" is not a fact; known are monotone(a), injective(a), within(a,lo,hi), disjoint(a,b), comparisons like n>=2, and unchecked`,
			"4:51: the fact n>=2 stands twice"}},
		{"assume of what is no parameter", onFunc("//pardiff:grad", "//pardiff:assume m>1 within(x,0,len(y)) monotone(x[0]) n>=f(n) n==2/n"), []string{
			"4:18: m>1 speaks of m, which is no parameter of Energy",
			"4:37: within(x,0,len(y)) speaks of y, which is no parameter of Energy",
			"4:50: monotone(x[0]) is about something that is no parameter and no field of one",
			"4:59: n>=f(n) is not made of parameters, their fields, len, integers, +, - and *",
			"4:67: n==2/n is not made of parameters, their fields, len, integers, +, - and *"}},
		{"assume that is no expression", onFunc("//pardiff:grad", "//pardiff:assume n>= 2"), []string{
			`4:18: "n>=" is not a fact; a fact is one word without spaces, like within(idx,0,n) or n>=2`,
			`4:22: "2" is not a fact; known are monotone(a), injective(a), within(a,lo,hi), disjoint(a,b), comparisons like n>=2, and unchecked`}},
		{"assume nothing", onFunc("//pardiff:grad", "//pardiff:assume unchecked"), []string{
			"4:1: //pardiff:assume needs a fact, like monotone(rowptr) or n>=2"}},
		{"assume without a request", onFunc("//pardiff:assume n>=2"), []string{
			"3:18: facts about the arguments of Energy say nothing without //pardiff:grad or another request beside them; move them to the function that is differentiated"}},

		{"on a type", "package a\n\n//pardiff:grad\ntype T int\n", []string{
			"3:1: //pardiff:grad is not on a function: it must stand in the doc comment of a function or method declaration"}},
		{"blank line", onFunc("//pardiff:vjp", ""), []string{
			"3:1: //pardiff:vjp is not on a function: it must stand in the doc comment of a function or method declaration; remove the blank line above Energy"}},
		{"inside a function", inFunc("//pardiff:grad"), []string{
			"5:2: //pardiff:grad is not on a function: it must stand in the doc comment of a function or method declaration"}},
		{"no body", "package a\n\n//pardiff:grad\nfunc F(x float64) float64\n", []string{
			"3:1: F has no body in Go, so it cannot be differentiated; write its derivative and a //pardiff:rule for=F"}},
		{"no name", "package a\n\n//pardiff:grad\nfunc _(x float64) float64 { return x }\n", []string{
			"3:1: //pardiff:grad stands on a function without a name"}},

		{"line directive on a function", onFunc("//pardiff:serial"), []string{
			"3:1: //pardiff:serial stands above a statement inside a function"}},
		{"behind a statement", inFunc("y = nil //pardiff:nondiff"), []string{
			"5:10: //pardiff:nondiff stands behind a statement; put it on the line above"}},
		{"not above a statement", inFunc("//pardiff:nondiff", ""), []string{
			"5:2: //pardiff:nondiff is not above a statement: none starts on line 6"}},
		{"serial above an assignment", inFunc("//pardiff:serial", "y = nil"), []string{
			"5:2: //pardiff:serial must stand above a loop"}},
		{"store what is not written", inFunc("//pardiff:store y,w"), []string{
			"5:20: store names w, but the statement below writes i, y, z"}},
		{"store and recompute", inFunc("//pardiff:store y,z", "//pardiff:recompute z"), []string{
			"6:22: recompute names z, which store names above the same statement"}},
		{"store nothing", inFunc("//pardiff:store"), []string{"5:2: //pardiff:store needs names of variables"}},
		{"nondiff twice", inFunc("//pardiff:nondiff", "//pardiff:nondiff"), []string{
			"6:2: //pardiff:nondiff stands twice above the same statement"}},
		{"nondiff with arguments", inFunc("//pardiff:nondiff x"), []string{
			"5:20: //pardiff:nondiff takes no arguments"}},
		{"checkpoint", inFunc("//pardiff:checkpoint revolve=3"), []string{"5:2: //pardiff:checkpoint is not supported yet; leave it out"}},
		{"checkpoint nonsense", inFunc("//pardiff:checkpoint revolve=x"), []string{
			`5:31: revolve= takes the number of snapshots, at least 1, not "x"`}},
		{"scatter", inFunc("//pardiff:scatter private"), []string{"5:2: //pardiff:scatter is not supported yet; leave it out"}},
		{"scatter nonsense", inFunc("//pardiff:scatter privat"), []string{
			"5:20: no scheme is called privat; did you mean private?"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, got := scan(t, test.src)
			if d := cmp.Diff(test.want, got); d != "" {
				t.Errorf("(-want +got):\n%s\nsource:\n%s", d, test.src)
			}
		})
	}
}

// Comments that speak of directives are left alone.
func TestDirectiveProse(t *testing.T) {
	for _, comment := range []string{
		"// pardiff: how it works", "// pardiff is a tool", "//	//pardiff:grad", "// See pardiff:grad.",
		"// The //pardiff:grad directive", "//go:generate go tool pardiffgen", "//nolint:grad", "// grad: the gradient",
		"//pardiff", "/* pardiff: how it works */",
	} {
		if _, got := scan(t, onFunc(comment)); len(got) > 0 {
			t.Errorf("%s: %v", comment, got)
		}
	}
}

// What is right is read in full.
func TestDirectives(t *testing.T) {
	dirs, errs := scan(t, onFunc(
		"// Energy is an energy.", "//",
		"//pardiff:grad wrt=x,p stop=d par=off",
		"//pardiff:vjp of=e name=Back",
		"//pardiff:jvp",
		"//pardiff:grad wrt=p name=EnergyGradP",
		"//pardiff:rule for=Model.Loss",
	))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	f := dirs.Funcs[0]
	for _, r := range f.Requests {
		r.Pos, r.at = 0, nil
	}
	want := []*Request{
		{Mode: Grad, Name: "EnergyGrad", Work: "EnergyWork", Wrt: []string{"x", "p"}, Stop: []string{"d"}, Serial: true},
		{Mode: VJP, Name: "Back", Work: "EnergyWork", Of: []string{"e"}},
		{Mode: JVP, Name: "EnergyJVP"},
		{Mode: Grad, Name: "EnergyGradP", Work: "EnergyGradPWork", Wrt: []string{"p"}},
	}
	if d := cmp.Diff(want, f.Requests, cmp.AllowUnexported(Request{})); d != "" {
		t.Errorf("requests (-want +got):\n%s", d)
	}
	if f.Rule == nil || f.Rule.For != "Model.Loss" {
		t.Errorf("rule = %+v, want one for Model.Loss", f.Rule)
	}
}

// Line directives belong to the statement below their comment, stacked or not.
func TestLineDirectives(t *testing.T) {
	dirs, errs := scan(t, inFunc("//pardiff:nondiff", "y = nil",
		"// The state.", "//pardiff:store y", "//pardiff:recompute z", "//pardiff:serial"))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if len(dirs.Lines) != 2 {
		t.Fatalf("directives for %d lines, want 2", len(dirs.Lines))
	}
	if l := dirs.Lines[6]; l == nil || !l.NonDiff || l.Serial {
		t.Errorf("line 6: %+v, want nondiff", l)
	}
	l := dirs.Lines[11]
	if l == nil || !slices.Equal(l.Store, []string{"y"}) || !slices.Equal(l.Recompute, []string{"z"}) || !l.Serial || l.NonDiff {
		t.Errorf("line 11: %+v, want store y, recompute z, serial", l)
	}
}

// Generated names follow the primal's, and keep its case.
func TestGeneratedNames(t *testing.T) {
	tests := []struct{ decl, name, work string }{
		{"func Energy(x float64) float64", "EnergyGrad", "EnergyWork"},
		{"func energy(x float64) float64", "energyGrad", "energyWork"},
		{"func (m *Model) Loss() float64", "LossGrad", "ModelLossWork"},
		{"func (m Model) loss() float64", "lossGrad", "modelLossWork"},
		{"func (m model) Loss() float64", "LossGrad", "modelLossWork"},
		{"func (c *LSTMCell[F]) loss() float64", "lossGrad", "lstmCellLossWork"},
		{"func (c *LSTM[F, G]) loss() float64", "lossGrad", "lstmLossWork"},
	}
	for _, test := range tests {
		dirs, _ := scan(t, "package a\n\n//pardiff:grad\n"+test.decl+" { return 0 }\n")
		r := dirs.Funcs[0].Requests[0]
		if r.Name != test.name || r.Work != test.work {
			t.Errorf("%s: %s and %s, want %s and %s", test.decl, r.Name, r.Work, test.name, test.work)
		}
	}
}

// Any text after a directive's colon is read without a panic.
func FuzzDirective(f *testing.F) {
	f.Add("grad wrt=x,p name=\"F\"")
	f.Add("assume n>=2 within(x,,)")
	f.Add("store ,y")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsAny(text, "\n\r") {
			return
		}
		for _, src := range []string{onFunc("//pardiff:" + text), inFunc("//pardiff:" + text)} {
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments)
			if err == nil {
				parseDirectives(fset, file, []byte(src), new(Diagnostics))
			}
		}
	})
}
