package affine

// maxEffort bounds the rows that one question may create, shadows and splinters together.
const maxEffort = 20000

// A row holds the coefficients of n columns and, last, the constant. Rows are immutable.
type row []int64

// A problem is a system in columns. A column is a symbol at first; the elimination of an
// equality without unit coefficients puts a new unknown in the place of an old one.
//
// The method is the Omega test of Pugh: equalities are eliminated exactly, inequalities by
// Fourier-Motzkin with constants tightened to integers; where an elimination is not exact the
// real shadow decides No, the dark shadow Yes, and the splinters between them the rest.
type problem struct {
	n        int
	eqs, ins []row
	inexact  bool // a constraint was lost to overflow
	effort   *int // shared with the subproblems
}

// rows turns forms into rows, block allocated.
func (p *problem) rows(forms []Form, col map[Sym]int) []row {
	block := make([]int64, len(forms)*(p.n+1))
	rows := make([]row, len(forms))
	for i, f := range forms {
		r := row(block[: p.n+1 : p.n+1])
		block = block[p.n+1:]
		for _, t := range f.Terms {
			r[col[t.Sym]] = t.Coef
		}
		r[p.n] = f.Const
		rows[i] = r
	}
	return rows
}

func (p *problem) spend(n int) bool {
	*p.effort -= n
	return *p.effort >= 0
}

// yes is the answer when nothing is left that could be violated.
func (p *problem) yes() Answer {
	if p.inexact {
		return Maybe
	}
	return Yes
}

func (p *problem) solve() Answer {
	for {
		if !p.equalities() {
			return No
		}
		if !p.tighten() {
			return No
		}
		if len(p.eqs) > 0 { // found by tighten
			continue
		}
		if len(p.ins) == 0 {
			return p.yes()
		}
		if !p.spend(len(p.ins)) {
			return Maybe
		}
		k, exact := p.choose()
		if !exact {
			return p.shadows(k)
		}
		p.ins = p.eliminate(k, false)
	}
}

// equalities eliminates all equalities; false means a contradiction.
func (p *problem) equalities() bool {
	for len(p.eqs) > 0 {
		last := len(p.eqs) - 1
		e, ok := p.reduced(p.eqs[last])
		if !ok {
			return false
		}
		p.eqs = p.eqs[:last:last]
		k := smallest(e[:p.n])
		if k < 0 {
			continue // 0 == 0
		}
		if !p.spend(len(p.eqs) + len(p.ins)) {
			// Forgetting the equality keeps a No right.
			p.inexact = true
			continue
		}
		if abs(e[k]) == 1 {
			p.replaceAll(k, p.solved(e, k))
			continue
		}
		x, ok := p.modular(e, k)
		if !ok {
			p.inexact = true
			continue
		}
		p.eqs = append(p.eqs, e)
		p.replaceAll(k, x)
	}
	return true
}

// reduced divides an equality by the gcd of its coefficients; false if it has no solution.
func (p *problem) reduced(e row) (row, bool) {
	g := int64(0)
	for _, c := range e[:p.n] {
		g = gcd(g, c)
	}
	switch {
	case g == 0:
		return e, e[p.n] == 0
	case e[p.n]%g != 0:
		return nil, false
	case g == 1:
		return e, true
	}
	d := make(row, len(e))
	for i, c := range e {
		d[i] = c / g
	}
	return d, true
}

// smallest returns the index of the smallest nonzero coefficient in absolute value, or -1.
func smallest(coefs []int64) int {
	k := -1
	for i, c := range coefs {
		if c != 0 && (k < 0 || abs(c) < abs(coefs[k])) {
			k = i
		}
	}
	return k
}

// solved returns the value of column k, which has coefficient 1 or -1 in e, by e == 0.
func (p *problem) solved(e row, k int) row {
	x := make(row, len(e))
	for i, c := range e {
		x[i] = -e[k] * c
	}
	x[k] = 0
	return x
}

// modular returns the value of column k in terms of the others and of a new unknown, which
// takes its place; e becomes divisible by m and its coefficients shrink.
func (p *problem) modular(e row, k int) (row, bool) {
	m, ok := add(abs(e[k]), 1)
	if !ok || m >= 1<<40 {
		return nil, false
	}
	s := sign(e[k])
	x := make(row, len(e))
	for i, c := range e {
		x[i] = s * modHat(c, m)
	}
	x[k] = -s * m
	return x, true
}

// replaceAll puts the value x in place of column k in all rows.
func (p *problem) replaceAll(k int, x row) {
	p.eqs = p.replace(p.eqs, k, x)
	p.ins = p.replace(p.ins, k, x)
}

func (p *problem) replace(rows []row, k int, x row) []row {
	out := make([]row, 0, len(rows))
next:
	for _, r := range rows {
		if r[k] == 0 {
			out = append(out, r)
			continue
		}
		q := make(row, len(r))
		for i := range r {
			c := r[i]
			if i == k {
				c = 0
			}
			v, ok := muladd(1, c, r[k], x[i])
			if !ok {
				p.inexact = true
				continue next
			}
			q[i] = v
		}
		out = append(out, q)
	}
	return out
}
