package emit

import (
	"go/ast"
	"go/types"
	"regexp"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A package may declare names that generated code needs from the universe, like a max of its own.
// Builtins that it hides are replaced by helpers.

// standIns are the helpers that stand in for hidden builtins.
var standIns = map[string]string{
	"append": "pardiffAppend", "clear": "pardiffClear", "copy": "pardiffCopy", "make": "pardiffMake",
	"max": "pardiffMax", "min": "pardiffMin", "new": "pardiffNew", "panic": "pardiffPanic",
}

// needed are the names of the universe that generated code and its helpers use and nothing can stand in for.
var needed = []string{
	"bool", "false", "float32", "float64", "int", "int16", "int32", "int64", "int8", "len", "nil", "string", "true",
	"uint", "uint16", "uint32", "uint64", "uint8", "uintptr",
}

// hides says whether the package declares a name of the universe itself.
func (f *file) hides(name string) bool {
	return f.taken(name) && types.Universe.Lookup(name) != nil
}

// builtin returns what calls the builtin name in the file, which is not make, new or panic.
func (f *file) builtin(name string) string {
	if f.hides(name) {
		return f.helper(standIns[name])
	}
	return name
}

// make prints make(t, n).
func (f *file) make(t string, n ast.Expr) ast.Expr {
	if f.hides("make") {
		return call(ast.NewIdent(f.helper("pardiffMake")+"["+t+"]"), n)
	}
	return call(ast.NewIdent("make"), ast.NewIdent(t), n)
}

// new prints new(t).
func (f *file) new(t string) string {
	if f.hides("new") {
		return f.helper("pardiffNew") + "[" + t + "]()"
	}
	return "new(" + t + ")"
}

// any returns the type any.
func (f *file) any() string {
	if f.hides("any") {
		return "interface{}"
	}
	return "any"
}

// order prints a call of the builtin max or min.
func (p *printer) order(e *ir.Intrinsic, args []ast.Expr) ast.Expr {
	fn := p.file.builtin(e.Fn)
	if fn != e.Fn && untyped(e) != nil {
		fn += "[" + p.file.typ(e.T) + "]" // constants do not say it
	}
	return call(ast.NewIdent(fn), args...)
}

// ownPrefix marks the package's own names in the text of a type.
const ownPrefix = "pardiffown."

var typeName = regexp.MustCompile(`[\pL_.][\pL\pN_.]*`)

// typ returns the text of a type.
func (f *file) typ(t types.Type) string {
	s := types.TypeString(global(t), func(p *types.Package) string {
		if p.Path() == f.spec.Package.Path() {
			return strings.TrimSuffix(ownPrefix, ".")
		}
		return f.pkg(p.Path(), p.Name())
	})
	return typeName.ReplaceAllStringFunc(s, func(name string) string {
		if own, ok := strings.CutPrefix(name, ownPrefix); ok {
			return own
		}
		switch {
		case name == "any":
			return f.any()
		case f.hides(name) && isTypeName(name):
			panic(f.hidden(name))
		}
		return name
	})
}

func isTypeName(name string) bool {
	_, ok := types.Universe.Lookup(name).(*types.TypeName)
	return ok
}
