package load

import (
	"go/ast"
	"strings"
	"unicode"
	"unicode/utf8"
)

// nameRequests gives each request of a function the names of what it generates. Grad, VJP and Jac
// share the function's Work; a second request of one mode, which needs a name of its own, has a
// Work of its own that is called after it.
func nameRequests(f *funcDirectives) {
	work := workName(f.Decl)
	var has [JVP + 1]bool
	for _, r := range f.Requests {
		if r.Name == "" {
			r.Name = f.Decl.Name.Name + r.Mode.String()
		}
		switch {
		case r.Mode == JVP:
		case !has[r.Mode]:
			r.Work = work
		default:
			r.Work = r.Name + "Work"
			if t := receiverName(f.Decl); t != "" {
				r.Work = joinName(t, r.Name, "Work")
			}
		}
		has[r.Mode] = true
	}
}

// CUDAName is the name of the launcher that belongs to a Work: EnergyCUDA for EnergyWork.
func CUDAName(work string) string { return strings.TrimSuffix(work, "Work") + "CUDA" }

// ConstructorName is the name of the function that makes a launcher, exported if the launcher is.
func ConstructorName(launcher string) string {
	if !ast.IsExported(launcher) {
		return "new" + upperFirst(launcher)
	}
	return "New" + launcher
}

// workName is the name of the Work type of a function: EnergyWork, and ModelLossWork for a method
// Loss of Model. It is exported if the function is.
func workName(fn *ast.FuncDecl) string {
	t := receiverName(fn)
	if t == "" {
		return fn.Name.Name + "Work"
	}
	return joinName(t, fn.Name.Name, "Work")
}

// joinName makes one name of a type's and a method's, exported if both are.
func joinName(typ, method, suffix string) string {
	name := typ + upperFirst(method) + suffix
	if !ast.IsExported(method) {
		return lowerFirst(name)
	}
	return name
}

// receiverName returns the name of the type that fn is a method of, or "".
func receiverName(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return ""
	}
	if id := typeName(fn.Recv.List[0].Type); id != nil {
		return id.Name
	}
	return ""
}

// typeName returns T of T, *T, T[A] and (T).
func typeName(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		default:
			return nil
		}
	}
}

func upperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// lowerFirst lowers the first word of a name: Model gives model, LSTMCell gives lstmCell.
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
