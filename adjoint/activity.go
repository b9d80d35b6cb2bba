package adjoint

import (
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// An activity says which memory matters to the derivative: a cell is active if its value may
// depend on what is differentiated (varied) and an output may depend on it (useful). Both are
// fixpoints over the whole body, so that values carried around loops are seen.
type activity struct {
	varied, useful map[cell]bool
	// wrt and outputs are roots all of whose cells are varied from the start, or
	// useful at the end.
	wrt, outputs map[*ir.Var]bool
	stop         map[*ir.Var]bool // constants by the user's word
}

func (a *activity) isVaried(c cell) bool { return !a.stop[c.v] && (a.wrt[c.v] || a.varied[c]) }
func (a *activity) isUseful(c cell) bool { return a.outputs[c.v] || a.useful[c] }

// active says whether the place r is active.
func (a *activity) active(r *ir.Ref) bool {
	if !ir.IsFloat(r.T) {
		return false
	}
	c := cellOf(r)
	return a.isVaried(c) && a.isUseful(c)
}

// activeExpr says whether e depends on active memory through differentiable operations.
func (a *activity) activeExpr(e ir.Expr) bool { return a.anyLeaf(e, a.active) }

// variedExpr says whether e depends on varied memory through differentiable operations.
func (a *activity) variedExpr(e ir.Expr) bool {
	return a.anyLeaf(e, func(r *ir.Ref) bool { return a.isVaried(cellOf(r)) })
}

func (a *activity) anyLeaf(e ir.Expr, is func(*ir.Ref) bool) bool {
	found := false
	diffLeaves(e, func(r *ir.Ref) { found = found || is(r) })
	return found
}

// diffLeaves calls f for the float places that e depends on differentiably: not for
// subscripts, comparisons, or arguments in which a function is constant almost everywhere.
func diffLeaves(e ir.Expr, f func(*ir.Ref)) {
	if e == nil || !ir.IsFloat(e.Type()) {
		return
	}
	switch e := e.(type) {
	case *ir.Ref:
		f(e)
	case *ir.Saved:
		f(e.X)
	case *ir.Unary:
		diffLeaves(e.X, f)
	case *ir.Binary:
		diffLeaves(e.X, f)
		diffLeaves(e.Y, f)
	case *ir.Convert:
		diffLeaves(e.X, f)
	case *ir.Intrinsic:
		r, ok := RuleFor(e.Fn, e.Result)
		for i, a := range e.Args {
			if !ok || r.DependsOn(i) {
				diffLeaves(a, f)
			}
		}
	}
}

// A flow is one assignment as activity sees it: where the value goes, and what it is made of.
type flow struct {
	dst cell
	src []cell
}

// flows lists the assignments of body.
func flows(body *ir.Block) []flow {
	var list []flow
	add := func(dst *ir.Ref, srcs ...ir.Expr) {
		if dst == nil || !ir.IsFloat(dst.T) {
			return
		}
		fl := flow{dst: cellOf(dst)}
		for _, e := range srcs {
			diffLeaves(e, func(r *ir.Ref) { fl.src = append(fl.src, cellOf(r)) })
		}
		list = append(list, fl)
	}
	cells := allCells(body)
	ir.Walk(body, func(s ir.Stmt) bool {
		switch s := s.(type) {
		case *ir.Decl:
			if s.Init != nil && s.Var.View == nil {
				add(ir.NewRef(s.Var), s.Init)
			}
		case *ir.Store:
			if r, ok := s.Src.(*ir.Ref); ok && ir.ElemType(s.Dst.T) != nil { // a result slice takes the memory of a local one
				src := r.Base().Var
				for c := range cells {
					if c.v == src {
						list = append(list, flow{cell{s.Dst.Var, c.path}, []cell{c}})
					}
				}
				return true
			}
			add(s.Dst, s.Src)
		case *ir.Swap:
			a, b := cellOf(s.A), cellOf(s.B)
			fieldPaths(s.A.T, "", func(path string, _ types.Type) {
				x, y := cell{a.v, a.path + path}, cell{b.v, b.path + path}
				list = append(list, flow{x, []cell{y}}, flow{y, []cell{x}})
			})
		case *ir.Reduce:
			add(s.Dst, s.Src)
		case *ir.Call:
			list = append(list, callFlows(s)...)
		}
		return true
	})
	return list
}

// callFlows lists what a call of a function with a rule does: all floats that go in may go into all that come
// out, in results and in the memory that the function writes.
func callFlows(s *ir.Call) []flow {
	if !s.Active() {
		return nil
	}
	var src, dst []cell
	for _, a := range argValues(s) {
		diffLeaves(a, func(r *ir.Ref) { src = append(src, cellOf(r)) })
		src = append(src, cellsUnder(a)...)
	}
	ir.Writes(s, func(r *ir.Ref) {
		if ir.IsFloat(r.T) {
			dst = append(dst, cellOf(r))
		}
		dst = append(dst, cellsUnder(r)...)
	})
	var list []flow
	for _, c := range dst {
		list = append(list, flow{c, src})
	}
	return list
}

func argValues(c *ir.Call) []ir.Expr {
	var out []ir.Expr
	c.Values(func(a *ir.Arg) { out = append(out, a.X) })
	return out
}

// cellsUnder returns the float cells in the memory of a slice or array e.
func cellsUnder(e ir.Expr) []cell {
	r, ok := e.(*ir.Ref)
	if !ok || ir.ElemType(r.T) == nil || !ir.HoldsFloats(r.T) {
		return nil
	}
	var list []cell
	base := cellOf(r)
	fieldPaths(r.T, base.path, func(path string, t types.Type) {
		if ir.IsFloat(t) {
			list = append(list, cell{base.v, path})
		}
	})
	return list
}

// allCells returns the float cells that body mentions.
func allCells(body *ir.Block) map[cell]bool {
	cells := map[cell]bool{}
	note := func(e ir.Expr) {
		ir.WalkExpr(e, func(n ir.Expr) bool {
			if r, ok := n.(*ir.Ref); ok && ir.IsFloat(r.T) {
				cells[cellOf(r)] = true
			}
			for _, c := range cellsUnder(n) {
				cells[c] = true
			}
			return true
		})
	}
	ir.Walk(body, func(s ir.Stmt) bool {
		ir.Reads(s, note)
		ir.Writes(s, func(r *ir.Ref) { note(r) })
		return true
	})
	return cells
}

// solve computes the fixpoints.
func (a *activity) solve(body *ir.Block) {
	list := flows(body)
	a.varied, a.useful = map[cell]bool{}, map[cell]bool{}
	for changed := true; changed; {
		changed = false
		for _, f := range list {
			for _, s := range f.src {
				if a.isVaried(s) && !a.isVaried(f.dst) && !a.stop[f.dst.v] {
					a.varied[f.dst] = true
					changed = true
				}
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, f := range list {
			if !a.isUseful(f.dst) || a.stop[f.dst.v] {
				continue
			}
			for _, s := range f.src {
				if !a.isUseful(s) {
					a.useful[s] = true
					changed = true
				}
			}
		}
	}
}
