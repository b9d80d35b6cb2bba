package depend

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// program is a Go function in the IR, with its statements and loops by name: a comment /*S*/ at the
// end of a line names the statement on it.
type program struct {
	body  *ir.Block
	stmts map[string]ir.Stmt
	vars  map[string]*ir.Var
}

// lowerer translates the part of Go that the tests are written in: counted loops, ifs, scalar
// assignments, slices and views.
type lowerer struct {
	t    testing.TB
	fset *token.FileSet
	info *types.Info
	vars map[types.Object]*ir.Var
	name map[int]string // by line
	p    *program
}

// load translates func f of src, which is the text after the package clause.
func load(t testing.TB, src string) *program {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "f.go", "package p\n"+src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Error: func(err error) {
		if e := err.(types.Error); !e.Soft { // not of an unused variable
			t.Fatalf("%v in\n%s", err, src)
		}
	}}
	conf.Check("p", fset, []*ast.File{file}, info)
	l := &lowerer{t: t, fset: fset, info: info, vars: map[types.Object]*ir.Var{}, name: map[int]string{},
		p: &program{stmts: map[string]ir.Stmt{}, vars: map[string]*ir.Var{}}}
	for _, g := range file.Comments {
		for _, c := range g.List {
			l.name[fset.Position(c.Pos()).Line] = c.Text[2 : len(c.Text)-2]
		}
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "f" {
			l.p.body = l.block(f.Body)
		}
	}
	if err := ir.CheckBlock(fset, l.p.body, l.outer()...); err != nil {
		t.Fatal(err)
	}
	return l.p
}

// outer returns the parameters.
func (l *lowerer) outer() []*ir.Var {
	var list []*ir.Var
	for _, v := range l.vars {
		if v.Kind == ir.Param {
			list = append(list, v)
		}
	}
	return list
}

func (l *lowerer) v(id *ast.Ident) *ir.Var {
	obj := l.info.Uses[id]
	kind := ir.Param
	if obj == nil {
		obj, kind = l.info.Defs[id], ir.Local
	}
	if v, ok := l.vars[obj]; ok {
		return v
	}
	v := &ir.Var{Name: id.Name, Type: obj.Type(), Kind: kind, Obj: obj}
	l.vars[obj] = v
	l.p.vars[id.Name] = v
	return v
}

func (l *lowerer) block(b *ast.BlockStmt) *ir.Block {
	out := &ir.Block{}
	for _, s := range b.List {
		t := l.stmt(s)
		if n := l.name[l.fset.Position(s.Pos()).Line]; n != "" {
			l.p.stmts[n] = t
		}
		out.Stmts = append(out.Stmts, t)
	}
	return out
}

func (l *lowerer) stmt(s ast.Stmt) ir.Stmt {
	switch s := s.(type) {
	case *ast.BlockStmt:
		return l.block(s)
	case *ast.DeclStmt:
		id := s.Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec).Names[0]
		return &ir.Decl{Var: l.v(id)}
	case *ast.IncDecStmt:
		op := token.ADD
		if s.Tok == token.DEC {
			op = token.SUB
		}
		return &ir.Reduce{Op: op, Dst: l.ref(s.X), Src: ir.Int(1)}
	case *ast.AssignStmt:
		return l.assign(s)
	case *ast.IfStmt:
		c := &ir.If{Cond: l.expr(s.Cond), Then: l.block(s.Body)}
		if e, ok := s.Else.(*ast.BlockStmt); ok {
			c.Else = l.block(e)
		}
		return c
	case *ast.ForStmt:
		return l.loop(s)
	case *ast.ExprStmt:
		return &ir.Panic{X: l.expr(s.X.(*ast.CallExpr).Args[0])}
	}
	l.t.Fatalf("statement %T", s)
	return nil
}

func (l *lowerer) assign(s *ast.AssignStmt) ir.Stmt {
	switch s.Tok {
	case token.ADD_ASSIGN:
		return &ir.Reduce{Op: token.ADD, Dst: l.ref(s.Lhs[0]), Src: l.expr(s.Rhs[0])}
	case token.SUB_ASSIGN:
		return &ir.Reduce{Op: token.SUB, Dst: l.ref(s.Lhs[0]), Src: l.expr(s.Rhs[0])}
	case token.ASSIGN:
		if c, ok := s.Rhs[0].(*ast.CallExpr); ok && isMake(c) {
			return &ir.Alloc{Dst: l.ref(s.Lhs[0]), Len: l.expr(c.Args[1])}
		}
		return &ir.Store{Dst: l.ref(s.Lhs[0]), Src: l.expr(s.Rhs[0])}
	}
	v := l.v(s.Lhs[0].(*ast.Ident))
	if c, ok := s.Rhs[0].(*ast.CallExpr); ok && isMake(c) {
		return &ir.Alloc{Dst: ir.NewRef(v), Len: l.expr(c.Args[1])}
	}
	e := l.expr(s.Rhs[0])
	if ir.ElemType(v.Type) != nil {
		v.View = e
	}
	return &ir.Decl{Var: v, Init: e}
}

