package cudatmpl

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"github.com/pardiff/pardiffgen/internal/ir"
)

//go:embed templates/wide.cu.tmpl
var wideText string

var wideTemplate = template.Must(template.New("wide").Parse(wideText))

// wideWords are the variables of the template.
var wideWords = []string{"iteration", "groups", "t", "lane"}

// groupsKey is that of the parameter for the number of groups.
type groupsKey struct{}

// A wideFrame is what the template has places for.
type wideFrame struct {
	Params, Body      string // of an iteration
	Numbers           int64  // of iterations in a group
	First, OfGroup    string // the first of a group, and what an iteration of a group has
	Total             string
	Place             string // of one that is in no group
	Single, OfSingle  string // as for a group
	Parts             []*widePartFrame
	params, ofs, each []string
}

type widePartFrame struct {
	Type, Name, At string
	Loaded, Stored bool
}

// wides prints what an iteration does, the loop of a thread over groups of them, and that over those that are left.
func (k *kernelPrinter) wides(w *wide) {
	k.file.uses["pardiff_wide"] = true
	for _, name := range wideWords {
		k.names.taken[name] = true
	}
	k.kernel.byKey[groupsKey{}] = &param{key: groupsKey{}, name: "groups", elem: ir.Int(0).T}
	k.kernel.params = append(k.kernel.params, k.kernel.byKey[groupsKey{}])
	k.startSums()
	var counts []string
	for _, d := range k.kernel.dims {
		counts = append(counts, k.count(d))
	}
	f := &wideFrame{Numbers: w.numbers(), Place: "t", Total: strings.Join(counts, " * ")}
	for _, l := range w.loops {
		if it := k.declare(l.Iter); mentionsIn(w.body, l.Iter) {
			f.params, f.each = append(f.params, "long long "+it), append(f.each, it)
			if l == w.inner() {
				it += " + lane"
			}
			f.ofs = append(f.ofs, it)
		}
	}
	for _, p := range w.parts {
		f.add(k.widePart(p))
	}
	if it := k.declare(w.inner().Iter); len(counts) == 1 && ir.IsVal(w.inner().Begin, 0) {
		f.Place = it
	}
	f.Body = k.captured(2, func() { k.block(&ir.Block{Stmts: w.body}) })
	f.First = k.captured(2, func() { k.places(fmt.Sprintf("%d * t", f.Numbers), counts) })
	f.Single = k.captured(2, func() { k.places(f.Place, counts) })
	f.Params, f.OfGroup, f.OfSingle = strings.Join(f.params, ", "), strings.Join(f.ofs, ", "), strings.Join(f.each, ", ")
	if err := wideTemplate.Execute(&k.buf, f); err != nil {
		panic("cudatmpl: " + err.Error())
	}
}

// widePart names what a thread has of a part, and returns the name of what an iteration has.
func (k *kernelPrinter) widePart(p *widePart) (part *widePartFrame, element string) {
	name := cname(p.at.Var.Name)
	element = k.names.fresh(name + "_at")
	k.is(p.v, element)
	if p.stored {
		a := k.pointer(p.at.Var)
		a.written, a.buf.written = true, true
	}
	return &widePartFrame{ctype(p.v.Type), k.names.fresh(name + "_wide"), k.expr(p.at), p.loaded, p.stored}, element
}

// add adds a part, of which an iteration has the element.
func (f *wideFrame) add(p *widePartFrame, element string) {
	f.Parts = append(f.Parts, p)
	if p.Stored {
		element = "&" + element
	}
	f.params = append(f.params, p.Type+" "+element)
	f.ofs = append(f.ofs, p.Name+".x[lane]")
	f.each = append(f.each, p.At)
}

// places declares the iterators of all dims for a place among their combinations.
func (k *kernelPrinter) places(at string, counts []string) {
	for i, d := range k.kernel.dims {
		if it := k.declare(d.f.Iter); it != at {
			k.line("const long long %s = %s;", it, k.first(d, unrank(at, counts, i)))
		}
	}
}

// mentionsIn says whether statements read v.
func mentionsIn(list []ir.Stmt, v *ir.Var) bool {
	found := false
	for _, s := range list {
		ir.Walk(s, func(s ir.Stmt) bool {
			ir.Reads(s, func(e ir.Expr) { found = found || mentions(plain(e), map[*ir.Var]bool{v: true}) })
			return !found
		})
	}
	return found
}

// wideThreads prints how many groups of iterations there are, and returns how many threads.
func (g *goPrinter) wideThreads(w *writer, k *kernel) (threads string) {
	var counts, at []string
	for _, f := range k.wide.loops {
		counts = append(counts, g.expr(ir.Sub(f.Limit, f.Begin)))
	}
	n := counts[0]
	if len(counts) > 1 {
		n = "pardiffTimes(" + strings.Join(counts, ", ") + ")"
	}
	bytes := func(e ir.Expr) string {
		return fmt.Sprintf("pardiffArg(%d*%s)", wideBytes/k.wide.numbers(), g.operand(e, 6))
	}
	for _, e := range k.wide.steps {
		at = append(at, bytes(e))
	}
	for _, p := range k.wide.parts {
		s := "pardiffPtr(" + g.address(g.p.buffer(p.at.Var)) + ")"
		if _, ok := ir.IntVal(p.begin); !ok { // that of a constant is a multiple
			s += "+" + bytes(p.begin)
		}
		if !slices.Contains(at, s) {
			at = append(at, s)
		}
	}
	w.line("groups := pardiffWide(%d, %s, %s)", k.wide.numbers(), n, strings.Join(at, ", "))
	if k.wide.numbers() == 2 {
		return paren(n) + " - groups"
	}
	return fmt.Sprintf("%s - %d*groups", paren(n), k.wide.numbers()-1)
}
