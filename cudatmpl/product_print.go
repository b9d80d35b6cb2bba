package cudatmpl

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/pardiff/pardiffgen/internal/ir"
)

//go:embed templates/product.cu.tmpl
var productText string

var productTemplate = template.Must(template.New("product").Parse(productText))

// productWords are the variables of the template.
var productWords = []string{"tile", "across", "down", "rowTiles", "colTiles", "row0", "col0", "k0", "depth", "ri", "ci", "ki"}

// A productPrinter prints a kernel that does a product by tiles.
type productPrinter struct {
	*kernelPrinter
	q                       *product
	batch, rows, cols, sums *axis
}

// A productFrame is what the template has places for.
type productFrame struct {
	Type, Sum          string // of what a thread adds up
	Rows, Cols, Depth  string // how many there are
	Batch, Products    string // how many products there are, and which is done
	Tiles              []tileFrame
	Before, Add, After string
}

type tileFrame struct{ Type, Name, Load string }

// An axis is loops that are counted together, as the rows of a product are.
type axis struct {
	dims   []*dim
	counts []string
	total  string
	at     string // the name of a place in it, unless it is that of an iterator
}

// describe returns the comment of the kernel.
func (k *productPrinter) describe() []string {
	line := "A block for each 64 rows (" + k.list(k.q.rows) + ") and 64 columns (" + k.list(k.q.cols) + ")"
	if len(k.q.batch) > 0 {
		line += " of each product (" + k.list(k.q.batch) + ")"
	}
	return []string{line + ", 4 x 4 of them for a thread.",
		"What these add up over " + k.list(k.q.loops) + " comes through shared memory."}
}

// print prints the body of the kernel.
func (k *productPrinter) print() {
	q := k.q
	k.startSums()
	k.batch, k.rows, k.cols, k.sums = k.axis(q.batch, "product"), k.axis(q.rows, "row"), k.axis(q.cols, "col"), k.axis(q.loops, "term")
	f := &productFrame{Type: ctype(q.sum.Type), Sum: k.names.fresh(cname(q.sum.Name)), Rows: k.rows.total, Cols: k.cols.total, Depth: k.sums.total}
	if len(q.batch) > 0 {
		f.Batch = k.batch.total
		f.Products = k.captured(2, func() { k.place(k.batch, "tile / (rowTiles * colTiles)") })
	}
	k.is(q.sum, f.Sum+"[ri][ci]")
	if len(q.before) > 0 {
		f.Before = k.part(4, func() { k.each(q.before) })
	}
	for _, t := range q.tiles {
		wish := "inside"
		if t.root != nil {
			wish = cname(t.root.Name) + "_tile"
		}
		name := k.names.fresh(wish)
		f.Tiles = append(f.Tiles, tileFrame{ctype(t.value.Type()), name, k.part(3, func() { k.load(t, name) })})
		k.is(t.v, name+"[ki]["+[2]string{"down + 16 * ri", "across + 16 * ci"}[t.side]+"]")
	}
	f.Add = k.captured(6, k.add)
	f.After = k.part(4, func() { k.each(q.after) })
	if err := productTemplate.Execute(&k.buf, f); err != nil {
		panic("cudatmpl: " + err.Error())
	}
	k.blockSums()
	k.kernel.body = k.buf.String()
}

// is lets v stand for a text.
func (k *kernelPrinter) is(v *ir.Var, text string) {
	k.local[v] = true
	k.names.names[v] = text
}

// captured returns what f prints, which stays out of the body.
func (k *kernelPrinter) captured(indent int, f func()) string {
	before, was := k.buf.String(), k.indent
	k.buf.Reset()
	k.indent = indent
	f()
	text := k.buf.String()
	k.buf.Reset()
	k.buf.WriteString(before)
	k.indent = was
	return text
}

var (
	subscript = regexp.MustCompile(`^\s*const long long (\w+) = `)
	cWord     = regexp.MustCompile(`\w+`)
)

// part is captured for what f declares and uses, without subscripts that it does not use.
func (k *kernelPrinter) part(indent int, f func()) string {
	used := map[string]bool{}
	var lines []string
	for _, line := range slices.Backward(strings.SplitAfter(k.captured(indent, f), "\n")) {
		if m := subscript.FindStringSubmatch(line); m != nil && !used[m[1]] && !strings.Contains(line, "pardiff_") {
			continue
		}
		for _, w := range cWord.FindAllString(line, -1) {
			used[w] = true
		}
		lines = append(lines, line)
	}
	slices.Reverse(lines)
	return strings.Join(lines, "")
}

