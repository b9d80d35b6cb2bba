package helpers

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A counter counts how often each chunk is executed, and who executes it.
type counter struct {
	done  []atomic.Int32
	slots []atomic.Int32
	inner func(c, slot int)
}

func newCounter(n, slots int) *counter {
	return &counter{done: make([]atomic.Int32, n), slots: make([]atomic.Int32, slots)}
}

func (k *counter) chunk(c, slot int) {
	if k.slots[slot].Add(1) != 1 {
		panic("two goroutines have one slot")
	}
	k.done[c].Add(1)
	if k.inner != nil {
		k.inner(c, slot)
	}
	k.slots[slot].Add(-1)
}

// test executes n chunks of t by at most workers goroutines.
func (j *pardiffJob) test(workers int, t pardiffTask, n int) {
	j.run(t, &pardiffLoop{count: n, chunks: n, workers: workers})
}

func (k *counter) check(t *testing.T) {
	t.Helper()
	for c := range k.done {
		if n := k.done[c].Load(); n != 1 {
			t.Fatalf("chunk %d was executed %d times", c, n)
		}
	}
}

// TestPoolRunsEachChunkOnce checks that a run executes every chunk once before it returns, with a
// slot that nobody else has at the time.
func TestPoolRunsEachChunkOnce(t *testing.T) {
	var j pardiffJob
	for round := range 300 {
		n, workers := round%70, 1+round%5
		k := newCounter(n, workers)
		j.test(workers, k, n)
		k.check(t)
	}
}

// TestPoolBoundsWorkers checks that no more goroutines take part than are allowed.
func TestPoolBoundsWorkers(t *testing.T) {
	for workers := 1; workers <= 4; workers++ {
		var now, most atomic.Int32
		k := newCounter(40, workers)
		k.inner = func(int, int) {
			if n := now.Add(1); n > most.Load() {
				most.Store(n)
			}
			time.Sleep(100 * time.Microsecond)
			now.Add(-1)
		}
		new(pardiffJob).test(workers, k, 40)
		if k.check(t); int(most.Load()) > workers {
			t.Errorf("%d goroutines at once, want at most %d", most.Load(), workers)
		}
	}
}

// TestPoolManyCallers checks that goroutines share the pool, and that a chunk may use it too.
func TestPoolManyCallers(t *testing.T) {
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			var j pardiffJob
			for range 50 {
				k := newCounter(9, 3)
				k.inner = func(int, int) {
					in := newCounter(5, 2)
					new(pardiffJob).test(2, in, 5)
					in.check(t)
				}
				j.test(3, k, 9)
				k.check(t)
			}
		})
	}
	wg.Wait()
}

// TestPoolPanics checks that the caller gets the panic of the first chunk that panics, whoever
// executed it, and that the job and the pool work afterwards.
func TestPoolPanics(t *testing.T) {
	var j pardiffJob
	for round := range 100 {
		k := newCounter(40, 4)
		k.inner = func(c, slot int) {
			if c%7 == 5 {
				k.slots[slot].Add(-1)
				panic(fmt.Sprint("chunk ", c))
			}
			runtime.Gosched()
		}
		func() {
			defer func() {
				if r := recover(); r != "chunk 5" {
					t.Fatalf("round %d: recovered %v, want the panic of chunk 5", round, r)
				}
			}()
			j.test(1+round%4, k, 40)
			t.Fatal("no panic")
		}()
		ok := newCounter(20, 4)
		j.test(4, ok, 20)
		ok.check(t)
	}
}

// TestPoolHelpersLeave checks that no goroutine is left soon after the last run.
func TestPoolHelpersLeave(t *testing.T) {
	before := runtime.NumGoroutine()
	new(pardiffJob).test(4, newCounter(64, 4), 64)
	for range 100 {
		if time.Sleep(10 * time.Millisecond); runtime.NumGoroutine() <= before && idleHelpers() == 0 {
			return
		}
	}
	t.Errorf("%d goroutines, %d before; %d helpers", runtime.NumGoroutine(), before, idleHelpers())
}

func idleHelpers() int {
	pardiffCrew.mu.Lock()
	defer pardiffCrew.mu.Unlock()
	return pardiffCrew.count
}

// TestPoolComesAndGoes has helpers leave while others are woken.
func TestPoolComesAndGoes(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			var j pardiffJob
			for r := range 12 {
				time.Sleep(pardiffStay + time.Duration((i+r)%5-2)*50*time.Microsecond)
				k := newCounter(16, 3)
				j.test(3, k, 16)
				k.check(t)
			}
		})
	}
	wg.Wait()
}

