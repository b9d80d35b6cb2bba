package affine

import (
	"math"
	"math/rand/v2"
	"testing"
)

// randomSystem returns a system over n symbols, and the same constraints in dense form: n
// coefficients, the constant, and 1 for an equality.
func randomSystem(r *rand.Rand, n, coef int) (*System, [][]int64) {
	s := &System{}
	var dense [][]int64
	for range 1 + r.IntN(4) {
		c := make([]int64, n+2)
		f := Constant(int64(r.IntN(13) - 6))
		c[n] = f.Const
		for k := range n {
			c[k] = int64(r.IntN(2*coef+1) - coef)
			f = f.Add(Symbol(Sym(k)).Scale(c[k]))
		}
		if r.IntN(3) == 0 {
			c[n+1] = 1
			s.Eq(f)
		} else {
			s.Geq(f)
		}
		dense = append(dense, c)
	}
	return s, dense
}

// inBox says whether dense has a solution with every symbol in [-b, b].
func inBox(dense [][]int64, n int, b int64) bool {
	x := make([]int64, n)
	var try func(k int) bool
	try = func(k int) bool {
		if k == n {
			for _, c := range dense {
				v := c[n]
				for i := range n {
					v += c[i] * x[i]
				}
				if v < 0 || c[n+1] == 1 && v != 0 {
					return false
				}
			}
			return true
		}
		for x[k] = -b; x[k] <= b; x[k]++ {
			if try(k + 1) {
				return true
			}
		}
		return false
	}
	return try(0)
}

// TestFeasibleAgainstBruteForce compares with enumeration. In a box both answers must be right and
// Maybe is a loss of precision, which the test bounds; without a box only No can be refuted.
func TestFeasibleAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const b = 4
	for _, coef := range []int{1, 2, 3, 6} {
		count := map[Answer]int{}
		for range 25000 {
			n := 1 + r.IntN(3)
			s, dense := randomSystem(r, n, coef)
			has := inBox(dense, n, b)
			if a := s.Feasible(); a == No && has {
				t.Fatalf("No, but it has a solution:\n%v", s)
			}
			for k := range n {
				s.Geq(Symbol(Sym(k)).Plus(b))
				s.Geq(Symbol(Sym(k)).Neg().Plus(b))
			}
			a := s.Feasible()
			if a == No && has || a == Yes && !has {
				t.Fatalf("%v, but enumeration says %v:\n%v", a, has, s)
			}
			count[a]++
		}
		t.Logf("coefficients up to %d: %v", coef, count)
		if count[Maybe] > 0 || count[No] < 1000 || count[Yes] < 1000 {
			t.Errorf("coefficients up to %d: %v, want no Maybe and many of the others", coef, count)
		}
	}
}

// TestFeasibleUnbounded has systems whose answer follows from divisibility or from sizes
// without numbers.
func TestFeasibleUnbounded(t *testing.T) {
	x, y, z, n := Symbol(0), Symbol(1), Symbol(2), Symbol(3)
	for _, c := range []struct {
		name     string
		eqs, ins []Form
		want     Answer
	}{
		{"empty", nil, nil, Yes},
		{"2x = 2y+1", []Form{x.Scale(2).Sub(y.Scale(2)).Plus(-1)}, nil, No},
		{"7x+12y+31z=17, 3x+5y+14z=7, 1<=x<=40", []Form{
			x.Scale(7).Add(y.Scale(12)).Add(z.Scale(31)).Plus(-17),
			x.Scale(3).Add(y.Scale(5)).Add(z.Scale(14)).Plus(-7),
		}, []Form{x.Plus(-1), x.Neg().Plus(40)}, Yes},
		{"27<=11x+13y<=45, -10<=7x-9y<=4", nil, []Form{
			x.Scale(11).Add(y.Scale(13)).Plus(-27), x.Scale(-11).Sub(y.Scale(13)).Plus(45),
			x.Scale(7).Sub(y.Scale(9)).Plus(10), x.Scale(-7).Add(y.Scale(9)).Plus(4),
		}, No}, // the example of the Omega test: real solutions, no integer one
		{"0<=x<n, x=y+1, y>=n", []Form{x.Sub(y).Plus(-1)}, []Form{x, n.Sub(x).Plus(-1), y.Sub(n)}, No},
		{"0<=x<n, y=n-1-x, y>=n", []Form{y.Sub(n).Plus(1).Add(x)}, []Form{x, n.Sub(x).Plus(-1), y.Sub(n)}, No},
		{"0<=x<n, y=n-1-x", []Form{y.Sub(n).Plus(1).Add(x)}, []Form{x, n.Sub(x).Plus(-1)}, Yes},
	} {
		s := &System{}
		for _, f := range c.eqs {
			s.Eq(f)
		}
		for _, f := range c.ins {
			s.Geq(f)
		}
		if got := s.Feasible(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestOverflowIsNeverNo feeds numbers near the limits of int64: what does not fit must make the
// answer weaker, not wrong.
func TestOverflowIsNeverNo(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		n := 2 + r.IntN(2)
		// Constraints that hold at a chosen point, with huge coefficients.
		at := make([]int64, n)
		for k := range at {
			at[k] = int64(r.IntN(7) - 3)
		}
		s := &System{}
		for range 1 + r.IntN(5) {
			var f Form
			v := int64(0)
			for k := range n {
				c := (r.Int64N(1<<61) - 1<<60) >> r.IntN(61)
				f = f.Add(Symbol(Sym(k)).Scale(c))
				p, ok := muladd(c, at[k], 1, v)
				if !ok {
					f = Form{overflow: true}
				}
				v = p
			}
			if f = f.Plus(-v); r.IntN(2) == 0 {
				s.Eq(f)
			} else {
				s.Geq(f.Plus(int64(r.IntN(3))))
			}
		}
		if s.Feasible() == No {
			t.Fatalf("No, but %v is a solution:\n%v", at, s)
		}
	}
	s := &System{}
	s.Eq(Constant(math.MaxInt64).Plus(1))
	if a := s.Feasible(); a != Maybe {
		t.Errorf("a lost constraint: %v, want maybe", a)
	}
}

func TestImplies(t *testing.T) {
	i, j, n := Symbol(0), Symbol(1), Symbol(2)
	s := &System{}
	s.Geq(i)
	s.Geq(n.Sub(i).Plus(-1))
	s.Eq(j.Sub(i.Scale(2)))
	if !s.Implies(n.Scale(2).Sub(j).Plus(-2)) {
		t.Error("j = 2i, i < n: want 2n-2 >= j implied")
	}
	if s.Implies(n.Scale(2).Sub(j).Plus(-3)) {
		t.Error("j = 2i, i < n: 2n-3 >= j is not implied")
	}
}

func BenchmarkFeasible(b *testing.B) {
	i, j, k, l, n, m := Symbol(0), Symbol(1), Symbol(2), Symbol(3), Symbol(4), Symbol(5)
	for b.Loop() {
		s := &System{}
		for _, v := range []Form{i, k} {
			s.Geq(v)
			s.Geq(n.Sub(v).Plus(-1))
		}
		for _, v := range []Form{j, l} {
			s.Geq(v)
			s.Geq(m.Sub(v).Plus(-1))
		}
		s.Geq(k.Sub(i).Plus(-1))
		s.Eq(i.Sub(l))
		s.Eq(j.Sub(k).Plus(1))
		if s.Feasible() == Maybe {
			b.Fatal("maybe")
		}
	}
}
