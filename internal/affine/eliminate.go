package affine

import (
	"math"
	"slices"
)

// A parallel identifies the rows whose coefficients are the same, or opposite, but for rare
// collisions of the hash.
type parallel struct {
	hash uint64
	neg  bool
}

// tighten divides each inequality by the gcd of its coefficients and rounds the constant, keeps
// the strongest of parallel ones, and turns opposite ones that leave one value into an
// equality. It returns false for a contradiction.
func (p *problem) tighten() bool {
	first := make(map[parallel]int, len(p.ins))
	out := make([]row, 0, len(p.ins))
	keys := make([]parallel, 0, len(p.ins))
	for _, r := range p.ins {
		r, g := p.rounded(r)
		if g == 0 {
			if r[p.n] < 0 {
				return false
			}
			continue
		}
		k := hash(r[:p.n])
		if i, ok := first[k]; ok && slices.Equal(out[i][:p.n], r[:p.n]) {
			if r[p.n] < out[i][p.n] {
				out[i] = r
			}
			continue
		}
		first[k] = len(out)
		out, keys = append(out, r), append(keys, k)
	}
	p.ins = out
	return p.pinch(keys, first)
}

// pinch looks at opposite inequalities: the sum of their constants is the number of values
// between them, less one.
func (p *problem) pinch(keys []parallel, first map[parallel]int) bool {
	keep := make([]row, 0, len(p.ins))
	for i, k := range keys {
		r := p.ins[i]
		j, ok := first[parallel{k.hash, !k.neg}]
		if ok && opposite(r[:p.n], p.ins[j][:p.n]) {
			room, ok := add(r[p.n], p.ins[j][p.n])
			if ok && room < 0 {
				return false
			}
			if ok && room == 0 {
				if i < j {
					p.eqs = append(p.eqs, r)
				}
				continue
			}
		}
		keep = append(keep, r)
	}
	p.ins = keep
	return true
}

// rounded returns r divided by the gcd of its coefficients, which is 0 for a constant.
func (p *problem) rounded(r row) (row, int64) {
	g := int64(0)
	for _, c := range r[:p.n] {
		if g = gcd(g, c); g == 1 {
			return r, 1
		}
	}
	if g == 0 {
		return r, 0
	}
	q := make(row, len(r))
	for i, c := range r[:p.n] {
		q[i] = c / g
	}
	q[p.n] = floorDiv(r[p.n], g)
	return q, g
}

// hash returns the same number for coefs and -coefs, told apart by the sign of the first.
func hash(coefs []int64) parallel {
	h, s := uint64(0), int64(0)
	for i, c := range coefs {
		if c == 0 {
			continue
		}
		if s == 0 {
			s = sign(c)
		}
		h = (h*31+uint64(i+1))*0x9e3779b97f4a7c15 + uint64(s*c)
	}
	return parallel{h, s < 0}
}

func opposite(a, b []int64) bool {
	for i := range a {
		if a[i] != -b[i] {
			return false
		}
	}
	return true
}

// choose picks the column to eliminate, and says whether that is exact over the integers: where
// all its lower or all its upper coefficients are units, or it is bounded on one side only.
func (p *problem) choose() (col int, exact bool) {
	col = -1
	best := math.MaxInt
	for k := range p.n {
		lo, hi, unitLo, unitHi := 0, 0, true, true
		for _, r := range p.ins {
			switch c := r[k]; {
			case c > 0:
				lo++
				unitLo = unitLo && c == 1
			case c < 0:
				hi++
				unitHi = unitHi && c == -1
			}
		}
		if lo+hi == 0 {
			continue
		}
		ex := unitLo || unitHi || lo == 0 || hi == 0
		cost := lo*hi - lo - hi
		if ex && !exact || ex == exact && cost < best {
			col, exact, best = k, ex, cost
		}
	}
	return col, exact
}

// eliminate returns the inequalities without column k: the real shadow, or the dark one.
func (p *problem) eliminate(k int, dark bool) []row {
	var out, lo, hi []row
	for _, r := range p.ins {
		switch {
		case r[k] > 0:
			lo = append(lo, r)
		case r[k] < 0:
			hi = append(hi, r)
		default:
			out = append(out, r)
		}
	}
	for _, l := range lo {
		for _, h := range hi {
			if !p.spend(1) {
				p.inexact = true
				return out
			}
			if r, ok := p.cross(l, h, k, dark); ok {
				out = append(out, r)
			} else {
				p.inexact = true
			}
		}
	}
	return out
}

// cross combines b*x + L >= 0 and -a*x + U >= 0 to a*L + b*U >= 0, less (a-1)(b-1) if dark.
func (p *problem) cross(l, h row, k int, dark bool) (row, bool) {
	b, a := l[k], -h[k]
	g := gcd(a, b)
	if dark {
		g = 1
	}
	r := make(row, len(l))
	for i := range l {
		v, ok := muladd(a/g, l[i], b/g, h[i])
		if !ok {
			return nil, false
		}
		r[i] = v
	}
	if dark {
		gap, ok1 := mul(a-1, b-1)
		c, ok2 := add(r[p.n], -gap)
		if !ok1 || !ok2 {
			return nil, false
		}
		r[p.n] = c
	}
	return r, true
}

// sub returns a subproblem with other inequalities and the given equalities.
func (p *problem) sub(ins []row, eqs ...row) *problem {
	return &problem{n: p.n, ins: ins, eqs: eqs, inexact: p.inexact, effort: p.effort}
}

// shadows eliminates column k where that is not exact.
func (p *problem) shadows(k int) Answer {
	lost := p.inexact
	p.inexact = false
	real := p.eliminate(k, false)
	lossy := p.inexact
	p.inexact = lost
	q := p.sub(real)
	q.inexact = q.inexact || lossy
	if q.solve() == No {
		return No
	}
	p.inexact = false
	dark := p.eliminate(k, true)
	darkLost := p.inexact
	p.inexact = lost
	if darkLost { // a constraint is missing, and neither answer would be right
		return Maybe
	}
	switch p.sub(dark).solve() {
	case Yes:
		return Yes
	case Maybe:
		return Maybe
	}
	return p.splinters(k)
}

// splinters looks for the solutions that lie outside the dark shadow: each has column k close
// above one of its lower bounds.
func (p *problem) splinters(k int) Answer {
	a := int64(0)
	for _, r := range p.ins {
		a = max(a, -r[k])
	}
	answer := No
	for _, l := range p.ins {
		b := l[k]
		if b <= 0 {
			continue
		}
		ab, ok := mul(a, b)
		if !ok {
			return Maybe
		}
		for i := int64(0); i <= (ab-a-b)/a; i++ {
			if !p.spend(1) {
				return Maybe
			}
			e := slices.Clone(l)
			c, ok := add(e[p.n], -i)
			if !ok {
				return Maybe
			}
			e[p.n] = c
			switch p.sub(slices.Clone(p.ins), e).solve() {
			case Yes:
				return Yes
			case Maybe:
				answer = Maybe
			}
		}
	}
	return answer
}
