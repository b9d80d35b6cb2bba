package cudatmpl

import (
	"fmt"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A tiledKernel is a kernel that does by tiles in shared memory what another does by threads.
type tiledKernel struct {
	*kernel
	// count is the function of the runtime that says how many tiles there are, of three counts: 0 if the other kernel
	// is better. counted are the loops that are counted together.
	count   string
	counted [3][]*dim
}

// tiled returns the kernel that does by tiles what k does with the body of its loops, nil if there is none.
func (p *plan) tiled(f *ir.For, k *kernel, body *ir.Block) *tiledKernel {
	if q := p.productOf(k, body); q != nil {
		t, kp := p.newTiled(f, k, productWords)
		pp := &productPrinter{kernelPrinter: kp, q: q}
		pp.print()
		t.doc = append(t.doc, pp.describe()...)
		return &tiledKernel{t, "pardiffTiles", [3][]*dim{q.batch, q.rows, q.cols}}
	}
	if h := p.haloOf(k, body); h != nil {
		t, kp := p.newTiled(f, k, haloWords)
		kp.halos(h)
		n := len(h.dims) - 2
		t.doc = append(t.doc, "A block for 8 x 32 of "+kp.list(h.dims[n:])+", which read shared memory that has a halo around them.")
		return &tiledKernel{t, "pardiffHalos", [3][]*dim{h.dims[:n], h.dims[n : n+1], h.dims[n+1:]}}
	}
	return nil
}

// newTiled adds a kernel of tiles for the nest f that k is the other kernel of. The words are variables that it has.
func (p *plan) newTiled(f *ir.For, k *kernel, words []string) (*kernel, *kernelPrinter) {
	t := p.newKernel(p.direction(f) + "_" + cname(f.Iter.Name) + "_tiles")
	t.dims, t.sums = k.dims, k.sums
	if at := p.source(f); at != "" {
		t.doc = append(t.doc, at)
	}
	kp := t.printer()
	for _, w := range words {
		kp.names.taken[w] = true
	}
	return t, kp
}

// list names the iterators of loops.
func (k *kernelPrinter) list(dims []*dim) string {
	var out []string
	for _, d := range dims {
		out = append(out, k.names.of(d.f.Iter, ""))
	}
	return strings.Join(out, ", ")
}

// tiles prints the launch of a kernel of tiles where the sums are enough for it, else what plain prints.
func (g *goPrinter) tiles(w *writer, t *tiledKernel, plain func()) {
	w.line("if tiles := %s(%s, %s, %s); tiles > 0 {", t.count, g.counted(t.counted[0]), g.counted(t.counted[1]), g.counted(t.counted[2]))
	blocks := "min(tiles, 4096)"
	if len(t.sums) > 0 {
		w.line("blocks := %s", blocks)
		blocks = "blocks"
	}
	g.reserveSums(w, t.kernel)
	w.line("// %s\nrun.launch(%d, %s, 256%s)", t.name, g.indexOf(t.kernel), blocks, g.args(t.kernel))
	g.finishSums(w, t.kernel)
	w.line("} else {")
	plain()
	w.line("}")
}

// counted prints the number of iterations of loops that are counted together.
func (g *goPrinter) counted(dims []*dim) string {
	var list []string
	for _, d := range dims {
		list = append(list, g.expr(ir.Sub(d.f.Limit, d.f.Begin)))
	}
	switch len(list) {
	case 0:
		return "1"
	case 1:
		return list[0]
	}
	return fmt.Sprintf("pardiffTimes(%s)", strings.Join(list, ", "))
}
