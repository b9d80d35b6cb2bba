package cudatmpl

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Where all iterations of a nest add to the same elements one after the other, as those over the points of a sample do to
// the adjoints of parameters, the lanes of a warp take 32 iterations together, add up what they have for an element, and
// share one copy. It is allowed where the lanes go the same way to each sum:
//
//   - the loops around a sum have bounds, and its place has subscripts, that are the same for all iterations of the nest:
//     they depend on numbers of the launcher and on iterators of such loops alone; no branch is around it;
//   - memory that the nest writes, other than that of a thread and the sums, it does not read: a lane without an
//     iteration repeats that of the first lane, and writes nothing.

// together says whether lanes of a warp can share the copies of a nest.
func (p *plan) together(k *kernel, f *ir.For) bool {
	w := &warpTest{plan: p, kernel: k, same: map[*ir.Var]bool{}, own: declaredIn(f.Body)}
	if !w.block(f.Body, true) {
		return false
	}
	e := ir.EffectsOf(f.Body)
	for v := range e.Writes {
		if e.Loads[v] && !w.own[v] && !w.isIterator(f, v) && !slices.Contains(k.sums, v) {
			return false
		}
	}
	return true
}

// A warpTest looks at the body of a nest.
type warpTest struct {
	plan   *plan
	kernel *kernel
	same   map[*ir.Var]bool // what the body declares that is the same for all lanes
	own    map[*ir.Var]bool // all that it declares
}

func (w *warpTest) isIterator(f *ir.For, v *ir.Var) bool {
	return slices.ContainsFunc(loopsOf(&ir.Block{Stmts: []ir.Stmt{f}}), func(g *ir.For) bool { return g.Iter == v })
}

// block says whether lanes go the same way to the sums in a block. where says whether they do to the block.
func (w *warpTest) block(b *ir.Block, where bool) bool {
	for _, s := range b.Stmts {
		ok := true
		switch s := s.(type) {
		case *ir.Decl:
			if s.Var.View == nil && ir.IsInt(s.Var.Type) && s.Init != nil && w.uniform(s.Init) && writesIn(b, s.Var) == 1 {
				w.same[s.Var] = true
			}
		case *ir.Reduce:
			if at := plain(s.Dst.Base()).(*ir.Ref); w.shared(at.Var) {
				ok = where && !slices.ContainsFunc(at.Indices(), func(i ir.Expr) bool { return !w.uniform(i) })
			}
		case *ir.For:
			in := s.While == nil && s.Limit != nil && w.uniform(s.Begin) && w.uniform(s.Limit) && w.uniform(s.Step)
			w.same[s.Iter] = in
			ok = w.block(s.Body, where && in)
		default:
			ir.Inner(s, func(b *ir.Block) { ok = ok && w.block(b, false) })
		}
		if !ok {
			return false
		}
	}
	return true
}

// shared says whether threads have copies of the memory of v.
func (w *warpTest) shared(v *ir.Var) bool {
	return slices.ContainsFunc(w.kernel.private, func(b *buffer) bool { return b.v == v })
}

// uniform says whether e is the same for all lanes.
func (w *warpTest) uniform(e ir.Expr) bool {
	ok := true
	ir.WalkExpr(plain(e), func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Len: // that of memory of the thread is the launcher's as well
			ok = ok && len(e.X.Elems) == 0
			return false
		case *ir.Ref:
			ok = ok && (w.same[e.Var] || w.plan.at[e.Var] == onHost && !w.own[e.Var] && w.plan.hostExpr(e))
		}
		return ok
	})
	return ok
}

// warps prints the loop of a warp that takes 32 iterations after the other, and adds to copies of its own.
func (k *kernelPrinter) warps(body *ir.Block) {
	for _, name := range []string{"thread", "threads", "warp", "warps", "lane", "group", "groups", "active"} {
		k.names.taken[name] = true
	}
	d := k.kernel.dims[0]
	k.startSums()
	k.kernel.byKey[partsKey{}] = &param{key: partsKey{}, name: "warps", elem: ir.Int(0).T}
	k.kernel.params = append(k.kernel.params, k.kernel.byKey[partsKey{}])
	k.line("const long long thread = blockIdx.x * (long long)blockDim.x + threadIdx.x, threads = 32 * warps;")
	k.line("const long long warp = thread / 32, lane = thread %% 32;")
	count := k.count(d)
	for _, b := range k.kernel.private {
		k.private(b)
	}
	k.line("const long long groups = (%s + 31) / 32;", count)
	k.open("if (warp < warps)")
	k.open("for (long long group = groups * warp / warps; group < groups * (warp + 1) / warps; group++)")
	k.line("const bool active = 32 * group + lane < %s; // otherwise the lane repeats another iteration, and adds nothing", count)
	k.line("const long long %s = %s;", k.declare(d.f.Iter), k.first(d, "32 * group + (active ? lane : 0)"))
	k.block(body)
	k.close()
	k.close()
}

// assignTogether prints an assignment in a kernel whose lanes go together, if it is to memory that is not the thread's.
// It says whether it did.
func (k *kernelPrinter) assignTogether(v *ir.Var, place, op, value, negative string) bool {
	switch {
	case k.kernel.copies(v):
		k.file.uses["pardiff_warp_add"] = true
		if op == "-=" {
			value = negative
		}
		t := ctype(k.plan.buffer(v).elem)
		k.line("pardiff_warp_add<%s>(&%s, active ? %s : %s);", t, place, value, zeroOf(t))
	case !k.local[v] || slices.Contains(k.kernel.sums, v):
		k.line("if (active) %s %s %s;", place, op, value)
	default:
		return false
	}
	return true
}
