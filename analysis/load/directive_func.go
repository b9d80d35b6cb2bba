package load

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// modes are the verbs that ask for a generated function.
var modes = map[string]Mode{"grad": Grad, "vjp": VJP, "jac": Jac, "jvp": JVP}

// request reads grad, vjp, jac and jvp.
func (p *directiveParser) request(d *directive) {
	r := &Request{Mode: modes[d.Name], Pos: d.Slash, at: make(map[string]token.Pos)}
	names := namesOf(d.fn.Decl)
	for _, a := range d.args {
		switch a.key {
		case "wrt":
			r.Wrt = p.names(d, a, r, names.params, "parameters")
		case "of":
			if r.Mode == Jac {
				r.Of = p.names(d, a, r, names.results, "results")
			} else {
				r.Of = p.names(d, a, r, append(slices.Clone(names.params), names.results...), "parameters and results")
			}
		case "stop":
			r.Stop = p.stop(d, a, names)
		case "name":
			r.Name = p.identifier(d, a)
		case "par":
			if r.Serial = a.value == "off"; !r.Serial {
				p.errorf(a.valuePos, "par= takes only off, as in par=off")
			}
		case "cuda":
			p.cuda(d, a, r)
		default: // mem, size
			p.unsupported(a.pos, a.key)
		}
	}
	if d.fn.Decl.Body == nil {
		p.errorf(d.Slash, "%s has no body in Go, so it cannot be differentiated; write its derivative and a //pardiff:rule for=%[1]s", d.fn.Decl.Name.Name)
	}
	d.fn.Requests = append(d.fn.Requests, r)
}

// cuda reads cuda and cuda=atomic.
func (p *directiveParser) cuda(d *directive, a argument, r *Request) {
	switch {
	case r.Mode == JVP:
		p.errorf(a.pos, "//pardiff:jvp has no CUDA: kernels compute gradients; put cuda on //pardiff:grad or //pardiff:vjp")
	case r.Mode == Jac:
		p.errorf(a.pos, "//pardiff:jac has no CUDA; put cuda on //pardiff:vjp, and call that once for each seed")
	case a.hasValue && a.value != "atomic":
		p.errorf(a.valuePos, "cuda stands alone or is cuda=atomic")
	case strings.HasSuffix(p.fset.File(d.Slash).Name(), "_test.go"):
		p.errorf(a.pos, "cuda is not for functions in tests; put the function in a file of the package")
	case slices.ContainsFunc(d.args, func(b argument) bool { return b.key == "par" && b.value == "off" }):
		p.errorf(a.pos, "cuda and par=off contradict each other: kernels run in parallel")
	default:
		r.CUDA, r.Atomic, r.CUDAPos = true, a.value == "atomic", a.pos
	}
}

func (p *directiveParser) unsupported(pos token.Pos, what string) {
	p.errorf(pos, "%s is not supported yet; leave it out", what)
}

// names reads a list of which every element must be among known.
func (p *directiveParser) names(d *directive, a argument, r *Request, known []string, what string) []string {
	if !p.needValue(d, a, "names") {
		return nil
	}
	words := p.list(a.value, a.valuePos, a.key+"=")
	for _, w := range words {
		r.at[a.key+"="+w.text] = w.pos
		switch {
		case slices.Contains(known, w.text):
		case len(known) == 0:
			p.errorf(w.pos, "%s names %s, but %s has no named %s", a.key, w.text, d.fn.Decl.Name.Name, what)
		default:
			p.errorf(w.pos, "%s names %s, but %s's %s are %s", a.key, w.text, d.fn.Decl.Name.Name, what, strings.Join(known, ", "))
		}
	}
	return texts(words)
}

