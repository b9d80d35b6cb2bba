package emit

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A span is memory that must be tested for overlap, if that needs no condition.
type span struct {
	fn    string // the helper that makes it
	args  string
	write bool
	elem  types.Type // of which there is memory
	// within is the type of the package-level variable that the memory lies in, nil for other memory.
	within types.Type
}

// A spanList collects the spans of a function. Code for spans that need a condition or a loop goes
// into blocks.
type spanList struct {
	p     *printer
	sig   *sig
	plain []span
	code  []code // statements that append to a list
	n     int    // entries in all, where that is known
	loops bool   // it is not
	write int    // entries that are written
	name  string // of the list
	ints  bool   // memory without floats counts as well
	// adj is how the adjoint of param is called that is visited, where no pointer leads from it to what is visited;
	// else it is "".
	adj     string
	param   *ir.ParamDecl
	written written
	targets []span       // those that are written
	root    types.Object // the parameter or variable that is visited
	around  []types.Type // of what is around what is visited, as far as they have names
	// global.on says that a package-level variable is visited, and global.within that the memory lies in one of that type.
	global struct {
		on     bool
		within types.Type
	}
}

// overlap tests that no memory that is written is reached by two arguments, or by one and a package-level variable that is
// read.
func (s *sig) overlap(p *printer, fn string) []code {
	w := writtenLeaves(s.fn)
	l := &spanList{p: p, sig: s, name: p.fresh("spans")}
	for _, a := range s.grad.Slots() {
		d := a.Of
		if s.mode == JVP && !l.reach(d.Type) {
			continue
		}
		l.root = d.Obj
		write := func(path []*types.Var, whole bool) bool { return s.mode != JVP || w.at(d, path, whole) }
		if s.mode != JVP {
			l.adj, l.param, l.written = text(s.ident(p, a)), d, w
		}
		l.add(d, text(s.ident(p, a)), s.extra[a], s.mode != JVP && !refers(d.Type), write)
		l.adj = ""
	}
	l.ints = w.ints() // not in adjoints: what is no float there may be shared
	for _, pass := range []bool{true, false} {
		for _, d := range s.fn.Params {
			if unnamed(d) || w.any(d) != pass || !l.reach(d.Type) {
				continue
			}
			l.root = d.Obj
			l.add(d, text(p.param(d)), d.Name, false, func(path []*types.Var, whole bool) bool { return w.at(d, path, whole) })
		}
	}
	if s.mode == VJP {
		for _, seed := range s.grad.Seeds {
			if refers(seed.Result.Type) {
				l.visit(seed.Result.Type, at(text(s.ident(p, seed.Result))), s.extra[seed.Result], nil, nil, readOnly, true)
			}
		}
	}
	if l.write > 0 {
		for _, v := range readGlobals(s.fn) {
			l.addGlobal(v)
		}
	}
	if l.write == 0 || l.n < 2 && !l.loops {
		return nil
	}
	return l.print(fn)
}

func readOnly([]*types.Var, bool) bool { return false }

// add adds what a parameter, or its adjoint, reaches. pointer says that it is a pointer to the type of
// the parameter.
func (l *spanList) add(d *ir.ParamDecl, expr, name string, pointer bool, write func([]*types.Var, bool) bool) {
	t := d.Type
	if pointer {
		t = types.NewPointer(t)
	}
	l.visit(t, at(expr), name, nil, nil, write, true)
}

