package analysis

import (
	"go/types"
	"strings"
)

// nameable says whether generated code may name obj, which a package declares.
func (l *lowerer) nameable(obj types.Object) bool { return l.hidden(obj) == "" }

// hidden says why generated code cannot name obj, which a package declares; "" if it can.
func (l *lowerer) hidden(obj types.Object) string {
	switch p := obj.Pkg(); {
	case p == nil || p == l.pkg:
	case !obj.Exported():
		return "package " + p.Name() + " does not export it"
	case !mayImport(l.pkg.Path(), p.Path()):
		return "package " + l.pkg.Name() + " must not import the internal package " + p.Path()
	}
	return ""
}

// mayImport says whether the go command lets the package with the path by import the one with path.
func mayImport(by, path string) bool {
	elems := strings.Split(path, "/")
	for i := len(elems) - 1; i >= 0; i-- {
		if elems[i] == "internal" {
			root := strings.Join(elems[:i], "/")
			return strings.HasPrefix(strings.TrimSuffix(by, "_test")+"/", root+"/")
		}
	}
	return true
}

// selectable says whether generated code may name a field or a method after a dot.
func (l *lowerer) selectable(obj types.Object) bool { return obj.Exported() || obj.Pkg() == l.pkg }

// inModule says whether the source of a package is at hand.
func (l *lowerer) inModule(p *types.Package) bool {
	if known, ok := l.module[p]; ok {
		return known
	}
	found := false
	for _, name := range p.Scope().Names() {
		switch obj := p.Scope().Lookup(name).(type) {
		case *types.Func:
			found = found || l.src.Source(obj) != nil
		case *types.TypeName:
			if n, ok := obj.Type().(*types.Named); ok && n.NumMethods() > 0 {
				found = found || l.src.Source(n.Method(0)) != nil
			}
		}
	}
	l.module[p] = found
	return found
}

// checkName refuses a field that lies in memory and that generated code cannot name, once for all
// fields of a package.
func (l *lowerer) checkName(f *types.Var) {
	if !l.selectable(f) && !l.badPkgs[f.Pkg()] {
		l.badPkgs[f.Pkg()] = true
		l.refuse(l.at, "field "+f.Name(), "package "+f.Pkg().Name()+" does not export it, so generated code in package "+l.pkg.Name()+" cannot name it",
			"export it, or declare a //pardiff:rule for the function")
	}
}

// checkType refuses a variable of a type that generated code cannot name.
func (l *lowerer) checkType(t types.Type) {
	if n := l.unnameable(t); n != nil && !l.badTypes[n] {
		l.badTypes[n], l.badPkgs[n.Pkg()] = true, true
		if n.Parent() == n.Pkg().Scope() {
			l.refuse(l.cur.Pos, "type "+n.Name(), l.hidden(n)+", so generated code cannot name it", "export it")
		} else {
			l.refuse(l.cur.Pos, "type "+n.Name(), "it is declared inside a function and made of itself, so generated code cannot write it", "declare it outside")
		}
	}
}

// unnameable returns a type that t is written with and that generated code cannot name.
func (l *lowerer) unnameable(t types.Type) *types.TypeName {
	switch t := t.(type) {
	case *types.Named:
		if n := t.Obj(); n.Pkg() != nil && (n.Parent() != n.Pkg().Scope() || !l.nameable(n)) {
			return n
		}
		for a := range t.TypeArgs().Types() {
			if n := l.unnameable(a); n != nil {
				return n
			}
		}
	case *types.Alias:
		return l.unnameable(types.Unalias(t))
	case *types.Slice:
		return l.unnameable(t.Elem())
	case *types.Array:
		return l.unnameable(t.Elem())
	case *types.Pointer:
		return l.unnameable(t.Elem())
	case *types.Map:
		if n := l.unnameable(t.Key()); n != nil {
			return n
		}
		return l.unnameable(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if n := l.unnameable(f.Type()); n != nil {
				return n
			}
		}
	}
	return nil
}
