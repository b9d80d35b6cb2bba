package inactive

import (
	"fmt"
	"io"
	"sync"
)

// A Table is read under a lock.
type Table struct {
	mu   sync.RWMutex
	w    []float64
	n    int
	seen map[string]int
	log  io.Writer
}

func (t *Table) tick() { t.n++ }

// at defers in a function that is called in loops and under conditions.
func (t *Table) at(i int, x float64) float64 {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if i < 0 {
		return x
	}
	return t.w[i%len(t.w)] * x
}

// counted returns a value of before what it defers.
func (t *Table) counted(x float64) float64 {
	defer t.tick()
	defer fmt.Fprintln(t.log, "counted")
	return x * float64(t.n)
}

// sometimes defers under a condition, and calls another function that defers.
func (t *Table) sometimes(i int, x float64) float64 {
	if i%2 == 0 {
		t.mu.Lock()
		defer func() {
			t.n += 2
			t.mu.Unlock()
		}()
	} else if i == 3 {
		return x
	}
	if i > 5 {
		panic("no such entry")
	}
	r := x * x * float64(t.n)
	if i == 1 {
		return r * t.at(1, x)
	}
	return r * t.counted(x)
}

// guarded defers after a return.
func (t *Table) guarded(i int, x float64) float64 {
	if i%3 != 1 {
		t.n++
	} else {
		return x
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return x * t.w[i%2] * float64(t.n)
}

// Looked calls functions that defer in loops and under conditions.
//
//pardiff:grad
//pardiff:vjp
//pardiff:jvp
func Looked(x []float64, t *Table, all bool) (r float64) {
	if all {
		r = t.at(1, x[0])
	}
	for i, v := range x {
		r += t.at(i-1, v) * v * t.guarded(i, v)
		for k := i; k < len(x); k++ {
			if k != 2 {
				r += t.sometimes(k, v) * r
			}
		}
	}
	return t.counted(r)
}

// Literal has function literals that defer.
//
//pardiff:grad
//pardiff:jvp
func Literal(x []float64, t *Table) (r float64) {
	scale := func(v float64) float64 {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.n++
		return v * t.w[t.n%2] * v
	}
	for _, v := range x {
		r += scale(v) * r
		func() {
			t.mu.Lock()
			defer t.mu.Unlock()
			r += v * t.w[0]
		}()
	}
	return r
}

// A counter counts names under a lock.
type counter struct {
	mu sync.Mutex
	n  map[string]int
}

func (c *counter) add(name string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n[name]++
	return c.n[name]
}

// Counted has a local struct with a lock.
//
//pardiff:grad
//pardiff:jvp
func Counted(x []float64, names []string) (r float64) {
	c := counter{n: map[string]int{}}
	for i, name := range names {
		r += x[i%len(x)] * x[0] * float64(c.add(name))
	}
	return r * float64(len(c.n)+c.add("x"))
}

// Renewed has one in each iteration.
//
//pardiff:grad
//pardiff:jvp
func Renewed(x []float64, names []string) (r float64) {
	for i, v := range x {
		c := counter{n: map[string]int{}}
		for _, name := range names[i:] {
			r += v * r * float64(c.add(name))
			r += v
		}
	}
	return r
}

// A pool hands out numbers.
type pool struct {
	mu   sync.Mutex
	free []int
	next int
}

func (p *pool) get() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.free); n > 0 {
		k := p.free[n-1]
		p.free = p.free[:n-1]
		return k
	}
	p.next++
	return p.next
}

func (p *pool) put(k int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, k)
}

// Pooled has a local struct with a lock and a slice.
//
//pardiff:grad
//pardiff:jvp
func Pooled(x []float64) (r float64) {
	var p pool
	for i, v := range x {
		k := p.get()
		r += v * x[k%len(x)] * float64(i+k)
		if i%2 == 0 {
			p.put(k)
		}
	}
	return r * float64(p.next+len(p.free))
}
