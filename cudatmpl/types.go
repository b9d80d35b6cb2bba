package cudatmpl

import (
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// ctype returns the C++ type that stands for a Go type, "" if none does.
func ctype(t types.Type) string {
	b, ok := types.Unalias(t).Underlying().(*types.Basic)
	if !ok {
		return ""
	}
	switch b.Kind() {
	case types.Float64, types.UntypedFloat:
		return "double"
	case types.Float32:
		return "float"
	case types.Int, types.Int64, types.UntypedInt:
		return "long long"
	case types.Uint, types.Uint64, types.Uintptr:
		return "unsigned long long"
	case types.Int32, types.UntypedRune:
		return "int"
	case types.Uint32:
		return "unsigned int"
	case types.Int16:
		return "short"
	case types.Uint16:
		return "unsigned short"
	case types.Int8:
		return "signed char"
	case types.Uint8:
		return "unsigned char"
	case types.Bool, types.UntypedBool:
		return "bool"
	}
	return ""
}

// sizeOf returns the bytes of a number on the device, which are those that Go has.
func sizeOf(t types.Type) int64 {
	return types.SizesFor("gc", "amd64").Sizeof(types.Unalias(t).Underlying())
}

// A shape is memory as it lies on the device: numbers of one type, in rows of fixed lengths.
type shape struct {
	elem types.Type
	// dims are the lengths of arrays inside, outermost first. A struct, in which all numbers have one type, counts as
	// an array of them.
	dims []int64
	// fields says that there is a struct.
	fields bool
}

// flat returns the product of the dims.
func (s shape) flat() int64 {
	n := int64(1)
	for _, d := range s.dims {
		n *= d
	}
	return n
}

// shapeOf returns the shape of what a slice holds in each of its elements, of an array or of a number.
func (p *plan) shapeOf(v *ir.Var) shape {
	s, ok := flatShape(v.Type)
	if !ok {
		refuse(posOf(v.Pos, p.grad.Primal.Pos), "no CUDA for %s: %s holds elements of type %s, and memory on the device is slices of numbers, or of arrays and structs of numbers of one type; keep the parts in slices of their own", p.grad.Primal.Name, v.Name, s.elem)
	}
	return s
}

// flatShape returns the shape of memory of a type, false if it is not numbers of one type.
func flatShape(t types.Type) (s shape, ok bool) {
	if u, ok := t.Underlying().(*types.Slice); ok {
		t = u.Elem()
	} else if u, ok := t.Underlying().(*types.Pointer); ok {
		t = u.Elem()
	}
	for {
		a, ok := t.Underlying().(*types.Array)
		if !ok {
			break
		}
		s.dims = append(s.dims, a.Len())
		t = a.Elem()
	}
	if _, ok := t.Underlying().(*types.Struct); ok {
		n, elem := numbers(t)
		if elem == nil {
			return shape{elem: t}, false
		}
		s.dims, s.fields, t = append(s.dims, n), true, elem
	}
	s.elem = t
	return s, ctype(t) != ""
}

// numbers returns how many numbers a value of type t holds and their type, nil if it holds something else, or numbers
// of several types.
func numbers(t types.Type) (n int64, elem types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Array:
		n, elem = numbers(u.Elem())
		return n * u.Len(), elem
	case *types.Struct:
		for f := range u.Fields() {
			m, e := numbers(f.Type())
			if e == nil || elem != nil && !types.Identical(e.Underlying(), elem.Underlying()) {
				return 0, nil
			}
			n, elem = n+m, e
		}
		return n, elem
	}
	if ctype(t) == "" {
		return 0, nil
	}
	return 1, t
}

// flatField returns the place of e in memory that lies flat, where there are structs in it; nil if e is no number.
func flatField(r *ir.Ref) ir.Expr {
	at := ir.Expr(ir.Int(0))
	t := r.Var.Type
	for _, e := range r.Elems {
		if e.Index != nil {
			t = ir.ElemType(t)
			n, _ := numbers(t)
			at = ir.Add(at, ir.Mul(e.Index, ir.Int(n)))
			continue
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok || e.Field == nil {
			return nil
		}
		for f := range s.Fields() {
			if t = f.Type(); f == e.Field {
				break
			}
			n, _ := numbers(t)
			at = ir.Add(at, ir.Int(n))
		}
	}
	if ctype(t) == "" {
		return nil
	}
	return at
}

func isSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

// isArray says whether t is an array or a pointer to one.
func isArray(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	_, ok := t.Underlying().(*types.Array)
	return ok
}
