package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// disturbed says where some file of its package, of tests and other systems too, may write v or pass on its memory; "" if
// all of them only read it.
func (l *lowerer) disturbed(v *types.Var) string {
	u := &useWalker{l: l, v: v, info: l.info(), names: map[types.Object]bool{v: true}}
	for n := 0; n != len(u.names); {
		n = len(u.names)
		for _, f := range l.fr.Pkg.Files {
			u.file(f)
		}
	}
	u.info = nil
	for name, f := range l.fr.Pkg.OtherFiles {
		u.in = name
		u.file(f)
	}
	if u.why == "" && l.fr.Pkg.InAssembly(v.Name()) {
		return "assembly names it"
	}
	return u.why
}

// A useWalker looks at the uses of a package-level variable. In files that are not part of the build it knows names alone.
type useWalker struct {
	l    *lowerer
	v    *types.Var
	info *types.Info
	// names are the variable itself, and the local ones that may stand for a part of its memory.
	names map[types.Object]bool
	in    func(token.Pos) string
	why   string
	path  []ast.Node // what is around the node at hand, and that
}

func (u *useWalker) file(f *ast.File) {
	for _, g := range f.Comments {
		for _, c := range g.List {
			if strings.HasPrefix(c.Text, "//go:linkname "+u.v.Name()+" ") {
				u.found(c.Pos(), "is known to the linker by another name")
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			u.path = u.path[:len(u.path)-1]
			return true
		}
		u.path = append(u.path, n)
		if id, ok := n.(*ast.Ident); ok && u.means(id) {
			u.use(id)
		}
		return true
	})
}

func (u *useWalker) found(pos token.Pos, what string) {
	if u.why != "" {
		return
	}
	at := u.l.lineOf
	if u.in != nil {
		at = u.in
	}
	u.why = "it " + what + " at " + at(pos)
}

// means says whether id is the variable, or may be.
func (u *useWalker) means(id *ast.Ident) bool {
	if u.info != nil {
		return u.names[u.info.Uses[id]]
	}
	if id.Name != u.v.Name() {
		return false
	}
	switch p := u.path[max(len(u.path)-2, 0)].(type) {
	case *ast.SelectorExpr:
		return p.X == id
	case *ast.KeyValueExpr:
		return p.Value == id
	case *ast.Field:
		return false
	}
	return true
}

// use follows what is made of the variable as far as its memory goes, and notes what is no read.
func (u *useWalker) use(id *ast.Ident) {
	t, x := u.v.Type(), ast.Expr(id)
	if u.info != nil {
		t = u.info.Uses[id].Type()
	}
	for i := len(u.path) - 2; i >= 0; i-- {
		switch p := u.path[i].(type) {
		case *ast.ParenExpr:
			x = p
			continue
		case *ast.IndexExpr:
			if e := elemOrNil(t); p.X == x && e != nil {
				t, x = e, p
				continue
			}
		case *ast.SelectorExpr:
			if f := fieldType(t, p.Sel.Name); p.X == x && f != nil {
				t, x = f, p
				continue
			}
			u.found(p.Pos(), "has a method that is called")
		case *ast.UnaryExpr:
			if p.Op == token.AND {
				t, x = types.NewPointer(t), p
				continue
			}
		case *ast.StarExpr:
			t, x = pointee(t), p
			continue
		case *ast.SliceExpr:
			if e := elemOrNil(t); p.X == x && e != nil {
				t, x = types.NewSlice(e), p
				continue
			}
		default:
			u.end(p, x, t)
		}
		return
	}
	u.found(id.Pos(), "may be another variable")
}

