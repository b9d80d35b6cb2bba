package cudatmpl

import (
	"go/types"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// values decides where the numbers of the nest that the sum needs come from. It says whether all of them can be had.
func (b *nestBuilder) values() bool {
	b.need, b.keep, b.take = map[*ir.Var]bool{}, map[*ir.Var]bool{}, map[ir.Stmt]bool{}
	ok := true
	for _, s := range b.sums {
		ok = ok && b.wants(s.sum.Src)
		for _, i := range s.at.Indices() {
			ok = ok && b.wants(i)
		}
	}
	path := b.t.path
	for i := len(path) - 1; i >= 0 && ok; i-- {
		next := b.last
		if i+1 < len(path) {
			next = path[i+1]
			ok = b.head(next)
		}
		list := b.t.within[i].Stmts
		for j := slices.Index(list, next) - 1; j >= 0 && ok; j-- {
			ok = b.before(list[j])
		}
	}
	return ok && b.complete()
}

// head notes what a loop or a branch on the way reads.
func (b *nestBuilder) head(s ir.Stmt) bool {
	switch s := s.(type) {
	case *ir.For:
		return b.wants(s.Begin) && b.wants(s.Limit)
	case *ir.If:
		return b.wants(s.Cond)
	}
	return false
}

// wants notes what e reads: numbers of the nest, and memory that the nest does not write.
func (b *nestBuilder) wants(e ir.Expr) bool {
	ok := true
	ir.WalkExpr(b.inline(e), func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Opaque, *ir.Saved, *ir.Slice:
			ok = false
		case *ir.Len:
			ok = ok && !b.local(e.X.Base().Var)
			return false
		case *ir.Ref:
			v := e.Base().Var
			use := b.memory[v]
			switch {
			case b.isIterator(v):
			case b.isNumber(v):
				b.need[v] = true
				if b.worthKeeping(v) && b.canKeep(v) {
					b.keep[v] = true
				}
			case b.local(v) || len(e.Elems) == 0 && isSlice(e.T):
				ok = false
			default:
				ok = ok && (!use.stored && !use.added || b.settled(v))
			}
		}
		return ok
	})
	return ok
}

// isNumber says whether v is a number that the nest declares.
func (b *nestBuilder) isNumber(v *ir.Var) bool {
	_, ok := b.decls[v]
	return ok && !isSlice(v.Type) && !isArray(v.Type) && v.View == nil
}

// worthKeeping says whether v is used many times for one time that it is computed.
func (b *nestBuilder) worthKeeping(v *ir.Var) bool {
	return ir.IsFloat(v.Type) && len(b.decls[v].loops) < len(b.t.loops())
}

// canKeep says whether the value of v can be written to memory where the sum needs it: the loops around it have bounds
// that the launcher knows, and nothing changes it on the way to the sum.
func (b *nestBuilder) canKeep(v *ir.Var) bool {
	if !ir.IsFloat(v.Type) {
		return false
	}
	its := b.iterators()
	for _, f := range b.decls[v].loops {
		begin, limit := b.span(f)
		if mentions(begin, its) || mentions(limit, its) || !b.p.hostExpr(begin) || !b.p.hostExpr(limit) {
			return false
		}
	}
	at := b.keptBefore(v)
	if at == nil {
		return false
	}
	changed := false
	ir.Walk(at, func(s ir.Stmt) bool {
		ir.Writes(s, func(r *ir.Ref) { changed = changed || r.Var == v })
		return !changed
	})
	return !changed
}

// keptBefore returns the statement on the way to the sum that stands in the block of the declaration of v, nil if
// the declaration is not before it.
func (b *nestBuilder) keptBefore(v *ir.Var) ir.Stmt {
	d := b.decls[v].stmt
	for i, block := range b.t.within {
		at := slices.Index(block.Stmts, ir.Stmt(d))
		if at < 0 {
			continue
		}
		var next ir.Stmt = b.t.sum
		if i+1 < len(b.t.path) {
			next = b.t.path[i+1]
		}
		if slices.Index(block.Stmts, next) > at {
			return next
		}
	}
	return nil
}

// before handles a statement that precedes the way to the sum: if the sum needs what it writes, it is executed again,
// or what it writes is kept. It says whether one of them is possible.
func (b *nestBuilder) before(s ir.Stmt) bool {
	vars := b.neededFrom(s)
	if len(vars) == 0 {
		return true
	}
	if cheap(s) {
		return b.again(s)
	}
	for _, v := range vars {
		if !b.canKeep(v) {
			return false
		}
		b.keep[v] = true
	}
	return true
}

