package cudatmpl

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A kernelPrinter prints the body of one kernel.
type kernelPrinter struct {
	file   *file
	plan   *plan
	kernel *kernel
	names  *namer
	// local are the Vars that live in a thread.
	local  map[*ir.Var]bool
	buf    strings.Builder
	indent int
	// own are Vars between kernels that no other kernel uses.
	own map[*ir.Var]bool
	// lane is the variable for the lane of a thread that shares its sums.
	lane string
	// unsure are integers of the thread that depend on what memory holds.
	unsure map[*ir.Var]bool
	// at is the statement that is being printed.
	at ir.Stmt
}

// refuse refuses the statement that is being printed.
func (k *kernelPrinter) refuse(why string) {
	fn := k.plan.grad.Primal
	pos := fn.Pos
	if k.at != nil {
		pos = posOf(k.at.Info().Pos, fn.Pos)
	}
	refuse(pos, "no CUDA for %s: %s; leave cuda out of the directive, or write this differently", fn.Name, why)
}

func (k *kernelPrinter) line(format string, args ...any) {
	k.buf.WriteString(strings.Repeat("    ", k.indent))
	fmt.Fprintf(&k.buf, format, args...)
	k.buf.WriteByte('\n')
}

func (k *kernelPrinter) open(format string, args ...any) {
	k.line(format+" {", args...)
	k.indent++
}

func (k *kernelPrinter) close() {
	k.indent--
	k.line("}")
}

// param returns the name of a parameter, which this adds.
func (k *kernelPrinter) param(key any, wish string, make func() *param) *param {
	if a := k.kernel.byKey[key]; a != nil {
		return a
	}
	a := make()
	a.key, a.name = key, k.names.fresh(cname(wish))
	k.kernel.params = append(k.kernel.params, a)
	k.kernel.byKey[key] = a
	return a
}

// declare names a Var that lives in the thread.
func (k *kernelPrinter) declare(v *ir.Var) string {
	k.local[v] = true
	return k.names.of(v, cname(v.Name))
}

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

// checkedIndex is the function of a subscript and a length that returns the subscript if it is within the length.
const checkedIndex = "pardiff_at"

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

func (k *kernelPrinter) block(b *ir.Block) {
	for _, s := range b.Stmts {
		k.stmt(s)
	}
}

func (k *kernelPrinter) stmt(s ir.Stmt) {
	k.at = s
	for line := range strings.SplitSeq(s.Info().Note, "\n") {
		if line != "" {
			k.line("// %s", line)
		}
	}
	switch s := s.(type) {
	case *ir.Block:
		k.block(s)
	case *ir.Decl:
		k.decl(s)
	case *ir.Alloc:
		k.alloc(s)
	case *ir.Store:
		k.assign(s.Dst, "=", s.Src)
	case *ir.Reduce:
		k.assign(s.Dst, s.Op.String()+"=", s.Src)
	case *ir.For:
		k.loop(s)
	case *ir.If:
		k.open("if (%s)", k.expr(s.Cond))
		k.block(s.Then)
		if s.Else != nil {
			k.indent--
			k.line("} else {")
			k.indent++
			k.block(s.Else)
		}
		k.close()
	case *ir.Panic:
		k.refuse("it may panic in the middle of the computation, which kernels cannot do; check arguments first, outside of loops")
	default:
		k.refuse("it is a statement that kernels cannot have")
	}
}

// assign prints an assignment. Results of conditions are numbers, sums have the type of their place.
func (k *kernelPrinter) assign(dst *ir.Ref, op string, src ir.Expr) {
	v := dst.Base().Var
	if !k.local[v] {
		if k.plan.at[v] == onHost && !isSlice(v.Type) && !isArray(v.Type) {
			panic("cudatmpl: a kernel writes " + v.Name + ", which is the launcher's")
		}
	}
	if len(dst.Elems) == 0 && ir.IsInt(dst.T) {
		k.unsure[dst.Var] = true
	}
	value := k.expr(src)
	place := k.expr(dst)
	if a := k.kernel.byKey[v]; a != nil && !k.local[v] {
		a.written = true
		if a.buf != nil {
			a.buf.written = true
		}
	}
	if op != "=" && !k.local[v] && slices.Contains(k.kernel.atomic, v) {
		if op == "-=" {
			value = "-" + k.operand(src, cPostfix)
		}
		k.line("atomicAdd(&%s, %s);", place, value)
		return
	}
	k.line("%s %s %s;", place, op, value)
}

