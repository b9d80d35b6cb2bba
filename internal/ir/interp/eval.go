package interp

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

func isFloat(t types.Type) bool { return ir.IsFloat(t) }

// eval returns the value of e. Aggregates are not copied.
func (m *machine) eval(e ir.Expr) Value {
	switch e := e.(type) {
	case *ir.Const:
		return m.constant(e)
	case *ir.Ref:
		return *m.place(e)
	case *ir.Unary:
		return m.unary(e)
	case *ir.Binary:
		return m.binary(e)
	case *ir.Intrinsic:
		return m.intrinsic(e)
	case *ir.Len:
		return Value{kind: integer, i: int64(m.length(e.X))}
	case *ir.Convert:
		return m.convert(m.eval(e.X), e.X.Type(), e.T)
	case *ir.Slice:
		return m.slice(e)
	case *ir.Opaque:
		return *m.opaque(e, 1)[0]
	case *ir.Saved:
		m.fail("%s is not resolved", ir.ExprString(e))
	default:
		m.fail("no expression: %T", e)
	}
	return Value{}
}

func (m *machine) int(e ir.Expr) int64 {
	v := m.eval(e)
	if v.kind != integer {
		m.fail("%s is not an integer", ir.ExprString(e))
	}
	return v.i
}

func (m *machine) bool(e ir.Expr) bool {
	v := m.eval(e)
	if v.kind != boolean {
		m.fail("%s is not a boolean", ir.ExprString(e))
	}
	return v.i != 0
}

func (m *machine) constant(c *ir.Const) Value {
	if c.Val == nil || c.Val.Kind() == constant.Unknown {
		return Value{kind: other, x: c.Text}
	}
	switch c.Val.Kind() {
	case constant.Bool:
		return boolValue(constant.BoolVal(c.Val))
	case constant.String:
		return *Str(constant.StringVal(c.Val))
	}
	if isFloat(c.T) {
		if basic(m.typ(c.T)).Kind() == types.Float32 {
			x, _ := constant.Float32Val(c.Val)
			return *Float(float64(x))
		}
		x, _ := constant.Float64Val(c.Val)
		return *Float(x)
	}
	v := constant.ToInt(c.Val)
	if i, exact := constant.Int64Val(v); exact {
		return Value{kind: integer, i: i}
	}
	u, _ := constant.Uint64Val(v)
	return Value{kind: integer, i: int64(u)}
}

func (m *machine) unary(e *ir.Unary) Value {
	x := m.eval(e.X)
	switch {
	case e.Op == token.NOT:
		return boolValue(x.i == 0)
	case e.Op == token.ADD:
		return x
	case e.Op == token.XOR:
		return Value{kind: integer, i: wrap(m.typ(e.Type()), ^x.i)}
	case e.Op == token.SUB && x.kind == float:
		return Value{kind: float, f: m.result(-x.f.v, operand{x.f, -1})}
	case e.Op == token.SUB:
		return Value{kind: integer, i: wrap(m.typ(e.Type()), -x.i)}
	}
	m.fail("no operator %s", e.Op)
	return Value{}
}

func (m *machine) binary(e *ir.Binary) Value {
	switch e.Op {
	case token.LAND:
		return boolValue(m.bool(e.X) && m.bool(e.Y))
	case token.LOR:
		return boolValue(m.bool(e.X) || m.bool(e.Y))
	}
	if p := ir.NilTest(e); p != nil {
		x := m.eval(p)
		return boolValue(x.isNil() == (e.Op == token.EQL))
	}
	x, y := m.eval(e.X), m.eval(e.Y)
	if x.kind == float && y.kind == integer { // an integer constant beside a float
		y = m.convert(y, e.Y.Type(), e.X.Type())
	} else if x.kind == integer && y.kind == float {
		x = m.convert(x, e.X.Type(), e.Y.Type())
	}
	if x.kind != y.kind {
		m.fail("%s has operands of two kinds", ir.ExprString(e))
	}
	if e.Op.Precedence() == token.EQL.Precedence() {
		return boolValue(m.compare(e, x, y))
	}
	switch x.kind {
	case float:
		return Value{kind: float, f: m.floatOp(e, x.f, y.f)}
	case integer:
		return Value{kind: integer, i: m.intOp(e, x.i, y.i)}
	}
	m.fail("no operator %s", e.Op)
	return Value{}
}

