package cudatmpl

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A kernel is one kernel and how it is launched.
type kernel struct {
	p     *plan
	name  string
	index int
	doc   []string
	// params are in order of first use.
	params []*param
	byKey  map[any]*param
	// dims are the loops whose iterations are the threads, none for a kernel of one thread.
	dims []*dim
	// sums are numbers that all threads add to.
	sums []*ir.Var
	// private are buffers of which each thread has a copy that it adds to; chunks of the one dim are
	// the threads then.
	private []*buffer
	// together says that the lanes of a warp go together and share its copies.
	together bool
	// spread is the loop whose sums the lanes of a warp share where there are few places, nil if there is none.
	spread *ir.For
	// columns are those sums where they are over the rows of a matrix, nil if they are not.
	columns *columns
	// along says that the terms of those sums lie side by side.
	along bool
	// wide is what threads do of several iterations at once, nil if each thread does one.
	wide *wide
	// atomic are slices to which threads add by atomics.
	atomic []*ir.Var
	// scratch is memory that each thread has for itself.
	scratch []*scratchMemory
	body    string
}

// A dim is a loop of which each iteration is a thread. With colors, those iterations alone that are so many apart
// run in one launch.
type dim struct {
	f      *ir.For
	colors int
}

// A scratchMemory is a slice that the body of a kernel makes.
type scratchMemory struct {
	v     *ir.Var
	n     ir.Expr
	shape shape
	field string
	warp  bool // each warp has it, not each thread
}

// A param is a parameter of a kernel.
type param struct {
	key  any
	name string
	// elem is the type of the number, or of what the pointer points to.
	elem    types.Type
	pointer bool
	written bool
	buf     *buffer // whose address it is, nil for others
}

// Keys of parameters other than Vars and lengths.
type (
	colorKey   struct{ d *dim }
	partKey    struct{ v *ir.Var }
	privateKey struct{ b *buffer }
	scratchKey struct{ v *ir.Var }
	partsKey   struct{}
	lanesKey   struct{}
)

// decl prints the declaration of a parameter.
func (a *param) decl() string {
	t := ctype(a.elem)
	if !a.pointer {
		return t + " " + a.name
	}
	if !a.written {
		t = "const " + t
	}
	return t + " *__restrict__ " + a.name
}

// uses calls f for what the launcher must know to launch k.
func (k *kernel) uses(f func(any)) {
	for _, a := range k.params {
		switch key := a.key.(type) {
		case *ir.Var, lenKey:
			f(key)
		case privateKey:
			f(lenKey{key.b.v})
		}
	}
	for _, d := range k.dims {
		k.p.useExpr(d.f.Begin, f)
		k.p.useExpr(d.f.Limit, f)
	}
	for _, s := range k.scratch {
		k.p.useExpr(s.n, f)
	}
	if k.columns != nil || k.along {
		k.p.useExpr(k.spread.Begin, f)
		k.p.useExpr(k.spread.Limit, f)
	}
	if k.wide != nil {
		for _, t := range k.wide.parts {
			k.p.useExpr(t.begin, f)
		}
		for _, e := range k.wide.steps {
			k.p.useExpr(e, f)
		}
	}
}

// newKernel adds a kernel to the file.
func (p *plan) newKernel(wish string) *kernel {
	k := &kernel{p: p, index: len(p.file.kernels), byKey: map[any]*param{}}
	k.name = p.file.global.fresh(cname(p.name) + "_" + wish)
	p.file.kernels = append(p.file.kernels, k)
	return k
}

// printer returns a printer for the body of k.
func (k *kernel) printer() *kernelPrinter {
	return &kernelPrinter{file: k.p.file, plan: k.p, kernel: k, names: newNamer(cWords, k.p.file.cTaken()), local: map[*ir.Var]bool{}, unsure: map[*ir.Var]bool{}, indent: 1}
}

