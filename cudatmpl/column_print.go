package cudatmpl

import (
	_ "embed"
	"go/types"
	"slices"
	"strings"
	"text/template"

	"github.com/pardiff/pardiffgen/internal/ir"
)

//go:embed templates/column.cu.tmpl
var columnText string

var columnTemplate = template.Must(template.New("column").Parse(columnText))

// columnWords are the variables of the template, and parameters.
var columnWords = []string{"rows", "parts", "done", "width", "across", "down", "part", "tile", "at", "place", "p"}

// A columnFrame is what the template has places for.
type columnFrame struct {
	Places              string // how many sums there are
	Before, Rows, After string
	Sums                []columnSum
}

type columnSum struct{ Type, Name, Part string }

// columns prints the loop of a block over sums that it does at once.
func (k *kernelPrinter) columns(c *columns, body *ir.Block) {
	k.file.uses["pardiff_column_sum"] = true
	for _, name := range columnWords {
		k.names.taken[name] = true
	}
	for i, key := range []any{rowsKey{}, partsKey{}, doneKey{}} {
		k.kernel.byKey[key] = &param{key: key, name: columnWords[i], elem: types.Typ[types.Int32]}
		k.kernel.params = append(k.kernel.params, k.kernel.byKey[key])
	}
	var counts []string
	for _, d := range k.kernel.dims {
		counts = append(counts, k.count(d))
	}
	f := &columnFrame{Places: counts[0]}
	if len(counts) > 1 {
		f.Places = k.names.fresh("places")
		k.line("const long long %s = %s;", f.Places, strings.Join(counts, " * "))
	}
	loop := slices.Index(body.Stmts, ir.Stmt(c.f))
	f.Before = k.captured(2, func() {
		k.places("place", counts)
		k.block(&ir.Block{Stmts: body.Stmts[:loop]})
	})
	f.Rows = k.captured(3, func() { k.stmt(c.f) })
	f.After = k.captured(3, func() { k.block(&ir.Block{Stmts: body.Stmts[loop+1:]}) })
	for _, p := range c.parts {
		a := k.param(sumsKey{p.v}, p.v.Name+"_part", func() *param { return &param{elem: p.v.Type, pointer: true, written: true} })
		f.Sums = append(f.Sums, columnSum{ctype(p.v.Type), k.names.of(p.v, ""), a.name})
	}
	if err := columnTemplate.Execute(&k.buf, f); err != nil {
		panic("cudatmpl: " + err.Error())
	}
}

// columns prints the launches of a kernel of sums over rows: one, or one for parts of the rows and one for what these leave.
func (g *goPrinter) columns(w *writer, k *kernel, count string, call func(blocks, threads string)) {
	c := k.columns
	n := ir.Sub(c.f.Limit, c.f.Begin)
	w.line("if rows, tiles, parts := pardiffColumns(%s, %s); tiles > 0 {", g.expr(n), count)
	w.line("done := 0")
	w.line("if parts > 1 {")
	for _, p := range c.parts {
		w.line("run.reserve(&dev.%s, %d*parts*pardiffTimes(%s))", p.field, sizeOf(p.v.Type), count)
	}
	call("tiles*parts", "256")
	w.line("done, parts = parts, 1\n}")
	call("tiles", "256")
	w.line("}")
}
