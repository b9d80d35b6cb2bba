package emit

import "go/types"

// Rows that are structs, or pointers to such, are copied where their slices may get scratch, so that the caller's stay as they
// are. What the sweep adds to floats beside these slices comes back at the end.

// keep sees to it that floats beside the slices of a row are copied back at the end from full, its copy, whatever the name of the
// row stands for by then. conds are the conditions under which there are rows. It returns statements and how full is assigned.
func (b *bindings) keep(u *types.Slice, t types.Type, adj place, full string, conds []string, depth int) ([]code, string) {
	p := b.p
	if !comesBack(u.Elem(), true) || b.lost {
		return nil, ":="
	}
	if depth > 0 {
		b.refuseForm(t, "inside another slice, of which the floats would be copied")
	}
	old, i := p.fresh("old"), p.counter(depth)
	b.after = append(b.after, p.rangeLoop(i, at(old), p.back(u.Elem(), at(old).index(i), at(full).index(i), true, depth+1)))
	define := ":="
	if len(conds) > 0 {
		b.declare(old, t)
		b.declare(full, t)
		define = "="
	}
	return []code{p.line("%s %s %s", old, define, adj.whole)}, define
}

// comesBack says whether a copy of memory of type t holds floats that are to come back: its own, or those beside slices behind its
// pointers, of which there are copies too. row says that t is that of a row.
func comesBack(t types.Type, row bool) bool { return direct(t) || pointsBack(t, row) }

// pointsBack is comesBack for what is behind pointers.
func pointsBack(t types.Type, row bool) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return (row || reaches(u.Elem())) && comesBack(u.Elem(), false)
	case *types.Array:
		return pointsBack(u.Elem(), false)
	case *types.Struct:
		for f := range u.Fields() {
			if pointsBack(f.Type(), false) {
				return true
			}
		}
	}
	return false
}

// back prints what copies floats to dst from src, its copy, of type t.
func (p *printer) back(t types.Type, dst, src place, row bool, depth int) []code {
	return append(p.transfer(t, dst, src, "=", depth), p.backBehind(t, dst, src, row, depth)...)
}

// backBehind is back for what is behind pointers.
func (p *printer) backBehind(t types.Type, dst, src place, row bool, depth int) (out []code) {
	if !pointsBack(t, row) {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return []code{p.when(dst.path+" != nil", p.back(u.Elem(), dst.behind(t), src.behind(t), false, depth))}
	case *types.Array:
		i := p.counter(depth)
		return []code{p.rangeLoop(i, dst, p.backBehind(u.Elem(), dst.index(i), src.index(i), false, depth+1))}
	case *types.Struct:
		p.fields(u, func(f *types.Var) {
			out = append(out, p.backBehind(f.Type(), dst.field(f), src.field(f), false, depth)...)
		})
	}
	return out
}
