package load

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Generated is a VJP, a JVP or a copy that will be generated.
type Generated struct {
	Fn *types.Func
	// Work is the type with the method VJP that does the same with memory that it keeps, "" for another mode.
	Work string
}

// DerivativeOf returns the VJP, the JVP or the copy that is generated for fn beside the code for the target by, for a function
// that calls itself: the inner call is not inlined, so its derivative is a call of this one. Where no directive asks for it,
// the function's target gets a request for an unexported one; a function without directives, and one of another package, becomes a
// target. It returns nil if fn has no source in the module.
func (p *Program) DerivativeOf(fn *types.Func, by *Target, mode Mode) *Generated {
	s := p.Source(fn)
	if s == nil || s.Pkg.Standard {
		return nil
	}
	home := by.Home()
	t, sig := p.targetOf(s, by), derivedSignature(fn, mode)
	if t.Foreign() {
		sig = asFunction(sig)
	}
	for _, r := range t.Requests {
		if r.Mode == mode && r.Wrt == nil && r.Of == nil && r.Stop == nil {
			return &Generated{types.NewFunc(token.NoPos, home.Types, r.Name, sig), r.Work}
		}
	}
	wish := t.wish()
	if mode != Copy {
		wish += mode.String()
	}
	name := wish
	for n := 1; home.Declares(name) || p.requested(home, name); n++ {
		name = fmt.Sprint(wish, n)
	}
	work := ""
	if mode == VJP {
		work = name + "Work"
	}
	t.Requests = append(t.Requests, &Request{Mode: mode, Pos: s.Decl.Name.Pos(), Name: name, Work: work})
	return &Generated{types.NewFunc(token.NoPos, home.Types, name, sig), work}
}

// wish is the wished name of what is generated for the target without a directive, but for its mode. That of a function of
// another package begins with the package.
func (t *Target) wish() string {
	name := t.Fn.Name()
	if !t.Foreign() {
		return unexported(name)
	}
	if recv := receiverName(t.Decl); recv != "" {
		name = upperFirst(recv) + upperFirst(name)
	}
	return t.Pkg.Name + upperFirst(name)
}

// asFunction is the signature with the receiver, if there is one, as its first parameter.
func asFunction(sig *types.Signature) *types.Signature {
	if sig.Recv() == nil {
		return sig
	}
	params := []*types.Var{sig.Recv()}
	for v := range sig.Params().Variables() {
		params = append(params, v)
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), sig.Results(), sig.Variadic())
}

// targetOf returns the target of a function, made if there is none, in the package of the code for the target by. What is
// generated for a function of another package, or for one that the tests of a package use, stands beside that code.
func (p *Program) targetOf(s *Source, by *Target) *Target {
	home, file := by.Home(), by.HomeFile()
	for _, t := range home.Targets {
		if t.Fn != s.Fn {
			continue
		}
		if t.home != nil && constrained(t.home, t.homeFile) && !constrained(home, file) {
			t.homeFile = file
		}
		return t
	}
	t := &Target{Source: *s}
	if t.Pkg.Types == home.Types {
		t.Pkg = home
	}
	if t.Pkg != home || !home.owns(home.FileName(t.File)) {
		t.home, t.homeFile = home, file
	}
	home.Targets = append(home.Targets, t)
	return t
}

// constrained says whether a file is left out of some builds.
func constrained(p *Package, f *ast.File) bool {
	name := p.FileName(f)
	return BuildConstraint(f) != "" || !strings.HasSuffix(GeneratedName(name), "_grad.go")
}

// requested says whether a request of p, or of its tests, has the name.
func (p *Program) requested(home *Package, name string) bool {
	return slices.ContainsFunc(p.Packages, func(o *Package) bool {
		return o.Dir == home.Dir && o.Name == home.Name && o.Generates(name)
	})
}

func unexported(name string) string {
	r, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToLower(r)) + name[n:]
}
