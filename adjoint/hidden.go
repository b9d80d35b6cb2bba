package adjoint

import (
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// refuseHidden reports floats that come out of a map, an interface or a function value within what is differentiated:
// these have no adjoint, so that their derivative would be missing without a word. What only decides a condition is
// accepted, and so is what no output depends on.
func (d *deriver) refuseHidden() {
	h := &hiding{deriver: d, leaves: map[*ir.Var]bool{}, held: map[cell]*origin{}}
	for _, v := range d.fn.Leaves {
		p := v.Home.Param
		// A parameter that wrt= leaves out is a constant but for what is written to it.
		if slices.Contains(d.grad.Wrt, p) && (d.opt.Wrt == nil || slices.Contains(d.opt.Wrt, p.Name)) {
			h.leaves[v] = true
		}
	}
	if len(h.leaves) == 0 {
		return
	}
	for n := -1; n != len(h.held); {
		n = len(h.held)
		h.each()
	}
	h.report = true
	h.each()
}

// hiding finds what comes out of maps, interfaces and function values of the parameters.
type hiding struct {
	*deriver
	leaves map[*ir.Var]bool // of the parameters that are differentiated
	held   map[cell]*origin // other memory that holds what came out
	report bool
}

// An origin is the map, interface or function value that something came out of.
type origin struct {
	param *ir.ParamDecl
	name  string // as the user writes it
	t     types.Type
}

func (h *hiding) each() {
	ir.Walk(h.body, func(s ir.Stmt) bool {
		if !s.Info().Hints.NonDiff {
			h.stmt(s)
		}
		return true
	})
}

func (h *hiding) stmt(s ir.Stmt) {
	switch s := s.(type) {
	case *ir.Decl:
		if s.Init != nil && s.Var.View == nil {
			h.flow(s, ir.NewRef(s.Var), s.Init)
		}
	case *ir.Store:
		h.write(s, s.Dst)
		h.flow(s, s.Dst, s.Src)
	case *ir.Reduce:
		h.flow(s, s.Dst, s.Src)
	case *ir.Swap:
		h.flow(s, s.A, s.B)
		h.flow(s, s.B, s.A)
	case *ir.Exec:
		for _, r := range s.Results {
			if r != nil {
				h.write(s, r)
				h.gets(s, r, h.ofArgs(s.X.Args))
			}
		}
		if len(s.Results) == 0 && !s.X.Looks {
			h.changes(s)
		}
	case *ir.Call:
		h.call(s)
	}
	ir.Reads(s, func(e ir.Expr) {
		ir.WalkExpr(e, func(e ir.Expr) bool {
			if o, ok := e.(*ir.Opaque); ok && !o.Pure && !o.Looks {
				h.passed(s, o)
			}
			return true
		})
	})
}

// flow notes that dst gets the value of e.
func (h *hiding) flow(s ir.Stmt, dst *ir.Ref, e ir.Expr) {
	if r, ok := e.(*ir.Ref); ok && !isNumber(r.T) || ok && ir.ElemType(r.T) != nil {
		from, to := cellOf(r), cellOf(dst)
		for c, o := range h.held {
			if rest, ok := c.under(from); ok {
				h.hold(cell{to.v, to.path + rest}, o)
			}
		}
	}
	h.gets(s, dst, h.of(e))
}

// gets notes that dst gets a value that came out of o, nil for none.
func (h *hiding) gets(s ir.Stmt, dst *ir.Ref, o *origin) {
	if o == nil || ir.IsBool(dst.T) {
		return
	}
	c := cellOf(dst)
	if ir.IsFloat(dst.T) && h.act.isUseful(c) && !h.act.stop[c.v] {
		h.refuse(s, "reads", o)
		return
	}
	h.hold(c, o)
}

func (h *hiding) hold(c cell, o *origin) {
	if h.held[c] == nil && !h.act.stop[c.v] && !h.leaves[c.v] {
		h.held[c] = o
	}
}

// write reports the assignment of another map, interface or function value.
func (h *hiding) write(s ir.Stmt, dst *ir.Ref) {
	if o := h.leaf(dst); o != nil && givesFloats(o.t) {
		h.refuse(s, "writes", o)
	}
}

// changes reports a statement that writes the elements of a map, which is the first value in it.
func (h *hiding) changes(s *ir.Exec) {
	if len(s.X.Args) == 0 {
		return
	}
	m := s.X.Args[0]
	if _, ok := m.Type().Underlying().(*types.Map); !ok || !givesFloats(m.Type()) {
		return
	}
	if o := h.of(m); o != nil && types.Identical(o.t, m.Type()) { // else it only holds what came out of o
		h.refuse(s, "writes", o)
	}
}

// call notes what the results of a call, and the memory that it writes, come out of. A function with a derivative is examined by
// itself, but for the parameters that hold no floats, which are constants there.
func (h *hiding) call(s *ir.Call) {
	var args []ir.Expr
	for i := range s.Args {
		switch a := &s.Args[i]; {
		case !s.Active():
			a.Values(func(a *ir.Arg) { args = append(args, a.X) })
		case a.X != nil && !ir.HoldsFloats(a.X.Type()):
			args = append(args, a.X)
		}
	}
	args = slices.DeleteFunc(args, func(e ir.Expr) bool { return !isNumber(e.Type()) && !givesFloats(e.Type()) })
	o := h.ofArgs(args)
	if o == nil {
		return
	}
	ir.Writes(s, func(r *ir.Ref) {
		if !ir.IsFloat(r.T) && ir.HoldsFloats(r.T) {
			h.refuse(s, "reads", o)
		} else {
			h.gets(s, r, o)
		}
	})
}

// passed notes what code that is not followed may write to the memory that it gets.
func (h *hiding) passed(s ir.Stmt, o *ir.Opaque) {
	from := h.ofArgs(slices.DeleteFunc(slices.Clone(o.Args), func(e ir.Expr) bool { return !givesFloats(e.Type()) }))
	if from == nil {
		return
	}
	for _, a := range o.Args {
		r, ok := a.(*ir.Ref)
		switch {
		case !ok || h.of(a) != nil:
		case ir.IsFloat(r.T):
		case ir.HoldsFloats(r.T):
			h.refuse(s, "reads", from)
		case givesFloats(r.T):
			h.hold(cellOf(r), from)
		}
	}
}

func (h *hiding) ofArgs(args []ir.Expr) *origin {
	for _, a := range args {
		if o := h.of(a); o != nil {
			return o
		}
	}
	return nil
}

// of returns what the value of e comes out of, nil if that is no map, interface or function value of a parameter.
func (h *hiding) of(e ir.Expr) *origin {
	if e == nil || ir.IsBool(e.Type()) {
		return nil
	}
	switch e := e.(type) {
	case *ir.Ref:
		if o := h.leaf(e); o != nil {
			return o
		}
		at := cellOf(e)
		if o := h.held[at]; o != nil || ir.IsFloat(e.T) {
			return o
		}
		for c, o := range h.held {
			if _, ok := c.under(at); ok {
				return o
			}
		}
	case *ir.Opaque:
		if ir.IsInt(e.T) || isText(e.T) && !e.Looks {
			return nil
		}
		return h.ofArgs(e.Args)
	case *ir.Unary:
		return h.of(e.X)
	case *ir.Binary:
		return h.ofArgs([]ir.Expr{e.X, e.Y})
	case *ir.Convert:
		return h.of(e.X)
	case *ir.Intrinsic:
		return h.ofArgs(e.Args)
	}
	return nil
}

// leaf returns the map, interface or function value of a parameter that r is, nil if it is none.
func (h *hiding) leaf(r *ir.Ref) *origin {
	r = r.Base()
	if !h.leaves[r.Var] || ir.HoldsFloats(r.T) || !givesFloats(r.T) && !types.IsInterface(r.T) {
		return nil
	}
	name := r.Var.Home.String()
	for _, e := range r.Elems {
		switch {
		case e.Field != nil:
			name += "." + e.Field.Name()
		case e.Index != nil:
			name += "[" + ir.ExprString(e.Index) + "]"
		}
	}
	return &origin{r.Var.Home.Param, name, r.T}
}

func (h *hiding) refuse(s ir.Stmt, does string, o *origin) {
	if !h.report {
		return
	}
	p := Problem{Pos: s.Info().Pos}
	ir.Reads(s, func(e ir.Expr) {
		ir.WalkExpr(e, func(e ir.Expr) bool {
			if x, ok := e.(*ir.Opaque); ok && x.Pos.IsValid() && h.ofArgs(x.Args) != nil {
				p.Pos = x.Pos
			}
			return true
		})
	})
	if slices.ContainsFunc(h.errs, func(e Problem) bool { return e.Pos == p.Pos }) {
		return
	}
	h.problem(p.Pos, "cannot differentiate with respect to %s: it %s %s, which holds floats in %s and has no adjoint; name the other parameters with wrt=, or pass what is needed as an argument of its own", o.param.Name, does, o.name, holder(o.t))
}

// holder names what t, or what it leads to, keeps floats in.
func holder(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Map:
		return "a map"
	case *types.Signature:
		return "a function value"
	case *types.Chan:
		return "a channel"
	case *types.Slice:
		return holder(u.Elem())
	case *types.Array:
		return holder(u.Elem())
	case *types.Pointer:
		return holder(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if givesFloats(f.Type()) {
				return holder(f.Type())
			}
		}
	}
	return "an interface"
}

