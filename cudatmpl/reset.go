package cudatmpl

import (
	"go/token"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// The reverse of an assignment to memory sets an adjoint to zero after it was read, which keeps a nest from being fused with
// one that reads it in other iterations. Such stores at the end of a nest become a nest of their own, which is always
// allowed since iterations are independent. Where it is the last one in a loop of the launcher, it goes to the
// beginning of the next iteration, and behind the loop for the last:
//
//	for t { swap x', y'; for i { x'[i] += y'[i-1] }; for i { y'[i] = 0 } }
//
// becomes
//
//	for t { swap x', y'; for i { if t is not the first { x'[i] = 0 }; x'[i] += y'[i-1] } }
//	if there was a t { for i { y'[i] = 0 } }
//
// The order of what is done stays the same.

// resets divides a nest into one without the stores of constants at its end and one with these; nil where one of them
// would be empty.
func (u *fuser) resets(n *nestForm) (most *nestForm, resets ir.Stmt) {
	at := len(n.body)
	for at > 0 && isReset(n.body[at-1]) {
		at--
	}
	if at == len(n.body) || !slices.ContainsFunc(n.body[:at], func(s ir.Stmt) bool { return !isIntDecl(s) }) {
		return nil, nil
	}
	var list []ir.Stmt
	for _, s := range n.body[:at] {
		if d, ok := s.(*ir.Decl); ok && d.Var.View == nil && ir.IsInt(d.Var.Type) && d.Init != nil && !readsMemory(d.Init) {
			list = append(list, s)
		} else if slices.ContainsFunc(n.body[at:], func(r ir.Stmt) bool { return !names(ir.EffectsOf(s), r) }) {
			return nil, nil
		}
	}
	z := *n
	z.body, z.sums = append(list, n.body[at:]...), nil
	if resets = u.copy(&z); resets == nil {
		return nil, nil
	}
	c := *n
	c.body = n.body[:at]
	return &c, resets
}

// names says whether a statement refers to nothing that e writes but memory, so that it needs no number of it.
func names(e *ir.Effects, s ir.Stmt) bool {
	reads := ir.EffectsOf(s).Reads
	for v := range e.Writes {
		if reads[v] {
			return false
		}
	}
	return true
}

// isReset says whether s stores a constant in memory.
func isReset(s ir.Stmt) bool {
	st, ok := s.(*ir.Store)
	if !ok || len(st.Dst.Elems) == 0 {
		return false
	}
	_, ok = st.Src.(*ir.Const)
	return ok
}

// copy returns a nest of its own for a form, in the launcher's branch if it has one; nil if its iterations depend on each other.
func (u *fuser) copy(n *nestForm) ir.Stmt {
	r := &ir.Renamer{Vars: map[*ir.Var]*ir.Var{}}
	var loops []*ir.For
	for _, f := range n.loops {
		g := *f
		g.Iter = r.Fresh(f.Iter)
		loops = append(loops, &g)
	}
	loops[len(loops)-1].Body = &ir.Block{Stmts: prunedList(renamed(n.body, r))}
	for i := range loops[1:] {
		loops[i].Body = &ir.Block{Stmts: []ir.Stmt{loops[i+1]}}
	}
	if !u.keep(loops, n.sums) {
		return nil
	}
	u.p.parts[loops[0]] = n.parts
	return guarded(n.cond, nil, []ir.Stmt{loops[0]})[0]
}

func prunedList(list []ir.Stmt) []ir.Stmt {
	b := &ir.Block{Stmts: list}
	prune(b)
	return b.Stmts
}

// rotate moves a nest that stores constants from the end of a loop of the launcher to the beginning, where it can be fused.
// It returns what goes behind the loop.
func (u *fuser) rotate(f *ir.For) []ir.Stmt {
	list := f.Body.Stmts
	if f.While != nil || f.Limit == nil || len(list) < 2 {
		return nil
	}
	last := len(list) - 1
	z := u.form(list[last])
	if z == nil || z.cond != nil || slices.ContainsFunc(z.body, func(s ir.Stmt) bool { return !isReset(s) && !isIntDecl(s) }) {
		return nil
	}
	own := declaredIn(f.Body)
	own[f.Iter] = true
	for v := range declaredIn(&ir.Block{Stmts: list[last:]}) {
		delete(own, v)
	}
	for v := range ir.EffectsOf(list[last]).Reads {
		if own[v] {
			return nil
		}
	}
	z.cond = ir.Bin(token.NEQ, ir.NewRef(f.Iter), f.Begin)
	first := u.copy(z)
	if first == nil {
		return nil
	}
	for i, s := range list[:last] {
		if w, ok := s.(*ir.Swap); ok && len(w.A.Elems)+len(w.B.Elems) == 0 {
			first = exchange(first, w.A.Var, w.B.Var)
			u.p.kernel[first.(*ir.If).Then.Stmts[0]] = true
			continue
		}
		if n := u.form(s); n != nil {
			if nest := u.fuse(u.form(first), n); nest != nil {
				f.Body.Stmts = slices.Concat(list[:i], []ir.Stmt{nest}, list[i+1:last])
				return []ir.Stmt{&ir.If{Cond: ir.Bin(f.Cmp, f.Begin, f.Limit), Then: &ir.Block{Stmts: []ir.Stmt{list[last]}}}}
			}
		}
		if !ir.EffectsOf(first).Apart(ir.EffectsOf(s)) {
			return nil
		}
	}
	return nil
}

func isIntDecl(s ir.Stmt) bool {
	d, ok := s.(*ir.Decl)
	return ok && ir.IsInt(d.Var.Type)
}

// exchange changes a statement so that it does after an exchange of two slices what it did before it.
func exchange(s ir.Stmt, a, b *ir.Var) ir.Stmt {
	ir.Walk(s, func(s ir.Stmt) bool {
		ir.Exprs(s, func(e ir.Expr) ir.Expr {
			return ir.MapExpr(e, func(e ir.Expr) ir.Expr {
				if r, ok := e.(*ir.Ref); ok && (r.Var == a || r.Var == b) {
					c := *r
					if c.Var = a; r.Var == a {
						c.Var = b
					}
					return &c
				}
				return e
			})
		})
		return true
	})
	return s
}
