package adjoint

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/depend"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A scheduler decides which loops of the finished body run in parallel.
//
// A loop may if it carries no dependence, and if all sums into one cell from several of its iterations
// can be done in copies that each chunk has for itself. Of a nest the outermost such loop is
// chosen, if the nest is among the deepest of the function: the others cost little beside them.
type scheduler struct {
	*deriver
	idx *depend.Accesses
	// tested is like idx, with conditions that can be tested, declared without those on the lengths of rows; nil if there
	// are none.
	tested, declared *depend.Accesses
	depth            int // of the deepest nest
	// origins leads from reverse loops to those of the primal.
	origins map[*ir.For]*ir.For
	notes   map[*ir.For]string // why a loop is serial
	near    map[*ir.For]map[*ir.Var]int
	// arrays says that chunks may have copies of arrays.
	arrays bool
	// conds are the conditions on which loops run in parallel, for nil, and on which their iterations have elements of
	// slices for themselves.
	conds map[*ir.For]map[*ir.Var][]ir.Expr
}

// scheduler returns a scheduler for loops in body.
func (d *deriver) scheduler(body *ir.Block) *scheduler {
	return &scheduler{deriver: d, arrays: !d.opt.Kernels, idx: d.index(body), depth: nestDepth(body), origins: d.origins, notes: map[*ir.For]string{}, near: map[*ir.For]map[*ir.Var]int{}, conds: map[*ir.For]map[*ir.Var][]ir.Expr{}}
}

// parallelize marks the loops of the body that run in parallel.
func (d *deriver) parallelize() {
	s := d.scheduler(d.body)
	s.see()
	s.block(d.body, 0)
	d.facts.use(s.idx.Relied())
	d.noteParallel(s)
	d.declareGuards()
	d.checkParallel()
}

func (s *scheduler) block(b *ir.Block, depth int) {
	for i := range b.Stmts {
		f, ok := b.Stmts[i].(*ir.For)
		if !ok {
			ir.Inner(b.Stmts[i], func(b *ir.Block) { s.block(b, depth) })
			continue
		}
		if !s.worth(f, depth) || s.straighten(b, i) {
			continue
		}
		if why := s.mark(f, s.declared); why != "" {
			s.notes[f] = why
			s.block(f.Body, depth+1)
			// Rows may well overlap: a loop inside that runs in parallel anyhow is worth more.
			if s.tested != s.declared && !hasParallel(f.Body) {
				s.mark(f, s.tested)
			}
		}
	}
}

// hasParallel says whether a loop in b runs in parallel.
func hasParallel(b *ir.Block) bool {
	found := false
	ir.Walk(b, func(s ir.Stmt) bool {
		f, ok := s.(*ir.For)
		found = found || ok && f.Par != nil
		return !found
	})
	return found
}

// worth says whether the nest of f, below depth loops, is among those in which the time is spent.
func (s *scheduler) worth(f *ir.For, depth int) bool {
	n := depth + 1 + nestDepth(f.Body)
	return n == s.depth || n == s.depth-1 && n > 0 && callsFunctions(f)
}

// nestDepth returns the number of loops around the innermost statement of b.
func nestDepth(b *ir.Block) int {
	most := 0
	for _, s := range b.Stmts {
		n := 0
		ir.Inner(s, func(b *ir.Block) { n = max(n, nestDepth(b)) })
		if _, ok := s.(*ir.For); ok {
			n++
		}
		most = max(most, n)
	}
	return most
}

// maxHalo bounds the iterations of a chunk that are left for later.
const maxHalo = 4

// schedule says how f runs in parallel, or the reason why it may not. Sums into elements of slices that
// only iterations close to each other share need no copies.
func (s *scheduler) schedule(f *ir.For) (*ir.Par, string) {
	if o := s.origins[f]; f.Hints.Serial || o != nil && o.Hints.Serial {
		return nil, "as //pardiff:serial says"
	}
	if f.Few {
		return nil, "it has few iterations"
	}
	if why := loopForm(f); why != "" {
		return nil, why
	}
	if why := bodyForm(f); why != "" {
		return nil, why
	}
	if c := s.idx.Carried(f); len(c) > 0 {
		return nil, "iterations depend on each other through " + ir.ExprString(c[0].A.Ref)
	}
	near, far := s.shared(f)
	sums, why := s.sumVars(f, far, near)
	if why != "" {
		return nil, why
	}
	par := &ir.Par{Sums: sums}
	for _, n := range near {
		par.Halo = max(par.Halo, n)
	}
	if par.Halo == 0 { // what is left for later would come out of turn
		par.Scatters = scatters(f, sums)
	}
	return par, ""
}

