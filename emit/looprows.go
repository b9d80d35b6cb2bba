package emit

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// useRows prints the distances of the rows, with sums as the chunk knows them.
func (l *loopPrinter) useRows() {
	for _, r := range l.rows.list {
		l.by = append(l.by, operand(l.expr(r.by)))
	}
}

// rowBases prints what the rows are parts of. Variables that nothing else mentions need not be there.
func (l *loopPrinter) rowBases() {
	p := l.printer
	body := maps.Clone(p.used)
	l.direct = map[string]string{}
	for _, r := range l.rows.list {
		l.bases = append(l.bases, text(p.variable(r.v)))
	}
	for k := range p.used {
		if id, ok := p.ids[k]; ok && !body[k] {
			l.direct[id] = ""
		}
	}
}

// printRows prints the definitions of the rows.
func (l *loopPrinter) printRows() []code {
	p := l.printer
	from, end := text(l.id(loopKey{"from"}, "from", rankMade)), text(l.id(loopKey{"end"}, "end", rankMade))
	var out []code
	for i, r := range l.rows.list {
		base := l.base(r.v)
		last, most := p.lastOf(base, loose(r.v, r.by, l.loop.Limit))
		part := "[" + l.rowBegin(r.by, l.by[i]) + ":" + last + "][:" + end + "-" + from + "]"
		if ir.IsVal(r.by, 0) {
			part = "[" + from + ":" + end + most + "]"
		}
		out = append(out, p.line("%s := %s%s", p.variable(r.row), base, part))
	}
	return append(out, p.startRolls(l.rows, func(x roll) []string {
		return x.firsts(l.base, func(by ir.Expr) string { return l.rowBegin(by, operand(l.expr(by))) })
	})...)
}

// base prints what rows of v are parts of.
func (l *loopPrinter) base(v *ir.Var) string {
	base := l.bases[slices.IndexFunc(l.rows.list, func(r rowSlice) bool { return r.v == v })]
	start := len(base) - len(strings.TrimLeft(base, "(*")) // of x in (*x)
	root := base[start:]
	if n := strings.IndexAny(root, ".)"); n >= 0 {
		root = root[:n]
	}
	if f := l.direct[root]; f != "" {
		base = base[:start] + f + base[start+len(root):]
	}
	if strings.HasPrefix(base, "*") {
		base = "(" + base + ")"
	}
	return base
}

// rowBegin prints where a row begins that lies by, printed as text, after the chunk's first iteration.
func (l *loopPrinter) rowBegin(by ir.Expr, printed string) string {
	from := text(l.id(loopKey{"from"}, "from", rankMade))
	if n, ok := ir.IntVal(by); ok && n < 0 {
		return from + " - " + strconv.FormatInt(-n, 10)
	}
	if ir.IsVal(by, 0) {
		return from
	}
	return from + " + " + printed
}