// neededFrom returns the numbers that s writes, that are needed and not kept.
func (b *nestBuilder) neededFrom(s ir.Stmt) []*ir.Var {
	var out []*ir.Var
	ir.Walk(s, func(s ir.Stmt) bool {
		ir.Writes(s, func(r *ir.Ref) {
			if b.need[r.Var] && !b.keep[r.Var] && !slices.Contains(out, r.Var) {
				out = append(out, r.Var)
			}
		})
		return true
	})
	return out
}

// cheap says whether a statement costs about as much as reading its result: it has no loops, and calls nothing
// but what is an instruction or two.
func cheap(s ir.Stmt) bool {
	ok := true
	ir.Walk(s, func(s ir.Stmt) bool {
		switch s.(type) {
		case *ir.Decl, *ir.Store, *ir.Reduce, *ir.If, *ir.Block:
		default:
			ok = false
		}
		ir.Reads(s, func(e ir.Expr) {
			ir.WalkExpr(e, func(e ir.Expr) bool {
				if c, is := e.(*ir.Intrinsic); is && strings.HasPrefix(c.Fn, "math.") && c.Fn != "math.Sqrt" && c.Fn != "math.Abs" && c.Fn != "math.Inf" {
					ok = false
				}
				return ok
			})
		})
		return ok
	})
	return ok
}

// again notes that s is executed again, and what it reads.
func (b *nestBuilder) again(s ir.Stmt) bool {
	ok := true
	ir.Walk(s, func(s ir.Stmt) bool {
		ir.Reads(s, func(e ir.Expr) { ok = ok && b.wants(e) })
		ir.Writes(s, func(r *ir.Ref) { ok = ok && b.isNumber(r.Base().Var) })
		return ok
	})
	ir.Walk(s, func(s ir.Stmt) bool {
		b.take[s] = true
		ir.Writes(s, func(r *ir.Ref) { b.need[r.Var] = true })
		return true
	})
	return ok
}

// complete says whether all writes of the numbers that are computed again are among the statements that are taken,
// none of them in a loop that would go elsewhere.
func (b *nestBuilder) complete() bool {
	count := map[*ir.Var]int{}
	for s := range b.take {
		ir.Writes(s, func(r *ir.Ref) { count[r.Var]++ })
	}
	for v := range b.need {
		if !b.keep[v] && (count[v] != b.writes[v] || b.carried[v]) {
			return false
		}
		if b.keep[v] && (count[v] > 0 || !b.readsKept(v)) {
			return false
		}
	}
	return true
}

// readsKept says whether all statements that are executed again find in v what is kept of it: the value that it has
// behind them, on the way to the sum.
func (b *nestBuilder) readsKept(v *ir.Var) bool {
	if b.writes[v] == 1 {
		return true
	}
	here := map[ir.Stmt]bool{}
	ir.Walk(b.keptBefore(v), func(s ir.Stmt) bool {
		here[s] = true
		return true
	})
	for s := range b.take {
		if !here[s] && ir.EffectsOf(s).Reads[v] {
			return false
		}
	}
	return true
}

// kept returns the memory for what is kept of v, which this makes.
func (b *nestBuilder) keptIn(v *ir.Var) *ir.Var {
	if k := b.kept[v]; k != nil {
		return k
	}
	k := &ir.Var{Name: v.Name + "Kept", Type: types.NewSlice(types.Unalias(v.Type)), Kind: ir.Tape, Pos: v.Pos}
	b.kept[v] = k
	n := ir.Expr(ir.Int(1))
	for _, f := range b.decls[v].loops {
		begin, limit := b.span(f)
		n = ir.Mul(n, ir.Sub(limit, begin))
	}
	b.alloc = append(b.alloc, &ir.Alloc{Dst: ir.NewRef(k), Len: n, Dirty: true})
	return k
}

// keptAt returns the place of v in that memory, for iterators that map changes.
func (b *nestBuilder) keptAt(v *ir.Var) *ir.Ref {
	at := ir.Expr(ir.Int(0))
	for _, f := range b.decls[v].loops {
		begin, limit := b.span(f)
		at = ir.Add(ir.Mul(at, ir.Sub(limit, begin)), ir.Sub(ir.NewRef(f.Iter), begin))
	}
	return ir.NewRef(b.keptIn(v)).At(at)
}

// save adds to the old nest the statements that keep numbers.
func (b *nestBuilder) save() {
	var list []*ir.Var
	for v := range b.keep {
		list = append(list, v)
	}
	slices.SortFunc(list, func(x, y *ir.Var) int { return strings.Compare(x.Name, y.Name) })
	for _, v := range list {
		at := b.keptBefore(v)
		place := b.keptAt(v)
		saved := slices.ContainsFunc(b.saves[at], func(s ir.Stmt) bool { return ir.Equal(s.(*ir.Store).Dst, place) })
		if !saved {
			b.saves[at] = append(b.saves[at], &ir.Store{Dst: place, Src: ir.NewRef(v)})
		}
	}
}