// axis declares how many iterations there are.
func (k *kernelPrinter) axis(dims []*dim, wish string) *axis {
	x := &axis{dims: dims}
	for _, d := range dims {
		x.counts = append(x.counts, k.count(d))
	}
	if len(dims) == 0 {
		return x
	}
	if x.total = x.counts[0]; len(dims) > 1 {
		x.total = k.names.fresh(wish + "s")
		k.line("const long long %s = %s;", x.total, strings.Join(x.counts, " * "))
	}
	if len(dims) > 1 || !ir.IsVal(dims[0].f.Begin, 0) {
		x.at = k.names.fresh(wish)
	}
	return x
}

// place declares the iterators for a place in an axis, and returns the condition that there is one.
func (k *kernelPrinter) place(x *axis, at string) string {
	if x.at == "" {
		it := k.declare(x.dims[0].f.Iter)
		k.line("const long long %s = %s;", it, at)
		return it + " < " + x.total
	}
	k.line("const long long %s = %s;", x.at, at)
	for i, d := range x.dims {
		k.line("const long long %s = %s;", k.declare(d.f.Iter), k.first(d, unrank(x.at, x.counts, i)))
	}
	return x.at + " < " + x.total
}

// each prints statements for the sum ri, ci of a thread, if there is one.
func (k *productPrinter) each(list []ir.Stmt) {
	row := k.place(k.rows, "row0 + down + 16 * ri")
	col := k.place(k.cols, "col0 + across + 16 * ci")
	k.open("if (%s && %s)", row, col)
	k.block(&ir.Block{Stmts: k.q.decls})
	k.block(&ir.Block{Stmts: list})
	k.close()
}

// add prints what a sum adds.
func (k *productPrinter) add() {
	var list []ir.Stmt
	for _, a := range k.q.adds {
		list = append(list, a)
	}
	for _, t := range k.q.tiles {
		if t.v.Type == truth(true).Type() {
			list = []ir.Stmt{&ir.If{Cond: ir.NewRef(t.v), Then: &ir.Block{Stmts: list}}}
		}
	}
	k.block(&ir.Block{Stmts: list})
}

// load prints how the threads of a block load a tile: neighbours what lies side by side in memory.
func (k *productPrinter) load(t *tile, name string) {
	x, first, i := k.rows, "row0", "ri"
	if t.side == 1 {
		x, first, i = k.cols, "col0", "ci"
	}
	k.line("{")
	k.indent++
	var term, place string
	if t.along {
		term = k.place(k.sums, "k0 + across")
		k.open("for (int %s = down; %[1]s < 64; %[1]s += 16)", i)
		place = k.place(x, first+" + "+i)
		k.element(t, name+"[across]["+i+"]", place+" && "+term)
	} else {
		place = k.place(x, first+" + threadIdx.x % 64")
		k.open("for (int ki = threadIdx.x / 64; ki < 16; ki += 4)")
		term = k.place(k.sums, "k0 + ki")
		k.element(t, name+"[ki][threadIdx.x % 64]", place+" && "+term)
	}
	k.close()
	k.close()
}

// element prints the value of an element of a tile. It is read where the terms read it: inside of the bounds, and where
// branches do; if these are of the other side as well, where there is memory.
func (k *productPrinter) element(t *tile, at, cond string) {
	if t.guard != nil {
		cond += " && " + k.operand(t.guard, cEqual)
	}
	if t.root != nil && k.q.guards[1-t.side] != nil {
		ir.WalkExpr(t.value, func(e ir.Expr) bool {
			if r, ok := e.(*ir.Ref); ok && len(r.Base().Elems) > 0 {
				b := r.Base()
				s := k.plan.buffer(b.Var).shape
				i := k.operand(k.flat(b, s), cLess)
				cond += " && " + i + " >= 0 && " + i + " < " + k.elements(b.Var, s)
			}
			return true
		})
	}
	k.line("%s = %s ? %s : %s;", at, cond, k.operand(t.value, cOr), zeroOf(ctype(t.value.Type())))
}
