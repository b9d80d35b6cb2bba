package helpers

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A scatter adds two terms of each iteration to elements that at chooses, the second to one that is not negative.
type scatter struct {
	pardiffLoop

	at    []int
	v     []float64
	terms pardiffTerms[float64]
}

func (l *scatter) chunk(c, _ int) {
	from, end := l.part(c)
	x, terms, first := l.terms.part(c)
	for i := range end - from {
		terms.add(x, first+2*i, l.at[2*(from+i)], l.v[from+i])
		if e := l.at[2*(from+i)+1]; e >= 0 {
			terms.add(x, first+2*i+1, e, l.v[from+i]/3)
		}
		if i%50 == 0 {
			runtime.Gosched()
		}
	}
	terms.end(c, first)
}

// newScatter returns a loop of n iterations that adds to size elements.
func newScatter(n, size int) *scatter {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	l := &scatter{}
	for range n {
		l.v = append(l.v, r.NormFloat64())
		l.at = append(l.at, r.IntN(size), r.IntN(2*size)-size)
	}
	return l
}

// A termsMemory is what a Work holds for a scatter.
type termsMemory struct {
	job    pardiffJob
	floats pardiffArena[float64]
	ints   pardiffArena[int]
}

// run executes l with so much work an iteration, so that it adds to x.
func (m *termsMemory) run(l *scatter, x []float64, work, workers int) {
	m.floats.reset()
	m.ints.reset()
	n := len(l.v)
	l.cut(0, n, work, pardiffCopied(len(x), 2*n), workers)
	l.terms.take(&l.pardiffLoop, x, 2, &m.floats, &m.ints)
	m.job.run(l, &l.pardiffLoop)
	pardiffCombine(x, l.terms.copies)
}

// TestTermsInOrder checks that a slice that is large beside the terms gets them in the order of the serial
// loop, to the bit, with any number of workers, and that nothing is listed where that does not pay.
func TestTermsInOrder(t *testing.T) {
	const n, size = 5000, 700
	l := newScatter(n, size)
	want := make([]float64, size)
	for i, v := range l.v {
		want[l.at[2*i]] += v
		if e := l.at[2*i+1]; e >= 0 {
			want[e] += v / 3
		}
	}
	var m termsMemory
	for _, work := range []int{pardiffListCost, 1 << 12} {
		for workers := range 9 {
			for range 5 {
				x := make([]float64, size)
				m.run(l, x, work, workers)
				if !slices.Equal(x, want) {
					t.Fatalf("%d workers: other bits than the serial loop", workers)
				}
				lists := workers != 1 && work > 2*pardiffListCost && runtime.GOMAXPROCS(0) > 1
				if (l.terms.room > 0) != lists || l.chunks == 1 || len(l.terms.copies) > 0 {
					t.Fatalf("%d workers, work %d: room %d, %d chunks, %d elements of copies", workers, work, l.terms.room, l.chunks, len(l.terms.copies))
				}
			}
		}
	}
}

// TestTermsInCopies checks that chunks have copies of a small slice, and that the bits do not depend on the workers.
func TestTermsInCopies(t *testing.T) {
	const n, size = 5000, 7
	l := newScatter(n, size)
	var m termsMemory
	var first []float64
	for workers := range 9 {
		x := make([]float64, size)
		if m.run(l, x, 1<<12, workers); first == nil {
			first = x
		}
		if !slices.Equal(x, first) || l.terms.room > 0 || len(l.terms.copies) != l.copiesOf(size) {
			t.Fatalf("%d workers: %v, want %v in copies", workers, x, first)
		}
	}
	sum, want := 0.0, 0.0
	for e := range first {
		sum += first[e]
	}
	for i, v := range l.v {
		if want += v; l.at[2*i+1] >= 0 {
			want += v / 3
		}
	}
	if !(math.Abs(sum-want) <= 1e-10) {
		t.Errorf("the elements add up to %v, the terms to %v", sum, want)
	}
}

// TestTermsOutOfRange checks that a subscript out of range panics as in the serial loop, with one worker and
// with several, and that the memory is fit for the next loop.
func TestTermsOutOfRange(t *testing.T) {
	const n, size = 5000, 700
	var m termsMemory
	bad := newScatter(n, size)
	bad.at[2*3333] = size
	bad.at[2*4444] = size + 1
	for workers := 1; workers <= 4; workers++ {
		func() {
			defer func() {
				err, _ := recover().(runtime.Error)
				if err == nil || err.Error() != "runtime error: index out of range [700] with length 700" {
					t.Fatalf("%d workers: %v", workers, err)
				}
			}()
			m.run(bad, make([]float64, size), 1<<12, workers)
		}()
		x, y := make([]float64, size), make([]float64, size)
		m.run(newScatter(n, size), x, 1<<12, workers)
		if m.run(newScatter(n, size), y, 1<<12, 1); !slices.Equal(x, y) {
			t.Fatalf("%d workers: other bits after a panic", workers)
		}
	}
}

// TestTermsKeepMemory checks that the second run allocates nothing.
func TestTermsKeepMemory(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	l, x := newScatter(5000, 700), make([]float64, 700)
	var m termsMemory
	m.run(l, x, 1<<12, 3)
	if n := testing.AllocsPerRun(20, func() { m.run(l, x, 1<<12, 3) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestCopiedAsInterpreted checks that the interpreter makes the same choice between copies and lists.
func TestCopiedAsInterpreted(t *testing.T) {
	for n := range 40 {
		for terms := range 1500 {
			if got, want := pardiffCopied(n, terms), ir.Copied(n, terms); got != want {
				t.Fatalf("%d elements of copies for %d and %d terms, %d in the interpreter", got, n, terms, want)
			}
		}
	}
}

func BenchmarkTerms(b *testing.B) {
	l, x := newScatter(200_000, 100_000), make([]float64, 100_000)
	for workers := 1; workers <= 2; workers++ {
		b.Run([]string{"", "one", "two"}[workers], func(b *testing.B) {
			var m termsMemory
			for b.Loop() {
				m.run(l, x, 1<<10, workers)
			}
		})
	}
}
