package cudatmpl

import (
	_ "embed"
	"fmt"
	"text/template"

	"github.com/pardiff/pardiffgen/internal/ir"
)

//go:embed templates/halo.cu.tmpl
var haloText string

var haloTemplate = template.Must(template.New("halo").Parse(haloText))

// haloWords are the variables of the template.
var haloWords = []string{"tile", "across", "down", "rowTiles", "colTiles", "row0", "col0", "e", "at"}

// A haloFrame is what the template has places for.
type haloFrame struct {
	Rows, Cols   string // how many iterations the two innermost loops have
	Outer, Place string // how many those around them have, and which is done
	Tiles        []haloTileFrame
	Body         string
}

type haloTileFrame struct {
	Type, Name, Load string
	Height, Width    int64
}

// halos prints the body of a kernel whose blocks bring what they read into shared memory, with halos.
func (k *kernelPrinter) halos(h *halo) {
	k.startSums()
	n := len(h.dims) - 2
	outer, rows, cols := k.axis(h.dims[:n], "place"), k.axis(h.dims[n:n+1], "row"), k.axis(h.dims[n+1:], "col")
	f := &haloFrame{Rows: rows.total, Cols: cols.total, Outer: outer.total}
	if n > 0 {
		f.Place = k.captured(2, func() { k.place(outer, "tile / (rowTiles * colTiles)") })
	}
	for _, t := range h.tiles {
		tf := haloTileFrame{Type: ctype(t.first.T), Name: k.names.fresh(cname(t.first.Var.Name) + "_tile"),
			Height: 8 + t.high[0] - t.low[0], Width: 32 + t.high[1] - t.low[1]}
		tf.Load = k.captured(3, func() { k.haloElement(h, t, &tf) })
		for _, r := range t.reads {
			k.is(r.v, tf.Name+"["+plus("down", r.at[0]-t.low[0])+"]["+plus("across", r.at[1]-t.low[1])+"]")
		}
		f.Tiles = append(f.Tiles, tf)
	}
	f.Body = k.captured(2, func() {
		row, col := k.place(rows, "row0 + down"), k.place(cols, "col0 + across")
		k.open("if (%s && %s)", row, col)
		k.block(&ir.Block{Stmts: h.body})
		k.close()
	})
	if err := haloTemplate.Execute(&k.buf, f); err != nil {
		panic("cudatmpl: " + err.Error())
	}
	k.blockSums()
	k.kernel.body = k.buf.String()
}

// haloElement prints how element e of a tile is loaded: from where the iterations that are in its row and column would read it.
func (k *kernelPrinter) haloElement(h *halo, t *haloTile, f *haloTileFrame) {
	for i, place := range []string{fmt.Sprintf("row0 + e / %d", f.Width), fmt.Sprintf("col0 + e %% %d", f.Width)} {
		loop := h.dims[len(h.dims)-2+i].f
		if n, ok := ir.IntVal(loop.Begin); ok {
			place = plus(place, n+t.low[i])
		} else {
			place = plus(place+" + "+k.operand(loop.Begin, cTimes), t.low[i])
		}
		k.line("const long long %s = %s;", k.declare(loop.Iter), place)
	}
	b := k.plan.buffer(t.first.Var)
	k.line("const long long at = %s;", k.expr(k.flat(t.first, b.shape)))
	k.line("%s[e / %d][e %% %[2]d] = at >= 0 && at < %s ? %s[at] : %s;", f.Name, f.Width, k.elements(t.first.Var, b.shape), k.pointer(t.first.Var).name, zeroOf(f.Type))
}

// plus prints the sum of s and n.
func plus(s string, n int64) string {
	switch {
	case n > 0:
		return fmt.Sprintf("%s + %d", s, n)
	case n < 0:
		return fmt.Sprintf("%s - %d", s, -n)
	}
	return s
}
