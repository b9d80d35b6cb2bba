package emit

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// call prints a call of a function as it is. A struct that is in no memory as a whole is put together before the
// call, and taken apart after it where the call may have written it.
func (p *printer) call(s *ir.Call, tok token.Token) []code {
	a := &arguments{p: p, readOnly: s.ReadOnly}
	work := p.workOf(s)
	args := s.Args
	var fn ast.Expr
	switch {
	case work != "":
		fn = sel(sel(p.recv(), p.mem.(*arenas).nestedOf(work, lowerFirst(s.Work))), VJP.String())
	case s.Method:
		fn = sel(a.receiver(args[0]), s.Fn.Name())
		args = args[1:]
	default:
		fn = p.file.object(s.Fn.Pkg(), s.Fn.Name())
	}
	var list []ast.Expr
	for _, x := range args {
		list = append(list, a.expr(x))
	}
	if len(s.TypeArgs) > 0 && work == "" {
		index := &ast.IndexListExpr{X: fn}
		for _, t := range s.TypeArgs {
			index.Indices = append(index.Indices, p.typ(t))
		}
		fn = index
	}
	c := &ast.CallExpr{Fun: fn, Args: list}
	if s.Fn.Signature().Variadic() && spreads(s) {
		c.Ellipsis = 1
	}
	return append(append(a.before, p.results(s, tok, c)...), a.after...)
}

// workOf returns the type, with its arguments, of the Work that a call goes through; "" where there is none
// or no place for one.
func (p *printer) workOf(s *ir.Call) string {
	if _, ok := p.mem.(*arenas); !ok || s.Work == "" || s.Active() {
		return ""
	}
	name := s.Work
	for i, t := range s.TypeArgs {
		if _, own := types.Unalias(t).(*types.TypeParam); !own {
			return "" // an instance that may need another, and so on without end
		}
		if name += ", "; i == 0 {
			name = s.Work + "["
		}
		name += p.file.typ(t)
	}
	if len(s.TypeArgs) > 0 {
		name += "]"
	}
	return name
}

// spreads says whether the last argument of a variadic call is the slice itself.
func spreads(s *ir.Call) bool {
	params := s.Fn.Signature().Params()
	n := params.Len()
	args := s.Args
	if s.Method {
		args = args[1:]
	}
	return len(args) == n && types.AssignableTo(args[n-1].Type(), params.At(n-1).Type())
}

// assigned prints an assignment of several values, or just the call if none is wanted.
func (p *printer) assigned(dst []*ir.Ref, tok token.Token, x ast.Expr) code {
	var names []string
	wanted := false
	for _, r := range dst {
		if r == nil {
			names = append(names, "_")
			continue
		}
		names = append(names, text(p.ref(r)))
		wanted = true
	}
	if !wanted {
		if isCall(x) {
			return p.line("%s", x)
		}
		return p.line("_ = %s", x)
	}
	return p.line("%s %s %s", strings.Join(names, ", "), tok, x)
}

// isCall says whether x can stand as a statement.
func isCall(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.CallExpr:
		return true
	case *ast.Ident: // source text as one token
		return strings.HasSuffix(x.Name, ")")
	}
	return false
}

func (p *printer) exec(s *ir.Exec) []code {
	tok := token.ASSIGN
	if s.Define {
		tok = token.DEFINE
	}
	if len(s.Results) == 0 {
		src := p.opaqueText(s.X)
		if _, err := parser.ParseExpr(src); err != nil { // calls++, m[k] = v
			return p.usesSet([]code{p.line("%s", src)}, s.X)
		}
	}
	if n := len(s.Results); n > 0 && !slices.ContainsFunc(s.Results, func(r *ir.Ref) bool { return r != nil }) {
		// A result that is not used is said to be so: vet complains of errors.New by itself.
		return []code{p.line("%s = %s", strings.Repeat("_, ", n-1)+"_", p.opaque(s.X))}
	}
	return []code{p.assigned(s.Results, tok, p.opaque(s.X))}
}

// group prints the first statements of list together, where that reads better, and returns how
// many: declarations whose variables the next statement assigns.
func (p *printer) group(list []ir.Stmt) ([]code, int) {
	n := 0
	vars := map[*ir.Var]bool{}
	for n < len(list) {
		d, ok := list[n].(*ir.Decl)
		if !ok || d.Init != nil {
			break
		}
		vars[d.Var] = true
		n++
	}
	if n == len(list) {
		return nil, 0
	}
	switch s := list[n].(type) {
	case *ir.Call:
		if n > 0 && p.defines(s, vars) {
			return p.call(s, token.DEFINE), n + 1
		}
	case *ir.For:
		st := arrayStore(s)
		if n > 0 && st != nil && vars[st.Dst.Var] && list[n-1].(*ir.Decl).Var == st.Dst.Var && !ir.IsVal(st.Src, 0) {
			if c := p.builtinLoop(s, token.DEFINE); c != nil {
				return append(p.each(list[:n-1]), c), n + 1
			}
		}
	}
	return nil, 0
}

// each prints statements one by one.
func (p *printer) each(list []ir.Stmt) []code {
	var out []code
	for _, s := range list {
		out = append(out, p.stmt(s)...)
	}
	return out
}

// defines says whether a call assigns exactly vars, with the types that they have.
func (p *printer) defines(s *ir.Call, vars map[*ir.Var]bool) bool {
	sig := s.Fn.Signature()
	if len(s.Results) != sig.Results().Len() || sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0 {
		return false
	}
	found := 0
	for i, r := range s.Results {
		if r == nil {
			continue
		}
		if len(r.Elems) > 0 || !vars[r.Var] || !types.Identical(r.Var.Type, sig.Results().At(i).Type()) {
			return false
		}
		found++
	}
	return found == len(vars)
}

// partner returns a declaration in list that takes the other value of the call whose value the first
// statement declares, nil if there is none that can be printed together with it.
func partner(list []ir.Stmt) *ir.Decl {
	first, ok := list[0].(*ir.Decl)
	if !ok || results(first.Init) < 2 {
		return nil
	}
	x := first.Init.(*ir.Intrinsic)
	for i, s := range list[1:] {
		if d, ok := s.(*ir.Decl); ok && results(d.Init) > 1 && d.Note == "" {
			other := *d.Init.(*ir.Intrinsic)
			if other.Result != x.Result {
				other.Result = x.Result
				if ir.Equal(x, &other) {
					return d
				}
			}
		}
		if i == 3 || disturbs(s, x) {
			return nil
		}
	}
	return nil
}

// disturbs says whether s may change the value of x, or is not simple.
func disturbs(s ir.Stmt, x ir.Expr) bool {
	switch s.(type) {
	case *ir.Decl, *ir.Store, *ir.Reduce:
	default:
		return true
	}
	changed := false
	ir.Writes(s, func(r *ir.Ref) {
		root := r.Base().Var
		ir.WalkExpr(x, func(e ir.Expr) bool {
			if q, ok := e.(*ir.Ref); ok && q.Base().Var == root {
				changed = true
			}
			return !changed
		})
	})
	return changed
}

// pair prints two declarations that take both values of one call.
func (p *printer) pair(a, b *ir.Decl) code {
	x := a.Init.(*ir.Intrinsic)
	if x.Result == 1 {
		a, b = b, a
	}
	return p.line("%s, %s := %s", p.variable(a.Var), p.variable(b.Var), p.expr(x))
}
