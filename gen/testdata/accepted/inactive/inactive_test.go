package inactive

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/accepted/gradcheck"
)

func store() *Store {
	return &Store{N: 2, Hits: 1, Idx: []int{1, 2, 0}, W: []float64{2, 3, 5}, Names: map[string]int{"a": 1}}
}

// TestInactive compares the derivatives with finite differences, and what is written with what the functions write.
func TestInactive(t *testing.T) {
	x := []float64{0.7, 1.3, 0.4}
	m := map[string]int{"a": 1, "b": 2, "c": 0}
	list := func() *Node { return &Node{1, &Node{2, &Node{V: 3}}} }
	ctx := context.Background()
	over, cancel := context.WithCancel(ctx)
	cancel()
	for _, c := range []struct {
		name         string
		f, grad, jvp any
		args         func() []any
	}{
		{"Deferred", Deferred, DeferredGrad, DeferredJVP, func() []any { return []any{x, store()} }},
		{"Bumped", Bumped, BumpedGrad, BumpedJVP, func() []any { return []any{x, store()} }},
		{"Swapped", Swapped, SwappedGrad, SwappedJVP, func() []any { return []any{x, store()} }},
		{"Firsts", Firsts, FirstsGrad, FirstsJVP, func() []any { return []any{[]float64{1, 2, 3, 4}, store()} }},
		{"Inlined", Inlined, InlinedGrad, InlinedJVP, func() []any { return []any{x, store(), 1} }},
		{"Atomic", Atomic, AtomicGrad, AtomicJVP, func() []any { return []any{x, store()} }},
		{"Sets", Sets, SetsGrad, SetsJVP, func() []any { return []any{[]float64{1, 2, 3, 4, 5, 6, 7}, m} }},
		{"Strings", Strings, StringsGrad, StringsJVP, func() []any { return []any{x, "abcb"} }},
		{"Ordered", Ordered, OrderedGrad, OrderedJVP, func() []any { return []any{x, m, []int{3, 4}} }},
		{"Lists", Lists, ListsGrad, ListsJVP, func() []any { return []any{x, list()} }},
		{"Watched", Watched, WatchedGrad, WatchedJVP, func() []any { return []any{ctx, x} }},
		{"Watched, over", Watched, WatchedGrad, WatchedJVP, func() []any { return []any{over, x} }},
		{"Selects", Selects, SelectsGrad, SelectsJVP, func() []any { return []any{x, 1} }},
		{"Selects, ended", Selects, SelectsGrad, SelectsJVP, func() []any { return []any{x, 3} }},
		{"Workers", Workers, WorkersGrad, WorkersJVP, func() []any { return []any{x, []int{2, 1, 0}, io.Discard} }},
		{"Counters", Counters, CountersGrad, CountersJVP, func() []any { return []any{[]float64{1, 2, 3, 4, 5, 6}} }},
		{"Jumps", Jumps, JumpsGrad, JumpsJVP, func() []any { return []any{x, 5} }},
		{"Kinds", Kinds, KindsGrad, KindsJVP, func() []any { return []any{x, []any{3, "text", nil}} }},
		{"Kinds, ended", Kinds, KindsGrad, KindsJVP, func() []any { return []any{x, []any{time.Second, 1.5, 2}} }},
		{"Recursive", Recursive, RecursiveGrad, RecursiveJVP, func() []any { return []any{x, 4} }},
		{"Complex", Complex, ComplexGrad, ComplexJVP, func() []any { return []any{x, 0.5, -0.25} }},
		{"Unused", Unused, UnusedGrad, UnusedJVP, func() []any { return []any{x, map[int]int{1: 1}} }},
		{"Retained", Retained, RetainedGrad, RetainedJVP, func() []any { return []any{x, new(perms)} }},
		{"Parts", Parts, PartsGrad, PartsJVP, func() []any { return []any{x, 7} }},
		{"Parts, failed", Parts, PartsGrad, PartsJVP, func() []any { return []any{x, -7} }},
		{"Keyed", Keyed, KeyedGrad, KeyedJVP, func() []any { return []any{x, []map[int]int{{2: 3, 0: 1, 1: 2}, {}, {1: 1, 2: -1}}} }},
		{"Named", Named, NamedGrad, NamedJVP, func() []any { return []any{x, m, "b of c"} }},
		{"Spans", Spans, SpansGrad, SpansJVP, func() []any { return []any{[]float64{1, 2, 3, 4, 5, 6}, "(é)(x"} }},
		{"Spans, ended", Spans, SpansGrad, SpansJVP, func() []any { return []any{[]float64{1, 2, 3, 4, 5, 6}, "é"} }},
		{"Received", Received, ReceivedGrad, ReceivedJVP, func() []any { return []any{x, counting()} }},
		{"Found", Found, FoundGrad, FoundJVP, func() []any { return []any{x, []string{"abi", "c_", "ub"}, io.Discard} }},
		{"Found, ended", Found, FoundGrad, FoundJVP, func() []any { return []any{x, []string{"abi", "b", "c."}, io.Discard} }},
		{"Found, returned", Found, FoundGrad, FoundJVP, func() []any { return []any{x, []string{"aab", "aa!"}, io.Discard} }},
		{"Found, failed", Found, FoundGrad, FoundJVP, func() []any { return []any{x, []string{"aab", "aa?"}, io.Discard} }},
		{"Searched", Searched, SearchedGrad, SearchedJVP, func() []any { return []any{x, m, slices.All([]int{1, 1, 2}), sent(9, 7, 2), list()} }},
		{"Searched, none", Searched, SearchedGrad, SearchedJVP, func() []any { return []any{x, m, slices.All([]int{2}), sent(9), list()} }},
		{"Searched, first", Searched, SearchedGrad, SearchedJVP, func() []any {
			return []any{x, map[string]int{"": 200}, slices.All([]int{2}), sent(9), list()}
		}},
		{"Letters", Letters, LettersGrad, LettersJVP, func() []any { return []any{x, "aéb\xffc.d"} }},
		{"Looked", Looked, LookedGrad, LookedJVP, func() []any { return []any{x, table(), true} }},
		{"Looked, more", Looked, LookedGrad, LookedJVP, func() []any { return []any{[]float64{1, 2, 3, 4, 5}, table(), false} }},
		{"Literal", Literal, LiteralGrad, LiteralJVP, func() []any { return []any{x, table()} }},
		{"Counted", Counted, CountedGrad, CountedJVP, func() []any { return []any{x, []string{"a", "b", "a", "a", "x"}} }},
		{"Tabled", Tabled, TabledGrad, TabledJVP, func() []any { return []any{x, []string{"x", "y", "z"}} }},
		{"Replaced", Replaced, ReplacedGrad, ReplacedJVP, func() []any { return []any{x, map[string]par{"a": {a: 2, b: 3}}} }},
		{"Points", Points, PointsGrad, PointsJVP, func() []any { return []any{[]float64{1, 2, 3, 4, 5, 6}, 2, io.Discard} }},
		{"Beside", Beside, BesideGrad, BesideJVP, func() []any { return []any{x, []int{2, 1, 1, 0}} }},
		{"Grouped", Grouped, GroupedGrad, GroupedJVP, func() []any { return []any{[]float64{1, 2, 0.5, 3}, []string{"a", "b", "a", "c"}} }},
		{"Spread", Spread, SpreadGrad, SpreadJVP, func() []any { return []any{x, map[int][]int{0: {2, 1}, 1: {0}, 2: {1}}} }},
		{"Edges", Edges, EdgesGrad, EdgesJVP, func() []any { return []any{[]float64{1, 2, 0.5, 3}, &ring{n: 4}} }},
		{"Empty", Empty, EmptyGrad, EmptyJVP, func() []any { return []any{x, []map[int]int{{}, {0: 1}, {5: 1}, {1: 2, 2: 2}}} }},
		{"Chosen, nil", Chosen, ChosenGrad, ChosenJVP, func() []any { return []any{x, map[int]int{}} }},
		{"Chosen, empty", Chosen, ChosenGrad, ChosenJVP, func() []any { return []any{x, map[int]int{5: 1}} }},
		{"Chosen, short", Chosen, ChosenGrad, ChosenJVP, func() []any { return []any{x, map[int]int{0: 1, 1: 1}} }},
		{"Chosen", Chosen, ChosenGrad, ChosenJVP, func() []any { return []any{[]float64{1, 2, 3, 4}, map[int]int{0: 1, 1: 1, 2: 1}} }},
		{"Last", Last, LastGrad, LastJVP, func() []any {
			return []any{x, []map[int]int{{}, {0: 1}, {5: 1, 6: 1}, {1: 2, 2: 2}, {1: 2, 2: 1}}}
		}},
		{"Moved", Moved, MovedGrad, MovedJVP, func() []any { return []any{x, map[int]cell{0: {1, 2}, 2: {3, 1}}} }},
		{"Marked", Marked, MarkedGrad, MarkedJVP, func() []any { return []any{x, map[int]int{0: 1, 2: 1}} }},
		{"Renewed", Renewed, RenewedGrad, RenewedJVP, func() []any { return []any{x, []string{"a", "b", "a", "a", "x"}} }},
		{"Pooled", Pooled, PooledGrad, PooledJVP, func() []any { return []any{x} }},
		{"Drawn", Drawn, DrawnGrad, DrawnJVP, func() []any { return []any{x, map[int]bool{}} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			gradcheck.Grad(t, c.f, c.grad, c.args()...)
			gradcheck.JVP(t, c.f, c.jvp, c.args()...)
		})
	}
	gradcheck.VJP(t, Swapped, SwappedVJP, x, store())
	gradcheck.VJP(t, Keyed, KeyedVJP, x, []map[int]int{{2: 3, 0: 1, 1: 2}, {1: 1}})
	gradcheck.VJP(t, Grouped, GroupedVJP, x, []string{"a", "b", "a"})
	gradcheck.VJP(t, Letters, LettersVJP, x, "aéb")
}

