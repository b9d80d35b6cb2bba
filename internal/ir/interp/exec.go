package interp

import (
	"fmt"
	"go/token"
	"math"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A PanicError is the end of an evaluated program by its own fault: a panic statement, a subscript
// out of range, an integer division by zero.
type PanicError struct {
	Pos     token.Position // of the statement, if known
	Stmt    string         // the statement
	Message string
}

func (e *PanicError) Error() string { return describe(e.Pos, e.Stmt, "panic: "+e.Message) }

// An EvalError says that the interpreter cannot evaluate a program: it is malformed, or holds
// source text or calls that the Env does not answer.
type EvalError struct {
	Pos     token.Position
	Stmt    string
	Message string
}

func (e *EvalError) Error() string { return describe(e.Pos, e.Stmt, e.Message) }

func describe(pos token.Position, stmt, msg string) string {
	s := "interp: " + msg
	if stmt != "" {
		s += " in: " + stmt
	}
	if pos.IsValid() {
		s = pos.String() + ": " + s
	}
	return s
}

// A machine executes one block.
type machine struct {
	env   *Env
	tape  *tape // nil if nothing is recorded
	cur   ir.Stmt
	steps int
	// writers are the chunks, of those that could be executed at the same time as chunk, which have written to memory; nil
	// where nobody asks.
	writers map[*Value]int
	chunk   int
}

// Exec executes b over the memory that env binds. The error is a *PanicError or an *EvalError; what
// was written before it stays written.
func Exec(b *ir.Block, env *Env) error { return (&machine{env: env}).run(b) }

func (m *machine) run(b *ir.Block) (err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *PanicError:
			err = e
		case *EvalError:
			err = e
		default:
			panic(e)
		}
	}()
	m.block(b)
	return nil
}

// panic ends the evaluated program.
func (m *machine) panic(format string, args ...any) {
	pos, stmt := m.where()
	panic(&PanicError{pos, stmt, fmt.Sprintf(format, args...)})
}

// fail ends the evaluation.
func (m *machine) fail(format string, args ...any) {
	pos, stmt := m.where()
	panic(&EvalError{pos, stmt, fmt.Sprintf(format, args...)})
}

func (m *machine) where() (pos token.Position, stmt string) {
	switch s := m.cur.(type) {
	case nil:
		return pos, ""
	case *ir.For:
		stmt = "the bounds of for " + s.Iter.Name
	case *ir.If:
		stmt = "if " + ir.ExprString(s.Cond)
	default:
		stmt = ir.StmtString(s)
	}
	if p := m.cur.Info().Pos; m.env.Fset != nil && p.IsValid() {
		pos = m.env.Fset.Position(p)
	}
	return pos, stmt
}

func (m *machine) block(b *ir.Block) {
	for _, s := range b.Stmts {
		m.exec(s)
	}
}

// step counts a statement, or an iteration of a loop.
func (m *machine) step() {
	if m.steps++; m.env.Steps > 0 && m.steps > m.env.Steps {
		m.fail("more than %d statements", m.env.Steps)
	}
}

func (m *machine) exec(s ir.Stmt) {
	m.cur = s
	m.step()
	switch s := s.(type) {
	case *ir.Block:
		m.block(s)
	case *ir.Decl:
		m.decl(s)
	case *ir.Alloc:
		m.alloc(s)
	case *ir.Swap:
		a, b := m.place(s.A), m.place(s.B)
		*a, *b = *b, *a
	case *ir.Grow:
		m.grow(s)
	case *ir.Store:
		v := m.assignable(s.Dst, m.eval(s.Src), s.Src)
		*m.wrote(m.place(s.Dst)) = v.copied()
	case *ir.Reduce:
		m.reduce(s)
	case *ir.For:
		m.loop(s)
	case *ir.If:
		if m.bool(s.Cond) {
			m.block(s.Then)
		} else if s.Else != nil {
			m.block(s.Else)
		}
	case *ir.Call:
		m.call(s)
	case *ir.Exec:
		m.assign(s.Results, m.opaque(s.X, len(s.Results)), s.Define)
	case *ir.Panic:
		m.panic("%s", ir.ExprString(s.X))
	default:
		m.fail("no statement: %T", s)
	}
}

// assignable brings a constant without a type of its own to the type of its place.
func (m *machine) assignable(dst *ir.Ref, v Value, src ir.Expr) Value {
	if isFloat(dst.T) && v.kind == integer {
		return m.convert(v, src.Type(), dst.T)
	}
	return v
}

