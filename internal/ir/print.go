package ir

import (
	"fmt"
	"go/types"
	"strings"
)

// String returns f in a compact form that looks like Go and does not depend on anything but f.
// The parameters are the leaves. Vars with the same wished name that are in scope together are
// told apart as name, name#1, name#2.
func (f *Func) String() string {
	p := newPrinter(f.Pkg)
	fmt.Fprintf(&p.buf, "func %s(", f.Name)
	for i, v := range f.Leaves {
		p.comma(i)
		fmt.Fprintf(&p.buf, "%s %s", p.declare(v), p.typ(v.Type))
	}
	p.buf.WriteByte(')')
	p.results(f.Results)
	p.buf.WriteByte(' ')
	if f.Body == nil {
		p.buf.WriteString("{}")
	} else {
		p.block(f.Body)
	}
	p.buf.WriteByte('\n')
	return p.buf.String()
}

// StmtString returns s as [Func.String] shows it, without a final newline. Vars that are declared
// outside s get their names in the order in which they are met.
func StmtString(s Stmt) string {
	p := newPrinter(nil)
	p.stmt(s)
	return p.buf.String()
}

// ExprString returns e as [Func.String] shows it.
func ExprString(e Expr) string {
	p := newPrinter(nil)
	return p.expr(e)
}

// A printer holds the text so far and the names that are in scope.
type printer struct {
	buf    strings.Builder
	indent int
	pkg    *types.Package
	// scopes lists the Vars that are declared in the open blocks, innermost last. The first
	// scope also takes Vars that are used without a declaration.
	scopes [][]*Var
	names  map[*Var]string
	taken  map[string]bool
}

func newPrinter(pkg *types.Package) *printer {
	return &printer{pkg: pkg, scopes: [][]*Var{nil}, names: map[*Var]string{}, taken: map[string]bool{}}
}

// declare adds v to the innermost scope and returns its name.
func (p *printer) declare(v *Var) string { return p.declareIn(len(p.scopes)-1, v) }

func (p *printer) declareIn(scope int, v *Var) string {
	if n, ok := p.names[v]; ok {
		return n
	}
	base := v.Name
	if v.Kind == Param && v.Home != nil {
		base = homeString(v.Home)
	}
	if base == "" {
		base = "_"
	}
	name := base
	for k := 1; p.taken[name]; k++ {
		name = fmt.Sprintf("%s#%d", base, k)
	}
	p.taken[name] = true
	p.names[v] = name
	p.scopes[scope] = append(p.scopes[scope], v)
	return name
}

// name returns the name of v, which is outermost if nothing declared it.
func (p *printer) name(v *Var) string { return p.declareIn(0, v) }

func (p *printer) open() { p.scopes = append(p.scopes, nil) }

func (p *printer) close() {
	last := len(p.scopes) - 1
	for _, v := range p.scopes[last] {
		delete(p.taken, p.names[v])
		delete(p.names, v)
	}
	p.scopes = p.scopes[:last]
}

// homeString returns the place of a leaf as a user would write it: p.K, *k.
func homeString(h *Home) string {
	var b strings.Builder
	if h.Deref {
		b.WriteByte('*')
	}
	b.WriteString(h.Param.Name)
	for _, f := range h.Path {
		b.WriteByte('.')
		b.WriteString(f.Name())
	}
	return b.String()
}

func (p *printer) typ(t types.Type) string {
	return types.TypeString(t, func(q *types.Package) string {
		if q == p.pkg {
			return ""
		}
		return q.Name()
	})
}

func (p *printer) comma(i int) {
	if i > 0 {
		p.buf.WriteString(", ")
	}
}

// results prints the Vars that hold the results; a struct is followed by its type.
func (p *printer) results(list []*ResultDecl) {
	n := 0
	for _, r := range list {
		for _, v := range r.Leaves {
			if n == 0 {
				p.buf.WriteString(" (")
			}
			p.comma(n)
			n++
			fmt.Fprintf(&p.buf, "%s %s", p.declare(v), p.typ(v.Type))
		}
	}
	if n > 0 {
		p.buf.WriteByte(')')
	}
}

func (p *printer) newline() {
	p.buf.WriteByte('\n')
	p.buf.WriteString(strings.Repeat("\t", p.indent))
}

func (p *printer) block(b *Block) {
	p.open()
	p.buf.WriteByte('{')
	p.indent++
	for _, s := range b.Stmts {
		p.newline()
		p.stmt(s)
	}
	p.indent--
	p.newline()
	p.buf.WriteByte('}')
	p.close()
}

func (p *printer) stmt(s Stmt) {
	if n := s.Info().Note; n != "" {
		for line := range strings.SplitSeq(n, "\n") {
			p.buf.WriteString("// " + line)
			p.newline()
		}
	}
	switch s := s.(type) {
	case *Block:
		p.block(s)
	case *Decl:
		p.decl(s)
	case *Alloc:
		p.alloc(s)
	case *Swap:
		a, b := p.expr(s.A), p.expr(s.B)
		fmt.Fprintf(&p.buf, "%s, %s = %s, %s", a, b, b, a)
	case *Grow:
		fmt.Fprintf(&p.buf, "grow(%s, %s)", p.name(s.Var), p.expr(s.Len))
	case *Store:
		fmt.Fprintf(&p.buf, "%s = %s", p.expr(s.Dst), p.expr(s.Src))
	case *Reduce:
		fmt.Fprintf(&p.buf, "%s %s= %s", p.expr(s.Dst), s.Op, p.expr(s.Src))
	case *For:
		p.loop(s)
	case *If:
		fmt.Fprintf(&p.buf, "if %s ", p.expr(s.Cond))
		p.block(s.Then)
		if s.Else != nil {
			p.buf.WriteString(" else ")
			p.block(s.Else)
		}
	case *Call:
		p.call(s)
	case *Exec:
		p.exec(s)
	case *Panic:
		fmt.Fprintf(&p.buf, "panic(%s)", p.expr(s.X))
	default:
		fmt.Fprintf(&p.buf, "?%T", s)
	}
}