// TestTabled compares with a form in which the constants are written down.
func TestTabled(t *testing.T) {
	x := []float64{0.7, 1.3}
	adj := make([]float64, 2)
	r := TabledGrad(x, []string{"x", "z"}, adj)
	// r = ((x0² + 2 x0 + 1) + x0·0·r)·(x0 + 5)·(x1 + 5)
	p, q, s := (x[0]+1)*(x[0]+1), x[0]+5, x[1]+5
	want := []float64{(2*(x[0]+1)*q + p) * s, p * q}
	if !(math.Abs(r-p*q*s) < 1e-12 && math.Abs(adj[0]-want[0]) < 1e-12 && math.Abs(adj[1]-want[1]) < 1e-12) {
		t.Errorf("%v, %v, want %v, %v", r, adj, p*q*s, want)
	}
}

func table() *Table {
	return &Table{w: []float64{2, 3, 5}, n: 1, log: io.Discard}
}

// TestDeferred requires that what inlined functions defer is executed once, at their ends, and that their locks are free
// afterwards, after a panic as well.
func TestDeferred(t *testing.T) {
	run := func(x []float64, f func(tb *Table)) (log string) {
		var b bytes.Buffer
		tb := table()
		tb.log = &b
		defer func() {
			p := recover()
			if !tb.mu.TryLock() {
				t.Errorf("%v: the lock is held", p)
			}
			log = fmt.Sprint(b.String(), tb.n, p)
		}()
		f(tb)
		return ""
	}
	for _, x := range [][]float64{{1, 2, 3, 4, 5}, {1, 2, 3, 4, 5, 6, 7}} {
		adj := make([]float64, len(x))
		want := run(x, func(tb *Table) { Looked(x, tb, true) })
		if n, panics := strings.Count(want, "counted"), strings.HasSuffix(want, "no such entry"); n < 3 || panics != (len(x) == 7) {
			t.Fatalf("%q", want)
		}
		for name, f := range map[string]func(tb *Table){
			"Grad": func(tb *Table) { LookedGrad(x, tb, true, adj, nil) },
			"VJP":  func(tb *Table) { LookedVJP(x, tb, true, 2, adj, nil) },
			"JVP":  func(tb *Table) { LookedJVP(x, tb, true, x, nil) },
		} {
			if got := run(x, f); got != want {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
	}
}

// counting gives sequences of one number more each time.
func counting() func() iter.Seq[int] {
	return func() iter.Seq[int] { return slices.Values([]int{2, 0, 1}) }
}

// sent gives channels with the numbers in list.
func sent(list ...int) func() chan int {
	return func() chan int {
		c := make(chan int, len(list))
		for _, v := range list {
			c <- v
		}
		close(c)
		return c
	}
}

// TestLogged requires that text with effects is executed once in each derivative, in the order of the function.
func TestLogged(t *testing.T) {
	x := []float64{0.7, 1.3, 0.4}
	names := []string{"ab", "c_d", "b", "a!x", "b"}
	run := func(f func(log io.Writer, st *Store)) string {
		var log bytes.Buffer
		st := store()
		st.Names = nil
		f(&log, st)
		fmt.Fprintln(&log, st.N, st.Hits, st.Idx)
		return log.String()
	}
	adj := make([]float64, 3)
	want := run(func(log io.Writer, st *Store) { Logged(x, names, log, st) })
	if n := strings.Count(want, "\n"); n != 11 {
		t.Fatalf("%d lines: %q", n, want)
	}
	for name, f := range map[string]func(log io.Writer, st *Store){
		"Grad": func(log io.Writer, st *Store) { LoggedGrad(x, names, log, st, adj, nil) },
		"VJP":  func(log io.Writer, st *Store) { LoggedVJP(x, names, log, st, 2, adj, nil) },
		"JVP":  func(log io.Writer, st *Store) { LoggedJVP(x, names, log, st, x, nil) },
	} {
		if got := run(f); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	gradcheck.Grad(t, Logged, LoggedGrad, x, names, io.Discard, store())
}

// TestOnce requires that what has effects is executed once, and that locks are free afterwards, after a panic as well.
func TestOnce(t *testing.T) {
	x := []float64{0.7, 1.3, 0.4}
	st := store()
	BumpedGrad(x, st, make([]float64, 3), nil)
	if want := 2 + len(x); st.N != want {
		t.Errorf("bumped to %d, want %d", st.N, want)
	}
	var log, want bytes.Buffer
	st.log = &log
	FirstsGrad(x, st, make([]float64, 3), nil)
	r := 0.0
	for i, v := range x {
		r += v * v
		fmt.Fprintln(&want, i, r)
	}
	if log.String() != want.String() {
		t.Errorf("printed %q, want %q", &log, &want)
	}
	free := func(when string) {
		if !st.mu.TryLock() {
			t.Fatalf("the mutex is locked after %s", when)
		}
		st.mu.Unlock()
		if !mu.TryLock() {
			t.Fatalf("the package's mutex is locked after %s", when)
		}
		mu.Unlock()
	}
	InlinedGrad(x, st, 1, make([]float64, 3), nil)
	free("a call")
	for name, f := range map[string]func(){
		"a panic of a gradient":               func() { InlinedGrad(x, st, 7, make([]float64, 3), nil) },
		"a panic of a tangent":                func() { InlinedJVP(x, st, 7, make([]float64, 3), nil) },
		"a panic of the function that defers": func() { DeferredGrad([]float64{1, 2, 3, 4}, st, nil, nil) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: there was none", name)
				}
			}()
			f()
		}()
		free(name)
	}
}