// nest returns the steps for a nest of loops that runs in parallel.
func (p *plan) nest(f *ir.For) []step {
	k := p.newKernel(p.direction(f) + "_" + cname(f.Iter.Name))
	par := p.sched[f]
	for _, v := range par.Sums {
		if isSlice(v.Type) || isArray(v.Type) {
			b := p.buffer(ir.NewRef(v).Base().Var)
			if p.atomics {
				k.atomic = append(k.atomic, b.v)
			} else if !containsBuffer(k.private, b) {
				k.private = append(k.private, b)
			}
			continue
		}
		k.sums = append(k.sums, v)
	}
	body := f.Body
	k.dims = []*dim{p.newDim(k, f, par)}
	if len(k.private) == 0 {
		body = p.widen(k)
	}
	k.together = len(k.private) > 0 && p.together(k, f)
	k.spread = p.spreadLoop(body)
	p.shareSums(k)
	k.wide = p.wideOf(k, body)
	kp := k.printer()
	kp.nest(body)
	k.doc = p.describe(f, k, kp)
	return []step{&launchStep{k, p.tiled(f, k, body)}}
}

// spreadLoop returns the loop of a body whose sums lanes can share.
func (p *plan) spreadLoop(body *ir.Block) *ir.For {
	for _, s := range body.Stmts {
		if f, ok := s.(*ir.For); ok {
			if p.spread[f] != nil {
				return f
			}
			return nil
		}
	}
	return nil
}

// newDim returns a dim for a loop. With atomics, iterations that add to the same elements run in one launch.
func (p *plan) newDim(k *kernel, f *ir.For, par *ir.Par) *dim {
	if par.Halo == 0 || !p.atomics {
		return &dim{f, par.Halo + 1}
	}
	inside := declaredIn(f.Body)
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		if r, ok := s.(*ir.Reduce); ok && isSlice(r.Dst.Base().Var.Type) && !inside[r.Dst.Base().Var] {
			k.atomic = append(k.atomic, r.Dst.Base().Var)
		}
		return true
	})
	return &dim{f, 1}
}

// widen adds loops inside the nest to the dims of k, as long as they hold all that is done and can run in parallel
// as well. It returns the body of the innermost, in front of which stand the declarations that it passed.
func (p *plan) widen(k *kernel) *ir.Block {
	loops, body := p.parallelLoops(k.dims[0].f, append(k.sums[:len(k.sums):len(k.sums)], k.atomic...))
	for _, f := range loops[1:] {
		k.dims = append(k.dims, p.newDim(k, f, p.sched[f]))
	}
	return body
}

// onlyLoop returns the loop that is all of b but for declarations of numbers and views before it.
func onlyLoop(b *ir.Block) (*ir.For, []ir.Stmt) {
	for i, s := range b.Stmts {
		switch s := s.(type) {
		case *ir.Decl:
			if isArray(s.Var.Type) {
				return nil, nil
			}
		case *ir.For:
			if i == len(b.Stmts)-1 {
				return s, b.Stmts[:i]
			}
			return nil, nil
		default:
			return nil, nil
		}
	}
	return nil, nil
}

func subset(list, of []*ir.Var) bool {
	for _, v := range list {
		found := false
		for _, w := range of {
			found = found || v == w
		}
		if !found {
			return false
		}
	}
	return true
}

func containsBuffer(list []*buffer, b *buffer) bool {
	for _, c := range list {
		if b == c {
			return true
		}
	}
	return false
}

// mentions says whether e refers to one of vars, through views as well.
func mentions(e ir.Expr, vars map[*ir.Var]bool) bool {
	found := false
	ir.WalkExpr(e, func(e ir.Expr) bool {
		if r, ok := e.(*ir.Ref); ok {
			if vars[r.Var] {
				found = true
			} else if r.Var.View != nil {
				found = found || mentions(r.Base(), vars)
			}
		}
		return !found
	})
	return found
}

// serialKernel returns the steps for statements that one thread executes.
func (p *plan) serialKernel(list []ir.Stmt) []step {
	k := p.newKernel("scalars")
	k.doc = []string{"One thread does what stands between the other kernels."}
	kp := k.printer()
	kp.own = p.own(list)
	kp.one(&ir.Block{Stmts: list})
	if k.body == "" {
		p.file.kernels = p.file.kernels[:len(p.file.kernels)-1]
		return nil
	}
	return []step{&launchStep{k, nil}}
}

