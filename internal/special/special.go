package special

import (
	_ "embed"
	"go/ast"
	"go/parser"
	"go/token"
)

// A Func is one special function of one float64 argument.
type Func struct {
	// Ident is the identifier that Source declares.
	Ident string
	// Source is the function declaration with its doc comment, gofmt'ed, without a final newline.
	Source string
	// Imports are the paths of the packages that Source names.
	Imports []string
	// Eval is the function itself.
	Eval func(float64) float64
}

//go:embed digamma.go
var digammaFile string

// Names returns the names that Lookup knows.
func Names() []string { return []string{"pardiff.digamma"} }

// Lookup returns the function that an Intrinsic of the IR calls name, like "pardiff.digamma".
func Lookup(name string) (Func, bool) {
	switch name {
	case "pardiff.digamma":
		return Func{"pardiffDigamma", declaration(digammaFile, "pardiffDigamma"), []string{"math"}, pardiffDigamma}, true
	}
	return Func{}, false
}

// declaration returns the text of the function ident in src, its doc comment included. It panics
// if src, which is a file of this package, does not declare it.
func declaration(src, ident string) string {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.ParseComments)
	if err != nil {
		panic("special: " + err.Error())
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == ident {
			return src[fset.Position(f.Doc.Pos()).Offset:fset.Position(f.End()).Offset]
		}
	}
	panic("special: no function " + ident)
}
