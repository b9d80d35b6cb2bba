package cudatmpl

import (
	"go/token"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A step is something that the launcher does.
type step interface{ uses(f func(any)) }

type (
	// An assignStep is a statement about numbers that the launcher knows: a Decl, Store or Reduce.
	assignStep struct {
		p    *plan
		stmt ir.Stmt
		v    *ir.Var
	}
	// An allocStep makes memory on the device.
	allocStep struct {
		p *plan
		b *buffer
		n ir.Expr
		// zero says that it must be cleared.
		zero bool
		keep bool // what it held, for tapes that grow
	}
	// A clearStep sets a number, or an array of them, to zero.
	clearStep struct{ b *buffer }
	// A swapStep exchanges two buffers.
	swapStep struct {
		p    *plan
		a, b *buffer
	}
	// A loopStep is a loop on the host.
	loopStep struct {
		p    *plan
		f    *ir.For
		body []step
	}
	// A branchStep is an If on the host.
	branchStep struct {
		p          *plan
		s          *ir.If
		then, alse []step
	}
	// A panicStep ends the function as the primal does.
	panicStep struct {
		p *plan
		s *ir.Panic
	}
	// A launchStep runs a kernel, or instead of it one that does the same by tiles, if there is one.
	launchStep struct {
		k     *kernel
		tiled *tiledKernel
	}
)

// block returns the steps for the statements of a block that is on the host.
func (p *plan) block(b *ir.Block) []step {
	var out []step
	var glue []ir.Stmt // what one thread does, until the next step
	flush := func() {
		if len(glue) > 0 {
			out = append(out, p.serialKernel(glue)...)
			glue = nil
		}
	}
	for _, s := range b.Stmts {
		if steps, ok := p.hostStep(s); ok {
			if len(steps) > 0 {
				if !p.harmless(s) {
					flush()
				}
				out = append(out, steps...)
			}
			continue
		}
		if f, ok := s.(*ir.For); ok && p.sched[f] != nil && p.kernel[f] {
			flush()
			out = append(out, p.nest(f)...)
			continue
		}
		glue = append(glue, s)
	}
	flush()
	return out
}

// harmless says whether the launcher may do s before kernels that precede it.
func (p *plan) harmless(s ir.Stmt) bool {
	d, ok := s.(*ir.Decl)
	return ok && p.at[d.Var] == onHost
}

// hostStep returns the steps for s if it is the launcher's.
func (p *plan) hostStep(s ir.Stmt) ([]step, bool) {
	if p.kernel[s] {
		return nil, false
	}
	switch s := s.(type) {
	case *ir.Block:
		if in := p.inverse[s]; in != nil {
			return []step{p.invertStep(in)}, true
		}
		if c := p.scanned[s]; c != nil {
			return []step{p.scanStep(c)}, true
		}
		return p.block(s), true
	case *ir.Decl:
		if s.Var.View != nil {
			return nil, true // resolved where it is used
		}
		if p.at[s.Var] == onHost {
			return []step{&assignStep{p, s, s.Var}}, true
		}
		if s.Init == nil || ir.IsVal(s.Init, 0) {
			p.cleared[p.buffer(s.Var)] = true
			return []step{&clearStep{p.buffer(s.Var)}}, true
		}
	case *ir.Store:
		if p.at[s.Dst.Var] == onHost && len(s.Dst.Elems) == 0 {
			return []step{&assignStep{p, s, s.Dst.Var}}, true
		}
	case *ir.Reduce:
		if p.at[s.Dst.Var] == onHost && len(s.Dst.Elems) == 0 {
			return []step{&assignStep{p, s, s.Dst.Var}}, true
		}
	case *ir.Alloc:
		return []step{p.alloc(s)}, true
	case *ir.Grow:
		if !p.hostExpr(s.Len) {
			p.refuseLength(s)
		}
		p.grows[p.buffer(s.Var)] = true
		return []step{&allocStep{p: p, b: p.buffer(s.Var), n: s.Len, keep: true}}, true
	case *ir.Swap:
		if len(s.A.Elems) > 0 || len(s.B.Elems) > 0 {
			refuse(posOf(s.Pos, p.grad.Primal.Pos), "no CUDA for %s: it exchanges parts of memory, which on the device is numbers alone; exchange whole slices", p.grad.Primal.Name)
		}
		a, b := p.buffer(s.A.Var), p.buffer(s.B.Var)
		a.swapped, b.swapped = true, true
		return []step{&swapStep{p, a, b}}, true
	case *ir.For:
		return []step{&loopStep{p, s, p.block(s.Body)}}, true
	case *ir.If:
		st := &branchStep{p: p, s: s, then: p.block(s.Then)}
		if s.Else != nil {
			st.alse = p.block(s.Else)
		}
		return []step{st}, true
	case *ir.Panic:
		return []step{&panicStep{p, s}}, true
	case *ir.Exec: // named for its bounds alone, which kernels do not test
		return nil, s.Bounds
	}
	return nil, false
}

func (p *plan) refuseCall(s ir.Stmt) {
	refuse(posOf(s.Info().Pos, p.grad.Primal.Pos), "no CUDA for %s: this calls a function as it is, which kernels cannot do; leave cuda out of the directive, or write the call out", p.grad.Primal.Name)
}

func (p *plan) alloc(s *ir.Alloc) step {
	if len(s.Dst.Elems) > 0 || s.Escapes {
		refuse(posOf(s.Pos, p.grad.Primal.Pos), "no CUDA for %s: this makes memory inside other memory, which the device cannot have; keep all rows in one slice", p.grad.Primal.Name)
	}
	if !p.hostExpr(s.Len) {
		p.refuseLength(s)
	}
	return &allocStep{p: p, b: p.buffer(s.Dst.Var), n: s.Len, zero: !s.Dirty}
}

func (p *plan) refuseLength(s ir.Stmt) {
	refuse(posOf(s.Info().Pos, p.grad.Primal.Pos), "no CUDA for %s: the length of this memory depends on what the device computes; make it depend on the lengths of arguments and on integers", p.grad.Primal.Name)
}

// A lenKey stands for the length of a slice as a variable of the launcher.
type lenKey struct{ v *ir.Var }

// useExpr calls f for the Vars, and the lengths, that e reads.
func (p *plan) useExpr(e ir.Expr, f func(any)) {
	if e == nil {
		return
	}
	ir.WalkExpr(e, func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Len:
			p.useLen(e, f)
			return false
		case *ir.Ref:
			f(e.Base().Var)
		}
		return true
	})
}

