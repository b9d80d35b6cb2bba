package cudatmpl

import (
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// owns says whether the kernel has threads of a loop, so that what is declared in it belongs to a thread.
func (k *kernel) owns() bool { return len(k.dims) > 0 }

// one prints a kernel of one thread.
func (k *kernelPrinter) one(b *ir.Block) {
	k.block(b)
	k.kernel.body = k.buf.String()
}

// nest prints a kernel whose threads are the iterations of the dims.
func (k *kernelPrinter) nest(body *ir.Block) {
	if k.kernel.together {
		k.warps(body)
	} else if len(k.kernel.private) > 0 {
		k.chunks(body)
	} else {
		k.threads(body)
	}
	k.blockSums()
	k.kernel.body = k.buf.String()
}

// startSums declares what a thread adds to.
func (k *kernelPrinter) startSums() {
	for _, v := range k.kernel.sums {
		k.line("%s %s = %s;", ctype(v.Type), k.declare(v), zeroOf(ctype(v.Type)))
	}
}

// threads prints the loop in which a thread takes every so manieth iteration.
func (k *kernelPrinter) threads(body *ir.Block) {
	if k.kernel.columns != nil {
		k.columns(k.kernel.columns, body)
		return
	}
	if k.kernel.spread != nil {
		k.lanes(body)
		return
	}
	if k.kernel.wide != nil {
		k.wides(k.kernel.wide)
		return
	}
	if d := k.kernel.dims[0]; len(k.kernel.dims) == 1 && d.colors == 1 {
		k.oneDim(d, body)
		return
	}
	var counts []string
	for _, d := range k.kernel.dims {
		counts = append(counts, k.count(d))
	}
	total := strings.Join(counts, " * ")
	k.startSums()
	k.scratchHead(body)
	t := k.names.fresh("t")
	k.open("for (long long %s = blockIdx.x * (long long)blockDim.x + threadIdx.x; %[1]s < %s; %[1]s += (long long)gridDim.x * blockDim.x)", t, total)
	for i, d := range k.kernel.dims {
		k.line("const long long %s = %s;", k.declare(d.f.Iter), k.first(d, unrank(t, counts, i)))
	}
	k.block(body)
	k.close()
}

// oneDim prints that loop for a single dim.
func (k *kernelPrinter) oneDim(d *dim, body *ir.Block) {
	k.startSums()
	k.scratchHead(body)
	begin := ""
	if !ir.IsVal(d.f.Begin, 0) {
		begin = k.operand(d.f.Begin, cPlus) + " + "
	}
	limit := k.operand(d.f.Limit, cShift)
	k.open("for (long long %[1]s = %[2]sblockIdx.x * (long long)blockDim.x + threadIdx.x; %[1]s < %[3]s; %[1]s += (long long)gridDim.x * blockDim.x)", k.declare(d.f.Iter), begin, limit)
	k.block(body)
	k.close()
}

// lanes prints that loop for a kernel in which the lanes of a warp may share the sums of a thread: there are as many
// lanes as the launcher says, 1 or 32. With 32 the threads of a warp have one place and stay together.
func (k *kernelPrinter) lanes(body *ir.Block) {
	k.file.uses["pardiff_warp_sum"] = true
	lanes := k.param(lanesKey{}, "lanes", func() *param { return &param{elem: ir.Int(0).T} }).name
	var counts []string
	for _, d := range k.kernel.dims {
		counts = append(counts, k.count(d))
	}
	t, place := k.names.fresh("t"), k.names.fresh("place")
	k.lane = k.names.fresh("lane")
	k.open("for (long long %[1]s = blockIdx.x * (long long)blockDim.x + threadIdx.x; %[1]s < %[2]s * %[3]s; %[1]s += (long long)gridDim.x * blockDim.x)", t, strings.Join(counts, " * "), lanes)
	k.line("const long long %s = %s / %s, %s = %[2]s %% %[3]s;", place, t, lanes, k.lane)
	for i, d := range k.kernel.dims {
		k.line("const long long %s = %s;", k.declare(d.f.Iter), k.first(d, unrank(place, counts, i)))
	}
	at := slices.Index(body.Stmts, ir.Stmt(k.kernel.spread))
	k.block(&ir.Block{Stmts: body.Stmts[:at+1]})
	for _, v := range k.plan.spread[k.kernel.spread] {
		k.line("%s = pardiff_warp_sum<%s>(%[1]s, %[3]s);", k.names.of(v, ""), ctype(v.Type), lanes)
	}
	k.open("if (%s == 0)", k.lane)
	k.block(&ir.Block{Stmts: body.Stmts[at+1:]})
	k.close()
	k.close()
}

// unrank prints the place in dim i of the thread t, where the last dim runs fastest.
func unrank(t string, counts []string, i int) string {
	at := t
	switch inside := counts[i+1:]; len(inside) {
	case 0:
	case 1:
		at += " / " + inside[0]
	default:
		at += " / (" + strings.Join(inside, " * ") + ")"
	}
	if i > 0 {
		at += " % " + counts[i]
	}
	return at
}

// count returns the number of iterations of a dim in one launch, which it declares if it is no variable.
func (k *kernelPrinter) count(d *dim) string {
	n := ir.Sub(d.f.Limit, d.f.Begin)
	if d.colors == 1 {
		switch n.(type) {
		case *ir.Ref, *ir.Len:
			return k.operand(n, cUnary)
		}
	}
	name := k.names.fresh("n_" + cname(d.f.Iter.Name))
	if d.colors == 1 {
		k.line("const long long %s = %s;", name, k.expr(n))
		return name
	}
	c := k.param(colorKey{d}, "color_"+d.f.Iter.Name, func() *param { return &param{elem: ir.Int(0).T} }).name
	k.line("const long long %s = (%s - %s + %d) / %d;", name, k.operand(n, cPlus), c, d.colors-1, d.colors)
	return name
}

// first prints the value of the iterator of a dim in its iteration at.
func (k *kernelPrinter) first(d *dim, at string) string {
	if d.colors > 1 {
		if strings.ContainsAny(at, "/%") {
			at = "(" + at + ")"
		}
		at = itoa(d.colors) + " * " + at + " + " + k.kernel.byKey[colorKey{d}].name
	}
	if ir.IsVal(d.f.Begin, 0) {
		return at
	}
	return k.operand(d.f.Begin, cPlus) + " + " + at
}

// scratchHead declares which thread this is, if the body makes memory.
func (k *kernelPrinter) scratchHead(body *ir.Block) {
	makes := false
	ir.Walk(body, func(s ir.Stmt) bool {
		_, ok := s.(*ir.Alloc)
		makes = makes || ok
		return !makes
	})
	if !makes {
		return
	}
	k.names.taken["thread"], k.names.taken["threads"] = true, true
	k.line("const long long threads = (long long)gridDim.x * blockDim.x;")
	k.line("const long long thread = blockIdx.x * (long long)blockDim.x + threadIdx.x;")
}

// chunks prints the loop of a thread that takes iterations one after the other, and adds to copies of its own.
func (k *kernelPrinter) chunks(body *ir.Block) {
	k.names.taken["thread"], k.names.taken["threads"] = true, true
	d := k.kernel.dims[0]
	k.startSums()
	k.kernel.byKey[partsKey{}] = &param{key: partsKey{}, name: "threads", elem: ir.Int(0).T}
	k.kernel.params = append(k.kernel.params, k.kernel.byKey[partsKey{}])
	k.line("const long long thread = blockIdx.x * (long long)blockDim.x + threadIdx.x;")
	count := k.count(d)
	for _, b := range k.kernel.private {
		k.private(b)
	}
	k.open("if (thread < threads)")
	defer k.close()
	begin := ""
	if !ir.IsVal(d.f.Begin, 0) {
		begin = k.operand(d.f.Begin, cPlus) + " + "
	}
	it := k.declare(d.f.Iter)
	k.open("for (long long %s = %s%s * thread / threads; %[1]s < %[2]s%[3]s * (thread + 1) / threads; %[1]s++)", it, begin, count)
	k.block(body)
	k.close()
}

// private makes the copy of a buffer that a thread or a warp has: its elements stand so many apart as there are copies.
func (k *kernelPrinter) private(b *buffer) {
	sc := &scratchMemory{v: b.v, n: &ir.Len{X: ir.NewRef(b.v)}, shape: b.shape, warp: k.kernel.together}
	if b.kind != sliceBuffer {
		sc.n = ir.Int(1)
	}
	a := k.param(privateKey{b}, b.v.Name+"_part", func() *param { return &param{elem: b.elem, pointer: true, written: true} })
	k.names.names[b.v] = a.name
	k.local[b.v] = true
	k.kernel.scratch = append(k.kernel.scratch, sc)
	sc.field = k.plan.fields.fresh(b.field + "Part")
}

// blockSums adds up what the threads of a block have, for each sum, and leaves it for the last launch.
func (k *kernelPrinter) blockSums() {
	for _, v := range k.kernel.sums {
		k.file.uses["pardiff_block_sum"] = true
		t := ctype(v.Type)
		a := k.param(partKey{v}, v.Name+"_part", func() *param { return &param{elem: v.Type, pointer: true, written: true} })
		name := k.names.of(v, "")
		k.line("%s = pardiff_block_sum<%s>(%[1]s);", name, t)
		k.line("if (threadIdx.x == 0) %s[blockIdx.x] = %s;", a.name, name)
	}
}
