package emit

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// An outline is an innermost loop over rows that is printed as a function of its own:
//
//	s, t = fInner1(x[i*n:][:n], y, a, s, t)
//
// The compiler gives registers to variables of the whole function, not of the innermost loop first: in a large
// function it keeps sums of a loop with many rows, or the number of its iteration, in memory, and each iteration waits for the
// last one's store.
type outline struct {
	*printer
	rows *rows
	vars []*ir.Var // floats from around the loop that it reads or writes
	sums []*ir.Var // those that it writes
	// blocks are the rows that it takes as one slice.
	blocks []block
}

// rolledRows is the number of rows that a loop in which elements or terms roll must have. With fewer, the compiler finds registers
// for them and for the number of the iteration.
const rolledRows = 8

// outlineOf returns the loop with the body of r as an outline, nil if it stays where it is: it has registers enough there, or
// mentions more than rows and floats.
func (p *printer) outlineOf(r *rows) *outline {
	rolls := len(r.rolls) > 0
	if p.inNest || len(r.list) < 4 || rolls && len(r.list) < rolledRows {
		return nil
	}
	o := &outline{printer: p, rows: r}
	inside := map[*ir.Var]bool{r.index: true}
	r.vars(func(v *ir.Var) { inside[v] = true })
	ir.Walk(r.body, func(s ir.Stmt) bool {
		declared(s, func(v *ir.Var) { inside[v] = true })
		return true
	})
	if !o.collect(inside) || !rolls && len(o.vars) < 3 {
		return nil
	}
	return o
}

// collect finds the numbers of o. It returns false if there is anything else that the loop does not declare, or a condition.
func (o *outline) collect(inside map[*ir.Var]bool) bool {
	ok := true
	see := func(e ir.Expr) {
		ir.WalkExpr(e, func(e ir.Expr) bool {
			switch e := e.(type) {
			case *ir.Len, *ir.Opaque:
				ok = false
			case *ir.Ref:
				switch {
				case inside[e.Var] || e.Var.Kind == ir.Global:
				case !ir.IsFloat(e.Var.Type) || len(e.Elems) > 0:
					ok = false
				case !slices.Contains(o.vars, e.Var):
					o.vars = append(o.vars, e.Var)
				}
			}
			return ok
		})
	}
	ir.Walk(o.rows.body, func(s ir.Stmt) bool {
		if _, branches := s.(*ir.If); branches {
			ok = false
		}
		ir.Reads(s, see)
		ir.Writes(s, func(w *ir.Ref) {
			see(w)
			if len(w.Elems) == 0 && !inside[w.Var] && !slices.Contains(o.sums, w.Var) {
				o.sums = append(o.sums, w.Var)
			}
		})
		return ok
	})
	for _, x := range o.rows.rolls {
		if x.value != nil {
			see(x.value)
		}
	}
	return ok
}

// define prints the function, and returns its name. Variables that are parts of something around the loop are parameters in it.
func (o *outline) define(s *ir.For) string {
	p := o.printer
	name := p.out.newInner()
	var params, results []field
	var body []code
	for _, x := range o.rows.list {
		if _, at := o.blockOf(x); at == 0 {
			params = append(params, field{nil, text(p.variable(x.row)), p.file.typ(x.row.Type)})
		}
	}
	lead := o.lead()
	body = append(body, o.cutRows(lead)...)
	defer o.bindNumbers()()
	var sums []string
	for _, v := range o.vars {
		params = append(params, field{nil, text(p.variable(v)), p.file.typ(v.Type)})
	}
	for _, v := range o.sums {
		results = append(results, field{nil, "", p.file.typ(v.Type)})
		sums = append(sums, text(p.variable(v)))
	}
	for _, x := range o.rows.rolls {
		for _, v := range x.kept {
			params = append(params, field{nil, text(p.variable(v)), p.file.typ(v.Type)})
		}
	}
	p.loops++
	inner := p.inner(o.rows.body)
	p.loops--
	p.printTerms(o.rows)
	body = append(body, jen.For(p.file.code(text(p.variable(o.rows.index))+" := range "+text(p.variable(lead.row)))).Block(p.aroundRolls(o.rows, inner)...))
	if len(sums) > 0 {
		body = append(body, p.line("return %s", strings.Join(sums, ", ")))
	}
	what := "an innermost loop"
	if s.Src != "" {
		what = "the innermost loop " + s.Src
	}
	doc := comments(wrapText(name + " is " + what + ", apart from what is around it so that its variables have registers."))
	doc = append(doc, jen.Comment("//"), jen.Comment("//go:noinline"))
	p.out.loops = append(append(p.out.loops, doc...), p.file.function(nil, name+p.out.decl, params, results, body)...)
	return name
}

// bindNumbers has the numbers printed as parameters. It returns what undoes that.
func (o *outline) bindNumbers() func() {
	p := o.printer
	var undo []func()
	for _, v := range o.vars {
		if p.file.syms.find(text(p.variable(v))) >= 0 {
			continue
		}
		old, param := p.places[v], p.fresh(v.Name)
		p.places[v] = func() ast.Expr { return ast.NewIdent(param) }
		undo = append(undo, func() {
			if p.places[v] = old; old == nil {
				delete(p.places, v)
			}
		})
	}
	return func() {
		for _, f := range undo {
			f()
		}
	}
}

// call prints the call of the function. The rows are printed as parts says, what rolls as first does.
func (o *outline) call(name string, parts []string, first func(roll) []string) code {
	p := o.printer
	args := slices.Clone(parts)
	var sums []string
	for _, v := range o.vars {
		args = append(args, text(p.variable(v)))
	}
	for _, v := range o.sums {
		sums = append(sums, text(p.variable(v)))
	}
	for _, x := range o.rows.rolls {
		args = append(args, first(x)...)
	}
	call := name + p.out.use + "(" + strings.Join(args, ", ") + ")"
	if len(sums) > 0 {
		call = strings.Join(sums, ", ") + " = " + call
	}
	return p.line("%s", call)
}

// newInner returns the name of a function for an innermost loop.
func (o *loopOutput) newInner() string {
	o.work.inner++
	return o.work.file.global(lowerFirst(strings.TrimSuffix(o.work.name, "Work")) + "Inner" + strconv.Itoa(o.work.inner))
}
