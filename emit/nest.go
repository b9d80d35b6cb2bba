package emit

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A nest is a loop that is printed as a function of its own together with the innermost loop in it, where that would be one
// and has another length in each iteration:
//
//	s = fInner1(n, x, a, y, s)
//
// Below a triangle half of the innermost loops are short, and a call for each of them would cost more than what it does.
// Rows that the outer loop runs through are cut for it, too, so that fewer numbers are in use around the innermost loop.
type nest struct {
	*printer
	loop *ir.For
	free map[*ir.Var]bool // what it does not declare
	sums []*ir.Var        // numbers that it assigns, of those
	rows []rowSlice
}

// nest prints s as a nest, nil if it is none.
func (p *printer) nest(s *ir.For) []code {
	if p.out == nil || p.out.sig.grad.Serial || p.inNest || p.par != nil && len(p.par.loop.Par.Scatters) > 0 {
		return nil
	}
	g := onlyLoop(s)
	if g == nil || !lengthVaries(s, g) || !p.outlines(g) {
		return nil
	}
	n := &nest{printer: p, loop: s, free: map[*ir.Var]bool{}}
	if !n.collect() {
		return nil
	}
	n.cut()
	return n.print()
}

// onlyLoop returns the loop in s, which runs up or down by 1, beside which there are assignments alone, perhaps on conditions; nil if
// it has another form.
func onlyLoop(s *ir.For) *ir.For {
	if s.Par != nil || s.Jam > 0 || s.While != nil || trips(s) == nil || !types.Identical(s.Iter.Type, types.Typ[types.Int]) {
		return nil
	}
	var inner *ir.For
	ok := true
	for _, st := range flat(s.Body) {
		if f, loop := st.(*ir.For); loop && inner == nil {
			inner = f
			continue
		}
		ir.Walk(st, func(st ir.Stmt) bool {
			switch st.(type) {
			case *ir.Decl, *ir.Store, *ir.Reduce, *ir.If, *ir.Block:
			default:
				ok = false
			}
			return ok
		})
	}
	if !ok {
		return nil
	}
	return inner
}

// trips returns the number of iterations of a loop over 0, 1, ..., in either direction; nil for another.
func trips(s *ir.For) ir.Expr {
	switch {
	case s.Limit == nil:
	case counts(s):
		return s.Limit
	case s.Cmp == token.GEQ && ir.IsVal(s.Limit, 0) && ir.IsVal(s.Step, -1):
		return ir.Add(s.Begin, ir.Int(1))
	}
	return nil
}

// lengthVaries says whether the number of iterations of g may be another in each iteration of s.
func lengthVaries(s, g *ir.For) bool {
	own := &line{iter: s.Iter, fixed: assignedIn(s)}
	steady := func(e ir.Expr) bool {
		if n, ok := e.(*ir.Len); ok {
			return !own.fixed[n.X.Var]
		}
		return own.steady(e)
	}
	return g.Limit != nil && !(steady(g.Begin) && steady(g.Limit))
}

// assignedIn returns what s declares or assigns as a whole.
func assignedIn(s *ir.For) map[*ir.Var]bool {
	own := map[*ir.Var]bool{}
	ir.Walk(s, func(st ir.Stmt) bool {
		declared(st, func(v *ir.Var) { own[v] = true })
		ir.Writes(st, func(w *ir.Ref) {
			if len(w.Elems) == 0 {
				own[w.Var] = true
			}
		})
		if f, ok := st.(*ir.For); ok {
			own[f.Iter] = true
		}
		return true
	})
	return own
}

// outlines says whether the innermost loop g would be a function.
func (p *printer) outlines(g *ir.For) bool {
	parallel := g.Par != nil && p.par == nil
	if parallel || g.While != nil || g.Limit == nil || g.Cmp != token.LSS || !ir.IsVal(g.Step, 1) {
		return false
	}
	l, hoisted := lineOf(g)
	if l == nil {
		return false
	}
	r := l.rows(g, hoisted)
	r.rollTerms()
	r.rollUp()
	r.nameRepeats()
	return p.outlineOf(r) != nil
}

// collect finds the variables from around the loop. It returns false if one cannot be a parameter.
func (n *nest) collect() bool {
	own := map[*ir.Var]bool{}
	ir.Walk(n.loop, func(s ir.Stmt) bool {
		declared(s, func(v *ir.Var) { own[v] = true })
		if f, ok := s.(*ir.For); ok {
			own[f.Iter] = true
		}
		return true
	})
	ok := true
	see := func(e ir.Expr) {
		ir.WalkExpr(e, func(e ir.Expr) bool {
			switch e := e.(type) {
			case *ir.Opaque:
				ok = false
			case *ir.Ref:
				if v := e.Var; !own[v] && v.Kind != ir.Global {
					n.free[v] = true
					ok = ok && n.passes(v)
				}
			}
			return ok
		})
	}
	ir.Walk(n.loop, func(s ir.Stmt) bool {
		ir.Reads(s, see)
		ir.Writes(s, func(w *ir.Ref) {
			see(w)
			if len(w.Elems) == 0 && !own[w.Var] && !slices.Contains(n.sums, w.Var) {
				n.sums = append(n.sums, w.Var)
			}
		})
		return ok
	})
	return ok
}

