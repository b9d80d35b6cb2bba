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

// checkedIndex is the function of a subscript and a length that returns the subscript if it is within the length.
const checkedIndex = "pardiff_at"

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
	if k.kernel.together && k.assignTogether(v, place, op, value, "-"+k.operand(src, cPostfix)) {
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
	switch {
	case k.kernel.columns != nil && f == k.kernel.columns.f: // so does each thread of a column
		next = it + " += parts * rows"
		if begin = "part * rows + down"; !ir.IsVal(f.Begin, 0) {
			begin = k.operand(f.Begin, cPlus) + " + " + begin
		}
	case f == k.kernel.spread: // each lane takes its own iterations
		next = it + " += " + k.kernel.byKey[lanesKey{}].name
		if begin = k.lane; !ir.IsVal(f.Begin, 0) {
			begin = k.operand(f.Begin, cPlus) + " + " + k.lane
		}
	}
	k.open("for (%s %s = %s; %s; %s)", t, it, begin, cond, next)
	k.block(f.Body)
	k.close()
}
