package depend

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A finding is what one run of a program shows about two accesses.
type finding struct {
	a, b  *Access
	level int // of MayConflict; -1-k for OverwrittenWithin k
}

// observe returns all conflicts among events.
func observe(events []event, into map[finding]bool) {
	byCell := map[string][]event{}
	for _, e := range events {
		byCell[e.cell] = append(byCell[e.cell], e)
	}
	for _, list := range byCell {
		for i, e := range list {
			for j, f := range list {
				c := Common(e.a, f.a)
				l := 0
				for l < c && e.iters[l] == f.iters[l] {
					l++
				}
				for k := 0; k <= l && j > i && f.a.Write; k++ {
					into[finding{e.a, f.a, -1 - k}] = true
				}
				if l == c || e.iters[l] < f.iters[l] {
					into[finding{e.a, f.a, l}] = true
				}
			}
		}
	}
}

// explore executes x for several sizes less than most.
func explore(p *program, x *Accesses, r *rand.Rand, runs, most int, skip bool) map[finding]bool {
	found := map[finding]bool{}
	for range runs {
		params := map[*ir.Var]int64{}
		for _, name := range []string{"n", "m", "k"} {
			if v := p.vars[name]; v != nil {
				params[v] = int64(r.IntN(most+1) - 1)
			}
		}
		events := execute(x, p.body, params, r, skip)
		if skip { // only elements are of interest, and scalars would meet all too often
			events = slices.DeleteFunc(events, func(e event) bool { return len(e.a.Ref.Elems) == 0 })
		}
		observe(events, found)
	}
	return found
}

// TestSoundOnRandomNests executes random programs. Whatever meets in a run must be admitted by
// the queries.
func TestSoundOnRandomNests(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for n := range 250 {
		src := (&generator{r: r, plain: n%4 == 0}).function()
		p := load(t, src)
		x := Index(p.body)
		for f := range explore(p, x, r, 8, 7, false) {
			if f.level < 0 && !x.OverwrittenWithin(f.a, f.b, -1-f.level) || f.level >= 0 && !x.MayConflict(f.a, f.b, f.level) {
				t.Fatalf("program %d: missed a conflict of %s and %s at %d in\n%s", n, show(f.a), show(f.b), f.level, src)
			}
		}
	}
}

// TestPreciseOnAffineNests bounds how many of the admitted conflicts were never seen. For affine subscripts
// the test is exact, so these are only those that the few sizes that were run do not show.
func TestPreciseOnAffineNests(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	asked, admitted, seen := 0, 0, 0
	for range 20 {
		p := load(t, (&generator{r: r, plain: true}).function())
		x := Index(p.body)
		found := explore(p, x, r, 30, 12, true)
		for i, a := range x.All {
			for _, b := range x.All[i:] {
				if a.Ref.Var != b.Ref.Var || len(a.Ref.Elems) == 0 {
					continue
				}
				for l := range Common(a, b) + 1 {
					asked++
					if x.MayConflict(a, b, l) {
						admitted++
						if found[finding{a, b, l}] {
							seen++
						}
					}
				}
			}
		}
	}
	t.Logf("%d questions: %d conflicts admitted, %d seen", asked, admitted, seen)
	if float64(seen) < 0.95*float64(admitted) {
		t.Errorf("only %d of %d conflicts that were admitted were seen", seen, admitted)
	}
}

func show(a *Access) string {
	kind := "read"
	if a.Write {
		kind = "write"
	}
	return fmt.Sprintf("%s %v of %v (%d loops)", kind, a.src.Var.Name, ir.ExprString(a.src), len(a.Loops))
}

// TestCarriedIsCompleteOnRandomNests checks that two iterations of a loop that touch a cell, one
// of them writing, are reported, unless the memory is private.
func TestCarriedIsCompleteOnRandomNests(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 300 {
		src := (&generator{r: r}).function()
		p := load(t, src)
		x := Index(p.body)
		found := explore(p, x, r, 4, 7, false)
		for f := range x.loops {
			l := x.loops[f]
			carried := append(x.Carried(f), x.Sums(f)...)
			for k := range found {
				if k.level != l.depth || k.level >= len(k.a.Loops) || k.a.Loops[k.level] != f ||
					Common(k.a, k.b) <= k.level || !k.a.Write && !k.b.Write || x.Private(k.a, f) {
					continue
				}
				if !slices.Contains(carried, Conflict{k.a, k.b}) {
					t.Fatalf("loop %s: missed %s and %s in\n%s", f.Iter.Name, show(k.a), show(k.b), src)
				}
			}
		}
	}
}