// visit adds what x reaches. path leads from the parameter to x, as far as its leaves tell parts
// apart; outer is false inside slices, where they do not.
func (l *spanList) visit(t types.Type, x place, name string, path []*types.Var, subs []string, write func([]*types.Var, bool) bool, outer bool) {
	if !l.counts(t) || !l.enter(t) {
		return
	}
	defer func(around []types.Type) { l.around = around }(l.around)
	if named, ok := types.Unalias(t).(*types.Named); ok {
		l.around = append(l.around[:len(l.around):len(l.around)], named)
	}
	p := l.p
	loop := func(elem types.Type) {
		if !l.reach(elem) {
			return
		}
		i := p.counter(len(subs))
		l.under(func(body []code) code { return p.rangeLoop(i, x, body) }, true, func() {
			l.visit(elem, x.index(i), name+"[#]", path, append(subs[:len(subs):len(subs)], i), write, false)
		})
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		if l.direct(u.Elem()) {
			l.entry("pardiffSlice", name, x.whole, u.Elem(), subs, write(path, true), "")
		}
		loop(u.Elem())
	case *types.Pointer:
		if l.direct(u.Elem()) {
			like := ""
			if rest, ok := strings.CutPrefix(x.whole, l.adj); ok && l.adj != "" && !outer && !l.written.at(l.param, path, true) {
				like = text(p.param(l.param)) + rest
			}
			l.entry("pardiffPointer", name, x.whole, u.Elem(), subs, write(path, !outer), like)
		}
		if l.reach(u.Elem()) {
			l.under(func(body []code) code { return p.when(x.path+" != nil", body) }, false, func() {
				adj := l.adj
				if x.path != adj || refers(l.param.Type) {
					l.adj = ""
				}
				l.visit(u.Elem(), x.behind(t), name, path, subs, write, outer)
				l.adj = adj
			})
		}
	case *types.Array:
		loop(u.Elem())
	case *types.Struct:
		p.fields(u, func(f *types.Var) {
			next := path
			if outer {
				next = append(path[:len(path):len(path)], f)
			}
			l.visit(f.Type(), x.field(f), name+"."+f.Name(), next, subs, write, outer)
		})
	}
}

// enter says whether what a value of type t reaches can be listed; a type that leads back to itself is refused.
func (l *spanList) enter(t types.Type) bool {
	if !slices.ContainsFunc(l.around, func(o types.Type) bool { return types.Identical(o, t) }) {
		return true
	}
	name := types.TypeString(t, types.RelativeTo(l.p.file.spec.Package))
	l.p.file.refuse(l.root.Pos(), "%s leads to any number of values of the recursive type %s, which cannot be tested for overlap with what %s writes; "+
		"keep them in one slice and refer to them by index, or pass the numbers that are needed", l.root.Name(), name, l.sig.name)
	return false
}

// under adds what f adds in a block of its own, a loop or one under a condition.
func (l *spanList) under(block func(body []code) code, loop bool, f func()) {
	saved := *l
	l.plain, l.code = nil, nil
	f()
	body := l.flush()
	l.plain, l.code = saved.plain, saved.code
	if len(body) > 0 {
		l.code = append(l.code, block(body))
		l.loops = l.loops || loop
	}
}

func (l *spanList) counts(t types.Type) bool { return l.direct(t) || l.reach(t) }

// direct says whether memory of type t counts by itself, reach whether it leads to such memory.
func (l *spanList) direct(t types.Type) bool { return direct(t) || l.ints && plainInts(t) }

func (l *spanList) reach(t types.Type) bool { return reaches(t) || l.ints && reachesInts(t) }

// entry adds a span. like is the pointer to the memory that it is the adjoint of, "" if that does not matter.
func (l *spanList) entry(fn, name, expr string, elem types.Type, subs []string, write bool, like string) {
	e := span{fn, fmt.Sprintf("%q, %s", name, expr), write, elem, l.global.within}
	if l.global.on && !slices.ContainsFunc(l.targets, func(a span) bool { return a.mayMeet(e) }) {
		return
	}
	l.n++
	if write {
		l.write++
		l.targets = append(l.targets, e)
	}
	if len(subs) == 0 {
		l.plain = append(l.plain, e)
		return
	}
	row := l.row(e, subs)
	if like != "" {
		l.p.file.helper("pardiffRow.like")
		row += ".like(" + l.p.file.helper("pardiffPointer") + "(\"\", " + like + "))"
	}
	l.code = append(l.code, l.push([]string{row}))
}

// expr prints a span.
func (l *spanList) expr(e span) string { return l.p.file.helper(e.fn) + "(" + e.args + ")" }

// row prints an entry of a list.
func (l *spanList) row(e span, subs []string) string {
	l.p.file.helper("pardiffSpan.row")
	args := append([]string{strconv.FormatBool(e.write)}, subs...)
	return l.expr(e) + ".row(" + strings.Join(args, ", ") + ")"
}

// push prints a statement that appends to the list.
func (l *spanList) push(rows []string) code {
	return l.p.line("%s = %s(%s, %s)", l.name, l.p.file.builtin("append"), l.name, strings.Join(rows, ", "))
}

// flush returns statements that append what was collected.
func (l *spanList) flush() []code {
	var rows []string
	for _, e := range l.plain {
		rows = append(rows, l.row(e, nil))
	}
	if len(rows) == 0 {
		return l.code
	}
	return append([]code{l.push(rows)}, l.code...)
}

