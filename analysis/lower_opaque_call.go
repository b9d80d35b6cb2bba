package analysis

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/analysis/load"
	"github.com/pardiff/pardiffgen/internal/ir"
)

func (x *texter) call(e *ast.CallExpr) {
	l := x.l
	tv := l.info().Types[e.Fun]
	outer, address := x.keeps, x.takesAddress
	x.takesAddress = false
	if !tv.IsType() && !tv.IsBuiltin() {
		fn := l.callee(e)
		x.impure = x.impure || !isPureCallee(fn)
		x.makes = x.makes || makesText(fn)
		looks := fn != nil && x.l.calling == fn
		x.makes = x.makes || looks && takesFloats(fn)
		x.touches = x.touches || !onlyLooks(fn) && !looks && slices.ContainsFunc(e.Args, l.leadsToFloats) || makesText(fn) && slices.ContainsFunc(e.Args, l.printsLoudly)
		x.calls(fn)
		x.takesAddress = isAtomic(fn)
		x.keeps = fn != nil && fn.Signature().Results().Len() == 1 && types.Identical(fn.Signature().Results().At(0).Type(), errorType)
	}
	if tv.IsBuiltin() {
		x.impure = true
		x.touches = x.touches || l.builtinCall(e, "append") != nil && slices.ContainsFunc(e.Args, l.leadsToFloats)
	}
	switch {
	case tv.IsType():
		if bareType(e.Fun) {
			x.typ(tv.Type)
		} else {
			x.text("(")
			x.typ(tv.Type)
			x.text(")")
		}
	default:
		x.expr(ast.Unparen(e.Fun))
	}
	x.text("(")
	for i, a := range e.Args {
		if i > 0 {
			x.text(", ")
		}
		x.hidden(e, i)
		x.argument(a)
	}
	if e.Ellipsis.IsValid() {
		x.text("...")
	}
	x.text(")")
	if x.l.calling != nil && x.around == nil && x.of != nil && x.of.floats {
		x.l.refuse(e.Pos(), "call of "+x.l.head(e.Fun), "floats have a part in it", "")
	}
	x.keeps, x.takesAddress = outer, address
}

// bareType says whether a type needs no parentheses in a conversion.
func bareType(e ast.Expr) bool {
	switch e.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.ArrayType, *ast.MapType:
		return true
	}
	return false
}

func isAtomic(fn *types.Func) bool {
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "sync/atomic"
}

// atomicPlace writes a number to which an atomic operation gets a pointer.
func (x *texter) atomicPlace(e ast.Expr) {
	l := x.l
	if v, id, path := l.globalPart(e); v != nil {
		x.globalPlace(v, id, path, e)
		return
	}
	r := l.place(e).ref()
	if r == nil || l.class(r.T) != classScalar || carriesFloats(r.T) || !l.writable(r, e.Pos()) {
		l.refuse(e.Pos(), "address of a variable", "it is passed on to code that is not followed and may write it", "pass the value, and assign what the code returns")
		return
	}
	x.arg(r)
	x.sets = append(x.sets, r)
}

// calls notes what a call of a function of the module may write.
func (x *texter) calls(fn *types.Func) {
	s := (*load.Source)(nil)
	if fn != nil {
		s = x.l.src.Source(fn)
	}
	if s == nil || s.Pkg.Standard || x.around == nil && x.l.calling == nil {
		return
	}
	if x.of == nil {
		x.of = x.l.newFootprint()
	}
	x.of.function(fn)
}

// hidden notes that argument i of a call may be written by methods, if it becomes an interface: which ones is not known.
func (x *texter) hidden(e *ast.CallExpr, i int) {
	l := x.l
	sig, ok := l.typeOf(e.Fun).Underlying().(*types.Signature)
	if !ok || x.around == nil && l.calling == nil || onlyLooks(l.callee(e)) {
		return
	}
	t := l.typeOf(e.Args[i])
	if p := paramType(sig, i, e.Ellipsis.IsValid()); p == nil || !isInterface(p) || isInterface(t) {
		return
	}
	if isPointer(t) || l.class(t) == classSlice {
		x.writes().passed(t)
		if carriesFloats(t) {
			l.refuse(e.Args[i].Pos(), "conversion to an interface", "the value cannot be followed through it", "use the type itself")
		}
	}
}

// paramType is the type of the parameter that argument i of a call is for, nil if there is none.
func paramType(sig *types.Signature, i int, spread bool) types.Type {
	n := sig.Params().Len()
	switch {
	case n == 0:
		return nil
	case sig.Variadic() && i >= n-1 && !spread:
		return ir.ElemType(sig.Params().At(n - 1).Type())
	case i < n:
		return sig.Params().At(i).Type()
	}
	return nil
}

// leadsToFloats says whether code that gets the value of e may write floats through it.
func (l *lowerer) leadsToFloats(e ast.Expr) bool {
	t := l.typeOf(e)
	return ir.HoldsFloats(t) && l.class(t) != classScalar
}

// argument writes an argument of a call, or an element of a literal. A pointer into the function's own memory is not followed.
func (x *texter) argument(e ast.Expr) {
	if l := x.l; x.around == nil && l.class(l.typeOf(e)) == classScalar && l.info().Types[e].Value == nil {
		x.arg(l.scalar(e))
		return
	}
	x.child(e)
}

// makesText says whether a function outside the module makes text or an error of its arguments, or prints them.
func makesText(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return false
	}
	p := fn.Pkg().Path()
	return p == "fmt" || p == "log" || p == "errors" || fn.FullName() == "strconv.FormatFloat"
}

// onlyLooks says whether a function outside the module writes nothing that its arguments lead to.
func onlyLooks(fn *types.Func) bool {
	return makesText(fn) || isPureCallee(fn) || fn != nil && fn.FullName() == "slices.Clone"
}

// isPureCallee says whether a function outside the module only computes a value from its arguments.
func isPureCallee(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "strings", "strconv", "unicode", "unicode/utf8", "math", "math/bits":
		return !strings.HasPrefix(fn.Name(), "New") && !strings.HasPrefix(fn.Name(), "Append")
	case "sort":
		return strings.HasSuffix(fn.Name(), "AreSorted")
	case "slices":
		return fn.Name() == "IsSorted" || fn.Name() == "Contains" || fn.Name() == "Equal"
	}
	return false
}