// pointee is what a pointer leads to, other types as they are.
func pointee(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func elemOrNil(t types.Type) types.Type {
	switch t := pointee(t).Underlying().(type) {
	case *types.Slice:
		return t.Elem()
	case *types.Array:
		return t.Elem()
	}
	return nil
}

func fieldType(t types.Type, name string) types.Type {
	if s, ok := pointee(t).Underlying().(*types.Struct); ok {
		for f := range s.Fields() {
			if f.Name() == name {
				return f.Type()
			}
		}
	}
	return nil
}

// end looks at what p does with x, the variable or a part of it, of type t.
func (u *useWalker) end(p ast.Node, x ast.Expr, t types.Type) {
	copied := func() {
		if holdsRefs(t) {
			u.found(x.Pos(), "is given another name")
		}
	}
	named := func(name ast.Expr, t types.Type) {
		if holdsRefs(t) && !u.follow(name) {
			u.found(x.Pos(), "is given another name")
		}
	}
	switch p := p.(type) {
	case *ast.AssignStmt:
		for i, lhs := range p.Lhs {
			if id, ok := x.(*ast.Ident); lhs == x && ok && u.local(id) && p.Tok == token.ASSIGN {
				return // it stands for other memory now
			}
			if lhs == x {
				u.found(x.Pos(), "is written")
				return
			}
			if len(p.Lhs) == len(p.Rhs) && p.Rhs[i] == x {
				named(lhs, t)
				return
			}
		}
		copied()
	case *ast.IncDecStmt:
		u.found(x.Pos(), "is written")
	case *ast.RangeStmt:
		switch {
		case p.X != x:
			u.found(x.Pos(), "is written")
		case p.Value != nil && elemOrNil(t) != nil:
			named(p.Value, elemOrNil(t))
		}
	case *ast.CallExpr:
		if !u.readsOnly(p, x, t) {
			u.found(x.Pos(), "is passed on")
		}
	case *ast.BinaryExpr, *ast.SwitchStmt, *ast.CaseClause, *ast.IfStmt, *ast.ForStmt, *ast.IndexExpr, *ast.SliceExpr:
	case *ast.ValueSpec:
		for _, id := range p.Names {
			if id == x {
				u.found(x.Pos(), "is declared again")
				return
			}
		}
		copied()
	case *ast.ReturnStmt, *ast.CompositeLit, *ast.KeyValueExpr:
		copied()
	default:
		u.found(x.Pos(), "is used in an unusual way")
	}
}

// local says whether id is a local variable.
func (u *useWalker) local(id *ast.Ident) bool {
	if u.info == nil {
		return false
	}
	v, ok := u.info.ObjectOf(id).(*types.Var)
	return ok && !v.IsField() && v.Parent() != v.Pkg().Scope()
}

// follow has the uses of a local variable looked at, which gets a part of the memory, and says whether name is one. Its type must
// tell what is read of it.
func (u *useWalker) follow(name ast.Expr) bool {
	id, ok := name.(*ast.Ident)
	if !ok || !u.local(id) || !isTable(pointee(u.info.ObjectOf(id).Type())) {
		return ok && id.Name == "_"
	}
	u.names[u.info.ObjectOf(id)] = true
	return true
}

// readsOnly says whether the call e reads its argument x, and keeps nothing of it.
func (u *useWalker) readsOnly(e *ast.CallExpr, x ast.Expr, t types.Type) bool {
	if e.Fun == x {
		return false
	}
	if !holdsRefs(t) {
		return true
	}
	id := calleeName(e.Fun)
	if id == nil {
		return false
	}
	plainElems := elemOrNil(t) != nil && !holdsRefs(elemOrNil(t))
	if u.info == nil {
		return id.Name == "len"
	}
	switch obj := u.info.Uses[id].(type) {
	case *types.Builtin:
		switch obj.Name() {
		case "len", "cap":
			return true
		case "copy":
			return e.Args[0] != x && plainElems
		case "append":
			return e.Args[0] != x && plainElems && e.Ellipsis.IsValid()
		}
	case *types.Func:
		for r := range obj.Signature().Results().Variables() {
			if holdsRefs(r.Type()) {
				return false
			}
		}
		return !isInterfaceMethod(obj) && u.l.writesNothing(obj.Origin())
	}
	return false
}
