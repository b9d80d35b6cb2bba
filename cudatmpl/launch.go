package cudatmpl

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// launch prints the launch of a kernel, with the memory that it needs and the launches that finish its sums.
func (g *goPrinter) launch(w *writer, k *kernel) {
	i := g.indexOf(k)
	call := func(blocks, threads string) {
		w.line("// %s\nrun.launch(%d, %s, %s%s)", k.name, i, blocks, threads, g.args(k))
	}
	if len(k.dims) == 0 {
		call("1", "1")
		return
	}
	var counts []string
	closing := 0
	for _, d := range k.dims {
		n := ir.Sub(d.f.Limit, d.f.Begin)
		if d.colors > 1 {
			color := g.names.of(colorKey{d}, "color")
			w.line("for %s := range %d {", color, d.colors)
			closing++
			counts = append(counts, fmt.Sprintf("(%s-%s+%d)/%d", g.operand(n, 4), color, d.colors-1, d.colors))
			continue
		}
		counts = append(counts, g.expr(n))
	}
	count := strings.Join(counts, ", ")
	if len(k.private) > 0 {
		g.chunks(w, k, count, call)
	} else {
		g.threads(w, k, count, call)
	}
	for range closing {
		w.line("}")
	}
}

// indexOf returns the place of a kernel among those of the launcher.
func (g *goPrinter) indexOf(k *kernel) int { return slices.Index(g.kernels(), k) }

// threads prints the launch of a kernel with a thread for each iteration.
func (g *goPrinter) threads(w *writer, k *kernel, count string, call func(blocks, threads string)) {
	if k.wide != nil {
		w.line("{")
		count = g.wideThreads(w, k)
		defer w.line("}")
	}
	switch {
	case k.columns != nil:
		g.columns(w, k, count, call)
		return
	case k.spread != nil:
		if k.along {
			w.line("if lanes := pardiffRowLanes(%s, %s); lanes > 0 {", g.expr(ir.Sub(k.spread.Limit, k.spread.Begin)), count)
		} else {
			w.line("if lanes := pardiffLanes(%s); lanes > 0 {", count)
		}
		call("pardiffGrid(lanes, "+count+")", "256")
		w.line("}")
		return
	case len(k.sums) == 0 && len(k.scratch) == 0:
		call("pardiffGrid("+count+")", "256")
		return
	case len(k.scratch) > 0:
		w.line("if blocks := pardiffGridOf(%s, %s); blocks > 0 {", g.scratchBytes(k, false), count)
	default:
		w.line("if blocks := min(pardiffGrid(%s), 256); blocks > 0 {", count)
	}
	g.reserveScratch(w, k, "256*blocks")
	g.reserveSums(w, k)
	call("blocks", "256")
	g.finishSums(w, k)
	w.line("}")
}

// chunks prints the launch of a kernel in which each thread takes a chunk of the iterations.
func (g *goPrinter) chunks(w *writer, k *kernel, count string, call func(blocks, threads string)) {
	threads := "parts"
	if k.together {
		threads = "32*parts"
		w.line("if parts := pardiffWarps(%s, %s, %s); parts > 0 {", count, g.scratchBytes(k, true), g.scratchBytes(k, false))
	} else {
		w.line("if parts := pardiffParts(%s, %s); parts > 0 {", count, g.scratchBytes(k, false))
	}
	blocks := "pardiffGrid(" + threads + ")"
	if len(k.sums) > 0 {
		w.line("blocks := %s", blocks)
		blocks = "blocks"
	}
	g.reserveScratch(w, k, threads)
	for _, b := range k.private {
		s := k.privateMemory(b)
		w.line("run.clear(&dev.%s, %s)", s.field, g.scratchSize(s, "parts"))
	}
	g.reserveSums(w, k)
	call(blocks, "256")
	g.finishSums(w, k)
	for _, b := range k.private {
		s := k.privateMemory(b)
		n := g.elements(s)
		w.line("run.launch(%d, pardiffGrid(32, %s), 256, pardiffPtr(%s), pardiffPtr(&dev.%s), pardiffInt(%[2]s), pardiffInt(parts))",
			g.finisher("pardiff_combine_"+suffix(ctype(b.elem))), n, g.address(b), s.field)
	}
	w.line("}")
}

// copies says whether threads have copies of the memory of v.
func (k *kernel) copies(v *ir.Var) bool {
	return slices.ContainsFunc(k.private, func(b *buffer) bool { return b.v == v })
}

func (k *kernel) privateMemory(b *buffer) *scratchMemory {
	for _, s := range k.scratch {
		if s.v == b.v {
			return s
		}
	}
	return nil
}