type nothing struct{ sum [64]float64 }

func (n *nothing) chunk(c, _ int) { n.sum[c]++ }

// TestPoolAllocatesNothing checks that a run with helpers allocates nothing once they are there.
func TestPoolAllocatesNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	j, k := &pardiffJob{}, &nothing{}
	j.test(3, k, 64)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 2000 {
		j.test(3, k, 64)
	}
	runtime.ReadMemStats(&after)
	if n := after.Mallocs - before.Mallocs; n > 200 { // the runtime's own, and a helper that came late
		t.Errorf("%d allocations in 2000 runs", n)
	}
}

// TestChunksCoverIterations checks that the chunks of a loop are its iterations, in order, and that
// small loops are one chunk.
func TestChunksCoverIterations(t *testing.T) {
	for n := range 300 {
		for _, work := range []int{-1, 0, 1, 100, 1 << 10, 1 << 40} {
			for _, private := range []int{0, 1, n, 1 << 30} {
				halo := (n + work%7) % 4
				k := pardiffChunks(n, work, private, halo)
				if want := ir.Chunks(n, work, private, halo); k != want {
					t.Fatalf("%d chunks, %d in the interpreter", k, want)
				}
				if k > n || k < min(n, 1) || private > 0 && k > pardiffMaxCopies {
					t.Fatalf("%d chunks for %d iterations of %d with %d private elements", k, n, work, private)
				}
				if float64(n)*float64(work) < pardiffGrain && k > 1 {
					t.Fatalf("%d chunks for %d iterations of %d", k, n, work)
				}
				l := pardiffLoop{halo: halo}
				l.cut(-5, n-5, work, private, 3)
				workers := max(1, min(k, 3))
				if float64(n)*float64(work) < pardiffWake {
					workers = 1
				}
				if l.chunks != k || l.workers != workers {
					t.Fatalf("%d chunks for %d workers, want %d for %d", l.chunks, l.workers, k, workers)
				}
				for group := range 6 {
					l := pardiffLoop{group: group}
					l.cut(-5, n-5, work, private, 3)
					next := -5
					for c := range l.chunks {
						from, to := l.part(c)
						if from != next || to <= from || group > 0 && c < l.chunks-1 && (to-from)%group != 0 {
							t.Fatalf("chunk %d of %d for %d iterations in groups of %d goes from %d up to before %d", c, l.chunks, n, group, from, to)
						}
						next = to
					}
					if next != n-5 {
						t.Fatalf("the chunks for %d iterations in groups of %d end at %d", n, group, next)
					}
				}
				seen := make([]int, n)
				for _, edges := range []bool{false, true} {
					l.edges = edges
					for c := range l.chunks {
						if edges && (halo == 0 || c == l.chunks-1) {
							continue
						}
						from, to := l.part(c)
						for i := from; i < to; i++ {
							seen[i+5]++
						}
					}
				}
				for i, times := range seen {
					if times != 1 {
						t.Fatalf("iteration %d of %d is executed %d times", i, n, times)
					}
				}
			}
		}
	}
}

// TestCopiesAddUp checks that the parts of chunks are apart and are added in order.
func TestCopiesAddUp(t *testing.T) {
	x := []float64{1, 2}
	l := pardiffLoop{chunks: 3}
	copies := make([]float64, l.copiesOf(len(x)))
	for c := range l.chunks {
		p := pardiffPart(x, copies, c)
		if len(p) != len(x) || cap(p) != len(x) {
			t.Fatalf("chunk %d has %d elements of %d", c, len(p), cap(p))
		}
		p[0] += float64(10 * (c + 1))
		p[1]++
	}
	if pardiffCombine(x, copies); !slices.Equal(x, []float64{61, 5}) {
		t.Errorf("the sum is %v", x)
	}
	var empty []float64
	if pardiffCombine(empty, make([]float64, l.copiesOf(0))); len(pardiffPart(empty, nil, 2)) != 0 {
		t.Error("copies of nothing hold something")
	}
	if s := pardiffSum(1e16, []float64{1, -1e16, 3}); s != 3 {
		t.Errorf("the sum is %v, want that from left to right, 3", s)
	}
}

