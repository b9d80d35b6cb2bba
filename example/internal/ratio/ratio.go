// Package ratio measures how much longer a gradient takes than its primal.
package ratio

import (
	"slices"
	"testing"
	"time"
)

// round is how long the calls of one function in a round take at least. It is long against
// the cost of starting and stopping the benchmark's timer.
const round = time.Millisecond

// Bench runs primal and gradient by turns, so that both meet the same state of the machine.
// The benchmark's own figures, ns/op and allocs/op, are those of the gradient. The metric
// primal-ns/op is the time of the primal, grad/primal the ratio; both are medians over rounds
// of a millisecond or more.
func Bench(b *testing.B, primal, gradient func()) {
	b.Helper()
	gradient() // lets a Work grow to its size
	calls := callsPerRound(primal)
	var primals, ratios []float64
	b.ReportAllocs()
	b.ResetTimer()
	b.StopTimer()
	for done := 0; done < b.N; {
		n := min(calls, b.N-done)
		p := timed(n, primal)
		b.StartTimer()
		g := timed(n, gradient)
		b.StopTimer()
		primals = append(primals, float64(p)/float64(n))
		ratios = append(ratios, float64(g)/float64(p))
		done += n
	}
	b.ReportMetric(median(primals), "primal-ns/op")
	b.ReportMetric(median(ratios), "grad/primal")
}

// callsPerRound returns how many calls of f fill a round.
func callsPerRound(f func()) int {
	n := 1
	for timed(n, f) < round {
		n *= 2
	}
	return n
}

// timed returns how long n calls of f take, at least a nanosecond.
func timed(n int, f func()) time.Duration {
	start := time.Now()
	for range n {
		f()
	}
	return max(time.Since(start), 1)
}

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}

// Allocs fails the test if a call of f allocates after the first one.
func Allocs(t testing.TB, f func()) {
	t.Helper()
	if n := testing.AllocsPerRun(10, f); n != 0 {
		t.Errorf("%v allocations in a call, want none", n)
	}
}
