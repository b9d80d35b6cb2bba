package adjoint

import (
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A pos is the place of a statement: index in its block.
type pos struct {
	block *ir.Block
	index int
}

// A shape describes the forward sweep: where each statement stands, what encloses it, and what is
// written where. It is made once, after the calls are split, and describes the body as it is
// before tape stores are inserted.
type shape struct {
	body   *ir.Block
	pos    map[ir.Stmt]pos
	owner  map[*ir.Block]ir.Stmt // the For, If or Block that a block belongs to, nil for the body
	order  map[ir.Stmt]int       // preorder number
	decl   map[*ir.Var]ir.Stmt   // the Decl, Alloc or For that declares a local
	writes map[cell][]write      // in program order; declarations of storage are writes
	inside map[ir.Stmt]map[cell]bool
	// fused are loops whose iterations are reversed one by one, each before the next begins.
	fused map[*ir.For]bool
}

// A write is one place that a statement writes.
type write struct {
	stmt ir.Stmt
	ref  *ir.Ref // resolved through views
}

func newShape(body *ir.Block) *shape {
	sh := &shape{
		body: body, pos: map[ir.Stmt]pos{}, owner: map[*ir.Block]ir.Stmt{}, order: map[ir.Stmt]int{},
		decl: map[*ir.Var]ir.Stmt{}, writes: map[cell][]write{}, inside: map[ir.Stmt]map[cell]bool{},
	}
	sh.block(body, nil)
	return sh
}

func (sh *shape) block(b *ir.Block, owner ir.Stmt) {
	sh.owner[b] = owner
	for i, s := range b.Stmts {
		sh.pos[s] = pos{b, i}
		sh.order[s] = len(sh.order)
		sh.note(s)
		switch s := s.(type) {
		case *ir.Block:
			sh.block(s, s)
		case *ir.For:
			sh.decl[s.Iter] = s
			sh.block(s.Body, s)
		case *ir.If:
			sh.block(s.Then, s)
			if s.Else != nil {
				sh.block(s.Else, s)
			}
		}
	}
}

func (sh *shape) note(s ir.Stmt) {
	switch s := s.(type) {
	case *ir.Decl:
		sh.decl[s.Var] = s
		if s.Var.View != nil {
			return
		}
	case *ir.Alloc:
		if len(s.Dst.Elems) == 0 {
			sh.decl[s.Dst.Var] = s
		}
	case *ir.Exec:
		for _, r := range s.Results {
			if r != nil && s.Define {
				sh.decl[r.Var] = s
			}
		}
	}
	add := func(r *ir.Ref) {
		c := cellOf(r)
		sh.writes[c] = append(sh.writes[c], write{s, r.Base()})
		for up := s; up != nil; up = sh.parent(up) {
			if sh.inside[up] == nil {
				sh.inside[up] = map[cell]bool{}
			}
			sh.inside[up][c] = true
		}
	}
	ir.Writes(s, func(r *ir.Ref) {
		add(r)
		// A declaration of storage, and a slice given away to a call, write every field in it.
		if !ir.IsFloat(r.T) && (ir.ElemType(r.T) != nil) {
			root := r.Base().Var
			fieldPaths(r.T, cellOf(r).path, func(path string, _ types.Type) {
				if c := (cell{root, path}); c != cellOf(r) {
					sh.writes[c] = append(sh.writes[c], write{s, r.Base()})
					for up := s; up != nil; up = sh.parent(up) {
						sh.inside[up][c] = true
					}
				}
			})
		}
	})
}

// parent returns the statement that s stands in, nil at the top.
func (sh *shape) parent(s ir.Stmt) ir.Stmt { return sh.owner[sh.pos[s].block] }

// loops returns the loops around s, outermost first.
func (sh *shape) loops(s ir.Stmt) []*ir.For { return sh.blockLoops(sh.pos[s].block) }

// blockLoops returns the loops around block b, outermost first.
func (sh *shape) blockLoops(b *ir.Block) []*ir.For {
	var list []*ir.For
	for s := sh.owner[b]; s != nil; s = sh.parent(s) {
		if f, ok := s.(*ir.For); ok {
			list = append([]*ir.For{f}, list...)
		}
	}
	return list
}

// writesIn says whether s or a statement inside it writes c.
func (sh *shape) writesIn(s ir.Stmt, c cell) bool { return sh.inside[s][c] }

// child returns the statement of block b that s is or stands in, nil if there is none.
func (sh *shape) child(b *ir.Block, s ir.Stmt) ir.Stmt {
	for ; s != nil; s = sh.parent(s) {
		if sh.pos[s].block == b {
			return s
		}
	}
	return nil
}

// common returns the innermost block that both statements stand in.
func (sh *shape) common(a, b ir.Stmt) *ir.Block {
	for up := a; up != nil; up = sh.parent(up) {
		blk := sh.pos[up].block
		if sh.child(blk, b) != nil {
			return blk
		}
	}
	return sh.body
}

// A point is a place between two statements: after statement index of block, before its first
// for index -1.
type point struct {
	block *ir.Block
	index int
}

// valuePoint returns the point since which no statement has written c when s is about to be
// executed (or has been, if after is set), within the iteration at hand. def is the
// statement just before the point, nil at the start of a loop body or of the function. The value
// at s is the value at the point.
func (sh *shape) valuePoint(c cell, s ir.Stmt, after bool) (p point, def ir.Stmt) {
	at := sh.pos[s]
	i := at.index
	if !after {
		i--
	}
	for b := at.block; ; {
		for ; i >= 0; i-- {
			if sh.writesIn(b.Stmts[i], c) {
				return point{b, i}, b.Stmts[i]
			}
		}
		up := sh.owner[b]
		if up == nil {
			return point{b, -1}, nil
		}
		if f, ok := up.(*ir.For); ok && sh.writesIn(f, c) {
			return point{b, -1}, nil
		}
		b, i = sh.pos[up].block, sh.pos[up].index-1
	}
}

// tapeLoops returns the loops around block b whose iterations have a place each in the tapes of what is kept
// there: those inside the innermost fused loop, outermost first.
func (sh *shape) tapeLoops(b *ir.Block) []*ir.For {
	loops := sh.blockLoops(b)
	return loops[sh.fusedDepth(loops):]
}

// fusedDepth returns the number of loops up to the innermost one that is fused.
func (sh *shape) fusedDepth(loops []*ir.For) int {
	for n := len(loops); n > 0; n-- {
		if sh.fused[loops[n-1]] {
			return n
		}
	}
	return 0
}

// overwritten says whether the value that c has at statement at since point p may be overwritten before
// the reverse sweep reads it.
func (sh *shape) overwritten(c cell, p point, at ir.Stmt) bool {
	if n := sh.fusedDepth(sh.loops(at)); n > sh.fusedDepth(sh.blockLoops(p.block)) {
		return false // a fused loop around at has not written it so far, nor has what stands behind that
	}
	return sh.writtenAfter(c, p)
}

// writtenAfter says whether a statement may write c after the function passed p, and before the reverse of the
// fused loop around it.
func (sh *shape) writtenAfter(c cell, p point) bool {
	for b, i := p.block, p.index+1; ; {
		for ; i < len(b.Stmts); i++ {
			if sh.writesIn(b.Stmts[i], c) {
				return true
			}
		}
		up := sh.owner[b]
		if up == nil {
			return false
		}
		if f, ok := up.(*ir.For); ok {
			if sh.fused[f] {
				return false
			}
			if sh.writesIn(f, c) {
				return true
			}
		}
		b, i = sh.pos[up].block, sh.pos[up].index+1
	}
}

// fieldPaths calls f for the cell path and the type of each scalar inside memory of type t that
// starts at path.
func fieldPaths(t types.Type, path string, f func(string, types.Type)) {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		fieldPaths(u.Elem(), path, f)
	case *types.Pointer:
		if _, ok := u.Elem().Underlying().(*types.Array); !ok {
			f(path, t)
			return
		}
		fieldPaths(u.Elem(), path, f) // it is indexed as the array is
	case *types.Array:
		fieldPaths(u.Elem(), path, f)
	case *types.Struct:
		for v := range u.Fields() {
			fieldPaths(v.Type(), path+"."+v.Name(), f)
		}
	default:
		f(path, t)
	}
}
