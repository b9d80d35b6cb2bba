package analysis

import (
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// stable says whether x has the same value wherever the Vars in it are in scope. It assumes that
// of Vars that no pass has yet found to be written.
func (l *lowerer) stable(x ir.Expr) bool {
	ok := true
	ir.WalkExpr(x, func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Opaque:
			ok = ok && e.Pure
		case *ir.Len:
			for _, i := range e.X.Indices() {
				ok = ok && l.stable(i)
			}
			ok = ok && l.assumeHeader(e.X)
			return false
		case *ir.Ref:
			if _, slice := e.T.Underlying().(*types.Slice); slice {
				ok = ok && l.assumeHeader(e)
			} else {
				ok = ok && l.assume(e)
			}
		}
		return ok
	})
	return ok
}

// assumeHeader takes the slice that lies at r to keep its memory and length.
func (l *lowerer) assumeHeader(r *ir.Ref) bool {
	b := r.Base()
	if len(b.Elems) > 0 && len(l.keys[b.Var]) == 0 {
		return false // rows of a slice without a name: nothing can be learnt of them
	}
	for _, k := range l.keys[b.Var] {
		if l.unstable[k.header()] {
			return false
		}
	}
	if len(b.Elems) > 0 {
		l.rowHeaders[b.Var] = true
	} else {
		l.headers[b.Var] = true
	}
	return true
}

// assume takes the storage of r to be never written, unless that is known to be wrong.
func (l *lowerer) assume(r *ir.Ref) bool {
	b := r.Base()
	v := b.Var
	if v.Kind == ir.Iter {
		return true
	}
	if l.mutable[v] || v.Kind == ir.Local && len(b.Elems) > 0 && len(l.keys[v]) == 0 {
		return false // of memory without a name nothing can be learnt
	}
	for _, k := range l.keys[v] {
		if l.unstable[k] {
			return false
		}
	}
	l.assumed[v] = true
	return true
}

// pin returns an expression with the value that x has now.
func (l *lowerer) pin(name string, x ir.Expr) ir.Expr {
	if x == nil || l.stable(x) {
		return x
	}
	return l.save(name, x)
}

// pinRef returns a reference to the place that r is now, whatever its subscripts become.
func (l *lowerer) pinRef(r *ir.Ref) *ir.Ref {
	var elems []ir.Elem
	for i, e := range r.Elems {
		if e.Index == nil {
			continue
		}
		if p := l.pin("k", e.Index); p != e.Index {
			if elems == nil {
				elems = append(elems, r.Elems...)
			}
			elems[i].Index = p
		}
	}
	if elems == nil {
		return r
	}
	return &ir.Ref{Var: r.Var, Elems: elems, T: r.T}
}

// pinNode is pinRef for all places in n: what a pointer to n stands for.
func (l *lowerer) pinNode(n *node) *node {
	if n.lazy != nil || n.parts != nil {
		return n // parameters and split structs have no subscripts on the way
	}
	if r, ok := n.x.(*ir.Ref); ok && len(r.Elems) > 0 {
		c := *n
		c.x = l.pinRef(r)
		l.noteAlias(r, nil)
		return &c
	}
	if n.to != nil {
		c := *n
		c.to = l.pinNode(n.to)
		return &c
	}
	return n
}
