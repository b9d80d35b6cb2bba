package cudatmpl

import (
	"fmt"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A tiledKernel is a kernel that does by tiles what another does by threads.
type tiledKernel struct {
	*kernel
	q *product
}

// tiles prints the launch of a kernel of tiles where the sums are enough for it, else what plain prints.
func (g *goPrinter) tiles(w *writer, t *tiledKernel, plain func()) {
	w.line("if tiles := pardiffTiles(%s, %s, %s); tiles > 0 {", g.counted(t.q.batch), g.counted(t.q.rows), g.counted(t.q.cols))
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