// print prints the test.
func (l *spanList) print(fn string) []code {
	if len(l.code) == 0 {
		return l.printPlain(fn)
	}
	p := l.p
	check := "pardiffDisjointFew"
	if l.loops || l.n > 48 {
		check = "pardiffDisjointRows"
	}
	check = p.file.helper(check)
	start := p.line("%s := %s", l.name, p.rowList(l.n))
	var end []code
	if a, ok := p.mem.(*arenas); ok && l.loops {
		a.rows = true
		start = p.line("%s := %s.rows[:0]", l.name, p.recv())
		end = []code{
			p.line("%s(%s)", p.file.builtin("clear"), l.name), // the Work keeps nobody's memory alive
			p.line("%s.rows = %s", p.recv(), l.name),
		}
	}
	out := append([]code{start}, l.flush()...)
	out = append(out, p.line("%s(%s, %s)", check, fn, l.name))
	return append(out, end...)
}

// rowList prints an empty list with room for n rows.
func (p *printer) rowList(n int) string {
	row := p.file.helperName("pardiffRow")
	if p.file.hides("make") {
		return text(p.file.make("[]"+row, lit(token.INT, strconv.Itoa(n)))) + "[:0]"
	}
	return fmt.Sprintf("make([]%s, 0, %d)", row, n)
}

// printPlain prints the test for spans without conditions: pair by pair, or from a list if that is
// shorter to read.
func (l *spanList) printPlain(fn string) []code {
	p := l.p
	list := slices.Clone(l.plain)
	slices.SortStableFunc(list, func(a, b span) int { // what is written first
		switch {
		case a.write == b.write:
			return 0
		case a.write:
			return -1
		}
		return 1
	})
	var pairs [][2]span
	for i, a := range list[:l.write] {
		for _, b := range list[i+1:] {
			if a.mayMeet(b) {
				pairs = append(pairs, [2]span{a, b})
			}
		}
	}
	if len(pairs) <= 12 {
		var out []code
		for _, x := range pairs {
			out = append(out, l.apart(fn, x[0], x[1]))
		}
		return out
	}
	spans := jen.Index().Id(p.file.helperName("pardiffSpan")).CustomFunc(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, func(g *jen.Group) {
		for _, e := range list {
			g.Add(p.line("%s", l.expr(e)))
		}
	})
	return []code{jen.Id(p.file.helper("pardiffDisjoint")).Call(p.line("%s", fn), jen.Lit(l.write), spans)}
}

// apart prints the test of two spans.
func (l *spanList) apart(fn string, a, b span) code {
	f := l.p.file
	if a.fn == "pardiffPointer" && b.fn == a.fn {
		return l.p.line("%s(%s, %s, %s)", f.helper("pardiffPointersApart"), fn, a.args, b.args)
	}
	return l.p.line("%s(%s, %s, %s)", f.helper("pardiffApart"), fn, l.expr(a), l.expr(b))
}

// contains says whether memory of type t may have memory of type e in it. Types that a pointer may
// be converted between count as one. An array may be a part of any memory that its elements may be in.
func contains(t, e types.Type) bool {
	if a, ok := e.Underlying().(*types.Array); ok { // a part of a longer one, maybe
		return contains(t, a.Elem())
	}
	if types.Identical(t.Underlying(), e.Underlying()) || isTypeParam(t) || isTypeParam(e) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return contains(u.Elem(), e)
	case *types.Struct:
		for f := range u.Fields() {
			if contains(f.Type(), e) {
				return true
			}
		}
	}
	return false
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// plainInts says whether t is memory of numbers without floats.
func plainInts(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Array:
		return plainInts(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if plainInts(f.Type()) {
				return true
			}
		}
	case *types.Basic:
		return u.Info()&(types.IsInteger|types.IsBoolean) != 0
	}
	return false
}

// reachesInts says whether memory of type t leads to such memory. A recursive type is not followed.
func reachesInts(t types.Type) bool {
	if recursive(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return plainInts(u.Elem()) || reachesInts(u.Elem())
	case *types.Pointer:
		return plainInts(u.Elem()) || reachesInts(u.Elem())
	case *types.Array:
		return reachesInts(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if reachesInts(f.Type()) {
				return true
			}
		}
	}
	return false
}
