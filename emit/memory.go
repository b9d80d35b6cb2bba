package emit

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A memory says where local slices live.
type memory interface {
	// get returns an expression for n elements, which may be assigned to a slice of type slice.
	get(p *printer, slice, elem types.Type, n ast.Expr, dirty bool) ast.Expr
	// grow returns an expression for v with room for at least n elements.
	grow(p *printer, v *ir.Var, n ast.Expr) ast.Expr
	// start returns an expression for the first n elements of v, which grows later.
	start(p *printer, v *ir.Var, n ast.Expr) ast.Expr
	// arena returns the arena for elements of a type, nil where there are none.
	arena(p *printer, elem types.Type) ast.Expr
}

// heap takes memory from make; the functions of forward mode use it.
type heap struct{}

func (heap) get(p *printer, slice, _ types.Type, n ast.Expr, _ bool) ast.Expr {
	return p.file.make(p.file.typ(slice), n)
}

func (heap) start(p *printer, v *ir.Var, n ast.Expr) ast.Expr {
	return p.file.make(p.file.typ(v.Type), n)
}

func (heap) grow(p *printer, v *ir.Var, n ast.Expr) ast.Expr {
	x := p.variable(v)
	extra := call(ast.NewIdent(p.file.builtin("max")), lit(token.INT, "0"), &ast.BinaryExpr{Op: token.SUB, X: n, Y: call(ast.NewIdent("len"), x)})
	fresh := p.file.make(p.file.typ(v.Type), extra)
	return ast.NewIdent(p.file.builtin("append") + "(" + text(x) + ", " + text(fresh) + "...)")
}

func (heap) arena(*printer, types.Type) ast.Expr { return nil }

// arenas is the memory of a Work: one arena for each type of element.
type arenas struct {
	file *file
	list []*arena
	// touched are the fields that the method being printed uses.
	touched map[string]bool
	rows    bool // the Work holds a list for tests of overlap
	tapes   []*tape
	loops   []loopType // the parallel loops of the Work
	nested  []nestedWork
}

// A nestedWork is a Work of a function that the gradient calls, in a field of the Work: a recursion has one
// for each level.
type nestedWork struct {
	field string
	typ   string // with type arguments
}

// nestedOf returns the field for a Work of type typ.
func (a *arenas) nestedOf(typ, wish string) string {
	for _, n := range a.nested {
		if n.typ == typ {
			a.touched[n.field] = true
			return n.field
		}
	}
	n := nestedWork{a.free(wish), typ}
	a.nested = append(a.nested, n)
	a.touched[n.field] = true
	return n.field
}

// A tape is a tape that grows; it has memory of its own.
type tape struct {
	v     *ir.Var
	field string
}

// tapeOf returns the memory of v.
func (a *arenas) tapeOf(v *ir.Var) *tape {
	for _, t := range a.tapes {
		if t.v == v {
			return t
		}
	}
	a.file.helper("pardiffTape")
	t := &tape{v: v, field: a.free(v.Name)}
	a.tapes = append(a.tapes, t)
	return t
}

func (a *arenas) start(p *printer, v *ir.Var, n ast.Expr) ast.Expr {
	a.file.helper("pardiffTape.start")
	return call(sel(sel(p.recv(), a.tapeOf(v).field), "start"), n)
}

func (a *arenas) grow(p *printer, v *ir.Var, n ast.Expr) ast.Expr {
	a.file.helper("pardiffTape.grow")
	return call(sel(sel(p.recv(), a.tapeOf(v).field), "grow"), n)
}

// free returns a name for a field that no other field or method of the Work has.
func (a *arenas) free(wish string) string {
	for n := 0; ; n++ {
		name := numbered(lowerFirst(wish), n)
		taken := name == "rows" || name == "job" || strings.HasPrefix(name, "check") || strings.HasPrefix(name, "sweep")
		for _, x := range a.list {
			taken = taken || x.field == name
		}
		for _, t := range a.tapes {
			taken = taken || t.field == name
		}
		for _, l := range a.loops {
			taken = taken || l.field == name
		}
		for _, n := range a.nested {
			taken = taken || n.field == name
		}
		if !taken {
			return name
		}
	}
}

type arena struct {
	elem  types.Type
	field string
}

func (a *arenas) find(elem types.Type) *arena {
	for _, x := range a.list {
		if types.Identical(x.elem, elem) {
			return x
		}
	}
	a.file.helper("pardiffArena")
	x := &arena{elem, a.free(plural(elem))}
	a.list = append(a.list, x)
	return x
}

