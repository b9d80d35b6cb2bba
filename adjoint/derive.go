package adjoint

import (
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Options say what to derive.
type Options struct {
	// Forward asks for the tangent instead of the adjoint.
	Forward bool
	// Rows asks for the rows of the Jacobian: adjoints for each result by itself, which are those for the seed 1 of that result
	// and 0 of the others. The results that count as outputs are floats, and no argument is written where the caller sees it.
	Rows bool
	// Wrt names the parameters to differentiate with respect to; nil is every one that holds floats.
	Wrt []string
	// Of names the results and written arguments that count as outputs; nil is all of them.
	Of []string
	// Stop names local variables that count as constants.
	Stop []string
	// Serial asks for an adjoint without parallel loops. A tangent has none.
	Serial bool
	// Untested asks for a gradient that is right whatever its facts are, but for those that are unchecked.
	Untested bool
	// Kernels asks for an adjoint from which kernels for many threads are made: which loops run in parallel
	// is left open, see [Schedules].
	Kernels bool

	apart bool // neighbouring loops stay as they are
}

// A Problem is a reason why a function cannot be differentiated.
type Problem struct {
	Pos     token.Pos
	Message string
}

// A deriver holds what the passes share.
type deriver struct {
	fn   *ir.Func
	opt  Options
	body *ir.Block // the forward sweep: a copy of the primal's body
	act  *activity
	grad *Gradient
	errs []Problem

	written map[*ir.Var]bool // leaves of parameters that the body writes
	// origins leads from a loop of the reverse sweep to that of the primal.
	origins map[*ir.For]*ir.For
	winners []*winner
	places  map[*ir.Var]bool // integers that say which iteration won
	// after is what is to stand after a loop of the body; see gatherShifted.
	after  map[*ir.For][]ir.Stmt
	moved  []*ir.For // loops that became the innermost of their nest
	merged []mergedLoop
	fusion
	facts *facts
}

// Derive returns the gradient (or the tangent) of fn, or the reasons why there is none. It does not
// modify fn.
func Derive(fn *ir.Func, opt Options) (*Gradient, []Problem) {
	g, errs := fused(fn, opt)
	if len(errs) > 0 || !slices.ContainsFunc(g.Facts, func(u FactUse) bool { return u.Required }) {
		return g, errs
	}
	// A fact that saves no memory is not worth a panic where it does not hold.
	opt.Untested = true
	if plain, errs := fused(fn, opt); len(errs) == 0 && sameTapes(plain, g) {
		return plain, nil
	}
	return g, nil
}

// Examine returns the reasons why code of fn that gets active values has no derivative, as far as fn tells: it may be the part of
// a function that was translated.
func Examine(fn *ir.Func, opt Options) []Problem {
	d := newDeriver(fn, opt)
	for _, step := range []func(){d.findWritten, d.setActivity, d.refuse, d.refuseText} {
		step()
	}
	return d.errs
}

// Copy returns fn itself in the form of a gradient with respect to nothing.
func Copy(fn *ir.Func) *Gradient {
	return &Gradient{Primal: fn, Body: flatten(ir.CloneBlock(fn.Body)), Serial: true}
}

// sameTapes says whether two gradients keep the same values.
func sameTapes(a, b *Gradient) bool {
	return slices.EqualFunc(a.Tapes, b.Tapes, func(s, t TapeNote) bool { return s.Value == t.Value && s.Pos == t.Pos && s.Shape == t.Shape })
}

// fused derives fn, with loops that run together with their reverse where that is better.
func fused(fn *ir.Func, opt Options) (*Gradient, []Problem) {
	d := derive(fn, opt, nil)
	if len(d.errs) > 0 {
		return nil, d.errs
	}
	if len(d.merged) > 0 && !opt.Kernels {
		opt.apart = true
		if e := derive(fn, opt, nil); d.losesParallel(e) {
			return e.fuse().grad, nil
		}
		opt.apart = false
	}
	return d.fuse().grad, nil
}

// derive runs the passes. The loops whose numbers are in fuse, and which stand where that is possible, are
// taken to run together with their reverse; where that turns out to be wrong the passes stop, and apart
// holds them.
func derive(fn *ir.Func, opt Options, fuse map[int]bool) *deriver {
	d := newDeriver(fn, opt)
	d.fusion = newFusion(d.body, fuse)
	if d.run(examination) && d.run(differentiation) && !d.givenUp() {
		d.run(restructuring)
		d.grad.Body = d.body
	}
	return d
}

func newDeriver(fn *ir.Func, opt Options) *deriver {
	return &deriver{
		fn: fn, opt: opt, body: flatten(ir.CloneBlock(fn.Body)), written: map[*ir.Var]bool{}, origins: map[*ir.For]*ir.For{},
		places: map[*ir.Var]bool{}, after: map[*ir.For][]ir.Stmt{}, facts: newFacts(fn, !opt.Untested),
		grad: &Gradient{Primal: fn, Serial: opt.Serial},
	}
}

func (d *deriver) problem(pos token.Pos, format string, args ...any) {
	d.errs = append(d.errs, Problem{pos, fmt.Sprintf(format, args...)})
}

// flatten removes blocks that are only scopes: Vars are told apart by identity, and a longer
// scope lets the reverse sweep read what is still there.
func flatten(b *ir.Block) *ir.Block {
	var out []ir.Stmt
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *ir.Block:
			out = append(out, flatten(s).Stmts...)
			continue
		case *ir.For:
			flatten(s.Body)
		case *ir.If:
			flatten(s.Then)
			if s.Else != nil {
				flatten(s.Else)
			}
		}
		out = append(out, s)
	}
	b.Stmts = out
	return b
}

