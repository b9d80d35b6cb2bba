package emit

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A parallel loop becomes a struct with the variables that its body reads, and a method that executes
// one chunk of it. The struct is a field of the Work, so that a call allocates nothing:
//
//	loop := &w.loop1
//	loop.x, loop.n = x, n
//	w.job.run(loop, loop.cut(0, n, 20*d, 0, w.Workers))
//
// At the end of the call the structs are cleared, so that the Work does not keep the caller's memory.
type loopType struct{ field, name string }

// A loopPrinter prints one parallel loop.
type loopPrinter struct {
	*printer
	loop   *ir.For
	typ    loopType
	local  string  // placeholder of the pointer to the struct
	fields []field // of the struct: key of the placeholder, name of the field, type
	taken  map[string]bool
	// setup comes between the cutting and the run, finish after it; head and tail are the ends of the
	// method.
	setup, finish, head, tail []code
	// before comes before all of that: it declares the names that slices behind pointers have there.
	before  []code
	around  map[*ir.Var]string // these names
	private []ast.Expr         // lengths of the slices that chunks have copies of
	marks   []types.Type
	outer   map[any]bool // what the code around the loop has printed
	rows    *rows
	bases   []string // what the rows are parts of
	by      []string // how far after the chunk's first iteration they begin
	// sumPlaces are the places of sums around the loop.
	sumPlaces map[*ir.Var]func() ast.Expr
	// direct are placeholders that only the definitions of rows mention: they get no variable.
	direct map[string]string
	extra  []*ir.Var // what printing the body has declared
	// index says that the body uses the iterator.
	index    bool
	rowLines []code // the definitions of the rows
	// apart says that the body is a function of its own, body, which takes params and returns results.
	apart           bool
	body            string
	params, results []bodyParam
	terms           map[*ir.Var]int // printed so far, of each scatter
}

// Keys of placeholders in the method of a loop.
type (
	sumKey   struct{ v *ir.Var }
	termKey  struct{ v *ir.Var }
	firstKey struct{ v *ir.Var }
	loopKey  struct{ name string }
)

// parallel prints a parallel loop, nil if it is printed as a serial one.
func (p *printer) parallel(s *ir.For) []code {
	if p.out == nil || p.par != nil {
		return nil
	}
	l := &loopPrinter{printer: p, loop: s, taken: map[string]bool{"chunk": true, "part": true, "cut": true, "copies": true, "copiesOf": true, "perSlot": true, "halo": true, "group": true, "groups": true, "near": true, "workers": true, "chunks": true, p.file.helperName("pardiffLoop"): true, "_": true}}
	l.terms = map[*ir.Var]int{}
	l.typ, l.local = p.out.newLoop(), ""
	l.local = p.fresh(l.typ.field)
	used := p.used
	l.outer = used
	p.used, p.par = map[any]bool{}, l
	restore := l.bindSums()
	l.rows = rowsOf(s)
	if s.Par.Halo == 0 && len(s.Par.Near) == 0 { // no chunk is empty then
		l.rows.rollTerms()
		l.rows.rollUp()
	}
	p.ids[l.rows.from] = text(l.id(loopKey{"from"}, "from", rankMade))
	l.extra = append(l.extra, l.rows.from)
	var body []code
	if s.Jam > 0 {
		body = l.jammed()
	} else {
		body = p.inner(l.rows.body)
	}
	p.printTerms(l.rows)
	p.printStarts(l.rows)
	l.index = p.used[s.Iter]
	l.useRows()
	l.rowBases()
	restore()
	inner := p.used
	p.used, p.par = used, nil
	l.setApart()
	l.capture(inner)
	l.sums()
	l.rowLines = l.printRows()
	out := l.call()
	p.out.loops = append(p.out.loops, l.define(body)...)
	for k := range inner { // what is bound around the body of the function
		if _, ok := p.ids[k]; !ok {
			used[k] = true
		}
	}
	return out
}

// jammed prints the loops of a chunk in which several iterations go together.
func (l *loopPrinter) jammed() []code {
	end := &ir.Var{Name: "end", Type: l.loop.Iter.Type, Kind: ir.Local}
	l.ids[end] = text(l.id(loopKey{"end"}, "end", rankMade))
	l.extra = append(l.extra, end)
	part := *l.loop
	part.Par, part.Begin, part.Limit = nil, ir.NewRef(l.rows.from), ir.NewRef(end)
	return l.printer.loop(&part)
}

