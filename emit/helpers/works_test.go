package helpers

import (
	"sync"
	"testing"
)

// TestPoolByType says that the instances of a generic Work have pools of their own, that the
// pool of an instance stays the same, and that finding it allocates nothing.
func TestPoolByType(t *testing.T) {
	var pools sync.Map
	type work[F any] struct{ _ F }
	p32, p64 := pardiffPool[work[float32]](&pools), pardiffPool[work[float64]](&pools)
	if p32 == p64 {
		t.Error("two instances share a pool")
	}
	if _, ok := p32.Get().(*work[float32]); !ok {
		t.Error("the pool of float32 holds something else")
	}
	if pardiffPool[work[float64]](&pools) != p64 {
		t.Error("an instance has two pools")
	}
	if n := testing.AllocsPerRun(100, func() { pardiffPool[work[float64]](&pools) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
