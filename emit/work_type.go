package emit

import (
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// plain prints the function that the user calls without a Work.
func (w *work) plain(s *sig, pool, use string) []code {
	p := newPrinter(w.file, heap{})
	head := s.name
	if r := receiver(s.fn); r != nil {
		head = "(" + text(p.param(r)) + " " + w.file.typ(r.Type) + ") " + head
	} else if decl, _ := s.typeParams(); decl != "" {
		head += decl
	}
	results := s.results(p, false)
	v := p.fresh("w")
	run := v + "." + s.mode.String() + "(" + names(s.all(p, true)) + ")"
	var body []code
	switch {
	case pool == "":
		body = []code{p.line("var %s %s%s", v, w.name, use), p.line("%s", prefixed("return ", run, results))}
	default:
		body = w.pooled(p, v, pool, run, results, use)
	}
	return w.file.function(s.doc(w), head, s.all(p, false), results, body)
}

func prefixed(pre, run string, results []field) string {
	if len(results) == 0 {
		return run
	}
	return pre + run
}

// pooled prints a call with a Work from the pool.
func (w *work) pooled(p *printer, v, pool, run string, results []field, use string) []code {
	f := w.file
	get := []code{p.line("%s := %s.Get().(*%s)", v, pool, w.name)}
	if use != "" { // pool is one of pools, by type
		all := pool
		pool = p.fresh("pool")
		get = []code{
			p.line("%s := %s[%s%s](&%s)", pool, f.helper("pardiffPool"), w.name, use, all),
			p.line("%s := %s.Get().(*%s%s)", v, pool, w.name, use),
		}
	}
	put := f.code(pool + ".Put(" + v + ")")
	if len(results) == 0 {
		return append(get, p.line("%s", run), put)
	}
	var list []string
	tok := ":="
	for _, r := range results {
		switch {
		case r.name == "":
			list = append(list, p.fresh("res"))
		default:
			tok = "="
			list = append(list, r.name)
		}
	}
	lhs := strings.Join(list, ", ")
	return append(get, p.line("%s %s %s", lhs, tok, run), put, p.line("return %s", lhs))
}

// typ prints the Work and its pool.
func (w *work) typ(pool, decl, use string) []code {
	f := w.file
	fields := comments(wrapText("Workers bounds the goroutines that take part in a call; 0 means GOMAXPROCS. It does not change the result."))
	fields = append(fields, jen.Id("Workers int"))
	if w.holds() {
		fields = append(fields, jen.Line())
	}
	for _, a := range w.mem.list {
		fields = append(fields, f.code(a.field+" "+f.helperName("pardiffArena")+"["+f.typ(a.elem)+"]"))
	}
	for _, t := range w.mem.tapes {
		fields = append(fields, f.code(t.field+" "+f.helperName("pardiffTape")+"["+f.typ(ir.ElemType(t.v.Type))+"]"))
	}
	if w.mem.rows {
		fields = append(fields, f.code("rows []"+f.helperName("pardiffRow")))
	}
	for _, n := range w.mem.nested {
		fields = append(fields, f.code(n.field+" *"+n.typ))
	}
	for _, l := range w.mem.loops {
		fields = append(fields, f.code(l.field+" "+l.name+use))
	}
	if len(w.mem.loops) > 0 {
		fields = append(fields, f.code("job "+f.helperName("pardiffJob")))
	}
	var out []code
	if pool != "" {
		if use != "" {
			out = append(out, comments(wrapText(pool+" holds a sync.Pool for each instance of "+w.name+"."))...)
			out = append(out, f.codef("var %s %s", pool, f.std("sync", "Map")), jen.Line())
		} else {
			out = append(out, f.codef("var %s = %s{New: func() %s { return %s }}", pool, f.std("sync", "Pool"), f.any(), f.new(w.name)), jen.Line())
		}
	}
	out = append(out, comments(w.doc())...)
	return append(out, jen.Type().Add(f.code(w.name+decl)).Struct(fields...), jen.Line())
}

// bytes prints the method that reports the memory held.
func (w *work) bytes(use string) []code {
	p := newPrinter(w.file, w.mem)
	w.mem.touched = map[string]bool{}
	var sum []string
	for _, a := range w.mem.list {
		w.file.helper("pardiffArena.bytes")
		sum = append(sum, p.recv().Name+"."+a.field+".bytes()")
	}
	for _, t := range w.mem.tapes {
		w.file.helper("pardiffTape.bytes")
		sum = append(sum, p.recv().Name+"."+t.field+".bytes()")
	}
	named := len(sum) > 0 || len(w.mem.nested) > 0
	if len(sum) == 0 {
		sum = []string{"0"}
	}
	doc := wrapText("Bytes returns the bytes of tape and scratch that the Work holds now.")
	head := w.receiver(p, named, use) + "Bytes"
	total := strings.Join(sum, " + ")
	if len(w.mem.nested) == 0 {
		return w.file.function(doc, head, nil, []field{{nil, "", "int"}}, []code{p.line("return %s", total)})
	}
	n := p.fresh("n")
	body := []code{p.line("%s := %s", n, total)}
	for _, x := range w.mem.nested {
		own := p.recv().Name + "." + x.field
		body = append(body, p.when(own+" != nil", []code{p.line("%s += %s.Bytes()", n, own)}))
	}
	body = append(body, p.line("return %s", n))
	return w.file.function(doc, head, nil, []field{{nil, "", "int"}}, body)
}