// stop reads the names of local variables.
func (p *directiveParser) stop(d *directive, a argument, names declNames) []string {
	if !p.needValue(d, a, "names") {
		return nil
	}
	locals := localNames(d.fn.Decl.Body)
	words := p.list(a.value, a.valuePos, "stop=")
	for _, w := range words {
		switch {
		case slices.Contains(locals, w.text):
		case slices.Contains(names.params, w.text):
			p.errorf(w.pos, "stop names %s, which is a parameter; leave it out of wrt= instead", w.text)
		case len(locals) == 0:
			p.errorf(w.pos, "stop names %s, but %s has no local variables", w.text, d.fn.Decl.Name.Name)
		default:
			p.errorf(w.pos, "stop names %s, but %s's local variables are %s", w.text, d.fn.Decl.Name.Name, strings.Join(locals, ", "))
		}
	}
	return texts(words)
}

// identifier reads the name of the function to generate.
func (p *directiveParser) identifier(d *directive, a argument) string {
	if !p.needValue(d, a, "a name") {
		return ""
	}
	if !token.IsIdentifier(a.value) || a.value == "_" || a.value == "init" || types.Universe.Lookup(a.value) != nil {
		p.errorf(a.valuePos, "%q is not a valid name for a function", a.value)
		return ""
	}
	return a.value
}

func (p *directiveParser) needValue(d *directive, a argument, what string) bool {
	if a.value == "" {
		p.errorf(a.pos, "//pardiff:%s: %s= needs %s", d.Name, a.key, what)
		return false
	}
	return true
}

// rule reads rule for=F.
func (p *directiveParser) rule(d *directive) {
	if len(d.args) == 0 {
		p.errorf(d.Slash, "//pardiff:rule needs for=, the function whose derivative %s is", d.fn.Decl.Name.Name)
		return
	}
	a := d.args[0]
	if !p.needValue(d, a, "the name of a function") {
		return
	}
	for s := range strings.SplitSeq(a.value, ".") {
		if !token.IsIdentifier(s) {
			p.errorf(a.valuePos, "for= takes a function like F, Type.Method or pkg.F, not %q", a.value)
			return
		}
	}
	if d.fn.Rule != nil {
		p.errorf(d.Slash, "%s cannot be the rule for two functions, %s and %s", d.fn.Decl.Name.Name, d.fn.Rule.For, a.value)
		return
	}
	d.fn.Rule = &ruleDirective{Pos: d.Slash, For: a.value, ForPos: a.valuePos}
}

// declNames are the names that a declaration gives to its parameters (the receiver first) and
// its results; unnamed results have the names that the generated code gives them.
type declNames struct{ params, results []string }

func namesOf(fn *ast.FuncDecl) declNames {
	var n declNames
	for _, list := range []*ast.FieldList{fn.Recv, fn.Type.Params} {
		if list == nil {
			continue
		}
		for _, f := range list.List {
			for _, id := range f.Names {
				if id.Name != "_" {
					n.params = append(n.params, id.Name)
				}
			}
		}
	}
	results := fn.Type.Results
	for i := range results.NumFields() {
		n.results = append(n.results, resultName(results, i))
	}
	return n
}

// resultName returns the name of result i: the user's, or res, or one of res1, res2, ...
func resultName(results *ast.FieldList, i int) string {
	k := 0
	for _, f := range results.List {
		for _, id := range f.Names {
			if k == i && id.Name != "_" {
				return id.Name
			}
			k++
		}
	}
	return defaultResultName(results.NumFields(), i)
}

func defaultResultName(n, i int) string {
	if n == 1 {
		return "res"
	}
	return fmt.Sprintf("res%d", i+1)
}

// localNames returns the names of the variables that a body declares, in order of declaration.
func localNames(body *ast.BlockStmt) []string {
	var out []string
	add := func(exprs ...ast.Expr) {
		for _, e := range exprs {
			if id, ok := e.(*ast.Ident); ok && id.Name != "_" && !slices.Contains(out, id.Name) {
				out = append(out, id.Name)
			}
		}
	}
	if body == nil {
		return nil
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				add(n.Lhs...)
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				add(n.Key, n.Value)
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				add(id)
			}
		}
		return true
	})
	return out
}