// shared returns the roots of memory to which several iterations of f add: near are those whose
// elements only iterations share that are so many apart at most, far all others.
func (s *scheduler) shared(f *ir.For) (near map[*ir.Var]int, far map[*ir.Var]bool) {
	near, far = map[*ir.Var]int{}, map[*ir.Var]bool{}
	for _, c := range s.idx.Sums(f) {
		far[c.A.Ref.Var] = true
	}
	for v := range far {
		if _, slice := v.Type.Underlying().(*types.Slice); !slice {
			continue
		}
		for by := 1; by <= maxHalo; by++ {
			if !slices.ContainsFunc(s.idx.SumsBeyond(f, int64(by)), func(c depend.Conflict) bool { return c.A.Ref.Var == v }) {
				near[v] = by
				break
			}
		}
	}
	for v := range near {
		delete(far, v)
	}
	return near, far
}

// loopForm says why f is no loop whose iterations could be cut into chunks.
func loopForm(f *ir.For) string {
	switch {
	case f.While != nil || f.Limit == nil:
		return "a condition ends it"
	case f.Cmp != token.LSS || !ir.IsVal(f.Step, 1) || !types.Identical(f.Iter.Type, types.Typ[types.Int]):
		return "it does not count upwards in steps of 1"
	}
	return ""
}

// little says that f, with numbers of iterations that are known, is never worth two chunks.
func little(f *ir.For) bool {
	n, counted := ir.IntVal(ir.Sub(f.Limit, f.Begin))
	work, steady := ir.IntVal(workOf(f))
	return counted && steady && ir.Chunks(int(n), int(work), 0, 0) < 2
}

// bodyForm says which statement in the body of f may not be executed at the same time as others, or
// needs memory that cannot be had before the loop.
func bodyForm(f *ir.For) string {
	inside := map[*ir.Var]bool{f.Iter: true}
	why := ""
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		switch s := s.(type) {
		case *ir.Decl:
			inside[s.Var] = true
		case *ir.For:
			inside[s.Iter] = true
		case *ir.Alloc:
			if len(s.Dst.Elems) > 0 || s.Escapes {
				why = "it makes rows of memory"
			} else if mentionsAny(s.Len, inside) {
				why = "the memory that an iteration needs varies"
			}
			inside[s.Dst.Var] = true
		case *ir.Call, *ir.Exec:
			why = "it calls a function that may have effects"
		case *ir.Grow:
			why = "its tape grows"
		case *ir.Swap:
			why = "it swaps slices"
		}
		ir.Reads(s, func(e ir.Expr) {
			if callsUnknown(e) {
				why = "it calls a function that may have effects"
			}
		})
		return why == ""
	})
	return why
}

// mentionsAny says whether e refers to one of vars.
func mentionsAny(e ir.Expr, vars map[*ir.Var]bool) bool {
	found := false
	ir.WalkExpr(e, func(n ir.Expr) bool {
		if r, ok := n.(*ir.Ref); ok && vars[r.Var] {
			found = true
		}
		return !found
	})
	return found
}

// callsUnknown says whether e holds source text that may call a function of the user.
func callsUnknown(e ir.Expr) bool {
	found := false
	ir.WalkExpr(e, func(n ir.Expr) bool {
		if o, ok := n.(*ir.Opaque); ok && (!o.Pure || slices.ContainsFunc(o.Parts, func(p string) bool { return strings.Contains(p, "(") })) {
			found = true
		}
		return !found
	})
	return found
}

