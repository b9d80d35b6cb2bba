package cudatmpl

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
)

// RuntimeStub returns what stands for the file that launchers share in a type check, where what that file imports is
// not at hand: its functions without bodies, and its types without
// the fields that need other packages.
func RuntimeStub(src []byte) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var decls []ast.Decl
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body = nil; d.Type.TypeParams != nil { // which needs a body
				d.Body = &ast.BlockStmt{List: []ast.Stmt{&ast.ExprStmt{X: &ast.CallExpr{Fun: ast.NewIdent("panic"), Args: []ast.Expr{&ast.BasicLit{Kind: token.INT, Value: "0"}}}}}}
			}
			decls = append(decls, d)
		case *ast.GenDecl:
			if d.Tok != token.TYPE {
				continue
			}
			for _, s := range d.Specs {
				if t, ok := s.(*ast.TypeSpec).Type.(*ast.StructType); ok {
					t.Fields.List = slices.DeleteFunc(t.Fields.List, func(f *ast.Field) bool { return qualified(f.Type) })
				}
			}
			decls = append(decls, d)
		}
	}
	file.Decls = decls
	var out bytes.Buffer
	if err := format.Node(&out, fset, file); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// qualified says whether a type names another package.
func qualified(t ast.Expr) bool {
	found := false
	ast.Inspect(t, func(n ast.Node) bool {
		_, ok := n.(*ast.SelectorExpr)
		found = found || ok
		return !found
	})
	return found
}

// runtimeUses returns the names of what a launcher uses of the runtime, as package emit takes them: functions and
// types, and methods as type.method.
func runtimeUses(launcher []byte, own ...string) ([]string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", launcher, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	uses := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == "run" && n.Sel.Name != "err" {
				uses["pardiffRun."+n.Sel.Name] = true
			}
			if x, ok := n.X.(*ast.SelectorExpr); ok && x.Sel.Name == "gpu" {
				uses["pardiffCUDA."+n.Sel.Name] = true
			}
		case *ast.Ident:
			if strings.HasPrefix(n.Name, "pardiff") && n.Name != "pardiffLen" && !slices.Contains(own, n.Name) {
				uses[n.Name] = true
			}
		}
		return true
	})
	return slices.Sorted(maps.Keys(uses)), nil
}
