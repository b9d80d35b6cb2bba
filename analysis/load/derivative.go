package load

import (
	"fmt"
	"go/token"
	"go/types"
	"unicode"
	"unicode/utf8"
)

// A Generated is a VJP or a JVP that will be generated.
type Generated struct {
	Fn *types.Func
	// Work is the type with the method VJP that does the same with memory that it keeps, "" for a JVP.
	Work string
}

// DerivativeOf returns the VJP or JVP that is generated for fn, for a function that calls itself: the inner call is
// not inlined, so its derivative is a call of this one. Where no directive asks for it, the function's
// target gets a request for an unexported one; a function without directives becomes a target.
// It returns nil if fn has no source in package pkg.
func (p *Program) DerivativeOf(fn *types.Func, pkg *Package, mode Mode) *Generated {
	s := p.Source(fn)
	if s == nil || s.Pkg.Types != pkg.Types {
		return nil
	}
	t, sig := p.targetOf(s, pkg), derivedSignature(fn, mode)
	for _, r := range t.Requests {
		if r.Mode == mode && r.Wrt == nil && r.Of == nil && r.Stop == nil {
			return &Generated{types.NewFunc(token.NoPos, pkg.Types, r.Name, sig), r.Work}
		}
	}
	wish := unexported(fn.Name()) + mode.String()
	name := wish
	for n := 1; pkg.Declares(name) || pkg.requested(name); n++ {
		name = fmt.Sprint(wish, n)
	}
	work := ""
	if mode != JVP {
		work = name + "Work"
	}
	t.Requests = append(t.Requests, &Request{Mode: mode, Pos: s.Decl.Name.Pos(), Name: name, Work: work})
	return &Generated{types.NewFunc(token.NoPos, pkg.Types, name, sig), work}
}

// targetOf returns the target of a function, made if there is none.
func (p *Program) targetOf(s *Source, pkg *Package) *Target {
	for _, t := range pkg.Targets {
		if t.Fn == s.Fn {
			return t
		}
	}
	t := &Target{Source: *s}
	t.Pkg = pkg
	pkg.Targets = append(pkg.Targets, t)
	return t
}

// requested says whether a request of p has the name.
func (p *Package) requested(name string) bool {
	for _, t := range p.Targets {
		for _, r := range t.Requests {
			if r.Name == name {
				return true
			}
		}
	}
	return false
}

func unexported(name string) string {
	r, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToLower(r)) + name[n:]
}
