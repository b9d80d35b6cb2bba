package pointed

import (
	"strings"
	"time"
)

type label string

func (n *label) add(s string) { *n += label(s) }
func (n label) size() int     { return len(n) }

type stack []string

func (s *stack) push(v string) { *s = append(*s, v) }
func (s *stack) pop() string {
	v := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return v
}
func (s stack) depth() int { return len(s) }

type set map[string]bool

func (s *set) put(v string) {
	if *s == nil {
		*s = set{}
	}
	(*s)[v] = true
}

// Method1 is one case of the package.
//
//pardiff:vjp
//pardiff:jvp
func Method1(x []float64, a label) (s float64) {
	for i := range x {
		a.add("w")
		x[i] *= float64(a.size()) * 0.1 * x[0]
	}
	return x[len(x)-1]
}

// Method2 is one case of the package.
//
//pardiff:vjp
//pardiff:jvp
func Method2(x []float64) (s float64) {
	var st stack
	st.push("abc")
	for i := range x {
		st.push("w" + strings.Repeat("z", i%3))
		if st.depth() > 4 {
			x[i] *= float64(len(st.pop())) * 0.1
		}
		x[i] *= float64(st.depth()) * 0.1 * x[0] * float64(len(st[len(st)-1])+len(st))
	}
	return x[len(x)-1]
}

// Method3 is one case of the package.
//
//pardiff:vjp
//pardiff:jvp
func Method3(x []float64, keys []string) (s float64) {
	var st set
	for i := range x {
		st.put(keys[i%len(keys)])
		x[i] *= float64(len(st)) * 0.1 * x[0]
		if st["b"] && strings.Contains(keys[0], "a") {
			s += x[i]
		}
	}
	return s
}

type T struct {
	n  label
	st stack
	t  time.Time
	W  float64
}

func (t *T) step(i int) float64 {
	t.n.add("x")
	t.st.push(string(t.n))
	t.t = t.t.Add(time.Hour)
	if strings.HasSuffix(string(t.n), "xx") {
		t.n = t.n[1:]
	}
	return t.W * float64(t.n.size()+len(t.st)+t.t.Hour())
}

// Method4 is one case of the package.
//
//pardiff:vjp
//pardiff:jvp
func Method4(x []float64, t T) (s float64) {
	for i := range x {
		x[i] *= t.step(i) * 0.1 * x[0]
		s += x[i] * x[i] * t.step(i)
	}
	return s
}

// Method5 is one case of the package.
//
//pardiff:vjp
//pardiff:jvp
func Method5(x []float64, t *T) (s float64) {
	for i := range x {
		old := *t
		x[i] *= t.step(i) * 0.1 * x[0]
		s += x[i] * x[i] * float64(len(old.n)+len(old.st)+old.t.Hour())
		if i%3 == 1 {
			t.n = old.n
			t.st = old.st
		}
	}
	return s
}

// Method6 is one case of the package.
//
//pardiff:vjp
//pardiff:jvp
func Method6(x []float64) (s float64) {
	var t T
	t.W = 0.5
	u := t
	for i := range x {
		t, u = u, t
		x[i] *= u.step(i) * 0.1 * x[0]
		s += x[i] * x[i] * float64(len(t.n)+t.st.depth()) * t.W
	}
	return s
}

type EE struct {
	label
	Stacks [2]stack
	K      []label
	W      float64
}

// Method7 is one case of the package.
//
//pardiff:vjp
//pardiff:jvp
func Method7(x []float64, e EE) (s float64) {
	for i := range x {
		e.add("w")
		e.Stacks[i%2].push("a")
		e.K[i%len(e.K)].add("zz")
		x[i] *= float64(e.size()+e.Stacks[1].depth()+e.K[0].size()) * 0.1 * x[0] * e.W
	}
	return x[len(x)-1]
}

// Method8 is one case of the package.
//
//pardiff:vjp
//pardiff:jvp
func Method8(x []float64, e *EE, ks []label) (s float64) {
	for i := range x {
		e.add("w")
		e.Stacks[i%2].push("a")
		k := &ks[i%len(ks)]
		k.add("p")
		ks[0].add("q")
		e.K[i%len(e.K)].add("zz")
		x[i] *= float64(e.size()+e.Stacks[1].depth()+e.K[0].size()+k.size()) * 0.1 * x[0] * e.W
	}
	return x[len(x)-1]
}