// sumVars returns the Vars, declared outside f, through which its body adds to the given roots, which
// several iterations add to. It gives a reason where copies of them are not possible. All other memory
// that the body shares with other iterations is elements of slices.
func (s *scheduler) sumVars(f *ir.For, roots map[*ir.Var]bool, near map[*ir.Var]int) (sums []*ir.Var, why string) {
	inside := declaredIn(f)
	ir.Walk(f.Body, func(st ir.Stmt) bool {
		_, reduce := st.(*ir.Reduce)
		if d, ok := st.(*ir.Decl); ok && d.Var.View != nil {
			return true
		}
		ir.Writes(st, func(r *ir.Ref) {
			root := r.Base().Var
			switch _, slice := root.Type.Underlying().(*types.Slice); {
			case why != "" || root == nil || inside[root]:
			case roots[root] && !reduce:
				why = "iterations add to " + root.Name + " and overwrite it"
			case roots[root]:
				v := outerVar(r.Var, inside)
				if v == nil || !s.summable(v) {
					why = "iterations add to the same elements of " + root.Name
				} else if !slices.Contains(sums, v) {
					sums = append(sums, v)
				}
			case !slice:
				why = "iterations share " + root.Name
			case near[root] > 0 && !reduce:
				why = "iterations add to " + root.Name + " and overwrite it"
			}
		})
		ir.Reads(st, func(e ir.Expr) {
			if r := readRoot(e, roots); r != nil && why == "" {
				why = "iterations read the sum " + r.Name
			}
		})
		return why == ""
	})
	if v := ofArray(sums); why == "" && v != nil {
		why = "iterations add to " + v.Root().Name + " under two names"
	}
	return sums, why
}

// ofArray returns one of sums that is a view of an array that is another of them, nil if there is none. A copy of an array that goes
// through chunks by value has no part in what is added to its memory.
func ofArray(sums []*ir.Var) *ir.Var {
	i := slices.IndexFunc(sums, func(v *ir.Var) bool {
		return v.Root() != v && !isSlice(v.Root().Type) && slices.Contains(sums, v.Root())
	})
	if i < 0 {
		return nil
	}
	return sums[i]
}

// declaredIn returns the Vars that the body of f declares, and its iterators.
func declaredIn(f *ir.For) map[*ir.Var]bool {
	inside := map[*ir.Var]bool{f.Iter: true}
	ir.Walk(f.Body, func(s ir.Stmt) bool {
		switch s := s.(type) {
		case *ir.Decl:
			inside[s.Var] = true
		case *ir.Alloc:
			if len(s.Dst.Elems) == 0 {
				inside[s.Dst.Var] = true
			}
		case *ir.For:
			inside[s.Iter] = true
		case *ir.Exec:
			for _, r := range s.Results {
				if s.Define && r != nil {
					inside[r.Var] = true
				}
			}
		}
		return true
	})
	return inside
}

// outerVar follows the views that are declared inside to the Var outside that they are views of. It
// returns nil where a step leads through more than a slice expression of a whole Var.
func outerVar(v *ir.Var, inside map[*ir.Var]bool) *ir.Var {
	for inside[v] {
		switch x := v.View.(type) {
		case *ir.Slice:
			if len(x.X.Elems) > 0 {
				return nil
			}
			v = x.X.Var
		case *ir.Ref:
			if len(x.Elems) > 0 {
				return nil
			}
			v = x.Var
		default:
			return nil
		}
	}
	return v
}

// maxArray bounds the floats in an array of which each chunk has a copy in a variable.
const maxArray = 256

// summable says whether chunks can have copies of v: a number, a slice of what holds floats alone, or a small array of
// such. Kernels add to numbers and slices alone.
func (s *scheduler) summable(v *ir.Var) bool {
	if ir.IsFloat(v.Type) || ir.IsInt(v.Type) {
		return v.Kind != ir.Param
	}
	if _, array := v.Type.Underlying().(*types.Array); array {
		n := ir.FlatFloats(v.Type)
		return s.arrays && v.Kind != ir.Param && v.View == nil && 0 < n && n <= maxArray
	}
	return isSlice(v.Type) && ir.FlatFloats(ir.ElemType(v.Type)) > 0
}

func isSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

// readRoot returns a Var of roots whose memory e reads.
func readRoot(e ir.Expr, roots map[*ir.Var]bool) *ir.Var {
	var found *ir.Var
	ir.WalkExpr(e, func(n ir.Expr) bool {
		switch n := n.(type) {
		case *ir.Len:
			for _, i := range n.X.Indices() {
				if v := readRoot(i, roots); v != nil {
					found = v
				}
			}
			return false
		case *ir.Slice: // of a view
			return false
		case *ir.Ref:
			if v := n.Base().Var; roots[v] && ir.ElemType(n.T) == nil {
				found = v
			}
		}
		return found == nil
	})
	return found
}

// covers says whether a loop that needs the given schedule is right with the one that it has.
func covers(has, needs *ir.Par) bool {
	for _, x := range has.Scatters {
		if !slices.Contains(needs.Scatters, x) {
			return false
		}
	}
	return has.Halo >= needs.Halo && !slices.ContainsFunc(needs.Sums, func(v *ir.Var) bool { return !slices.Contains(has.Sums, v) })
}
