package analysis

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Slices of integers and the like that text makes longer: the text has a copy of its own, which is written back after it.
// The memory of the variable is that of its own, as for other slices that grow. So the text may append to the slice, cut it
// and read it, but neither write elements, which other slices may share, nor keep it or pass it on.

// A movedSlice is a slice variable of the function that text assigns.
type movedSlice struct {
	obj *types.Var
	id  *ast.Ident // one of its uses
	val *node
}

// moveSlices writes a statement that assigns slices, and says whether it is one.
func (l *lowerer) moveSlices(x *texter, s ast.Stmt) bool {
	list := l.movedBy(x, s)
	if len(list) == 0 {
		return false
	}
	if !l.mayMove(x, s) {
		x.cannot(s)
		return true
	}
	results := make([]*types.Var, len(list))
	x.text("func() (")
	for i, m := range list {
		if i > 0 {
			x.text(", ")
		}
		x.typ(m.val.typ)
		results[i] = types.NewVar(token.NoPos, nil, "", m.val.typ)
	}
	x.text(") {\n")
	for _, m := range list {
		if m.val.isNil || m.val.pending {
			x.text("var " + m.obj.Name() + " ")
			x.typ(m.val.typ)
			x.text("\n")
			continue
		}
		x.imported(types.NewPackage("slices", "slices"))
		x.text(m.obj.Name() + " := slices.Clone(")
		x.node(m.val, m.id)
		x.text(")\n")
		if null := m.val.cur.null; null != nil {
			x.text("if ")
			x.arg(null)
			x.text(" {\n" + m.obj.Name() + " = nil\n}\n")
		}
	}
	x.whole(s)
	x.text("\nreturn ")
	exec := &ir.Exec{Define: true}
	for i, m := range list {
		x.text([]string{"", ", "}[min(i, 1)] + m.obj.Name())
		exec.Results = append(exec.Results, ir.NewRef(l.temp(m.obj.Name(), m.val.typ)))
	}
	x.text("\n}()")
	exec.X = x.statement(s.Pos())
	exec.X.T = types.NewTuple(results...)
	if len(list) == 1 {
		exec.X.T = list[0].val.typ
	}
	l.emit(exec)
	for i, m := range list {
		l.movedTo(m.val.cur, exec.Results[i])
	}
	return true
}

// movedBy finds the slices that s assigns, which are not those of the text itself.
func (l *lowerer) movedBy(x *texter, s ast.Stmt) []*movedSlice {
	var list []*movedSlice
	ast.Inspect(s, func(n ast.Node) bool {
		assigned(l.info(), n, func(e ast.Expr) {
			id, ok := ast.Unparen(e).(*ast.Ident)
			if !ok {
				return
			}
			v := x.outer(id)
			if v == nil {
				return
			}
			if t := l.typ(v.Type()); l.class(t) != classSlice || carriesFloats(t) || holdsRefs(elemOf(t)) {
				return
			}
			n := l.expr(id).force()
			if c := n.cur; c == nil || !c.grows || c.end == nil || c.later != nil || n.table != nil {
				return
			}
			if x.moved == nil {
				x.moved = map[*types.Var]*movedSlice{}
			}
			m := &movedSlice{v, id, n}
			x.moved[v] = m
			list = append(list, m)
		})
		return true
	})
	return list
}