func (m *machine) compare(e *ir.Binary, x, y Value) bool {
	switch x.kind {
	case float:
		return ordered(e.Op, x.f.v, y.f.v)
	case integer:
		if unsigned(m.typ(e.X.Type())) || unsigned(m.typ(e.Y.Type())) {
			return ordered(e.Op, uint64(x.i), uint64(y.i))
		}
		return ordered(e.Op, x.i, y.i)
	case boolean:
		return ordered(e.Op, x.i, y.i)
	case other:
		a, ok1 := x.x.(string)
		b, ok2 := y.x.(string)
		if ok1 && ok2 {
			return ordered(e.Op, a, b)
		}
	}
	m.fail("%s cannot be compared", ir.ExprString(e))
	return false
}

func ordered[T int64 | uint64 | float64 | string](op token.Token, x, y T) bool {
	switch op {
	case token.EQL:
		return x == y
	case token.NEQ:
		return x != y
	case token.LSS:
		return x < y
	case token.LEQ:
		return x <= y
	case token.GTR:
		return x > y
	}
	return x >= y
}

// floatOp evaluates an arithmetic operation. For float32 the sum, product or quotient in float64
// rounds to the same float32 as the exact one.
func (m *machine) floatOp(e *ir.Binary, x, y num) num {
	t := m.typ(e.T)
	r := func(v float64) float64 { return round(t, v) }
	switch e.Op {
	case token.ADD:
		return m.result(r(x.v+y.v), operand{x, 1}, operand{y, 1})
	case token.SUB:
		return m.result(r(x.v-y.v), operand{x, 1}, operand{y, -1})
	case token.MUL:
		return m.result(r(x.v*y.v), operand{x, y.v}, operand{y, x.v})
	case token.QUO:
		return m.result(r(x.v/y.v), operand{x, 1 / y.v}, operand{y, -x.v / y.v / y.v})
	}
	m.fail("no operator %s", e.Op)
	return num{}
}

func (m *machine) intOp(e *ir.Binary, x, y int64) int64 {
	t := m.typ(e.T)
	u := unsigned(t)
	switch e.Op {
	case token.ADD:
		x += y
	case token.SUB:
		x -= y
	case token.MUL:
		x *= y
	case token.QUO, token.REM:
		if y == 0 {
			m.panic("integer divide by zero")
		}
		return wrap(t, divide(e.Op, x, y, u))
	case token.AND:
		x &= y
	case token.OR:
		x |= y
	case token.XOR:
		x ^= y
	case token.AND_NOT:
		x &^= y
	case token.SHL, token.SHR:
		if y < 0 && !unsigned(m.typ(e.Y.Type())) {
			m.panic("negative shift amount")
		}
		switch {
		case e.Op == token.SHL:
			x <<= uint64(y)
		case u:
			x = int64(uint64(x) >> uint64(y))
		default:
			x >>= uint64(y)
		}
	default:
		m.fail("no operator %s", e.Op)
	}
	return wrap(t, x)
}

func divide(op token.Token, x, y int64, u bool) int64 {
	switch {
	case u && op == token.QUO:
		return int64(uint64(x) / uint64(y))
	case u:
		return int64(uint64(x) % uint64(y))
	case op == token.QUO:
		return x / y
	}
	return x % y
}

func (m *machine) convert(v Value, from, to types.Type) Value {
	from, to = m.typ(from), m.typ(to)
	switch {
	case isFloat(to) && v.kind == float:
		v.f.v = round(to, v.f.v)
		return v
	case isFloat(to) && v.kind == integer:
		return *Float(toFloat(to, from, v.i))
	case ir.IsInt(to) && v.kind == float:
		return Value{kind: integer, i: truncate(to, v.f.v)}
	case ir.IsInt(to) && v.kind == integer:
		return Value{kind: integer, i: wrap(to, v.i)}
	}
	m.fail("no conversion from %s to %s", from, to)
	return v
}

