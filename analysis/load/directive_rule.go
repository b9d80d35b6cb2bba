package load

import (
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A typedRule is a rule directive with the function that it stands on.
type typedRule struct {
	*ruleDirective
	Source
}

// indexRules resolves and verifies the rules of p.
func (l *loader) indexRules(p *Package) {
	for _, r := range p.ruleDirectives {
		target, reason := r.resolve()
		if target == nil {
			p.Diags.Add(p.Fset, r.ForPos, "for names %s, %s", r.For, reason)
			continue
		}
		if !r.check(target) {
			continue
		}
		if old := l.prog.rules[target]; old != nil {
			p.Diags.Add(p.Fset, r.ruleDirective.Pos, "%s already has a rule, %s at %s", r.For, old.Fn.Name(), shortPos(p.Fset.Position(old.Fn.Pos())))
			continue
		}
		rule := &Rule{Pos: r.ruleDirective.Pos, For: target, Fn: r.Fn}
		l.prog.rules[target] = rule
		p.Rules = append(p.Rules, rule)
	}
}

// resolve finds the function that the rule is for: F or Type.Method of the package, Method of the
// rule's own receiver, pkg.F or pkg.Type.Method of an imported package.
func (r *typedRule) resolve() (*types.Func, string) {
	names := strings.Split(r.For, ".")
	if recv := r.Fn.Signature().Recv(); recv != nil && len(names) == 1 {
		if fn := method(recv.Type(), r.Pkg.Types, names[0]); fn != nil {
			return fn, ""
		}
	}
	scope := r.Pkg.Types.Scope()
	if len(names) > 1 {
		for _, spec := range r.File.Imports {
			if name := r.Pkg.Info.PkgNameOf(spec); name != nil && name.Name() == names[0] {
				scope, names = name.Imported().Scope(), names[1:]
				break
			}
		}
	}
	obj := scope.Lookup(names[0])
	switch obj := obj.(type) {
	case *types.Func:
		if len(names) == 1 && !r.Pkg.IsStub(obj) {
			return obj, ""
		}
	case *types.TypeName:
		if len(names) == 2 {
			if fn := method(obj.Type(), r.Pkg.Types, names[1]); fn != nil {
				return fn, ""
			}
			return nil, "but " + names[0] + " has no method " + names[1]
		}
	case nil:
		return nil, "but there is no such function"
	}
	return nil, "which is not a function"
}

// method returns the method of a type, whether it is defined for the type or its pointer.
func method(t types.Type, pkg *types.Package, name string) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(t, true, pkg, name)
	fn, _ := obj.(*types.Func)
	return fn
}

// check requires the signature that the VJP of target would have.
func (r *typedRule) check(target *types.Func) bool {
	p, sig := r.Pkg, r.Fn.Signature()
	fail := func(format string, args ...any) bool {
		p.Diags.Add(p.Fset, r.Decl.Name.Pos(), format, args...)
		return false
	}
	if target == r.Fn {
		return fail("%s cannot be the rule for itself", r.Fn.Name())
	}
	if generic(sig) || generic(target.Signature()) {
		return fail("a rule with type parameters is not supported yet; write one for a type")
	}
	want := derivedSignature(target, VJP)
	if types.Identical(sig, want) && sameReceiver(sig.Recv(), want.Recv()) {
		return true
	}
	qual := types.RelativeTo(p.Types)
	return fail("%s is not the VJP of %s: it must be declared as func %s%s%s", r.Fn.Name(), r.For,
		receiverString(want, qual), r.Fn.Name(), strings.TrimPrefix(types.TypeString(want, qual), "func"))
}

func generic(sig *types.Signature) bool {
	return sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0
}

func sameReceiver(a, b *types.Var) bool {
	if a == nil || b == nil {
		return a == b
	}
	return types.Identical(a.Type(), b.Type())
}

func receiverString(sig *types.Signature, qual types.Qualifier) string {
	if sig.Recv() == nil {
		return ""
	}
	return "(" + strings.TrimSpace(sig.Recv().Name()+" "+types.TypeString(sig.Recv().Type(), qual)) + ") "
}

// derivedSignature returns the signature of the VJP or JVP of fn with respect to everything that holds floats: the
// parameters, for a VJP a seed for each float result, then the adjoints or tangents.
func derivedSignature(fn *types.Func, mode Mode) *types.Signature {
	sig := fn.Signature()
	suffix := "Adj"
	if mode == JVP {
		suffix = "Tan"
	}
	var params, adjoints, results, seeds []*types.Var
	add := func(list *[]*types.Var, name string, t types.Type) {
		*list = append(*list, types.NewParam(token.NoPos, fn.Pkg(), name, t))
	}
	for _, v := range Inputs(sig) {
		if v != sig.Recv() {
			add(&params, v.Name(), v.Type())
		}
		if v.Name() == "" || v.Name() == "_" || !HoldsFloats(v.Type()) {
			continue
		}
		t := v.Type()
		if mode != JVP && !IsByRef(t) {
			t = types.NewPointer(t)
		}
		add(&adjoints, v.Name()+suffix, t)
	}
	for i := range sig.Results().Len() {
		v := sig.Results().At(i)
		results = append(results, v)
		if HoldsFloats(v.Type()) {
			add(&seeds, typedResultName(sig.Results(), i)+suffix, v.Type())
		}
	}
	if mode == JVP {
		at := len(results)
		if at > 0 && types.Identical(results[at-1].Type(), types.Universe.Lookup("error").Type()) { // stays last
			at--
		}
		results = slices.Insert(results, at, seeds...)
	} else {
		params = append(params, seeds...)
	}
	return types.NewSignatureType(sig.Recv(), nil, nil, types.NewTuple(append(params, adjoints...)...), types.NewTuple(results...), false)
}

// typedResultName is resultName for types.
func typedResultName(results *types.Tuple, i int) string {
	if name := results.At(i).Name(); name != "" && name != "_" {
		return name
	}
	return defaultResultName(results.Len(), i)
}