func isMake(c *ast.CallExpr) bool {
	id, ok := c.Fun.(*ast.Ident)
	return ok && id.Name == "make"
}

func (l *lowerer) loop(s *ast.ForStmt) ir.Stmt {
	init := s.Init.(*ast.AssignStmt)
	f := &ir.For{Iter: l.v(init.Lhs[0].(*ast.Ident)), Begin: l.expr(init.Rhs[0])}
	f.Iter.Kind = ir.Iter
	cond := s.Cond.(*ast.BinaryExpr)
	f.Cmp, f.Limit = cond.Op, l.expr(cond.Y)
	switch p := s.Post.(type) {
	case *ast.IncDecStmt:
		f.Step = ir.Int(1)
		if p.Tok == token.DEC {
			f.Step = ir.Int(-1)
		}
	case *ast.AssignStmt:
		f.Step = l.expr(p.Rhs[0])
		if p.Tok == token.SUB_ASSIGN {
			f.Step = ir.Neg(f.Step)
		}
	}
	f.Body = l.block(s.Body)
	return f
}

func (l *lowerer) ref(e ast.Expr) *ir.Ref { return l.expr(e).(*ir.Ref) }

func (l *lowerer) expr(e ast.Expr) ir.Expr {
	tv := l.info.Types[e]
	if tv.Value != nil {
		if tv.Value.Kind() == constant.Int && ir.IsInt(tv.Type) {
			n, _ := constant.Int64Val(tv.Value)
			return ir.Int(n)
		}
		return &ir.Const{Val: tv.Value, Text: tv.Value.ExactString(), T: tv.Type}
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return l.expr(e.X)
	case *ast.Ident:
		return ir.NewRef(l.v(e))
	case *ast.IndexExpr:
		return l.ref(e.X).At(l.expr(e.Index))
	case *ast.SelectorExpr:
		r := l.ref(e.X)
		if _, ok := r.T.Underlying().(*types.Pointer); ok {
			r = r.Star()
		}
		s := r.T.Underlying().(*types.Struct)
		for f := range s.Fields() {
			if f.Name() == e.Sel.Name {
				return r.Sel(f)
			}
		}
	case *ast.UnaryExpr:
		return &ir.Unary{Op: e.Op, X: l.expr(e.X)}
	case *ast.BinaryExpr:
		return ir.Bin(e.Op, l.expr(e.X), l.expr(e.Y))
	case *ast.SliceExpr:
		s := &ir.Slice{X: l.ref(e.X), T: tv.Type}
		if e.Low != nil {
			s.Lo = l.expr(e.Low)
		}
		if e.High != nil {
			s.Hi = l.expr(e.High)
		}
		return s
	case *ast.CallExpr:
		return l.call(e, tv.Type)
	}
	l.t.Fatalf("expression %T", e)
	return nil
}

func (l *lowerer) call(e *ast.CallExpr, t types.Type) ir.Expr {
	var args []ir.Expr
	for _, a := range e.Args {
		args = append(args, l.expr(a))
	}
	switch name := e.Fun.(*ast.Ident).Name; name {
	case "len":
		return &ir.Len{X: args[0].(*ir.Ref)}
	case "min", "max":
		return &ir.Intrinsic{Fn: name, Args: args, T: t}
	case "sqrt":
		return &ir.Intrinsic{Fn: "math.Sqrt", Args: args, T: t}
	}
	return &ir.Convert{X: args[0], T: t}
}

// find returns the access of the named statement to the named variable that writes or reads, the
// first of several.
func find(t testing.TB, x *Accesses, p *program, stmt, root string, write bool) *Access {
	t.Helper()
	for _, a := range x.Of(p.stmts[stmt]) {
		if a.Ref.Var.Name == root && a.Write == write {
			return a
		}
	}
	t.Fatalf("no access to %s in %s", root, stmt)
	return nil
}
