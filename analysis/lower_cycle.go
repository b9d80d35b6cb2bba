package analysis

import (
	"go/ast"
	"go/types"

	"github.com/pardiff/pardiffgen/analysis/load"
)

// refuseCycle reports a function that calls itself and returns what only an inlined function can return, once, where it is
// declared, and says whether it is one.
func (l *lowerer) refuseCycle(s *load.Source) bool {
	if l.broken[s.Fn] {
		return true
	}
	if s.Decl.Body == nil || l.returnsNumbers(s.Fn.Signature()) || !l.callsItself(s) {
		return false
	}
	l.broken[s.Fn] = true
	l.refuse(s.Decl.Name.Pos(), "function "+s.Fn.Name(), "it calls itself, so that it is not inlined, and what it returns leads to memory", "give it a parameter for the slice that takes the result")
	return true
}

// returnsNumbers says whether all results of a function can be taken from one that is not inlined.
func (l *lowerer) returnsNumbers(sig *types.Signature) bool {
	for r := range sig.Results().Variables() {
		if !l.returnable(l.typ(r.Type())) {
			return false
		}
	}
	return true
}

// callsItself says whether a call of s may lead to another call of it, other than through a function whose body is being
// lowered.
func (l *lowerer) callsItself(s *load.Source) bool {
	seen := map[*types.Func]bool{}
	for fr := l.fr; fr != nil; fr = fr.parent {
		seen[fr.Fn] = true
	}
	delete(seen, s.Fn)
	found := false
	var look func(s *load.Source)
	target := s.Fn
	look = func(s *load.Source) {
		ast.Inspect(s.Decl.Body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || found {
				return !found
			}
			id := calleeName(call.Fun)
			if id == nil {
				return true
			}
			fn, ok := s.Pkg.Info.Uses[id].(*types.Func)
			if !ok || isInterfaceMethod(fn) {
				return true
			}
			if fn = fn.Origin(); fn == target {
				found = true
				return false
			}
			if next := l.src.Source(fn); !seen[fn] && next != nil && next.Decl.Body != nil && l.src.RuleFor(fn) == nil {
				seen[fn] = true
				look(next)
			}
			return true
		})
	}
	look(s)
	return found
}