// plural is the name of the arena for elements of type t: float64s, layers, float64Rows.
func plural(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return t.Name() + "s"
	case *types.Named:
		return lowerFirst(t.Obj().Name()) + "s"
	case *types.TypeParam:
		return lowerFirst(t.Obj().Name()) + "s"
	case *types.Slice:
		return strings.TrimSuffix(plural(t.Elem()), "s") + "Rows"
	case *types.Array:
		return strings.TrimSuffix(plural(t.Elem()), "s") + "Arrays"
	case *types.Pointer:
		return strings.TrimSuffix(plural(t.Elem()), "s") + "Pointers"
	}
	return "values"
}

// lowerFirst makes a name unexported: heat for Heat, lstmWork for LSTMWork.
func lowerFirst(s string) string {
	r := []rune(s)
	for i := range r {
		if !unicode.IsUpper(r[i]) || i > 0 && i+1 < len(r) && unicode.IsLower(r[i+1]) {
			break
		}
		r[i] = unicode.ToLower(r[i])
	}
	return string(r)
}

func (a *arenas) arena(p *printer, elem types.Type) ast.Expr {
	x := a.find(elem)
	a.touched[x.field] = true
	return sel(p.recv(), x.field)
}

// method returns w.float64s.name, and notes that the helper is needed.
func (a *arenas) method(p *printer, elem types.Type, name string) ast.Expr {
	a.file.helper("pardiffArena." + name)
	return sel(a.arena(p, elem), name)
}

func (a *arenas) get(p *printer, _, elem types.Type, n ast.Expr, dirty bool) ast.Expr {
	name := "take"
	if dirty {
		name = "dirty"
	}
	return call(a.method(p, elem, name), n)
}

// recv is the receiver of the method being printed, the Work.
func (p *printer) recv() *ast.Ident { return p.id("recv", "w", rankExtra) }

// marks give back, at the end of a block inside a loop, the memory that was taken in it, so that a
// loop holds the memory of one iteration.
type marks struct {
	first ir.Stmt // the marks stand before it
	elems []types.Type
	names []string
}

// marks finds what memory dies with block b, whose statements are list: that of slices
// declared in list, with their rows. An arena from which memory outlives the block cannot be
// turned back.
func (p *printer) marks(b *ir.Block, list []ir.Stmt) *marks {
	m := &marks{}
	if _, ok := p.mem.(*arenas); !ok || p.loops == 0 || p.par != nil {
		return m
	}
	here, inside := map[*ir.Var]bool{}, map[*ir.Var]bool{}
	for _, s := range list {
		if a, ok := s.(*ir.Alloc); ok && len(a.Dst.Elems) == 0 && !a.Escapes && !p.ownMemory(a.Dst.Var) {
			here[a.Dst.Var] = true
			if m.first == nil {
				m.first = s
			}
		}
	}
	ir.Walk(b, func(s ir.Stmt) bool {
		declared(s, func(v *ir.Var) { inside[v] = true })
		return true
	})
	var dies, stays []types.Type
	ir.Walk(b, func(s ir.Stmt) bool {
		switch s := s.(type) {
		case *ir.Alloc:
			switch v := s.Dst.Base().Var; {
			case s.Escapes:
			case p.ownMemory(v) && len(s.Dst.Elems) == 0: // its rows are in an arena
			case !inside[v]:
				stays = append(stays, ir.ElemType(s.Dst.T))
			case here[v]:
				dies = append(dies, ir.ElemType(s.Dst.T))
			}
		case *ir.Swap: // may carry memory out of the block
			if inside[s.A.Base().Var] != inside[s.B.Base().Var] {
				for t := s.A.T; ir.ElemType(t) != nil; t = ir.ElemType(t) {
					stays = append(stays, ir.ElemType(t))
				}
			}
		}
		return true
	})
	for _, t := range dies {
		if !hasType(stays, t) && !hasType(m.elems, t) {
			m.elems = append(m.elems, t)
		}
	}
	return m
}

// ownMemory says whether v is a tape that grows, which has memory outside the arenas.
func (p *printer) ownMemory(v *ir.Var) bool { return v.Kind == ir.Tape && p.grows[v] }

func hasType(list []types.Type, t types.Type) bool {
	return slices.ContainsFunc(list, func(o types.Type) bool { return types.Identical(o, t) })
}

func (m *marks) before(p *printer, s ir.Stmt) []code {
	if s != m.first || m.first == nil {
		return nil
	}
	var out []code
	for _, t := range m.elems {
		a := p.mem.(*arenas)
		name := p.fresh("mark")
		m.names = append(m.names, name)
		out = append(out, p.line("%s := %s", name, call(a.method(p, t, "mark"))))
	}
	return out
}

func (m *marks) after(p *printer) []code {
	var out []code
	for i, name := range m.names {
		a := p.mem.(*arenas)
		out = append(out, p.line("%s", call(a.method(p, m.elems[i], "release"), ast.NewIdent(name))))
	}
	return out
}