func (m *machine) decl(s *ir.Decl) {
	v := zero(s.Var.Type)
	if s.Init != nil {
		v = m.assignable(ir.NewRef(s.Var), m.eval(s.Init), s.Init)
		if s.Var.View == nil {
			v = v.copied()
		}
	}
	m.env.vars[s.Var] = &v
}

func (m *machine) alloc(s *ir.Alloc) {
	n := m.int(s.Len)
	if s.Dst.Var.Kind == ir.Tape {
		n = max(n, 0) // the loops that would fill it do not run
	}
	if n < 0 || n > 1<<30 {
		m.panic("makeslice: len out of range")
	}
	v := Value{kind: slice, elems: m.memory(s.Dst, int(n), s.Dirty)}
	if s.Like != nil {
		if like := m.eval(s.Like); like.isNil() {
			v.elems = nil
		}
	}
	if len(s.Dst.Elems) == 0 {
		m.env.vars[s.Dst.Var] = &v
		return
	}
	*m.place(s.Dst) = v
}

// memory returns n elements of the slice at dst.
func (m *machine) memory(dst *ir.Ref, n int, dirty bool) []Value {
	if m.steps += n / 16; m.env.Steps > 0 && m.steps > m.env.Steps {
		m.fail("more than %d statements", m.env.Steps)
	}
	elem := ir.ElemType(dst.T)
	elems := make([]Value, n)
	for i := range elems {
		if dirty && m.env.Poison {
			elems[i] = poison(elem)
		} else {
			elems[i] = zero(elem)
		}
	}
	return elems
}

func (m *machine) grow(s *ir.Grow) {
	v := m.place(ir.NewRef(s.Var))
	if n := int(m.int(s.Len)) - len(v.elems); n > 0 {
		more := m.memory(ir.NewRef(s.Var), n, s.Var.Kind != ir.Tangent)
		if s.Var.Kind != ir.Tape { // of which nobody sees the capacity
			v.elems = v.elems[:len(v.elems):len(v.elems)]
		}
		v.elems = append(v.elems, more...)
	}
}

// reduce adds to the value that the place has when Src is evaluated.
func (m *machine) reduce(s *ir.Reduce) {
	src := m.assignable(s.Dst, m.eval(s.Src), s.Src)
	dst := m.wrote(m.place(s.Dst))
	op := ir.Binary{Op: s.Op, T: s.Dst.T}
	if dst.kind == float {
		dst.f = m.floatOp(&op, dst.f, src.f)
		return
	}
	dst.i = m.intOp(&op, dst.i, src.i)
}

func (m *machine) loop(s *ir.For) {
	if s.Par != nil {
		m.parallel(s)
		return
	}
	if s.Jam > 0 && m.env.Jam {
		for _, s := range ir.Jammed(s) {
			m.exec(s)
		}
		return
	}
	i, limit, step := m.int(s.Begin), int64(math.MaxInt64), m.int(s.Step)
	if s.Limit != nil {
		limit = m.int(s.Limit)
	}
	if up := s.Cmp == token.LSS || s.Cmp == token.LEQ; step == 0 || step > 0 != up {
		m.fail("step %d does not lead to the limit", step)
	}
	t := m.typ(s.Iter.Type)
	u := unsigned(t)
	for {
		if u && !ordered(s.Cmp, uint64(i), uint64(limit)) || !u && !ordered(s.Cmp, i, limit) {
			return
		}
		m.step()
		m.env.vars[s.Iter] = &Value{kind: integer, i: i}
		if s.While != nil && !m.bool(s.While) {
			return
		}
		m.block(s.Body)
		i = wrap(t, i+step)
	}
}

func (m *machine) call(s *ir.Call) {
	if m.env.Call == nil {
		m.fail("a call of %s, which has no value here", s.Fn.Name())
	}
	var args []*Value
	for _, a := range s.Args {
		if a.X == nil {
			m.fail("an argument of %s is a struct made of its fields", s.Fn.Name())
		}
		if r, ok := a.X.(*ir.Ref); ok && a.Addr {
			args = append(args, Pointer(m.place(r)))
			continue
		}
		v := m.eval(a.X).copied()
		args = append(args, &v)
	}
	out, err := m.env.Call(s, args)
	if err != nil {
		m.fail("%v", err)
	}
	if len(s.Results) > 0 {
		m.assign(s.Results, out, false)
	}
}

func (m *machine) assign(places []*ir.Ref, values []*Value, define bool) {
	if len(places) != len(values) {
		m.fail("%d values for %d places", len(values), len(places))
	}
	for i, r := range places {
		switch {
		case r == nil:
		case define:
			v := values[i].copied()
			m.env.vars[r.Var] = &v
		default:
			*m.place(r) = values[i].copied()
		}
	}
}
