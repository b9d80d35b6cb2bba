package emit

import (
	"go/ast"
	"slices"
	"strings"
)

// call prints what stands in the place of the loop.
func (l *loopPrinter) call() []code {
	p := l.printer
	var fields, values []string
	for _, f := range l.fields {
		if f.key == nil {
			continue
		}
		value := ""
		if k, ok := f.key.(sumKey); ok {
			value = l.aroundName(k.v)
		} else {
			value = p.ids[f.key]
		}
		fields, values = append(fields, l.local+"."+f.name), append(values, value)
	}
	out := append(l.before, p.line("%s := &%s.%s", l.local, p.recv(), l.typ.field))
	var all []code
	if len(fields) > 0 {
		all = append(all, p.line("%s = %s", strings.Join(fields, ", "), strings.Join(values, ", ")))
	}
	if h := l.loop.Par.Halo; h > 0 || len(l.loop.Par.Near) > 0 {
		out = append(out, p.line("%s.halo = %d", l.local, h))
	}
	out = append(out, l.near()...)
	if g := l.loop.Jam; g > 0 {
		out = append(out, p.line("%s.group = %d", l.local, g))
	}
	p.file.helper("pardiffLoop.part")
	p.file.helper("pardiffJob.run")
	shape := l.cut()
	if l.apart || len(l.setup) > 0 {
		if !l.apart {
			all = append(all, p.line("%s", shape))
		}
		shape = "&" + l.local + "." + p.file.helperName("pardiffLoop")
	}
	var release []code
	for i, t := range l.marks {
		if hasType(l.marks[:i], t) {
			continue
		}
		a := p.mem.(*arenas)
		name := p.fresh("mark")
		all = append(all, p.line("%s := %s", name, call(a.method(p, t, "mark"))))
		release = append(release, p.line("%s", call(a.method(p, t, "release"), ast.NewIdent(name))))
	}
	all = append(all, l.setup...)
	all = append(all, p.line("%s.job.run(%s, %s)", p.recv(), l.local, shape))
	all = slices.Concat(all, l.finish, release)
	if l.apart {
		return append(out, l.atOnce(all))
	}
	return append(out, all...)
}

// cut prints the call that cuts the loop into chunks.
func (l *loopPrinter) cut() string {
	p := l.printer
	private := "0"
	if len(l.private) > 0 {
		var list []string
		for _, x := range l.private {
			list = append(list, text(x))
		}
		private = strings.Join(list, " + ")
	}
	work := text(p.length(l.loop.Par.Work))
	if list := l.loop.Par.If; len(list) > 0 {
		work = p.file.helper("pardiffWhere") + "(" + p.all(list) + ", " + work + ")"
	}
	args := []string{text(p.length(l.loop.Begin)), text(p.length(l.loop.Limit)), work, private, text(p.recv()) + ".Workers"}
	p.file.helper("pardiffLoop.cut")
	return l.local + ".cut(" + strings.Join(args, ", ") + ")"
}
