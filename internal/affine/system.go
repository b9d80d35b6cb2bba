package affine

import "strings"

// An Answer to a question of feasibility.
type Answer uint8

const (
	No    Answer = iota // proven to have no integer solution
	Yes                 // proven to have one
	Maybe               // neither, for want of effort or because a number overflowed
)

func (a Answer) String() string { return [...]string{"no", "yes", "maybe"}[a] }

// A System is a conjunction of constraints on integers. The zero value is empty (and feasible).
type System struct {
	eqs, ins []Form
	inexact  bool
}

// Eq adds f == 0.
func (s *System) Eq(f Form) { s.put(&s.eqs, f) }

// Geq adds f >= 0.
func (s *System) Geq(f Form) { s.put(&s.ins, f) }

// put leaves out what overflowed: fewer constraints have more solutions, so No stays right.
func (s *System) put(list *[]Form, f Form) {
	if !f.Valid() || f.extreme() {
		s.inexact = true
		return
	}
	*list = append(*list, f)
}

// Clone returns a copy that can be extended on its own.
func (s *System) Clone() *System {
	return &System{
		eqs:     s.eqs[:len(s.eqs):len(s.eqs)],
		ins:     s.ins[:len(s.ins):len(s.ins)],
		inexact: s.inexact,
	}
}

// Feasible says whether the system has an integer solution.
func (s *System) Feasible() Answer {
	col := map[Sym]int{}
	for _, list := range [2][]Form{s.eqs, s.ins} {
		for _, f := range list {
			for _, t := range f.Terms {
				if _, ok := col[t.Sym]; !ok {
					col[t.Sym] = len(col)
				}
			}
		}
	}
	effort := maxEffort
	p := problem{n: len(col), effort: &effort}
	p.eqs, p.ins = p.rows(s.eqs, col), p.rows(s.ins, col)
	a := p.solve()
	if a == Yes && s.inexact {
		return Maybe
	}
	return a
}

// Implies says whether f >= 0 is proven for every solution of the system.
func (s *System) Implies(f Form) bool {
	t := s.Clone()
	g := f.Neg().Plus(-1)
	if !g.Valid() {
		return false
	}
	t.Geq(g)
	return t.Feasible() == No
}

// String prints one constraint a line.
func (s *System) String() string {
	var b strings.Builder
	for _, f := range s.eqs {
		b.WriteString(f.String() + " == 0\n")
	}
	for _, f := range s.ins {
		b.WriteString(f.String() + " >= 0\n")
	}
	return b.String()
}