// elements prints how many numbers scratch memory has for each thread.
func (g *goPrinter) elements(s *scratchMemory) string {
	n := g.expr(ir.Mul(s.n, ir.Int(s.shape.flat())))
	if l, ok := s.n.(*ir.Len); ok && l.X.Var == s.v {
		n = g.lenOf(s.v)
		if f := s.shape.flat(); f > 1 {
			n = itoa(int(f)) + "*" + n
		}
	}
	return n
}

func (g *goPrinter) scratchSize(s *scratchMemory, threads string) string {
	return fmt.Sprintf("%d*%s*%s", sizeOf(s.shape.elem), threads, paren(g.elements(s)))
}

// scratchBytes prints the bytes that each thread needs, or each warp.
func (g *goPrinter) scratchBytes(k *kernel, warp bool) string {
	var list []string
	for _, s := range k.scratch {
		if s.warp != warp {
			continue
		}
		list = append(list, fmt.Sprintf("%d*%s", sizeOf(s.shape.elem), paren(g.elements(s))))
	}
	if len(list) == 0 {
		return "0"
	}
	return strings.Join(list, " + ")
}

func (g *goPrinter) reserveScratch(w *writer, k *kernel, threads string) {
	for _, s := range k.scratch {
		n := threads
		if s.warp {
			n = "parts"
		}
		w.line("run.reserve(&dev.%s, %s)", s.field, g.scratchSize(s, n))
	}
}

func (g *goPrinter) reserveSums(w *writer, k *kernel) {
	for _, v := range k.sums {
		w.line("run.reserve(&dev.%s, %d*blocks)", g.p.partField(v), sizeOf(v.Type))
	}
}

// partField is the buffer of the partial sums of v.
func (p *plan) partField(v *ir.Var) string {
	key := partKey{v}
	return p.fields.of(key, p.buffer(v).field+"Sums")
}

func (g *goPrinter) finishSums(w *writer, k *kernel) {
	for _, v := range k.sums {
		w.line("run.launch(%d, 1, 256, pardiffPtr(%s), pardiffPtr(&dev.%s), pardiffInt(blocks))",
			g.finisher("pardiff_sum_"+suffix(ctype(v.Type))), g.address(g.p.buffer(v)), g.p.partField(v))
	}
}

// finisher returns the index of a kernel that finishes sums.
func (g *goPrinter) finisher(name string) int {
	return len(g.kernels()) + slices.Index(g.file.finishers(), name)
}

// args prints the arguments of a kernel.
func (g *goPrinter) args(k *kernel) string {
	var b strings.Builder
	for _, a := range k.params {
		b.WriteString(", " + g.arg(k, a))
	}
	return b.String()
}

func (g *goPrinter) arg(k *kernel, a *param) string {
	switch key := a.key.(type) {
	case lenKey:
		return "pardiffInt(" + g.lenOf(key.v) + ")"
	case colorKey:
		return "pardiffInt(" + g.names.of(key, "color") + ")"
	case groupsKey:
		return "pardiffInt(groups)"
	case rowsKey:
		return "pardiffInt(rows)"
	case doneKey:
		return "pardiffInt(done)"
	case sumsKey:
		for _, p := range k.columns.parts {
			if p.v == key.v {
				return "pardiffPtr(&dev." + p.field + ")"
			}
		}
	case lanesKey:
		return "pardiffInt(lanes)"
	case partsKey:
		return "pardiffInt(parts)"
	case partKey:
		return "pardiffPtr(&dev." + g.p.partField(key.v) + ")"
	case privateKey:
		return "pardiffPtr(&dev." + k.privateMemory(key.b).field + ")"
	case scratchKey:
		for _, s := range k.scratch {
			if s.v == key.v {
				return "pardiffPtr(&dev." + s.field + ")"
			}
		}
	case *ir.Var:
		if a.buf != nil {
			return "pardiffPtr(" + g.address(a.buf) + ")"
		}
		return number(key.Type, g.variable(key))
	}
	panic("cudatmpl: an unknown kind of argument")
}

// number prints a number as an argument.
func number(t types.Type, x string) string {
	b := types.Unalias(t).Underlying().(*types.Basic)
	_, plain := types.Unalias(t).(*types.Basic)
	fn, want := "pardiffInt", types.Int
	switch b.Kind() {
	case types.Float64:
		fn, want = "pardiffF64", types.Float64
	case types.Float32:
		fn, want = "pardiffF32", types.Float32
	case types.Bool:
		return "pardiffBool(" + x + ")"
	}
	if b.Kind() != want || !plain {
		x = types.Typ[want].Name() + "(" + x + ")"
	}
	return fn + "(" + x + ")"
}

// leafPaths returns the selectors of the leaves of a struct type, in order.
func leafPaths(t types.Type) []string {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return []string{""}
	}
	var out []string
	for f := range s.Fields() {
		for _, p := range leafPaths(f.Type()) {
			out = append(out, "."+f.Name()+p)
		}
	}
	return out
}
