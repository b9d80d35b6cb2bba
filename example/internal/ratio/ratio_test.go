package ratio

import (
	"testing"
	"time"
)

// spin keeps the processor busy for d.
func spin(d time.Duration) {
	for start := time.Now(); time.Since(start) < d; {
	}
}

// TestBench measures a function that takes three times as long as another. A busy machine may make
// either longer, so that only what holds on any machine is checked.
func TestBench(t *testing.T) {
	r := testing.Benchmark(func(b *testing.B) {
		Bench(b, func() { spin(20 * time.Microsecond) }, func() { spin(60 * time.Microsecond) })
	})
	if got := r.Extra["grad/primal"]; !(got > 1) {
		t.Errorf("ratio is %v, want about 3", got)
	}
	if got := r.Extra["primal-ns/op"]; !(got > 19e3) {
		t.Errorf("the primal takes %v ns, want at least 20000", got)
	}
	if n := r.AllocsPerOp(); n != 0 {
		t.Errorf("%d allocations, want none", n)
	}
}

// TestBenchCountsGradientOnly checks that what the primal allocates is not counted.
func TestBenchCountsGradientOnly(t *testing.T) {
	var keep []byte
	r := testing.Benchmark(func(b *testing.B) {
		Bench(b, func() { keep = make([]byte, 1<<12) }, func() { spin(time.Microsecond) })
	})
	if n := r.AllocsPerOp(); n != 0 {
		t.Errorf("%d allocations, want none", n)
	}
	_ = keep
}