// passes says whether v is a number or a slice that is printed as one variable.
func (n *nest) passes(v *ir.Var) bool {
	switch t := v.Type.Underlying().(type) {
	case *types.Slice:
	case *types.Basic:
		if t.Info()&types.IsNumeric == 0 {
			return false
		}
	default:
		return false
	}
	return n.file.syms.find(text(n.variable(v))) >= 0
}

// cut puts rows in the place of elements that each iteration of the outer loop reads or writes one after the other.
func (n *nest) cut() {
	n.loop = ir.Clone(n.loop).(*ir.For)
	l := &line{iter: n.loop.Iter, fixed: assignedIn(n.loop)}
	delete(l.fixed, n.loop.Iter)
	r := &rows{index: n.loop.Iter}
	for _, s := range flat(n.loop.Body) {
		d, ok := s.(*ir.Decl)
		if _, loop := s.(*ir.For); !loop && (!ok || d.Var.View == nil) {
			ir.Exprs(s, func(e ir.Expr) ir.Expr { return l.replace(r, ir.Int(0), e) })
		}
	}
	n.rows = r.list
}

// print prints the function and returns the call.
func (n *nest) print() []code {
	p := n.printer
	name := p.out.newInner()
	around := p.used
	p.used, p.inNest = map[any]bool{}, true
	count := trips(n.loop)
	head, m := "", ""
	switch {
	case len(n.rows) == 0:
	case isShort(count):
		m = text(p.expr(count))
	default:
		m = p.fresh("n")
		head = m + " := " + header1(p.expr(count)) + "; "
	}
	var body []code
	for _, x := range n.rows {
		last, most := p.lastOf(text(p.variable(x.v)), loose(x.v, x.by, count))
		part := "[" + text(p.expr(x.by)) + ":" + last + "][:" + m + "]"
		if ir.IsVal(x.by, 0) {
			part = "[:" + m + most + "]"
		}
		body = append(body, p.line("%s := %s%s", p.variable(x.row), p.variable(x.v), part))
	}
	loop := p.loopHead(n.loop)
	p.loops++
	body = append(body, jen.For(p.file.code(loop)).Block(p.inner(n.loop.Body)...))
	p.loops--
	if len(n.rows) > 0 {
		body = []code{p.when(head+m+" > 0", body)}
	}
	printed := map[string]bool{}
	for k := range p.used {
		printed[p.ids[k]] = true
	}
	params, results, sums := n.params(printed)
	if len(sums) > 0 {
		body = append(body, p.line("return %s", strings.Join(sums, ", ")))
	}
	for k := range p.used {
		around[k] = true
	}
	p.used, p.inNest = around, false
	if p.par != nil {
		for _, x := range n.rows {
			p.par.extra = append(p.par.extra, x.row)
		}
	}
	what := "a loop"
	if n.loop.Src != "" {
		what = "the loop " + n.loop.Src
	}
	doc := comments(wrapText(name + " is " + what + " with the innermost one in it, apart from what is around it so that its variables have registers."))
	doc = append(doc, jen.Comment("//"), jen.Comment("//go:noinline"))
	p.out.loops = append(append(p.out.loops, doc...), p.file.function(nil, name+p.out.decl, params, results, body)...)
	var args []string
	for _, x := range params {
		args = append(args, x.name)
	}
	call := name + p.out.use + "(" + strings.Join(args, ", ") + ")"
	if len(sums) > 0 {
		call = strings.Join(sums, ", ") + " = " + call
	}
	return []code{p.line("%s", call)}
}

// params returns the parameters and results of the function, of those variables that it mentions. They have the names that
// they have around it.
func (n *nest) params(printed map[string]bool) (params, results []field, sums []string) {
	p := n.printer
	class := map[string]int{} // integers come first, then slices, then floats
	for v := range n.free {
		name := text(p.variable(v))
		if printed[name] && !slices.ContainsFunc(params, func(f field) bool { return f.name == name }) {
			params = append(params, field{nil, name, p.file.typ(v.Type)})
			switch {
			case ir.IsFloat(v.Type):
				class[name] = 2
			case !ir.IsInt(v.Type):
				class[name] = 1
			}
		}
	}
	slices.SortFunc(params, func(a, b field) int {
		return cmp.Or(cmp.Compare(class[a.name], class[b.name]), cmp.Compare(p.file.syms.find(a.name), p.file.syms.find(b.name)))
	})
	for _, v := range n.sums {
		results = append(results, field{nil, "", p.file.typ(v.Type)})
		sums = append(sums, text(p.variable(v)))
	}
	return params, results, sums
}