// givesFloats says whether floats, or memory that holds some, may come out of a value of type t, through maps, interfaces and
// calls as well.
func givesFloats(t types.Type) bool { return gives(t, map[types.Type]bool{}) }

func gives(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	if ir.HoldsFloats(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Map:
		return gives(u.Key(), seen) || gives(u.Elem(), seen)
	case *types.Chan:
		return gives(u.Elem(), seen)
	case *types.Slice:
		return gives(u.Elem(), seen)
	case *types.Array:
		return gives(u.Elem(), seen)
	case *types.Pointer:
		return gives(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if gives(f.Type(), seen) {
				return true
			}
		}
	case *types.Signature:
		return callGives(u, seen)
	case *types.Interface:
		for m := range u.Methods() {
			if callGives(m.Signature(), seen) {
				return true
			}
		}
		return u.NumMethods() == 0
	}
	return false
}

// callGives says whether a call returns floats, or may write them to memory that it gets.
func callGives(sig *types.Signature, seen map[types.Type]bool) bool {
	for r := range sig.Results().Variables() {
		if gives(r.Type(), seen) {
			return true
		}
	}
	for p := range sig.Params().Variables() {
		if !ir.IsFloat(p.Type()) && ir.HoldsFloats(p.Type()) {
			return true
		}
	}
	return false
}

// isText says whether t is a string.
func isText(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}
