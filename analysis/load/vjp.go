package load

import (
	"fmt"
	"go/token"
	"go/types"
	"unicode"
	"unicode/utf8"
)

// A Generated is a VJP that will be generated.
type Generated struct {
	Fn *types.Func
	// Work is the type with the method VJP that does the same with memory that it keeps.
	Work string
}

// VJPOf returns the VJP that is generated for fn, for a function that calls itself: the inner call is
// not inlined, so its adjoint is a call of this one. Where no directive asks for it, the function's
// target gets a request for an unexported one; a function without directives becomes a target.
// It returns nil if fn has no source in package pkg.
func (p *Program) VJPOf(fn *types.Func, pkg *Package) *Generated {
	s := p.Source(fn)
	if s == nil || s.Pkg.Types != pkg.Types {
		return nil
	}
	t := p.targetOf(s, pkg)
	for _, r := range t.Requests {
		if r.Mode == VJP && r.Wrt == nil && r.Of == nil && r.Stop == nil {
			return &Generated{types.NewFunc(token.NoPos, pkg.Types, r.Name, VJPSignature(fn)), r.Work}
		}
	}
	name := unexported(fn.Name()) + "VJP"
	for n := 1; pkg.Declares(name) || pkg.requested(name); n++ {
		name = fmt.Sprint(unexported(fn.Name()), "VJP", n)
	}
	work := name + "Work"
	t.Requests = append(t.Requests, &Request{Mode: VJP, Pos: s.Decl.Name.Pos(), Name: name, Work: work})
	return &Generated{types.NewFunc(token.NoPos, pkg.Types, name, VJPSignature(fn)), work}
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