// findWritten finds the leaves of parameters that the body writes. The declaration of a view of a
// parameter is no write of it.
func (d *deriver) findWritten() {
	ir.Walk(d.body, func(s ir.Stmt) bool {
		if _, ok := s.(*ir.Decl); ok {
			return true
		}
		ir.Writes(s, func(r *ir.Ref) {
			if v := r.Base().Var; v.Kind == ir.Param && s != nil {
				d.written[v] = true
			}
		})
		return true
	})
}

// setActivity resolves wrt, of and stop and computes what is active.
func (d *deriver) setActivity() {
	a := &activity{wrt: map[*ir.Var]bool{}, outputs: map[*ir.Var]bool{}, stop: map[*ir.Var]bool{}}
	for _, p := range d.fn.Params {
		if d.isWrt(p) {
			d.grad.Wrt = append(d.grad.Wrt, p)
		}
		if d.opt.Wrt == nil && mapsFloats(p.Type) {
			pos := d.fn.Pos
			if p.Obj != nil {
				pos = p.Obj.Pos()
			}
			d.problem(pos, "cannot differentiate with respect to %s: it holds floats in a map, which has no adjoint; name the other parameters with wrt=", p.Name)
		}
	}
	for _, v := range d.fn.Leaves {
		byRef := d.written[v] && v.Home.ByRef() && ir.HoldsFloats(v.Type)
		if slices.Contains(d.grad.Wrt, v.Home.Param) {
			a.wrt[v] = true
		}
		if byRef && d.isOutput(v.Home.Param.Name) {
			a.outputs[v] = true
		} else if byRef {
			d.grad.LeftOut = append(d.grad.LeftOut, v)
		}
	}
	for _, r := range d.fn.Results {
		seed := Seed{Result: r, Adj: make([]*ir.Var, len(r.Leaves))}
		if d.isOutput(r.Name) && ir.HoldsFloats(r.Type) {
			for _, v := range r.Leaves {
				if ir.HoldsFloats(v.Type) {
					a.outputs[v] = true
				}
			}
			d.grad.Seeds = append(d.grad.Seeds, seed)
		}
	}
	d.stopAt(a)
	a.solve(d.body)
	d.act = a
}

// stopAt notes the variables that count as constants: numbers and memory of their own. Another name for memory, and a struct, whose
// fields are variables under other names, cannot be told from what else is active.
func (d *deriver) stopAt(a *activity) {
	own, other := map[string]bool{}, map[string]bool{}
	ir.Walk(d.body, func(s ir.Stmt) bool {
		ir.Writes(s, func(r *ir.Ref) {
			v := r.Var
			if !slices.Contains(d.opt.Stop, v.Name) || v.Kind != ir.Local {
				return
			}
			a.stop[v] = true
			own[v.Name] = true
			other[v.Name] = other[v.Name] || v.View != nil
		})
		return true
	})
	for _, name := range d.opt.Stop {
		if !own[name] || other[name] {
			d.problem(d.fn.Pos, "cannot take %s as a constant: it is a struct, or another name for memory; name numbers, arrays or slices with memory of their own in stop=", name)
		}
	}
}

// mapsFloats says whether t is or holds a map to floats.
func mapsFloats(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Map:
		return ir.HoldsFloats(u.Elem()) || mapsFloats(u.Elem())
	case *types.Slice:
		return mapsFloats(u.Elem())
	case *types.Array:
		return mapsFloats(u.Elem())
	}
	return false
}

// isWrt says whether parameter p gets an adjoint: it is asked for, or it holds floats that are
// written where the caller sees it.
func (d *deriver) isWrt(p *ir.ParamDecl) bool {
	if !ir.HoldsFloats(p.Type) || p.Name == "" || p.Name == "_" {
		return false
	}
	if d.opt.Wrt == nil || slices.Contains(d.opt.Wrt, p.Name) {
		return true
	}
	for v := range d.written {
		if v.Home.Param == p && v.Home.ByRef() && ir.HoldsFloats(v.Type) {
			return true
		}
	}
	return false
}

func (d *deriver) isOutput(name string) bool {
	return d.opt.Of == nil || slices.Contains(d.opt.Of, name)
}

// note returns the comment that names the primal statement an adjoint belongs to.
func (d *deriver) note(kind string, m *ir.Meta) string {
	if !m.Pos.IsValid() || m.Src == "" {
		return ""
	}
	p := d.fn.Fset.Position(m.Pos)
	return fmt.Sprintf("%s of %s:%d: %s", kind, filepath.Base(p.Filename), p.Line, m.Src)
}

// newLocal returns a fresh local variable.
func newLocal(name string, t types.Type) *ir.Var {
	return &ir.Var{Name: name, Type: t, Kind: ir.Local}
}
