package helpers

import (
	"math/rand/v2"
	"testing"
)

// TestArenaKeepsMemory checks that pieces do not overlap or move, that take is zero, and that the
// same requests allocate nothing the second time, whatever they are.
func TestArenaKeepsMemory(t *testing.T) {
	for seed := range uint64(200) {
		var a pardiffArena[int]
		run := func() {
			r := rand.New(rand.NewPCG(seed, 1))
			var live [64][]int
			n := 0
			var marks []pardiffMark
			var from []int
			for range 40 {
				switch r.IntN(4) {
				case 0:
					if len(marks) < 4 {
						marks, from = append(marks, a.mark()), append(from, n)
					}
				case 1:
					if k := len(marks) - 1; k >= 0 {
						a.release(marks[k])
						n, marks, from = from[k], marks[:k], from[:k]
					}
				case 2:
					live[n] = a.dirty(r.IntN(20))
					fill(live[n], n)
					n++
				case 3:
					s := a.take(r.IntN(20))
					for _, v := range s {
						if v != 0 {
							t.Fatalf("seed %d: take is not zero", seed)
						}
					}
					live[n] = s
					fill(s, n)
					n++
				}
			}
			for i, s := range live[:n] {
				for _, v := range s {
					if v != i {
						t.Fatalf("seed %d: piece %d was overwritten", seed, i)
					}
				}
			}
			a.reset()
		}
		run()
		held := a.bytes()
		run()
		if got := a.bytes(); got != held {
			t.Fatalf("seed %d: %d bytes, then %d for the same requests", seed, held, got)
		}
	}
}

func fill(s []int, v int) {
	for i := range s {
		s[i] = v
	}
}

func TestArenaAllocs(t *testing.T) {
	var a pardiffArena[float64]
	call := func(sizes ...int) func() {
		return func() {
			for _, n := range sizes {
				a.take(n)
			}
			a.reset()
		}
	}
	small, large, many := call(3, 5), call(100, 1, 50), call(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
	for _, f := range []func(){small, large, many} {
		f()
	}
	if n := testing.AllocsPerRun(20, func() { small(); large(); many() }); n != 0 {
		t.Errorf("%v allocations between known sizes", n)
	}
	// Growing sizes do not pile up.
	for n := range 1000 {
		a.take(n)
		a.reset()
	}
	if got, want := a.bytes(), 3*8*1000; got > want {
		t.Errorf("%d bytes after sizes up to 999, want at most %d", got, want)
	}
}

func TestArenaLoopMemory(t *testing.T) {
	var a pardiffArena[float64]
	for range 1000 {
		m := a.mark()
		a.take(10)
		a.take(7)
		a.release(m)
	}
	a.reset()
	if got, want := a.bytes(), 8*17; got != want {
		t.Errorf("%d bytes, want those of one iteration, %d", got, want)
	}
}

func TestArenaNegative(t *testing.T) {
	var a pardiffArena[float64]
	a.take(4)
	defer func() {
		if recover() == nil {
			t.Error("a negative length is accepted")
		}
	}()
	a.take(-1)
}