// own returns the Vars declared in a list of statements that nothing else mentions.
func (p *plan) own(list []ir.Stmt) map[*ir.Var]bool {
	own := map[*ir.Var]bool{}
	here := map[ir.Stmt]bool{}
	for _, s := range list {
		ir.Walk(s, func(s ir.Stmt) bool {
			here[s] = true
			if d, ok := s.(*ir.Decl); ok && d.Var.View == nil {
				own[d.Var] = true
			}
			return true
		})
	}
	ir.Walk(p.body, func(s ir.Stmt) bool {
		if here[s] {
			return true
		}
		for v := range own {
			if touches(s, v) {
				delete(own, v)
			}
		}
		return true
	})
	return own
}

// touches says whether s itself reads or writes v, through views as well.
func touches(s ir.Stmt, v *ir.Var) bool {
	vars, found := map[*ir.Var]bool{v: true}, false
	ir.Reads(s, func(e ir.Expr) { found = found || mentions(e, vars) })
	ir.Writes(s, func(r *ir.Ref) { found = found || r.Base().Var == v })
	return found
}

// describe returns the comment of the kernel for nest f: its loops, as the user wrote them.
func (p *plan) describe(f *ir.For, k *kernel, kp *kernelPrinter) []string {
	var names []string
	for _, d := range k.dims {
		names = append(names, kp.names.of(d.f.Iter, ""))
	}
	over := strings.Join(names, ", ")
	var doc []string
	for _, f := range p.partsOf(f) {
		if at := p.source(f); at != "" && !slices.Contains(doc, at) {
			doc = append(doc, at)
		}
	}
	line := "A thread for each " + over + "."
	if len(k.private) > 0 {
		line = "Each thread does a part of the iterations over " + over + " and has copies of what it adds to."
	}
	if k.together {
		line = "Each warp does a part of the iterations over " + over + ", 32 at a time, and has copies of what its lanes add to."
	}
	if k.columns != nil {
		line += " Where these are few, 8 for each, of a block for 32, or of several blocks."
	} else if k.along {
		line += " Where these are few, or their sums long, a warp for each: its lanes share the sums."
	} else if k.spread != nil {
		line += " Where these are few, a warp for each: its lanes share the sums."
	}
	if k.wide != nil {
		line = fmt.Sprintf("A thread for each %s, or for %d that follow each other, whose numbers it loads and stores at once.", over, k.wide.numbers())
	}
	var every []string
	for i, d := range k.dims {
		if d.colors > 1 {
			every = append(every, ordinal(d.colors)+" "+names[i])
		}
	}
	doc = append(doc, line)
	if len(every) > 0 {
		doc = append(doc, "One launch does every "+strings.Join(every, " and every ")+": these add to different elements.")
	}
	return doc
}

func ordinal(n int) string {
	switch n {
	case 2:
		return "second"
	case 3:
		return "third"
	}
	return itoa(n) + "th"
}

// partsOf returns the nests that f was fused of, f itself if it is one.
func (p *plan) partsOf(f *ir.For) []*ir.For {
	if list := p.parts[f]; list != nil {
		return list
	}
	return []*ir.For{f}
}

// source returns the primal's line of a loop, "" for what the reverse sweep made up.
func (p *plan) source(f *ir.For) string {
	if f.Src == "" || !f.Pos.IsValid() {
		return ""
	}
	at := p.grad.Primal.Fset.Position(f.Pos)
	return p.file.spec.Source + ":" + itoa(at.Line) + ": " + strings.TrimSpace(f.Src)
}

// direction says which sweep a nest belongs to.
func (p *plan) direction(f *ir.For) string {
	adjoint := false
	for _, g := range p.partsOf(f) {
		adjoint = adjoint || p.source(g) == ""
	}
	ir.Walk(f, func(s ir.Stmt) bool {
		ir.Writes(s, func(r *ir.Ref) { adjoint = adjoint || r.Base().Var.Kind == ir.Adjoint })
		return !adjoint
	})
	if adjoint {
		return "reverse"
	}
	return "forward"
}
