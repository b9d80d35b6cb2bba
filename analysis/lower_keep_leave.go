package analysis

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Loops that are kept as text, and left by a return or by a jump to a statement around them: the text notes which one it is,
// and leaves the loop; a choice after it does what that one says. Results are computed there, with copies of the loop's own
// variables. Those are no floats, which would be followed no further.

// A leaving is a statement that leaves a loop which is kept as text.
type leaving struct {
	stmt   ast.Stmt
	number int
	label  string // of the loop, "" where a plain break leaves it
	saved  []savedVar
}

// A savedVar is a variable of the loop that a return uses.
type savedVar struct {
	obj types.Object
	to  *ir.Var
}

// A leavings are those of one loop.
type leavings struct {
	of    map[ast.Stmt]*leaving
	list  []*leaving // by their numbers
	taken *ir.Var    // a bool where there is one alone, else the number
	label string     // of the loop, "" if none is needed
}

// mayLeave says whether a statement is a loop, which may be left so.
func mayLeave(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.LabeledStmt:
		return mayLeave(s.Stmt)
	case *ast.ForStmt, *ast.RangeStmt:
		return true
	}
	return false
}

// leavingsOf finds what leaves s, and declares what says which of them did. nil if nothing does.
func (l *lowerer) leavingsOf(x *texter, s ast.Stmt) *leavings {
	v := &leavings{of: map[ast.Stmt]*leaving{}}
	numbers := map[string]int{}
	j := &jumps{visit: func(*ast.BranchStmt) bool { return true }}
	j.each = func(stmt ast.Stmt, breaks int) {
		e := &leaving{stmt: stmt}
		if breaks > 1 {
			if lab, ok := s.(*ast.LabeledStmt); ok { // Go knows a loop by one label
				v.label = x.label(lab.Label.Name)
			} else if v.label == "" {
				v.label = l.newLabel()
			}
			e.label = v.label
		}
		b, jump := stmt.(*ast.BranchStmt)
		key := ""
		if jump {
			key = b.Tok.String()
			if b.Label != nil {
				key += " " + b.Label.Name
			}
		}
		if n := numbers[key]; jump && n > 0 {
			e.number = n
		} else {
			v.list = append(v.list, e)
			e.number = len(v.list)
			numbers[key] = e.number
		}
		v.of[stmt] = e
	}
	ast.Walk(j, s)
	if len(v.list) == 0 {
		return nil
	}
	v.taken = l.mutableTemp("taken", types.Typ[types.Int])
	if len(v.list) == 1 {
		v.taken.Type = types.Typ[types.Bool]
	}
	l.emit(&ir.Decl{Var: v.taken, Init: zeroConst(v.taken.Type)})
	for _, e := range v.list {
		if r, ok := e.stmt.(*ast.ReturnStmt); ok {
			l.saveFor(x, e, r)
		}
	}
	return v
}

// saveFor declares copies of the variables of the text that r uses.
func (l *lowerer) saveFor(x *texter, e *leaving, r *ast.ReturnStmt) {
	seen := map[types.Object]bool{}
	ast.Inspect(r, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		obj, ok := l.info().Uses[id].(*types.Var)
		if !ok || obj.IsField() || seen[obj] || !x.inner(obj) || r.Pos() <= obj.Pos() && obj.Pos() < r.End() {
			return true
		}
		seen[obj] = true
		t := l.typ(obj.Type())
		if c := l.class(t); carriesFloats(t) || c != classScalar && !(c == classOpaque && (isString(t) || types.Identical(t, errorType))) {
			x.cannot(id)
			return false
		}
		v := l.mutableTemp(obj.Name(), t)
		l.emit(&ir.Decl{Var: v, Init: l.zeroNode(t).x})
		e.saved = append(e.saved, savedVar{obj, v})
		return true
	})
}

// newLabel is a name for a label in text: no function that is kept as text, or copied into this one, has it.
func (l *lowerer) newLabel() string {
	for {
		l.labels++
		name := fmt.Sprintf("left%d", l.labels)
		taken := false
		ast.Inspect(l.asked.Decl.Body, func(n ast.Node) bool {
			lab, ok := n.(*ast.LabeledStmt)
			taken = taken || ok && lab.Label.Name == name
			return !taken
		})
		if !taken {
			return name
		}
	}
}

// leave writes what stands for s, if it leaves the loop.
func (x *texter) leave(s ast.Stmt) bool {
	if x.left == nil || x.left.of[s] == nil {
		return false
	}
	e := x.left.of[s]
	for _, v := range e.saved {
		x.arg(ir.NewRef(v.to))
		x.sets = append(x.sets, ir.NewRef(v.to))
		x.text(" = " + v.obj.Name() + "\n")
	}
	x.arg(ir.NewRef(x.left.taken))
	x.sets = append(x.sets, ir.NewRef(x.left.taken))
	if len(x.left.list) == 1 {
		x.text(" = true\nbreak")
	} else {
		x.text(fmt.Sprintf(" = %d\nbreak", e.number))
	}
	if e.label != "" {
		x.text(" " + e.label)
	}
	return true
}

// leftBy lowers what follows a loop that one of v may have left.
func (l *lowerer) leftBy(v *leavings, rest []step) bool {
	meta := l.cur
	meta.Src = ""
	var c *choice
	var last []step
	for i := len(v.list) - 1; i >= 0; i-- {
		e := v.list[i]
		cond := ir.Expr(ir.NewRef(v.taken))
		if len(v.list) > 1 {
			cond = ir.Bin(token.EQL, cond, ir.Int(int64(e.number)))
		}
		bind := func() {
			for _, s := range e.saved {
				l.fr.env.set(s.obj, leaf(ir.NewRef(s.to)))
			}
		}
		then := []step{{do: bind}, {stmt: e.stmt}}
		if len(e.saved) == 0 {
			then = then[1:]
		}
		c = &choice{meta: meta, cond: func() ir.Expr { return cond }, then: then, other: last}
		last = []step{{choice: c}}
	}
	return l.choose(c, rest)
}