// TestPartsOfChunks checks that each chunk has a number of its own to add to, and each slot scratch of its own.
func TestPartsOfChunks(t *testing.T) {
	l := pardiffLoop{chunks: 3}
	x, parts := 1.0, make([]float64, l.copies(1))
	for c := range l.chunks {
		*pardiffCell(&x, parts, c) += float64(c + 1)
	}
	if s := pardiffSum(x, parts); len(parts) != 2 || s != 7 {
		t.Errorf("the sum of 1 and %v is %v, want 7", parts, s)
	}
	l.workers = 3
	scratch := make([]int, l.perSlot(2))
	for slot := range l.workers {
		part := pardiffSlot(scratch, slot, l.workers)
		if len(part) != 2 || cap(part) != 2 {
			t.Fatalf("%d elements in a slot, %d with what is behind them; want 2", len(part), cap(part))
		}
		for i := range part {
			part[i] += slot + 1
		}
	}
	last, sum := -pardiffGap, 0
	for i, v := range scratch {
		if v == 0 {
			continue
		}
		if sum += v; v != scratch[max(i-1, 0)] && i-last <= pardiffGap {
			t.Errorf("%d elements between two slots, want %d", i-last-1, pardiffGap)
		}
		last = i
	}
	if sum != 2*(1+2+3) {
		t.Errorf("the slots wrote %v", scratch)
	}
}

func BenchmarkPool(b *testing.B) {
	j, k := &pardiffJob{}, &nothing{}
	for b.Loop() {
		j.test(2, k, 8)
	}
}

// A halves records which iterations of a loop with a halo are done, and whether those that are left for later find all
// others done.
type halves struct {
	*pardiffLoop
	done  []atomic.Int64
	early atomic.Int64
}

func (h *halves) chunk(c, _ int) {
	from, to := h.part(c)
	if h.edges {
		for k := range h.chunks {
			first := pardiffLoop{count: h.count, chunks: h.chunks, halo: h.halo}
			lo, hi := first.part(k)
			for i := lo; i < hi; i++ {
				if h.done[i].Load() != 1 {
					h.early.Add(1)
				}
			}
		}
	}
	for i := from; i < to; i++ {
		h.done[i].Add(1)
	}
}

// TestHalosComeLast checks that what chunks leave for later is executed once, after all the rest, by one worker or several.
func TestHalosComeLast(t *testing.T) {
	for _, work := range []int{1, 1 << 10, 1 << 14} {
		for _, halo := range []int{0, 1, 9, 40, 200} {
			l := &pardiffLoop{halo: halo}
			l.cut(0, 4000, work, 0, 3)
			if q := l.count / l.chunks; l.chunks > 1 && q < 2*halo {
				t.Fatalf("chunks of %d iterations leave %d for later", q, halo)
			}
			h := &halves{pardiffLoop: l, done: make([]atomic.Int64, 4000)}
			new(pardiffJob).run(h, l)
			for i := range h.done {
				if n := h.done[i].Load(); n != 1 {
					t.Fatalf("work %d, halo %d: iteration %d is executed %d times", work, halo, i, n)
				}
			}
			if n := h.early.Load(); n > 0 {
				t.Errorf("work %d, halo %d: %d iterations are not done when those left for later begin", work, halo, n)
			}
		}
	}
}

// TestNear checks which sums are near, as the interpreter does, and the sizes that tell.
func TestNear(t *testing.T) {
	for _, n := range []int{-3, 0, 1, 127, 128, 1000, 1280, 1 << 20} {
		for _, halo := range []int{-5, 0, 1, 7, 10, 8192, 8193, math.MaxInt} {
			l := pardiffLoop{halo: 2}
			got := l.near(n, halo)
			if want := ir.Close(n, halo); got != want {
				t.Errorf("%d of %d iterations: near %v, in the interpreter %v", halo, n, got, want)
			}
			if want := max(2, halo); got && l.halo != want || !got && l.halo != 2 {
				t.Errorf("%d of %d iterations: a halo of %d", halo, n, l.halo)
			}
			if got && n > 0 && pardiffChunks(n, 1<<20, 0, max(halo, 0)) < min(n, pardiffMaxCopies) {
				t.Errorf("a halo of %d of %d iterations leaves less chunks than copies would", halo, n)
			}
		}
	}
	for n, want := range map[int]int{0: 2, 1 << 20: 2, 1 << 40: 1, -1 << 40: 1, math.MaxInt: 0, math.MinInt: 0, math.MaxInt / 2: 0} {
		for degree := 1; degree <= 2; degree++ {
			if got := pardiffSmall(degree, 1, n); got != (degree <= want) {
				t.Errorf("%d is small: %v, for products of %d", n, got, degree)
			}
		}
	}
}
