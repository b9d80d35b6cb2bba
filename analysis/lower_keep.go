package analysis

import (
	"go/ast"
	"go/token"
)

// Statements as source text. Variables that the text declares keep their names, which no variable of the generated function
// has then. Those of the function around it are arguments: numbers and what is opaque, slices without floats, and slices of
// floats of which elements are read. What the text assigns is in Sets, for slices if elements of them may be assigned. Slices
// that it makes longer, and statements that leave it, are in lower_keep_move.go and lower_keep_leave.go.

// cannot gives the text up.
func (x *texter) cannot(e ast.Node) {
	x.l.refuse(e.Pos(), "statement", "it cannot be kept as text", "")
}

// whole writes the statement that is kept, with the label by which it is left.
func (x *texter) whole(s ast.Stmt) {
	if _, labelled := s.(*ast.LabeledStmt); !labelled && x.left != nil && x.left.label != "" {
		x.text(x.left.label + ":\n")
	}
	x.stmt(s)
}

// label is the name of a label in the text.
func (x *texter) label(name string) string {
	if x.l.fr.parent == nil {
		return name
	}
	if x.renamed == nil {
		x.renamed = map[string]string{}
	}
	if x.renamed[name] == "" {
		x.renamed[name] = x.l.newLabel()
	}
	return x.renamed[name]
}

// stmt writes a statement.
func (x *texter) stmt(s ast.Stmt) {
	if x.leave(s) {
		return
	}
	switch s := s.(type) {
	case *ast.EmptyStmt:
	case *ast.ExprStmt:
		x.child(s.X)
	case *ast.SendStmt:
		x.child(s.Chan)
		x.text(" <- ")
		x.child(s.Value)
	case *ast.IncDecStmt:
		x.place(s.X)
		x.text(s.Tok.String())
	case *ast.AssignStmt:
		x.assigned(s.Lhs, s.Tok)
		x.list(s.Rhs)
	case *ast.GoStmt:
		x.text("go ")
		x.callLater(s.Call)
	case *ast.DeferStmt:
		x.text("defer ")
		x.deferred = x.deferred || s == x.around
		x.callLater(s.Call)
		x.deferred = false
	case *ast.ReturnStmt:
		x.text("return ")
		x.list(s.Results)
	case *ast.BranchStmt:
		x.text(s.Tok.String())
		if s.Label != nil {
			x.text(" " + x.label(s.Label.Name))
		}
	case *ast.BlockStmt:
		x.block(s.List)
	case *ast.LabeledStmt:
		x.text(x.label(s.Label.Name) + ":\n")
		x.stmt(s.Stmt)
	case *ast.DeclStmt:
		x.declared(s.Decl.(*ast.GenDecl))
	case *ast.IfStmt:
		x.text("if ")
		x.before(s.Init)
		x.child(s.Cond)
		x.text(" ")
		x.stmt(s.Body)
		if s.Else != nil {
			x.text(" else ")
			x.stmt(s.Else)
		}
	case *ast.ForStmt:
		x.forText(s)
	case *ast.RangeStmt:
		x.text("for ")
		if s.Key != nil {
			keys := []ast.Expr{s.Key}
			if s.Value != nil {
				keys = append(keys, s.Value)
			}
			x.assigned(keys, s.Tok)
		}
		x.text("range ")
		x.inStmt(s.X, true)
		x.text(" ")
		x.stmt(s.Body)
	case *ast.SwitchStmt:
		x.text("switch ")
		x.before(s.Init)
		if s.Tag != nil {
			x.child(s.Tag)
		}
		x.clauses(s.Body)
	case *ast.TypeSwitchStmt:
		x.text("switch ")
		x.before(s.Init)
		switch a := s.Assign.(type) {
		case *ast.AssignStmt:
			x.text(a.Lhs[0].(*ast.Ident).Name + " := ")
			x.typeTag(a.Rhs[0])
		case *ast.ExprStmt:
			x.typeTag(a.X)
		}
		x.clauses(s.Body)
	case *ast.SelectStmt:
		x.text("select")
		x.clauses(s.Body)
	default:
		x.cannot(s)
	}
}

func (x *texter) typeTag(e ast.Expr) {
	x.child(ast.Unparen(e).(*ast.TypeAssertExpr).X)
	x.text(".(type)")
}

func (x *texter) forText(s *ast.ForStmt) {
	x.text("for ")
	if s.Init == nil && s.Post == nil {
		if s.Cond != nil {
			x.child(s.Cond)
		}
	} else {
		if s.Init != nil {
			x.stmt(s.Init)
		}
		x.text("; ")
		if s.Cond != nil {
			x.child(s.Cond)
		}
		x.text("; ")
		if s.Post != nil {
			x.stmt(s.Post)
		}
	}
	x.text(" ")
	x.stmt(s.Body)
}

// before writes the statement before a condition, nil for none.
func (x *texter) before(s ast.Stmt) {
	if s != nil {
		x.stmt(s)
		x.text("; ")
	}
}

func (x *texter) block(list []ast.Stmt) {
	x.text("{\n")
	x.stmts(list)
	x.text("}")
}

func (x *texter) stmts(list []ast.Stmt) {
	for _, s := range list {
		x.stmt(s)
		x.text("\n")
	}
}

func (x *texter) clauses(b *ast.BlockStmt) {
	x.text(" {\n")
	for _, c := range b.List {
		switch c := c.(type) {
		case *ast.CaseClause:
			x.caseHead(c.List)
			x.stmts(c.Body)
		case *ast.CommClause:
			if c.Comm == nil {
				x.text("default")
			} else {
				x.text("case ")
				x.stmt(c.Comm)
			}
			x.text(":\n")
			x.stmts(c.Body)
		}
	}
	x.text("}")
}

func (x *texter) caseHead(list []ast.Expr) {
	if list == nil {
		x.text("default:\n")
		return
	}
	x.text("case ")
	x.list(list)
	x.text(":\n")
}

func (x *texter) list(list []ast.Expr) {
	for i, e := range list {
		if i > 0 {
			x.text(", ")
		}
		x.child(e)
	}
}

// assigned writes the left side of an assignment.
func (x *texter) assigned(list []ast.Expr, tok token.Token) {
	for i, e := range list {
		if i > 0 {
			x.text(", ")
		}
		if id, ok := e.(*ast.Ident); ok && tok == token.DEFINE && (id.Name == "_" || x.l.info().Defs[id] != nil) {
			x.text(id.Name)
			continue
		}
		x.place(e)
	}
	x.text(" " + tok.String() + " ")
}

func (x *texter) declared(d *ast.GenDecl) {
	if d.Tok != token.VAR {
		return // constants and types are written where they are used
	}
	for i, spec := range d.Specs {
		if i > 0 {
			x.text("\n")
		}
		s := spec.(*ast.ValueSpec)
		x.text("var ")
		for i, id := range s.Names {
			x.text([]string{"", ", "}[min(i, 1)] + id.Name)
		}
		if s.Type != nil {
			x.text(" ")
			x.typ(x.l.info().TypeOf(s.Type))
		}
		if len(s.Values) > 0 {
			x.text(" = ")
			x.list(s.Values)
		}
	}
}