// place returns the memory of r itself.
func (m *machine) place(r *ir.Ref) *Value {
	v := m.env.vars[r.Var]
	if v == nil {
		m.fail("%s has no memory", r.Var.Name)
	}
	t := r.Var.Type
	for _, e := range r.Elems {
		switch {
		case e.Index != nil:
			v, t = m.index(v, e.Index), ir.ElemType(t)
		case e.Field != nil:
			f := m.field(v, t, e.Field)
			v, t = &v.elems[f], e.Field.Type()
		default:
			if v.kind != pointer || v.ptr == nil {
				m.panic("nil pointer dereference")
			}
			v, t = v.ptr, t.Underlying().(*types.Pointer).Elem()
		}
	}
	return v
}

func (m *machine) index(v *Value, e ir.Expr) *Value {
	if v.kind == pointer { // to an array
		if v.ptr == nil {
			m.panic("nil pointer dereference")
		}
		v = v.ptr
	}
	if v.kind != slice && v.kind != array {
		m.fail("a subscript of something without elements")
	}
	i := m.int(e)
	if i < 0 || i >= int64(len(v.elems)) {
		m.panic("index out of range [%d] with length %d", i, len(v.elems))
	}
	return &v.elems[i]
}

func (m *machine) field(v *Value, t types.Type, f *types.Var) int {
	s, ok := t.Underlying().(*types.Struct)
	if !ok || v.kind != structure {
		m.fail("a field of something that is no struct")
	}
	for i := range s.NumFields() {
		if s.Field(i).Name() == f.Name() {
			return i
		}
	}
	m.fail("no field %s", f.Name())
	return 0
}

func (m *machine) length(r *ir.Ref) int {
	if a, ok := r.T.Underlying().(*types.Array); ok {
		return int(a.Len())
	}
	if p, ok := r.T.Underlying().(*types.Pointer); ok { // a nil pointer to an array has its length
		return int(p.Elem().Underlying().(*types.Array).Len())
	}
	v := m.place(r)
	if s, ok := v.x.(string); ok {
		return len(s)
	}
	if v.kind != slice {
		m.fail("no length of %s", ir.ExprString(r))
	}
	return len(v.elems)
}

func (m *machine) slice(e *ir.Slice) Value {
	v := m.place(e.X)
	if v.kind == pointer {
		if v.ptr == nil {
			m.panic("nil pointer dereference")
		}
		v = v.ptr
	}
	lo, hi := int64(0), int64(len(v.elems))
	if e.Hi != nil {
		hi = m.int(e.Hi)
	}
	if e.Lo != nil {
		lo = m.int(e.Lo)
	}
	if limit := int64(cap(v.elems)); lo < 0 || hi < lo || hi > limit {
		m.panic("slice bounds out of range [%d:%d] with capacity %d", lo, hi, limit)
	}
	return Value{kind: slice, elems: v.elems[lo:hi]}
}

// opaque asks the environment for the values of source text.
func (m *machine) opaque(e *ir.Opaque, results int) []*Value {
	if f := known(e); f != nil && m.env.Opaque == nil {
		v := m.eval(e.Args[0])
		return []*Value{f(&v)}
	}
	if m.env.Opaque == nil {
		m.fail("%s is source text, which has no value here", ir.ExprString(e))
	}
	args := make([]*Value, len(e.Args))
	for i, a := range e.Args {
		v := m.eval(a)
		args[i] = &v
	}
	out, err := m.env.Opaque(e, args)
	if err != nil {
		m.fail("%v", err)
	}
	if len(out) != results {
		m.fail("%s has %d values, not %d", ir.ExprString(e), len(out), results)
	}
	return slices.Clone(out)
}
