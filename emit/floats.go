package emit

import (
	"go/types"

	"github.com/dave/jennifer/jen"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// direct says whether memory of type t holds floats by itself, without following slices and
// pointers.
func direct(t types.Type) bool { return ir.HoldsOwnFloats(t) }

// reaches says whether memory of type t holds slices or pointers that lead to floats.
func reaches(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Pointer:
		return ir.HoldsFloats(t)
	case *types.Array:
		return reaches(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if reaches(f.Type()) {
				return true
			}
		}
	}
	return false
}

// pure says whether memory of type t holds floats and nothing else.
func pure(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Array:
		return pure(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !pure(f.Type()) {
				return false
			}
		}
		return u.NumFields() > 0
	}
	return ir.IsFloat(t)
}

// hasSlices says whether memory of type t holds or reaches slices that hold floats.
func hasSlices(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return ir.HoldsFloats(t)
	case *types.Pointer:
		return hasSlices(u.Elem())
	case *types.Array:
		return hasSlices(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if hasSlices(f.Type()) {
				return true
			}
		}
	}
	return false
}

// recursive says whether t contains itself, so that code for its parts has no end.
func recursive(t types.Type) bool { return inside(t, nil) }

func inside(t types.Type, seen []types.Type) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		for _, s := range seen {
			if types.Identical(s, n) {
				return true
			}
		}
		seen = append(seen[:len(seen):len(seen)], n)
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return inside(u.Elem(), seen)
	case *types.Pointer:
		return inside(u.Elem(), seen)
	case *types.Array:
		return inside(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if inside(f.Type(), seen) {
				return true
			}
		}
	}
	return false
}

// A place is memory as text: path is what selectors and subscripts are put after, whole is what
// stands for all of it.
type place struct{ path, whole string }

func at(path string) place { return place{path, path} }

// behind returns what a pointer of type t points to.
func (x place) behind(t types.Type) place {
	if _, ok := t.Underlying().(*types.Pointer).Elem().Underlying().(*types.Slice); ok {
		return place{"(*" + x.path + ")", "*" + x.path}
	}
	return place{x.path, "*" + x.path}
}

func (x place) field(f *types.Var) place { return at(x.path + "." + f.Name()) }

func (x place) index(i string) place { return at(x.path + "[" + i + "]") }

// fields calls f for the fields of a struct that generated code can name.
func (p *printer) fields(s *types.Struct, f func(*types.Var)) {
	for v := range s.Fields() {
		if v.Name() != "_" && (v.Exported() || v.Pkg() != nil && v.Pkg().Path() == p.file.spec.Package.Path()) {
			f(v)
		}
	}
}

// counter is the placeholder of a loop's iterator.
func (p *printer) counter(depth int) string {
	return p.fresh([]string{"i", "j", "k", "l"}[min(depth, 3)])
}

func (p *printer) rangeLoop(i string, over place, body []code) code {
	return jen.For(p.line("%s := range %s", i, over.path)).Block(body...)
}

func (p *printer) when(cond string, body []code) code {
	return jen.If(p.line("%s", cond)).Block(body...)
}

// clear sets every float that x reaches to zero.
func (p *printer) clear(t types.Type, x place, depth int) []code {
	if !ir.HoldsFloats(t) {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		if pure(u.Elem()) {
			return []code{p.line("%s(%s)", p.file.builtin("clear"), x.whole)}
		}
		i := p.counter(depth)
		return []code{p.rangeLoop(i, x, p.clear(u.Elem(), x.index(i), depth+1))}
	case *types.Pointer:
		return []code{p.when(x.path+" != nil", p.clear(u.Elem(), x.behind(t), depth))}
	case *types.Array:
		if pure(t) {
			return []code{p.line("%s = %s{}", x.whole, p.file.typ(t))}
		}
		i := p.counter(depth)
		return []code{p.rangeLoop(i, x, p.clear(u.Elem(), x.index(i), depth+1))}
	case *types.Struct:
		if pure(t) {
			return []code{p.line("%s = %s{}", x.whole, p.file.typ(t))}
		}
		var out []code
		p.fields(u, func(f *types.Var) { out = append(out, p.clear(f.Type(), x.field(f), depth)...) })
		return out
	}
	return []code{p.line("%s = 0", x.whole)}
}

// transfer prints dst op src for every float that lies in memory of type t itself.
func (p *printer) transfer(t types.Type, dst, src place, op string, depth int) []code {
	if !direct(t) {
		return nil
	}
	if op == "=" && pure(t) {
		return []code{p.line("%s = %s", dst.whole, src.whole)}
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		i := p.counter(depth)
		return []code{p.rangeLoop(i, src, p.transfer(u.Elem(), dst.index(i), src.index(i), op, depth+1))}
	case *types.Struct:
		var out []code
		p.fields(u, func(f *types.Var) {
			out = append(out, p.transfer(f.Type(), dst.field(f), src.field(f), op, depth)...)
		})
		return out
	}
	return []code{p.line("%s %s %s", dst.whole, op, src.whole)}
}

// zero sets every float that lies in memory of type t itself to zero.
func (p *printer) zero(t types.Type, x place, depth int) []code {
	if !direct(t) {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		i := p.counter(depth)
		return []code{p.rangeLoop(i, x, p.zero(u.Elem(), x.index(i), depth+1))}
	case *types.Struct:
		var out []code
		p.fields(u, func(f *types.Var) { out = append(out, p.zero(f.Type(), x.field(f), depth)...) })
		return out
	}
	return []code{p.line("%s = 0", x.whole)}
}

// global returns t without names that only a function of the user knows: those of aliases declared in one.
func global(t types.Type) types.Type {
	switch t := t.(type) {
	case *types.Alias:
		if o := t.Obj(); o.Pkg() != nil && o.Parent() != o.Pkg().Scope() {
			return global(types.Unalias(t))
		}
	case *types.Slice:
		return types.NewSlice(global(t.Elem()))
	case *types.Array:
		return types.NewArray(global(t.Elem()), t.Len())
	case *types.Pointer:
		return types.NewPointer(global(t.Elem()))
	}
	return t
}
