package adjoint

import (
	"go/types"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/depend"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A FactUse says what a gradient makes of a fact.
type FactUse struct {
	Fact *ir.Fact
	// Required says that the gradient is wrong where the fact does not hold: values are not kept because of it.
	// The call panics then.
	Required bool
	// Guard says that loops are executed in order where it does not hold.
	Guard bool
	// Used says that anything in the code rests on the fact.
	Used bool
}

// facts are the conditions on which the code may depend.
//
// A fact that decides which values are kept is required: the code is wrong without it. One that decides only how
// iterations are executed is tested where they are, or rather once on entry, and the code does without it. The
// same tests are made, without a word of the user, of what sparse matrices and padded rows are known for.
type facts struct {
	declared []*ir.Fact
	// monotone and wide are conditions of this second kind that nobody declared: that index arrays which bound loops are
	// monotone, and that rows are not longer than their distance.
	monotone, wide []ir.Expr
	// keeps says that declared facts may decide which values are kept.
	keeps bool
	// sure are those that hold wherever the code is reached.
	sure map[ir.Expr]bool
	// used are those that something rests on.
	used map[ir.Expr]bool
	// guards are the variables that hold, from the start, whether conditions are met; order has the conditions.
	guards map[ir.Expr]*ir.Var
	order  []ir.Expr
	// turned has the loops that run backwards but need not where conditions are met.
	turned map[*ir.For]*turned
}

// A turned is the head of a loop before it was turned and after, and on what conditions it could have stayed so.
type turned struct {
	head, back ir.For
	needs      []ir.Expr
}

func newFacts(fn *ir.Func, keeps bool) *facts {
	k := &facts{
		declared: fn.Facts, keeps: keeps, sure: map[ir.Expr]bool{}, used: map[ir.Expr]bool{},
		guards: map[ir.Expr]*ir.Var{}, turned: map[*ir.For]*turned{},
	}
	for _, f := range fn.Facts {
		if f.Unchecked {
			k.sure[f.Cond] = true
		}
	}
	return k
}

// conds are the declared conditions.
func (k *facts) conds() []ir.Expr {
	var list []ir.Expr
	for _, f := range k.declared {
		list = append(list, f.Cond)
	}
	return list
}

// index lists the accesses of body for questions about the execution of loops, whose answers may rest on
// conditions that are tested.
func (d *deriver) index(body *ir.Block, more ...ir.Expr) *depend.Accesses {
	return depend.Index(body, slices.Concat(d.facts.conds(), d.facts.monotone, more)...)
}

// plainIndex lists the accesses of body for questions whose answers must be right wherever the code is reached.
func (d *deriver) plainIndex(body *ir.Block) *depend.Accesses {
	return depend.Index(body, slices.DeleteFunc(d.facts.conds(), func(e ir.Expr) bool { return !d.facts.sure[e] })...)
}

// keptIndex lists the accesses of body for questions about values that are kept.
func (d *deriver) keptIndex(body *ir.Block) *depend.Accesses {
	if d.facts.keeps {
		return depend.Index(body, d.facts.conds()...)
	}
	return d.plainIndex(body)
}

// require notes that the code is wrong where conds do not hold.
func (k *facts) require(conds []ir.Expr) {
	k.use(conds)
	for _, e := range conds {
		k.sure[e] = true
	}
}

// use notes that the code rests on conds.
func (k *facts) use(conds []ir.Expr) {
	for _, e := range conds {
		k.used[e] = true
	}
}

// doubtful returns those of conds that may not hold.
func (k *facts) doubtful(conds []ir.Expr) []ir.Expr {
	return slices.DeleteFunc(slices.Clone(conds), func(e ir.Expr) bool { return k.sure[e] })
}

// guard returns expressions that say whether conds are met.
func (k *facts) guard(conds []ir.Expr) []ir.Expr {
	var list []ir.Expr
	for _, e := range conds {
		v := k.guards[e]
		if v == nil {
			v = newLocal(guardName(e), types.Typ[types.Bool])
			k.guards[e] = v
			k.order = append(k.order, e)
		}
		list = append(list, ir.NewRef(v))
	}
	return list
}

// guardName is rowptrMonotone for monotone(rowptr).
func guardName(cond ir.Expr) string {
	name := "fact"
	ir.WalkExpr(cond, func(e ir.Expr) bool {
		if r, ok := e.(*ir.Ref); ok && name == "fact" {
			name = r.Var.Name
		}
		return name == "fact"
	})
	if p := ir.Predicate(cond); p != nil {
		what := strings.TrimPrefix(p.Fn, "pardiff.")
		return name + strings.ToUpper(what[:1]) + what[1:]
	}
	return name + "OK"
}

// declareGuards puts the variables of guards at the start of the body.
func (d *deriver) declareGuards() {
	var list []ir.Stmt
	for _, e := range d.facts.order {
		v := d.facts.guards[e]
		if ir.Predicate(e) == nil {
			e = ir.NewPredicate(ir.Holds, e)
		}
		list = append(list, &ir.Decl{Var: v, Init: e})
	}
	d.body.Stmts = append(list, d.body.Stmts...)
}

// noteFacts says what became of the declared facts.
func (d *deriver) noteFacts() {
	for _, f := range d.facts.declared {
		u := FactUse{Fact: f, Required: d.facts.sure[f.Cond] && !f.Unchecked, Guard: d.facts.guards[f.Cond] != nil}
		u.Used = u.Required || u.Guard || f.Unchecked && d.facts.used[f.Cond]
		d.grad.Facts = append(d.grad.Facts, u)
	}
}

// conditionText is a condition as the user would write it.
func (d *deriver) conditionText(e ir.Expr) string {
	for _, f := range d.facts.declared {
		if f.Cond == e {
			return f.Text
		}
	}
	return ir.SourceText(e)
}

func (d *deriver) conditionTexts(conds []ir.Expr) string {
	var list []string
	for _, e := range conds {
		list = append(list, d.conditionText(e))
	}
	return strings.Join(list, " and ")
}