func (k *kernelPrinter) decl(s *ir.Decl) {
	v := s.Var
	if v.View != nil {
		return // resolved where it is used
	}
	if !k.kernel.owns() && k.plan.at[v] == onDevice && k.plan.outer[v] && !k.own[v] {
		k.cell(s)
		return
	}
	if isArray(v.Type) {
		sh := k.plan.shapeOf(v)
		d := ""
		for _, n := range sh.dims {
			d += "[" + itoa(int(n)) + "]"
		}
		if s.Init != nil {
			k.refuse("it copies an array")
		}
		k.line("%s %s%s = {};", ctype(sh.elem), k.declare(v), d)
		return
	}
	if ir.IsInt(v.Type) && (s.Init == nil || k.untested(s.Init)) {
		k.unsure[v] = true
	}
	t := ctype(v.Type)
	if t == "" {
		k.refuse("it declares " + v.Name + " of type " + v.Type.String())
	}
	init := "0"
	if s.Init != nil {
		init = k.expr(s.Init)
	} else if ir.IsFloat(v.Type) {
		init = zeroOf(t)
	}
	k.line("%s %s = %s;", t, k.declare(v), init)
}

// cell prints the declaration of a variable between kernels: a buffer holds it.
func (k *kernelPrinter) cell(s *ir.Decl) {
	v := s.Var
	a := k.pointer(v)
	a.written, a.buf.written = true, true
	if isArray(v.Type) {
		i := k.names.fresh("k")
		k.line("for (long long %s = 0; %[1]s < %[2]d; %[1]s++) %[3]s[%[1]s] = %[4]s;", i, a.buf.flat(), a.name, zeroOf(ctype(a.elem)))
		return
	}
	init := zeroOf(ctype(v.Type))
	if s.Init != nil {
		init = k.expr(s.Init)
	}
	k.line("*%s = %s;", a.name, init)
}

func zeroOf(t string) string {
	switch t {
	case "double":
		return "0.0"
	case "float":
		return "0.0f"
	case "bool":
		return "false"
	}
	return "0"
}

// alloc prints a slice of the thread: a part of scratch memory that the launcher has made.
func (k *kernelPrinter) alloc(s *ir.Alloc) {
	v := s.Dst.Var
	if len(s.Dst.Elems) > 0 || s.Escapes {
		k.refuse("it makes memory inside other memory")
	}
	if !k.plan.hostExpr(s.Len) || mentions(s.Len, k.local) {
		k.refuse("the length of " + v.Name + " changes")
	}
	sc := &scratchMemory{v: v, n: s.Len, shape: k.plan.shapeOf(v)}
	sc.field = k.plan.fields.fresh(lowerFirst(v.Name) + "Scratch")
	k.local[v] = true
	a := k.param(scratchKey{v}, v.Name, func() *param { return &param{elem: sc.shape.elem, pointer: true, written: true} })
	k.names.names[v] = a.name
	k.kernel.scratch = append(k.kernel.scratch, sc)
	if s.Dirty {
		return
	}
	i := k.names.fresh("k")
	n := ir.Mul(s.Len, ir.Int(sc.shape.flat()))
	k.open("for (long long %s = 0; %[1]s < %s; %[1]s++)", i, k.operand(n, cShift))
	k.line("%s[%s * threads + thread] = %s;", a.name, i, zeroOf(ctype(sc.shape.elem)))
	k.close()
}

func (k *kernelPrinter) loop(f *ir.For) {
	it := k.declare(f.Iter)
	for _, e := range []ir.Expr{f.Begin, f.Limit, f.Step} {
		if e != nil && k.untested(e) {
			k.unsure[f.Iter] = true
		}
	}
	t := ctype(f.Iter.Type)
	if t == "" {
		t = "long long"
	}
	cond := "true"
	if f.Limit != nil {
		cond = it + " " + f.Cmp.String() + " " + k.operand(f.Limit, cShift)
	}
	if f.While != nil {
		cond += " && " + k.operand(f.While, cEqual)
	}
	next := it + " += " + k.expr(f.Step)
	switch {
	case ir.IsVal(f.Step, 1):
		next = it + "++"
	case ir.IsVal(f.Step, -1):
		next = it + "--"
	}
	begin := k.expr(f.Begin)
	if f == k.kernel.spread { // each lane takes its own iterations
		next = it + " += " + k.kernel.byKey[lanesKey{}].name
		if begin = k.lane; !ir.IsVal(f.Begin, 0) {
			begin = k.operand(f.Begin, cPlus) + " + " + k.lane
		}
	}
	k.open("for (%s %s = %s; %s; %s)", t, it, begin, cond, next)
	k.block(f.Body)
	k.close()
}
