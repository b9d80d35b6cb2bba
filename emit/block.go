package emit

import (
	"fmt"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/pardiff/pardiffgen/internal/affine"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A block is rows of one slice that an outline takes as one slice, and cuts itself: rows that follow each other without a gap,
// which those of iterations that go through a loop together do where it runs through whole rows of a matrix, or rows that begin
// next to each other, as those of a window do.
//
//	s, s1, s2, s3 = fInner1(x, w[o*n:][:4*n], s, s1, s2, s3)
//	fInner2(y, x[i:][:n+2], a, a1, a2)
//
// Three slices fit into the registers for arguments. With more, the call costs as much as a short loop.
type block struct {
	rows []rowSlice // in order
	// next says that the rows begin next to each other.
	next bool
}

// blocks returns the blocks of r, whose loop has n iterations. At least one row is in none of them: its length is that of all.
func (r *rows) blocks(n ir.Expr) []block {
	t := &terms{}
	length, one := t.poly(n), affine.PolyConst(1)
	var list []block
	for _, x := range r.list {
		by := t.poly(x.by)
		i := slices.IndexFunc(list, func(b block) bool {
			if b.rows[0].v != x.v {
				return false
			}
			k, first := int64(len(b.rows)), t.poly(b.rows[0].by)
			whole := !b.next && first.Add(length.Scale(k)).Equal(by)
			return whole || (b.next || k == 1) && first.Add(one.Scale(k)).Equal(by)
		})
		if i < 0 {
			list = append(list, block{rows: []rowSlice{x}})
			continue
		}
		b := &list[i]
		b.next = b.next || !t.poly(b.rows[0].by).Add(length.Scale(int64(len(b.rows)))).Equal(by)
		b.rows = append(b.rows, x)
	}
	all := len(list)
	list = slices.DeleteFunc(list, func(b block) bool { return len(b.rows) == 1 })
	if len(list) == all {
		return nil
	}
	return list
}

// length prints the length of b, where a row has n elements.
func (b *block) length(n string) string {
	if b.next {
		return fmt.Sprintf("%s+%d", n, len(b.rows)-1)
	}
	return fmt.Sprintf("%d*%s", len(b.rows), n)
}

// begin prints where row i of b begins in it, from the second on.
func (b *block) begin(i int, n string) string {
	switch {
	case b.next:
		return strconv.Itoa(i)
	case i == 1:
		return n
	}
	return fmt.Sprintf("%d*%s", i, n)
}

// blockOf returns the block with x in it, nil if there is none, and which of its rows x is.
func (o *outline) blockOf(x rowSlice) (b *block, at int) {
	for i := range o.blocks {
		b := &o.blocks[i]
		if at := slices.IndexFunc(b.rows, func(y rowSlice) bool { return y.row == x.row }); at >= 0 {
			return b, at
		}
	}
	return nil, 0
}

// cutRows prints what gives all rows the length of lead, which is in no block.
func (o *outline) cutRows(lead rowSlice) []code {
	p := o.printer
	name := func(x rowSlice) string { return text(p.variable(x.row)) }
	n := p.file.builtin("len") + "(" + name(lead) + ")"
	var out []code
	if len(o.blocks) > 0 {
		short := p.fresh("n")
		out = append(out, p.line("%s := %s", short, n))
		n = short
	}
	for _, b := range o.blocks {
		var names, parts []string
		for i := 1; i < len(b.rows); i++ {
			names, parts = append(names, name(b.rows[i])), append(parts, fmt.Sprintf("%s[%s:][:%s]", name(b.rows[0]), b.begin(i, n), n))
		}
		out = append(out, p.line("%s := %s", strings.Join(names, ", "), strings.Join(parts, ", ")))
	}
	for _, x := range o.rows.list {
		if _, at := o.blockOf(x); at == 0 && x.row != lead.row {
			out = append(out, p.line("%s = %[1]s[:%s]", name(x), n))
		}
	}
	return out
}

// lead returns the first row that is in no block.
func (o *outline) lead() rowSlice {
	i := slices.IndexFunc(o.rows.list, func(x rowSlice) bool { b, _ := o.blockOf(x); return b == nil })
	return o.rows.list[i]
}

// terms numbers what integers are sums of products of.
type terms struct{ list []ir.Expr }

// poly returns e as a polynomial in terms.
func (t *terms) poly(e ir.Expr) affine.Poly {
	if n, ok := ir.IntVal(e); ok {
		return affine.PolyConst(n)
	}
	if b, ok := e.(*ir.Binary); ok {
		x, y := t.poly(b.X), t.poly(b.Y)
		switch b.Op {
		case token.ADD:
			return x.Add(y)
		case token.SUB:
			return x.Sub(y)
		case token.MUL:
			return x.Mul(y)
		}
	}
	i := slices.IndexFunc(t.list, func(x ir.Expr) bool { return ir.Equal(x, e) })
	if i < 0 {
		i = len(t.list)
		t.list = append(t.list, e)
	}
	return affine.PolySym(affine.Sym(i))
}
