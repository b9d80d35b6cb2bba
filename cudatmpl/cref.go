package cudatmpl

import (
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// ref prints a place in memory, or its value.
func (k *kernelPrinter) ref(r *ir.Ref) (string, int) {
	b := k.checked(r).Base()
	v := b.Var
	if k.local[v] {
		return k.localRef(b)
	}
	if len(b.Elems) == 0 && !isSlice(v.Type) && !isArray(v.Type) {
		if k.plan.at[v] == onHost {
			if ctype(v.Type) == "" {
				k.refuse("its type " + v.Type.String() + " is none that kernels have")
			}
			return k.param(v, v.Name, func() *param { return &param{elem: v.Type} }).name, cPostfix
		}
		return "*" + k.pointer(v).name, cUnary
	}
	return k.pointer(v).name + "[" + k.subscript(b, k.plan.buffer(v).shape) + "]", cPostfix
}

// checked returns r with a test of each subscript that depends on what memory holds, against the length of what it is
// a subscript of, as Go would: of a row of a matrix, that of the row. The others follow from lengths and bounds alone.
func (k *kernelPrinter) checked(r *ir.Ref) *ir.Ref {
	c := *r
	c.Elems = slices.Clone(r.Elems)
	t := r.Var.Type
	for i, e := range r.Elems {
		if e.Index == nil {
			if e.Field == nil {
				return r
			}
			t = e.Field.Type()
			continue
		}
		if k.untested(e.Index) {
			n := ir.Expr(&ir.Len{X: ir.NewRef(r.Var)})
			if !isSlice(t) {
				n = ir.Int(arrayLen(t))
			}
			c.Elems[i].Index = &ir.Intrinsic{Fn: checkedIndex, Args: []ir.Expr{e.Index, n}, T: ir.Int(0).T}
		}
		t = ir.ElemType(t)
	}
	return &c
}

// untested says whether a subscript depends on what memory holds: on elements of memory, or on integers of the thread
// that do, or that change.
func (k *kernelPrinter) untested(e ir.Expr) bool {
	found := false
	ir.WalkExpr(e, func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Intrinsic:
			return e.Fn != checkedIndex
		case *ir.Ref:
			found = found || len(e.Base().Elems) > 0 && !k.plan.trusted[e.Var] || k.unsure[e.Var]
		}
		return !found
	})
	return found
}

// subscript prints the subscript of b in memory of the given shape. Where a row begins may depend on what memory holds.
func (k *kernelPrinter) subscript(b *ir.Ref, s shape) string {
	at := k.flat(b, s)
	if !k.untested(at) {
		return k.expr(at)
	}
	return k.tested(at, k.elements(b.Var, s))
}

func (k *kernelPrinter) tested(at ir.Expr, n string) string {
	k.file.uses[checkedIndex] = true
	return checkedIndex + "(" + k.expr(at) + ", " + n + ")"
}

// elements prints how many numbers the memory of v has.
func (k *kernelPrinter) elements(v *ir.Var, s shape) string {
	n := ir.Expr(ir.Int(s.flat()))
	if isSlice(v.Type) {
		n = ir.Mul(&ir.Len{X: ir.NewRef(v)}, n)
	}
	return k.expr(n)
}

// localRef prints a reference to memory of the thread.
func (k *kernelPrinter) localRef(b *ir.Ref) (string, int) {
	v := b.Var
	s := k.names.of(v, cname(v.Name))
	if sc := k.scratchOf(v); sc != nil {
		at := k.flat(b, sc.shape)
		if k.untested(at) {
			n := k.expr(ir.Mul(sc.n, ir.Int(sc.shape.flat())))
			return s + "[" + k.tested(at, n) + " * threads + thread]", cPostfix
		}
		if sc.warp {
			return s + "[" + k.operand(at, cTimes) + " * warps + warp]", cPostfix
		}
		return s + "[" + k.strided(at) + "]", cPostfix
	}
	for _, e := range b.Elems {
		if e.Index == nil {
			k.refuse("it reaches a field of " + v.Name)
		}
		s += "[" + k.expr(e.Index) + "]"
	}
	return s, cPostfix
}

// strided prints the subscript of element i of memory of which each thread has a copy, interleaved.
func (k *kernelPrinter) strided(i ir.Expr) string {
	return k.operand(i, cTimes) + " * threads + thread"
}

// pointer returns the parameter for the buffer of v.
func (k *kernelPrinter) pointer(v *ir.Var) *param {
	buf := k.plan.buffer(v)
	return k.param(v, v.Name, func() *param { return &param{elem: buf.elem, pointer: true, buf: buf} })
}

// flat returns the subscript of b in memory of the given shape.
func (k *kernelPrinter) flat(b *ir.Ref, s shape) ir.Expr {
	if s.fields {
		at := flatField(b)
		if at == nil {
			k.refuse("a struct in " + b.Var.Name + " is used as a whole")
		}
		return at
	}
	var at ir.Expr
	dims := s.dims
	if isArray(b.Var.Type) { // the outermost dim is that of the array itself
		dims = dims[1:]
	}
	for i, e := range b.Elems {
		if e.Index == nil {
			k.refuse("it reaches a field or a pointer in " + b.Var.Name)
		}
		if at == nil {
			at = e.Index
			continue
		}
		at = ir.Add(ir.Mul(at, ir.Int(dims[i-1])), e.Index)
	}
	if at == nil || len(b.Elems) != len(dims)+1 {
		k.refuse(b.Var.Name + " is used as a whole")
	}
	return at
}

// length prints a length.
func (k *kernelPrinter) length(e *ir.Len) (string, int) {
	if n := viewLen(e); n != nil {
		return k.text(n)
	}
	b := e.X.Base()
	if k.local[b.Var] && len(b.Elems) == 0 {
		if sc := k.scratchOf(b.Var); sc != nil && !k.kernel.copies(b.Var) {
			return k.text(sc.n)
		}
	}
	if isArray(e.X.T) {
		return itoa(int(arrayLen(e.X.T))), cPostfix
	}
	if len(b.Elems) > 0 || !isSlice(b.Var.Type) {
		k.refuse("it asks for a length that the device does not have")
	}
	return k.param(lenKey{b.Var}, "len_"+b.Var.Name, func() *param { return &param{elem: ir.Int(0).T} }).name, cPostfix
}

func (k *kernelPrinter) scratchOf(v *ir.Var) *scratchMemory {
	for _, s := range k.kernel.scratch {
		if s.v == v {
			return s
		}
	}
	return nil
}