// mayMove says whether s uses the slices that it assigns in ways that a copy is as good for.
func (l *lowerer) mayMove(x *texter, s ast.Stmt) bool {
	is := func(e ast.Expr) *ast.Ident {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			if v, ok := l.info().ObjectOf(id).(*types.Var); ok && x.moved[v] != nil {
				return id
			}
		}
		return nil
	}
	fine, ok := map[*ast.Ident]bool{}, true
	allow := func(e ast.Expr) {
		if id := is(e); id != nil {
			fine[id] = true
		}
	}
	ast.Inspect(s, func(n ast.Node) bool {
		assigned(l.info(), n, func(e ast.Expr) {
			if ix, index := ast.Unparen(e).(*ast.IndexExpr); index && is(ix.X) != nil {
				ok = false
			}
		})
		switch n := n.(type) {
		case *ast.FuncLit:
			return false // what it uses is not allowed
		case *ast.AssignStmt:
			for i, e := range n.Lhs {
				if id := is(e); id != nil && n.Tok == token.ASSIGN && len(n.Lhs) == len(n.Rhs) && l.movesTo(id, n.Rhs[i], allow) {
					fine[id] = true
				}
			}
		case *ast.UnaryExpr:
			if ix, index := ast.Unparen(n.X).(*ast.IndexExpr); index && n.Op == token.AND && is(ix.X) != nil {
				ok = false
			}
		case *ast.IndexExpr:
			allow(n.X)
		case *ast.RangeStmt:
			allow(n.X)
		case *ast.CallExpr:
			switch name := builtinName(l, n); {
			case name == "len":
				allow(n.Args[0])
			case name == "append" && n.Ellipsis.IsValid():
				allow(n.Args[1])
			case name == "copy":
				allow(n.Args[1])
			case name == "" && onlyLooks(l.callee(n)):
				for _, a := range n.Args {
					allow(a)
				}
			}
		}
		return true
	})
	ast.Inspect(s, func(n ast.Node) bool {
		if e, expr := n.(ast.Expr); expr && is(e) != nil {
			ok = ok && fine[is(e)]
		}
		return ok
	})
	return ok
}

// movesTo says whether e, which is assigned to the slice called id, is that slice or memory that nothing else leads to.
func (l *lowerer) movesTo(id *ast.Ident, e ast.Expr, allow func(ast.Expr)) bool {
	same := func(e ast.Expr) bool {
		if s, ok := ast.Unparen(e).(*ast.SliceExpr); ok && !s.Slice3 {
			e = s.X
		}
		if !l.sameSyntax(id, e) {
			return false
		}
		allow(e)
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.Ident:
		return l.info().Types[e].IsNil()
	case *ast.SliceExpr:
		return same(e)
	case *ast.CallExpr:
		switch builtinName(l, e) {
		case "make":
			return true
		case "append":
			return same(e.Args[0])
		}
	}
	return false
}

// countOf is the length of r, a slice that source text gave: it is kept where r is not at hand any more.
func (l *lowerer) countOf(r *ir.Ref) ir.Expr {
	n := ir.NewRef(l.temp("n", types.Typ[types.Int]))
	l.emit(&ir.Exec{Define: true, Results: []*ir.Ref{n}, X: &ir.Opaque{
		Parts: []string{"len(", ")"}, Args: []ir.Expr{r}, T: n.T, Sets: &ir.Places{Only: true},
	}})
	return n
}

// ownCopy is a copy of r, a slice that source text gave, in memory whose length is known in the reverse sweep.
func (l *lowerer) ownCopy(r *ir.Ref) *ir.Ref {
	n := l.countOf(r)
	v := ir.NewRef(l.mutableTemp(r.Var.Name, r.T))
	l.emit(&ir.Alloc{Dst: v, Len: n})
	l.elementLoop(n, ir.CopyLoop, v, r)
	return v
}

// movedTo makes the slice c the elements of r.
func (l *lowerer) movedTo(c *cursor, r *ir.Ref) {
	n := l.countOf(r)
	l.emit(&ir.Grow{Var: c.root.Var, Len: ir.Add(c.start(), n)})
	if c.off == nil {
		l.elementLoop(n, ir.CopyLoop, c.root, r)
	} else {
		l.elementsFrom(c.root, c.start(), n, r)
	}
	l.emit(&ir.Store{Dst: c.end, Src: ir.Add(c.start(), n)})
	if c.null != nil {
		none := &ir.Opaque{Parts: []string{"", " == nil"}, Args: []ir.Expr{r}, Pure: true, T: types.Typ[types.Bool]}
		l.emit(&ir.Store{Dst: c.null.(*ir.Ref), Src: none})
	}
	c.moves++
	l.learn(bound{cur: c})
}
