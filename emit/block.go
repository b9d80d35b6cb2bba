package emit

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/internal/affine"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A block is rows of one slice that follow each other without a gap, in order. Those of iterations that go through a loop
// together do where the loop runs through whole rows of a matrix. An outline takes a block as one slice, and cuts it:
//
//	s, s1, s2, s3 = fInner1(x, w[o*n:][:4*n], s, s1, s2, s3)
//
// Three slices fit into the registers for arguments. With more, the call costs as much as a short loop.
type block []rowSlice

// blocks returns the blocks of r, whose loop has n iterations. At least one row is in none of them: its length is that of all.
func (r *rows) blocks(n ir.Expr) []block {
	t := &terms{}
	length := t.poly(n)
	var list []block
	var single []rowSlice
	for _, x := range r.list {
		i := slices.IndexFunc(list, func(b block) bool {
			next := t.poly(b[0].by).Add(length.Scale(int64(len(b))))
			return b[0].v == x.v && next.Equal(t.poly(x.by))
		})
		if i >= 0 {
			list[i] = append(list[i], x)
		} else {
			list = append(list, block{x})
		}
	}
	list = slices.DeleteFunc(list, func(b block) bool {
		if len(b) == 1 {
			single = append(single, b[0])
		}
		return len(b) == 1
	})
	if len(single) == 0 {
		return nil
	}
	return list
}

// blockOf returns the block with x in it, nil if there is none, and which of its rows x is.
func (o *outline) blockOf(x rowSlice) (b block, at int) {
	for _, b := range o.blocks {
		if at := slices.IndexFunc(b, func(y rowSlice) bool { return y.row == x.row }); at >= 0 {
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
		for i, x := range b[1:] {
			first := n
			if i > 0 {
				first = fmt.Sprintf("%d*%s", i+1, n)
			}
			names, parts = append(names, name(x)), append(parts, fmt.Sprintf("%s[%s:][:%s]", name(b[0]), first, n))
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
