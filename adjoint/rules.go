package adjoint

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"sync"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A Rule is the derivative of one result of a function of package math or of a builtin: a row of
// the table in rules_table.go. Its texts are Go expressions over the parameters, y (the
// result) and g.
type Rule struct {
	Fn     string // as in ir.Intrinsic: "math.Exp", "max"
	Result int
	Params string // the names that stand for the arguments, separated by spaces; never y or g
	// Terms are the contributions to the arguments; an argument without one has derivative 0.
	Terms []Term
	// Choice is a sentence for the doc comment of a gradient: the derivative where the function is
	// not differentiable. It is "" for functions that are smooth wherever they are finite.
	Choice string
	// Variadic says that there may be any number of arguments, of which the first that
	// beats all others gets all. The two Terms of such a rule say when the first and when the
	// second of two arguments wins.
	Variadic bool
}

// A Term is what the adjoint g of the result adds to the adjoint of argument Param. It is linear in
// g, so that the same text is, for g the tangent of that argument, its share in the tangent
// of the result.
type Term struct {
	Param int
	Adj   string // expression
	When  string // condition under which the term counts, "" for always
}

// A Contribution is a Term with expressions in place of the names.
type Contribution struct {
	Param int
	When  ir.Expr // bool; nil for always
	X     ir.Expr
}

// RuleFor returns the rule of a result of fn, false if that function is unknown or the result is no
// float. The rule is shared and must not be modified.
func RuleFor(fn string, result int) (*Rule, bool) {
	p, ok := parsedRules()[ruleKey{fn, result}]
	if !ok {
		return nil, false
	}
	return p.rule, true
}

// Contributions returns what the adjoint g of the result (of the result's type) adds to each
// argument's adjoint, in the order of the arguments. y is the result; it may be nil if NeedsResult
// is false for all arguments of interest. Terms that can be seen to be 0 (an exponent
// that is the literal 0) are left out, conditions that are always true become nil. It panics if the
// number of arguments is not the rule's.
func (r *Rule) Contributions(args []ir.Expr, y, g ir.Expr) []Contribution {
	p := parsedRules()[ruleKey{r.Fn, r.Result}]
	if r.Variadic {
		return p.winners(args, g)
	}
	if len(args) != len(p.params) {
		panic(fmt.Sprintf("adjoint: %s has %d arguments, its rule %d", r.Fn, len(args), len(p.params)))
	}
	bind := map[string]ir.Expr{"g": g, "y": y}
	for i, name := range p.params {
		bind[name] = args[i]
	}
	var out []Contribution
	for _, t := range p.terms {
		c := Contribution{Param: t.param}
		if t.when != nil {
			w := instantiate(t.when, bind, nil)
			if always, known := boolVal(w); !known {
				c.When = w
			} else if !always {
				continue
			}
		}
		c.X = instantiate(t.adj, bind, g.Type())
		out = append(out, c)
	}
	return out
}

// winners returns the contributions of a variadic rule: g to the first argument that beats those
// after it in the sense of the first Term and those before it in the sense of the second.
func (p *parsedRule) winners(args []ir.Expr, g ir.Expr) []Contribution {
	var out []Contribution
	for i := range args {
		var when ir.Expr = boolConst(true)
		for j := range args {
			switch {
			case j < i:
				when = p.beats(1, args[j], args[i], when)
			case j > i:
				when = p.beats(0, args[i], args[j], when)
			}
		}
		c := Contribution{Param: i, When: when, X: g}
		if always, known := boolVal(when); known {
			if !always {
				continue
			}
			c.When = nil
		}
		out = append(out, c)
	}
	return out
}

// beats returns sofar && the condition of the given term for the arguments a and b.
func (p *parsedRule) beats(term int, a, b, sofar ir.Expr) ir.Expr {
	bind := map[string]ir.Expr{p.params[0]: a, p.params[1]: b}
	return and(sofar, instantiate(p.terms[term].when, bind, nil))
}

// NeedsResult says whether the contributions to argument param read the result.
func (r *Rule) NeedsResult(param int) bool { return r.mentions(param, "y") }

// NeedsArg says whether the contributions to argument param read argument arg. A
// contribution that is instantiated with a constant argument may read less.
func (r *Rule) NeedsArg(param, arg int) bool {
	if r.Variadic {
		return true
	}
	return r.mentions(param, parsedRules()[ruleKey{r.Fn, r.Result}].params[arg])
}

// DependsOn says whether argument param has a contribution, that is, whether the
// derivative is not 0 everywhere.
func (r *Rule) DependsOn(param int) bool {
	if r.Variadic {
		return true
	}
	for _, t := range r.Terms {
		if t.Param == param {
			return true
		}
	}
	return false
}

func (r *Rule) mentions(param int, name string) bool {
	for _, t := range parsedRules()[ruleKey{r.Fn, r.Result}].terms {
		if t.param == param && (mentions(t.adj, name) || mentions(t.when, name)) {
			return true
		}
	}
	return false
}

func mentions(e ast.Expr, name string) bool {
	found := false
	if e != nil {
		ast.Inspect(e, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && id.Name == name
			return !found
		})
	}
	return found
}

type ruleKey struct {
	fn     string
	result int
}

type parsedRule struct {
	rule   *Rule
	params []string
	terms  []parsedTerm
}

type parsedTerm struct {
	param     int
	adj, when ast.Expr // when is nil for always
}

// parsedRules parses the table once. A text that does not parse is a fault of the table and panics;
// the test over all rows would show it.
var parsedRules = sync.OnceValue(func() map[ruleKey]*parsedRule {
	rules := ruleTable()
	m := make(map[ruleKey]*parsedRule, len(rules))
	for i := range rules {
		r := &rules[i]
		p := &parsedRule{rule: r, params: strings.Fields(r.Params)}
		for _, t := range r.Terms {
			p.terms = append(p.terms, parsedTerm{t.Param, parseTemplate(r, t.Adj), parseTemplate(r, t.When)})
		}
		key := ruleKey{r.Fn, r.Result}
		if m[key] != nil {
			panic("adjoint: two rules for " + r.Fn)
		}
		m[key] = p
	}
	return m
})

func parseTemplate(r *Rule, text string) ast.Expr {
	if text == "" {
		return nil
	}
	e, err := parser.ParseExprFrom(token.NewFileSet(), r.Fn, text, 0)
	if err != nil {
		panic("adjoint: rule of " + r.Fn + ": " + err.Error())
	}
	return e
}
