package cudatmpl

import (
	"fmt"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// printSweep prints the method that does the steps of a plan.
func (l *launcher) printSweep(p *plan) string {
	taken := newNamer(goWords)
	taken.taken[l.Recv] = true
	for _, imp := range []string{"errors", l.file.spec.Package.Name()} {
		taken.taken[imp] = true
	}
	for _, path := range l.file.spec.Imports {
		taken.taken[path] = true
	}
	var params []goField
	g := &goPrinter{launcher: l, p: p, names: taken}
	for _, s := range p.grad.Seeds {
		name := l.extra[s.Result]
		taken.taken[name] = true
		for i, v := range s.Adj {
			if v == nil {
				continue
			}
			taken.names[v] = name
			if len(s.Adj) > 1 || !basicType(s.Result) {
				taken.names[v] += resultPath(s.Result, i)
			}
		}
		params = append(params, goField{name, l.file.typ(s.Result.Type)})
	}
	w := &writer{}
	w.docs("sweep runs " + p.grad.Primal.Name + " and its reverse sweep on the device: it adds to the adjoints there.")
	l.method(w, "sweep", params, "error")
	w.line("run, dev := &pardiffRun{gpu: %s.gpu}, &%[1]s.dev", l.Recv)
	needed := p.needed()
	for _, b := range p.order {
		if b.kind == cellBuffer || b.kind == arrayBuffer {
			if b.primal != nil || b.v.Kind == ir.Param {
				continue
			}
			if b.v.Kind == ir.Result {
				w.line("run.clear(&dev.%s, %d)", b.field, sizeOf(b.elem)*b.flat())
			} else if !p.cleared[b] {
				w.line("run.reserve(&dev.%s, %d)", b.field, sizeOf(b.elem)*b.flat())
			}
		}
	}
	for _, v := range p.assignedParams() {
		if needed[v] {
			w.line("%s := %s", g.names.of(v, v.Name), g.held(v))
		}
	}
	g.steps(w, p.steps, needed)
	w.line("return run.err\n}")
	return w.String()
}

// needed returns the Vars and lengths that the launcher must know, for steps that are more than assignments.
func (p *plan) needed() map[any]bool {
	need := map[any]bool{}
	assigns := map[any][]*assignStep{}
	var visit func(list []step)
	mark := func(k any) {}
	mark = func(k any) {
		if need[k] {
			return
		}
		need[k] = true
		for _, s := range assigns[k] {
			s.uses(mark)
		}
	}
	swaps := map[*ir.Var][]*ir.Var{}
	var rest []step
	visit = func(list []step) {
		for _, s := range list {
			switch s := s.(type) {
			case *assignStep:
				assigns[s.v] = append(assigns[s.v], s)
			case *loopStep:
				rest = append(rest, &loopStep{p: s.p, f: s.f})
				visit(s.body)
			case *branchStep:
				rest = append(rest, &branchStep{p: s.p, s: s.s})
				visit(s.then)
				visit(s.alse)
			case *swapStep:
				swaps[s.a.v] = append(swaps[s.a.v], s.b.v)
				swaps[s.b.v] = append(swaps[s.b.v], s.a.v)
			default:
				rest = append(rest, s)
			}
		}
	}
	visit(p.steps)
	for _, s := range rest {
		s.uses(mark)
	}
	// A length is exchanged with those of all slices that the slice is exchanged with.
	for changed := true; changed; {
		changed = false
		for a, list := range swaps {
			for _, b := range list {
				if need[lenKey{a}] && !need[lenKey{b}] {
					need[lenKey{b}], changed = true, true
				}
			}
		}
	}
	return need
}

func (g *goPrinter) steps(w *writer, list []step, needed map[any]bool) {
	for _, s := range list {
		switch s := s.(type) {
		case *assignStep:
			if needed[s.v] {
				g.assign(w, s)
			}
		case *allocStep:
			g.alloc(w, s, needed)
		case *clearStep:
			w.line("run.clear(&dev.%s, %d)", s.b.field, sizeOf(s.b.elem)*s.b.flat())
		case *swapStep:
			g.swap(w, s, needed)
		case *loopStep:
			g.loop(w, s, needed)
		case *branchStep:
			g.branch(w, s, needed)
		case *panicStep:
			g.at = s.s.Pos
			x := g.expr(s.s.X)
			if rest, ok := strings.CutPrefix(x, `"`); ok && s.s.Made {
				x = `"pardiffgen: ` + g.p.grad.Primal.Name + ": " + rest
			}
			w.line("panic(%s)", x)
		case *invertStep:
			g.invert(w, s)
		case *scanStep:
			g.scan(w, s)
		case *launchStep:
			if s.tiled != nil {
				g.tiles(w, s.tiled, func() { g.launch(w, s.k) })
			} else {
				g.launch(w, s.k)
			}
		}
	}
}

func (g *goPrinter) assign(w *writer, s *assignStep) {
	g.at = s.stmt.Info().Pos
	v := g.names.of(s.v, s.v.Name)
	switch st := s.stmt.(type) {
	case *ir.Decl:
		switch {
		case st.Init == nil:
			w.line("var %s %s", v, g.file.typ(s.v.Type))
		case untypedInit(st.Init, s.v.Type):
			w.line("var %s %s = %s", v, g.file.typ(s.v.Type), g.expr(st.Init))
		default:
			w.line("%s := %s", v, g.expr(st.Init))
		}
	case *ir.Store:
		w.line("%s = %s", v, g.expr(st.Src))
	case *ir.Reduce:
		w.line("%s %s= %s", v, st.Op, g.expr(st.Src))
	}
}

// size prints the bytes of n elements of a buffer.
func (g *goPrinter) size(b *buffer, n string) string {
	size := sizeOf(b.elem) * b.flat()
	if size == 1 {
		return n
	}
	return fmt.Sprintf("%d*%s", size, paren(n))
}

// paren puts an expression in parentheses unless it is an operand.
func paren(s string) string {
	depth := 0
	for _, r := range s {
		switch r {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ' ', '+', '-', '/', '%':
			if depth == 0 {
				return "(" + s + ")"
			}
		}
	}
	return s
}

// address prints the address of a buffer.
func (g *goPrinter) address(b *buffer) string {
	if b.swapped {
		return g.names.of(b, b.v.Name)
	}
	return "&dev." + b.field
}

func (g *goPrinter) alloc(w *writer, s *allocStep, needed map[any]bool) {
	n := g.expr(s.n)
	if needed[lenKey{s.b.v}] {
		name := g.names.of(lenKey{s.b.v}, s.b.v.Name+"Len")
		if s.keep {
			w.line("%s = max(%s, %s)", name, name, n)
		} else {
			w.line("%s := %s", name, n)
		}
		n = name
	}
	if s.b.swapped {
		w.line("%s := &dev.%s", g.address(s.b), s.b.field)
	}
	at := g.address(s.b)
	bytes := g.size(s.b, n)
	if s.keep {
		w.line("run.grow(%s, &dev.%sOld, %s)", at, s.b.field, bytes)
		return
	}
	if s.zero {
		w.line("run.clear(%s, %s)", at, bytes)
	} else {
		w.line("run.reserve(%s, %s)", at, bytes)
	}
}

func (g *goPrinter) swap(w *writer, s *swapStep, needed map[any]bool) {
	a, b := g.address(s.a), g.address(s.b)
	left, right := []string{a, b}, []string{b, a}
	if needed[lenKey{s.a.v}] {
		x, y := g.lenOf(s.a.v), g.lenOf(s.b.v)
		left, right = append(left, x, y), append(right, y, x)
	}
	w.line("%s = %s", strings.Join(left, ", "), strings.Join(right, ", "))
}

func (g *goPrinter) loop(w *writer, s *loopStep, needed map[any]bool) {
	f := s.f
	g.at = f.Pos
	it := g.names.of(f.Iter, f.Iter.Name)
	next := it + " += " + g.expr(f.Step)
	switch {
	case ir.IsVal(f.Step, 1):
		next = it + "++"
	case ir.IsVal(f.Step, -1):
		next = it + "--"
	}
	if ir.IsVal(f.Begin, 0) && ir.IsVal(f.Step, 1) && f.Cmp.String() == "<" {
		if iterates(s, f.Iter, needed) {
			w.line("for %s := range %s {", it, g.expr(f.Limit))
		} else {
			w.line("for range %s {", g.expr(f.Limit))
		}
	} else {
		w.line("for %s := %s; %s %s %s; %s {", it, g.expr(f.Begin), it, f.Cmp, g.expr(f.Limit), next)
	}
	g.steps(w, s.body, needed)
	w.line("}")
}

// iterates says whether the body of a loop needs its iterator, which another loop may have as well.
func iterates(s *loopStep, it *ir.Var, needed map[any]bool) bool {
	found := false
	var visit func(list []step)
	visit = func(list []step) {
		for _, s := range list {
			switch s := s.(type) {
			case *assignStep:
				if !needed[s.v] {
					continue
				}
			case *loopStep:
				visit(s.body)
				s = &loopStep{p: s.p, f: s.f}
				s.uses(func(k any) { found = found || k == any(it) })
				continue
			case *branchStep:
				visit(s.then)
				visit(s.alse)
				s.p.useExpr(s.s.Cond, func(k any) { found = found || k == any(it) })
				continue
			}
			s.uses(func(k any) { found = found || k == any(it) })
		}
	}
	visit(s.body)
	return found
}

func (g *goPrinter) branch(w *writer, s *branchStep, needed map[any]bool) {
	g.at = s.s.Pos
	w.line("if %s {", g.expr(s.s.Cond))
	g.steps(w, s.then, needed)
	if len(s.alse) > 0 {
		w.line("} else {")
		g.steps(w, s.alse, needed)
	}
	w.line("}")
}

// basicType says whether a result is one number.
func basicType(r *ir.ResultDecl) bool { return len(r.Leaves) == 1 && ctype(r.Type) != "" }

// resultPath returns the selectors that lead to leaf i of a struct.
func resultPath(r *ir.ResultDecl, i int) string {
	return leafPaths(r.Type)[i]
}
