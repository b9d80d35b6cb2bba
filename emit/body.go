package emit

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// The body of a parallel loop is a function of its own, unless there are loops or scratch in it. A
// loop with so little work that it is one chunk is then a call, and costs about what a serial loop does:
//
//	if loop.cut(0, n, 20*d, 0, w.Workers).chunks == 1 {
//		sum = fBody1(0, n, x, y, sum)
//	} else if loop.chunks > 1 {
//		loop.x, loop.y, loop.sum = x, y, sum
//		w.job.run(loop, &loop.pardiffLoop)
//	}

// A bodyParam is what the body of a loop has from outside.
type bodyParam struct {
	name, typ string
	held      string // what a chunk passes
	around    string // what the code around the loop passes
}

// setApart decides whether the body is a function.
func (l *loopPrinter) setApart() {
	nested := false
	ir.Walk(l.loop.Body, func(s ir.Stmt) bool {
		_, loop := s.(*ir.For)
		nested = nested || loop
		return !nested
	})
	if nested || len(l.setup) > 0 {
		return
	}
	l.apart, l.body = true, l.out.work.file.global(strings.Replace(l.typ.name, "Loop", "Body", 1))
	l.out.types = slices.DeleteFunc(l.out.types, func(t loopType) bool { return t == l.typ })
}

// atOnce prints the loop as one call of the body, or as all where there are several chunks.
func (l *loopPrinter) atOnce(all []code) code {
	p := l.printer
	cut := p.file.code(l.cut() + ".chunks == 1")
	one := l.bodyCall(text(p.length(l.loop.Begin)), text(p.length(l.loop.Limit)), func(x bodyParam) string { return x.around })
	// The Work does not keep the caller's memory.
	all = append(all, p.line("*%s = %s%s{}", l.local, l.typ.name, l.out.use))
	return jen.If(cut).Block(one).Else().If(p.file.code(l.local + ".chunks > 1")).Block(all...)
}

// bodyCall prints a call of the body for the iterations from up to before end, with arguments as value says.
func (l *loopPrinter) bodyCall(from, end string, value func(bodyParam) string) code {
	args := []string{from, end}
	for _, x := range l.params {
		args = append(args, value(x))
	}
	call := l.body + l.out.use + "(" + strings.Join(args, ", ") + ")"
	var sums []string
	for _, x := range l.results {
		sums = append(sums, value(x))
	}
	if len(sums) > 0 {
		call = strings.Join(sums, ", ") + " = " + call
	}
	return l.line("%s", call)
}

// defineBody prints the function.
func (l *loopPrinter) defineBody(from, end string, body []code) []code {
	params, results := []field{{nil, from, "int"}, {nil, end, "int"}}, []field{}
	for _, x := range l.params {
		params = append(params, field{nil, x.name, x.typ})
	}
	var sums []string
	for _, x := range l.results {
		results, sums = append(results, field{nil, "", x.typ}), append(sums, x.name)
	}
	code := append(slices.Clone(l.rowLines), body...)
	if len(sums) > 0 {
		code = append(code, l.line("return %s", strings.Join(sums, ", ")))
	}
	what := "a loop"
	if src := l.loop.Src; src != "" {
		what = "the loop " + src
	}
	doc := wrapText(l.body + " is " + what + ", from one iteration up to before another.")
	return l.file.function(doc, l.body+l.out.decl, params, results, code)
}
