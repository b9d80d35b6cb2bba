package cudatmpl

import (
	"go/token"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A buffer is memory on the device: that of a slice, of an array, or of a number that kernels write.
type buffer struct {
	v *ir.Var
	shape
	kind bufferKind
	// field is the name of the buffer in the launcher.
	field string
	// primal is the parameter's leaf that an adjoint belongs to.
	primal *ir.Var
	// swapped says that a Swap may exchange it for another.
	swapped bool
	written bool
}

type bufferKind uint8

const (
	sliceBuffer bufferKind = iota
	arrayBuffer
	cellBuffer // one number
)

// A place says where a Var lives.
type place uint8

const (
	onHost   place = iota // a Go variable of the launcher
	onDevice              // a buffer
	inKernel              // declared in the body of a kernel
)

// findPlaces classifies the Vars: slices and what kernels write are on the device, and so is each number that
// depends on such memory; everything else is a variable of the launcher.
func (p *plan) findPlaces() {
	at := map[*ir.Var]place{}
	p.at, p.outer = at, map[*ir.Var]bool{}
	for _, r := range p.grad.Primal.Results {
		for _, v := range r.Leaves {
			at[v] = onDevice
		}
	}
	for _, l := range p.grad.Leaves {
		at[l.Adj] = onDevice
	}
	for changed := true; changed; {
		changed = false
		set := func(v *ir.Var) {
			if at[v] == onHost {
				at[v], changed = onDevice, true
			}
		}
		var visit func(b *ir.Block, inKern bool)
		visit = func(b *ir.Block, inKern bool) {
			for _, s := range b.Stmts {
				kern := inKern || p.kernel[s]
				ir.Inner(s, func(b *ir.Block) { visit(b, kern) })
				if d, ok := s.(*ir.Decl); ok {
					if d.Var.View != nil {
						continue
					}
					p.outer[d.Var] = p.outer[d.Var] || !inKern
				}
				value := stmtValue(s)
				ir.Writes(s, func(r *ir.Ref) {
					v := r.Base().Var
					if inKern || len(r.Elems) > 0 || isSlice(v.Type) || isArray(v.Type) || value != nil && !p.hostExpr(value) {
						set(v)
					}
				})
			}
		}
		visit(p.body, false)
	}
}

// stmtValue returns the value that s assigns, nil if it assigns none.
func stmtValue(s ir.Stmt) ir.Expr {
	switch s := s.(type) {
	case *ir.Decl:
		return s.Init
	case *ir.Store:
		return s.Src
	case *ir.Reduce:
		return s.Src
	}
	return nil
}

// hostExpr says whether the launcher can evaluate e: it reads no memory that is on the device.
func (p *plan) hostExpr(e ir.Expr) bool {
	ok := true
	ir.WalkExpr(e, func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Len:
			for _, i := range e.X.Indices() {
				ok = ok && p.hostExpr(i)
			}
			return false
		case *ir.Ref:
			v := e.Base().Var
			if p.at[v] == onDevice || isSlice(v.Type) {
				ok = false
			}
		case *ir.Slice, *ir.Saved:
			ok = false
		}
		return ok
	})
	return ok
}

// buffer returns the buffer of a Var that lives on the device.
func (p *plan) buffer(v *ir.Var) *buffer {
	if b := p.buffers[v]; b != nil {
		return b
	}
	b := &buffer{v: v, shape: p.shapeOf(v)}
	switch {
	case isSlice(v.Type):
	case isArray(v.Type):
		b.kind = arrayBuffer
	default:
		b.kind = cellBuffer
	}
	wish := v.Name
	if h := home(v); h != nil && len(h.Path) > 0 {
		wish = h.Param.Name
		for _, f := range h.Path {
			wish += upperFirst(f.Name())
		}
		if v.Kind == ir.Adjoint {
			wish += "Adj"
		}
	}
	b.field = p.fields.fresh(lowerFirst(wish))
	for _, l := range p.grad.Leaves {
		if l.Adj == v {
			b.primal = l.Primal
		}
	}
	p.buffers[v] = b
	p.order = append(p.order, b)
	return b
}

// home returns the place of a parameter's leaf, or of the leaf that an adjoint belongs to.
func home(v *ir.Var) *ir.Home {
	if v.Kind == ir.Param || v.Kind == ir.Adjoint {
		return v.Home
	}
	return nil
}

// posOf returns the first valid position.
func posOf(list ...token.Pos) token.Pos {
	for _, p := range list {
		if p.IsValid() {
			return p
		}
	}
	return token.NoPos
}