// recv is the receiver of the method of a loop.
func (l *loopPrinter) recv() *ast.Ident { return l.id(loopKey{"l"}, "l", rankExtra) }

// name returns a free name for a field.
func (l *loopPrinter) name(wish string) string {
	for n := 0; ; n++ {
		if c := numbered(wish, n); !l.taken[c] && !token.IsKeyword(c) {
			l.taken[c] = true
			return c
		}
	}
}

// capture makes fields of the variables that the body uses and does not declare.
func (l *loopPrinter) capture(used map[any]bool) {
	inside := map[any]bool{}
	inside[l.loop.Iter] = true
	inside[l.rows.index] = true
	l.rows.vars(func(v *ir.Var) { inside[v] = true })
	for _, v := range l.extra {
		inside[v] = true
	}
	ir.Walk(l.loop.Body, func(s ir.Stmt) bool {
		declared(s, func(v *ir.Var) { inside[v] = true })
		if f, ok := s.(*ir.For); ok {
			inside[f.Iter] = true
		}
		return true
	})
	var keys []any
	for k := range used {
		switch k.(type) {
		case loopKey, sumKey, termKey, firstKey:
			continue
		}
		if _, ok := l.ids[k]; ok && !inside[k] {
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, func(a, b any) int { return l.file.syms.find(l.ids[a]) - l.file.syms.find(l.ids[b]) })
	var names, values []string
	for _, k := range keys {
		id := l.ids[k]
		f := field{k, l.name(l.file.syms.list[l.file.syms.find(id)].wish), l.captured(k)}
		l.fields = append(l.fields, f)
		l.used[k] = true
		held := text(l.recv()) + "." + f.name
		_, direct := l.direct[id]
		switch {
		case l.apart && direct:
			l.direct[id] = l.fresh(l.file.syms.list[l.file.syms.find(id)].wish + "All")
			l.params = append(l.params, bodyParam{l.direct[id], f.typ, held, id})
			continue
		case l.apart:
			l.params = append(l.params, bodyParam{id, f.typ, held, id})
			continue
		case direct:
			l.direct[id] = held
			continue
		}
		names = append(names, id)
		values = append(values, held)
	}
	if len(names) > 0 {
		l.head = append(l.head, l.line("%s := %s", strings.Join(names, ", "), strings.Join(values, ", ")))
	}
}

// captured returns the type of the variable with a key.
func (l *loopPrinter) captured(k any) string {
	switch k := k.(type) {
	case *ir.Var:
		return l.file.typ(k.Type)
	case *ir.ParamDecl:
		return l.file.typ(k.Type)
	case *ir.ResultDecl:
		return l.file.typ(k.Type)
	case extraKey:
		switch of := k.of.(type) {
		case adjoint.Slot:
			return l.out.sig.adjType(of.Of)
		case *ir.ResultDecl:
			return l.file.typ(of.Type)
		}
	}
	panic(faultf("a parallel loop uses %v", k))
}

// chunk is the number of the chunk, a parameter of the method.
func (l *loopPrinter) chunk() *ast.Ident { return l.id(loopKey{"c"}, "c", rankMade) }

// scratch prints the Alloc of memory that lives for one iteration: a part of what the caller takes for
// all workers.
func (l *loopPrinter) scratch(s *ir.Alloc) []code {
	p := l.printer
	t := s.Dst.T
	elem := ir.ElemType(t)
	f := field{nil, l.name(s.Dst.Var.Name), "[]" + p.file.typ(elem)}
	l.fields = append(l.fields, f)
	l.marks = append(l.marks, elem)
	l.setup = append(l.setup, l.outside(func() code {
		at := l.local + "."
		p.file.helper("pardiffLoop.perSlot")
		n := ast.NewIdent(at + "perSlot(" + text(p.lengthOf(s)) + ")")
		return p.line("%s = %s", at+f.name, p.mem.get(p, types.NewSlice(elem), elem, n, true))
	}))
	recv, slot := text(l.recv()), text(l.id(loopKey{"slot"}, "slot", rankMade))
	x := ast.Expr(ast.NewIdent(p.file.helper("pardiffSlot") + "(" + recv + "." + f.name + ", " + slot + ", " + recv + ".workers)"))
	if _, plain := types.Unalias(t).(*types.Slice); !plain {
		x = call(p.typ(t), x)
	}
	out := []code{p.line("%s := %s", p.variable(s.Dst.Var), x)}
	if !s.Dirty {
		out = append(out, p.line("%s(%s)", p.file.builtin("clear"), p.variable(s.Dst.Var)))
	}
	return out
}

// outside prints something that stands around the loop, while its body is being printed.
func (l *loopPrinter) outside(f func() code) code {
	inner, sums := l.used, map[*ir.Var]func() ast.Expr{}
	l.used = l.outer
	for _, v := range l.loop.Par.Sums {
		sums[v] = l.places[v]
		if l.places[v] = l.sumPlaces[v]; l.places[v] == nil {
			delete(l.places, v)
		}
	}
	defer func() {
		l.used = inner
		maps.Copy(l.places, sums)
	}()
	return f()
}

// define prints the type and the method of the loop.
func (l *loopPrinter) define(body []code) []code {
	p := l.printer
	what := "a loop"
	if src := l.loop.Src; src != "" {
		what = "the loop " + src
	}
	fields := []code{jen.Id(p.file.helperName("pardiffLoop")), jen.Line()}
	for i := 0; i < len(l.fields); {
		j := i
		var names []string
		for ; j < len(l.fields) && l.fields[j].typ == l.fields[i].typ; j++ {
			names = append(names, l.fields[j].name)
		}
		fields = append(fields, p.file.code(strings.Join(names, ", ")+" "+l.fields[i].typ))
		i = j
	}
	out := comments(wrapText(l.typ.name + " holds what the chunks of " + what + " share."))
	out = append(out, jen.Type().Add(p.file.code(l.typ.name+l.out.decl)).Struct(fields...), jen.Line())
	recv := text(l.recv())
	end := text(l.id(loopKey{"end"}, "end", rankMade))
	c, slot := text(l.chunk()), "_"
	if name, ok := p.ids[loopKey{"slot"}]; ok {
		slot = name
	}
	from := text(l.id(loopKey{"from"}, "from", rankMade))
	part := p.line("%s, %s := %s.part(%s)", from, end, recv, c)
	var bodyFunc []code
	iter := text(p.variable(l.loop.Iter))
	head := iter + " := " + from + "; " + iter + " < " + end + "; " + iter + "++"
	if len(l.rows.list) > 0 || len(l.terms) > 0 {
		body = p.aroundRolls(l.rows, body)
		k := text(p.variable(l.rows.index))
		if l.index {
			body = append([]jen.Code{p.line("%s := %s + %s", iter, from, k)}, body...)
		}
		head = k + " := range " + end + " - " + from
	}
	if l.loop.Jam == 0 {
		body = []code{jen.For(p.file.code(head)).Block(body...)}
	}
	if l.apart {
		bodyFunc = l.defineBody(from, end, body)
		body = []code{l.bodyCall(from, end, func(x bodyParam) string { return x.held })}
	} else {
		l.head = append(l.head, l.rowLines...)
	}
	code := slices.Concat([]code{part}, l.head, body, l.tail)
	out = append(out, p.file.function(nil, "("+recv+" *"+l.typ.name+l.out.use+") chunk",
		[]field{{nil, c, "int"}, {nil, slot, "int"}}, nil, code)...)
	out = append(out, bodyFunc...)
	for _, k := range []string{"l", "c", "slot", "from", "end", "k"} { // the next loop has its own
		delete(p.ids, loopKey{k})
	}
	for _, v := range l.loop.Par.Sums {
		delete(p.ids, sumKey{v})
		delete(p.ids, termKey{v})
		delete(p.ids, firstKey{v})
	}
	return out
}

// A loopOutput is where the parallel loops of a method go.
type loopOutput struct {
	work      *work
	sig       *sig
	decl, use string
	loops     []code
	types     []loopType
}

// newLoop adds a loop to the Work.
func (o *loopOutput) newLoop() loopType {
	n := strconv.Itoa(len(o.work.mem.loops) + 1)
	t := loopType{o.work.mem.free("loop" + n), o.work.file.global(lowerFirst(strings.TrimSuffix(o.work.name, "Work")) + "Loop" + n)}
	o.work.mem.loops = append(o.work.mem.loops, t)
	o.types = append(o.types, t)
	return t
}
