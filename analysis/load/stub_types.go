package load

import (
	"go/ast"
	"strings"
)

// syntaxTypes answers from syntax what a type holds: good enough for stubs. Types of packages
// outside the module count as holding no floats.
type syntaxTypes struct {
	file *sourceFile
	dir  *sourceDir
	// pkg finds the directory of an imported package of the module, or nil.
	pkg     func(path string) *sourceDir
	tparams map[string]ast.Expr // constraints of the type parameters in scope
	busy    map[*ast.TypeSpec]bool
}

// within returns the types as fn's signature sees them.
func (s *syntaxTypes) within(fn *ast.FuncDecl) *syntaxTypes {
	in := *s
	in.tparams = make(map[string]ast.Expr)
	in.busy = make(map[*ast.TypeSpec]bool)
	in.bind(fn.Type.TypeParams)
	if _, spec := s.dir.typeSpec(receiverName(fn), s.file.pkgName()); spec != nil && spec.TypeParams != nil {
		names := receiverParams(fn)
		each(spec.TypeParams, func(_ string, c ast.Expr) {
			if len(names) > 0 {
				in.tparams[names[0]], names = c, names[1:]
			}
		})
	}
	return &in
}

func (s *syntaxTypes) bind(list *ast.FieldList) {
	each(list, func(name string, c ast.Expr) { s.tparams[name] = c })
}

// typeSpec finds the declaration of a type among the files of a package.
func (d *sourceDir) typeSpec(name, pkgName string) (*sourceFile, *ast.TypeSpec) {
	for f := range d.sources {
		if !f.built || f.pkgName() != pkgName {
			continue
		}
		for _, decl := range f.syntax.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range gen.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok && t.Name.Name == name {
					return f, t
				}
			}
		}
	}
	return nil, nil
}

// constraint returns the text of the constraint of type parameter i of a type.
func (s *syntaxTypes) constraint(typ string, i int) string {
	f, spec := s.dir.typeSpec(typ, s.file.pkgName())
	text := "any"
	if spec == nil {
		return text
	}
	each(spec.TypeParams, func(_ string, c ast.Expr) {
		if i == 0 {
			file := f.fset.File(c.Pos())
			text = string(f.src[file.Offset(c.Pos()):file.Offset(c.End())])
		}
		i--
	})
	return text
}

// A shape is what a stub needs to know of a type.
type shape struct {
	floats bool // holds floats that can be differentiated
	ref    bool // is a slice or a pointer
}

func (a shape) or(b shape) shape { return shape{a.floats || b.floats, a.ref || b.ref} }

// shape returns the shape of a type.
func (s *syntaxTypes) shape(e ast.Expr) shape {
	switch e := e.(type) {
	case *ast.Ident:
		return s.named(e.Name)
	case *ast.SelectorExpr:
		return s.imported(e)
	case *ast.ParenExpr:
		return s.shape(e.X)
	case *ast.StarExpr:
		return shape{s.shape(e.X).floats, true}
	case *ast.ArrayType:
		return shape{s.shape(e.Elt).floats, e.Len == nil}
	case *ast.Ellipsis:
		return shape{s.shape(e.Elt).floats, true}
	case *ast.StructType:
		return shape{s.terms(e.Fields).floats, false}
	case *ast.InterfaceType: // as a constraint
		return s.terms(e.Methods)
	case *ast.IndexExpr:
		generic := s.shape(e.X)
		return shape{generic.floats || s.shape(e.Index).floats, generic.ref}
	case *ast.IndexListExpr:
		generic := s.shape(e.X)
		for _, arg := range e.Indices {
			generic.floats = generic.floats || s.shape(arg).floats
		}
		return generic
	case *ast.UnaryExpr: // ~float64
		return s.shape(e.X)
	case *ast.BinaryExpr: // float32 | float64
		return s.shape(e.X).or(s.shape(e.Y))
	}
	return shape{}
}

func (s *syntaxTypes) terms(list *ast.FieldList) shape {
	var all shape
	each(list, func(_ string, t ast.Expr) { all = all.or(s.shape(t)) })
	return all
}

// named returns the shape of a type that is given by its name.
func (s *syntaxTypes) named(name string) shape {
	if c, ok := s.tparams[name]; ok {
		return s.shape(c)
	}
	f, spec := s.dir.typeSpec(name, s.file.pkgName())
	if spec == nil {
		return shape{floats: name == "float64" || name == "float32"}
	}
	if s.busy[spec] { // a recursive type
		return shape{}
	}
	s.busy[spec] = true
	defer delete(s.busy, spec)
	in := *s
	in.file = f
	in.tparams = make(map[string]ast.Expr)
	in.bind(spec.TypeParams)
	return in.shape(spec.Type)
}

// imported returns the shape of pkg.T.
func (s *syntaxTypes) imported(e *ast.SelectorExpr) shape {
	id, ok := e.X.(*ast.Ident)
	if !ok {
		return shape{}
	}
	for _, spec := range s.file.syntax.Imports {
		dir := s.pkg(strings.Trim(spec.Path.Value, "`\""))
		if dir == nil || spec.Name != nil && spec.Name.Name != id.Name {
			continue
		}
		name := dir.packageName("")
		if spec.Name == nil && name != id.Name {
			continue
		}
		if f, _ := dir.typeSpec(e.Sel.Name, name); f != nil {
			in := *s
			in.dir, in.file = dir, f
			return in.named(e.Sel.Name)
		}
	}
	return shape{}
}