func (p *plan) useLen(e *ir.Len, f func(any)) {
	if n := viewLen(e); n != nil {
		p.useExpr(n, f)
		return
	}
	if isSlice(e.X.T) {
		f(lenKey{e.X.Base().Var})
	}
}

// viewLen returns the length of a view in terms of what it is a view of, nil if e is not about a view.
func viewLen(e *ir.Len) ir.Expr {
	if len(e.X.Elems) > 0 || e.X.Var.View == nil {
		return nil
	}
	switch v := e.X.Var.View.(type) {
	case *ir.Ref:
		return &ir.Len{X: v}
	case *ir.Slice:
		hi := v.Hi
		if hi == nil {
			hi = &ir.Len{X: v.X}
		}
		if v.Lo == nil {
			return hi
		}
		return difference(hi, v.Lo)
	}
	return nil
}

// difference returns hi - lo, for what bounds of views look like: (i+1)*n - i*n is n, a+n - a is n.
func difference(hi, lo ir.Expr) ir.Expr {
	a, ok1 := hi.(*ir.Binary)
	b, ok2 := lo.(*ir.Binary)
	if ok1 && a.Op == token.ADD && ir.Equal(a.X, lo) {
		return a.Y
	}
	if ok1 && ok2 && a.Op == token.MUL && b.Op == token.MUL && ir.Equal(a.Y, b.Y) {
		if n, ok := ir.IntVal(difference(a.X, b.X)); ok && n == 1 {
			return a.Y
		}
	}
	return sumOf(cancel(terms(hi, false, nil), terms(lo, true, nil)))
}

// A term is an operand of a sum.
type term struct {
	x     ir.Expr
	minus bool
}

// terms appends the operands of a sum to list.
func terms(e ir.Expr, minus bool, list []term) []term {
	if b, ok := e.(*ir.Binary); ok && (b.Op == token.ADD || b.Op == token.SUB) {
		return terms(b.Y, minus != (b.Op == token.SUB), terms(b.X, minus, list))
	}
	return append(list, term{e, minus})
}

// cancel drops terms of a and b that add up to nothing, and joins the rest.
func cancel(a, b []term) []term {
	var rest []term
	for _, t := range b {
		i := slices.IndexFunc(a, func(u term) bool { return u.minus != t.minus && ir.Equal(u.x, t.x) })
		if i < 0 {
			rest = append(rest, t)
			continue
		}
		a = slices.Delete(a, i, i+1)
	}
	return append(a, rest...)
}

func sumOf(list []term) ir.Expr {
	sum := ir.Expr(ir.Int(0))
	for _, t := range list {
		if t.minus {
			sum = ir.Sub(sum, t.x)
		} else {
			sum = ir.Add(sum, t.x)
		}
	}
	return sum
}

func (s *assignStep) uses(f func(any)) { s.p.useExpr(stmtValue(s.stmt), f) }
func (s *allocStep) uses(f func(any))  { s.p.useExpr(s.n, f) }
func (s *clearStep) uses(f func(any))  {}
func (s *swapStep) uses(f func(any))   {}
func (s *loopStep) uses(f func(any)) {
	s.p.useExpr(s.f.Begin, f)
	s.p.useExpr(s.f.Limit, f)
	s.p.useExpr(s.f.Step, f)
	for _, t := range s.body {
		t.uses(f)
	}
}
func (s *branchStep) uses(f func(any)) {
	s.p.useExpr(s.s.Cond, f)
	for _, t := range append(s.then[:len(s.then):len(s.then)], s.alse...) {
		t.uses(f)
	}
}
func (s *panicStep) uses(f func(any)) { s.p.useExpr(s.s.X, f) }
func (s *launchStep) uses(f func(any)) {
	s.k.uses(f)
	if s.tiled != nil {
		s.tiled.uses(f)
	}
}