func (p *printer) decl(s *Decl) {
	if s.Init == nil {
		fmt.Fprintf(&p.buf, "var %s %s", p.declare(s.Var), p.typ(s.Var.Type))
		return
	}
	init := p.expr(s.Init)
	fmt.Fprintf(&p.buf, "%s := %s", p.declare(s.Var), init)
}

func (p *printer) alloc(s *Alloc) {
	n := p.expr(s.Len)
	if len(s.Dst.Elems) == 0 {
		p.buf.WriteString(p.declare(s.Dst.Var) + " := ")
	} else {
		p.buf.WriteString(p.expr(s.Dst) + " = ")
	}
	fmt.Fprintf(&p.buf, "make(%s, %s)", p.typ(s.Dst.T), n)
	if s.Dirty {
		p.buf.WriteString(" dirty")
	}
	if s.Escapes {
		p.buf.WriteString(" escapes")
	}
	if s.Like != nil {
		p.buf.WriteString(" nil like " + p.expr(s.Like))
	}
}

func (p *printer) loop(s *For) {
	begin, step := p.expr(s.Begin), p.expr(s.Step)
	limit, while := "", ""
	if s.Limit != nil {
		limit = p.expr(s.Limit)
	}
	if s.While != nil {
		while = p.expr(s.While)
	}
	if s.Par != nil {
		p.par(s.Par)
	}
	p.open()
	i := p.declare(s.Iter)
	next := fmt.Sprintf("%s += %s", i, step)
	switch {
	case IsVal(s.Step, 1):
		next = i + "++"
	case IsVal(s.Step, -1):
		next = i + "--"
	}
	if limit != "" {
		limit = fmt.Sprintf("%s %s %s", i, s.Cmp, limit)
	}
	if while != "" {
		if limit != "" {
			limit += " "
		}
		limit += "while " + while
	}
	fmt.Fprintf(&p.buf, "for %s := %s; %s; %s ", i, begin, limit, next)
	p.block(s.Body)
	p.close()
}

// par prints what precedes the head of a parallel loop.
func (p *printer) par(s *Par) {
	fmt.Fprintf(&p.buf, "parallel work %s ", p.operand(s.Work, precPostfix))
	if s.Halo > 0 {
		fmt.Fprintf(&p.buf, "halo %d ", s.Halo)
	}
	if len(s.Sums) > 0 {
		p.buf.WriteString("sums ")
		for i, v := range s.Sums {
			p.comma(i)
			p.buf.WriteString(p.name(v))
		}
		p.buf.WriteByte(' ')
	}
	for _, o := range s.Own {
		fmt.Fprintf(&p.buf, "own %s if %s ", p.name(o.Var), p.list(o.If))
	}
	for _, x := range s.Scatters {
		fmt.Fprintf(&p.buf, "scatter %s terms %d ", p.name(x.Var), x.Terms)
	}
	for i, v := range s.Near {
		if p.comma(i); i == 0 {
			p.buf.WriteString("near ")
		}
		p.buf.WriteString(p.name(v))
	}
	for i, r := range s.Reach {
		if p.comma(i); i == 0 {
			p.buf.WriteString(" reach ")
		}
		p.buf.WriteString(p.operand(r.Quotient(), precPostfix) + " ")
	}
	if len(s.If) > 0 {
		fmt.Fprintf(&p.buf, "if %s ", p.list(s.If))
	}
}

func (p *printer) call(s *Call) {
	for i, r := range s.Results {
		p.comma(i)
		p.place(r)
	}
	if len(s.Results) > 0 {
		p.buf.WriteString(" = ")
	}
	args := s.Args
	if s.Method {
		p.arg(args[0])
		p.buf.WriteByte('.')
		args = args[1:]
	}
	p.buf.WriteString(s.Fn.Name() + "(")
	for i, a := range args {
		p.comma(i)
		p.arg(a)
	}
	p.buf.WriteByte(')')
	if s.Rule != nil {
		p.buf.WriteString(" rule " + s.Rule.Name())
	}
	if s.JVP != nil {
		p.buf.WriteString(" jvp " + s.JVP.Name())
	}
}

func (p *printer) arg(a Arg) {
	if a.Addr {
		p.buf.WriteByte('&')
	}
	switch {
	case a.X != nil:
		p.buf.WriteString(p.expr(a.X))
	case a.Parts == nil:
		p.buf.WriteByte('0')
	default:
		p.buf.WriteByte('{')
		for i, x := range a.Parts {
			p.comma(i)
			p.arg(x)
		}
		p.buf.WriteByte('}')
	}
}

func (p *printer) place(r *Ref) {
	if r == nil {
		p.buf.WriteByte('_')
		return
	}
	p.buf.WriteString(p.expr(r))
}

func (p *printer) exec(s *Exec) {
	x := p.expr(s.X)
	for i, r := range s.Results {
		p.comma(i)
		if s.Define && r != nil {
			p.buf.WriteString(p.declare(r.Var))
		} else {
			p.place(r)
		}
	}
	switch {
	case len(s.Results) == 0:
	case s.Define:
		p.buf.WriteString(" := ")
	default:
		p.buf.WriteString(" = ")
	}
	p.buf.WriteString(x)
}
