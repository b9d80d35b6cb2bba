package cudatmpl

import (
	"go/token"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// A plan is a gradient cut into steps of the launcher and kernels.
type plan struct {
	file *file
	name string // of the gradient, for the names of kernels
	grad *adjoint.Gradient
	body *ir.Block
	// sched says which loops may run in parallel, and how.
	sched map[*ir.For]*ir.Par
	// kernel holds the statements that become kernels as a whole: nests that run in parallel, and what one
	// thread does.
	kernel map[ir.Stmt]bool
	// serial holds what must be done by one thread, because the launcher does not know its bounds.
	serial map[ir.Stmt]bool
	at     map[*ir.Var]place
	// outer holds the Vars that are declared between kernels.
	outer   map[*ir.Var]bool
	buffers map[*ir.Var]*buffer
	order   []*buffer // in order of first use
	fields  *namer    // of the launcher's struct
	steps   []step
	// assigned are leaves of parameters by value that the body assigns, grows the tapes that grow.
	assigned map[*ir.Var]bool
	grows    map[*buffer]bool
	// cleared are buffers that a step reserves where they are declared.
	cleared map[*buffer]bool
	sweep   string // the name of the method
	// spread holds the loops whose sums the lanes of a warp may share, with the variables for the sums.
	spread map[*ir.For][]*ir.Var
	// inverse holds the blocks for which the launcher makes the inverse of an index, trusted the memory of these, which
	// the launcher tests, and inverted what says that they are there.
	inverse  map[*ir.Block]*inversion
	trusted  map[*ir.Var]bool
	inverted []string
	// kept holds what is kept of slices of iterations, while their nest is split.
	kept map[*ir.Var]bool
	// scanned holds the blocks for which the launcher makes scans.
	scanned   map[*ir.Block]*scanSpec
	scanParts []string // the fields of the launcher that scans need
	// ofScan are the loops that scans made parallel.
	ofScan map[*ir.For]bool
	// parts are the nests that a fused nest was made of.
	parts map[*ir.For][]*ir.For
	// atomics allows sums by atomics, where threads would have copies or launches take turns.
	atomics bool
}

// newPlan plans the gradient of a request. fields are the names in use in the launcher's struct.
func newPlan(f *file, r *Request, fields *namer) *plan {
	g := r.Gradient
	p := &plan{file: f, name: r.Name, grad: g, atomics: r.Atomic, fields: fields, buffers: map[*ir.Var]*buffer{}, serial: map[ir.Stmt]bool{}, assigned: map[*ir.Var]bool{}, spread: map[*ir.For][]*ir.Var{}, grows: map[*buffer]bool{}, cleared: map[*buffer]bool{}, inverse: map[*ir.Block]*inversion{}, trusted: map[*ir.Var]bool{}, parts: map[*ir.For][]*ir.For{}, scanned: map[*ir.Block]*scanSpec{}, ofScan: map[*ir.For]bool{}}
	p.refuseSignature()
	p.body = prepare(g)
	p.refuseGlobals()
	p.findAssigned()
	p.split()
	p.refuseSerial()
	for _, v := range g.Primal.Leaves {
		if isSlice(v.Type) {
			p.shapeOf(v)
		}
	}
	for _, l := range g.Leaves {
		p.buffer(l.Adj)
	}
	p.steps = p.block(p.body)
	return p
}

// split cuts the body, takes sums out of its nests, cuts what this gives, and fuses nests of that.
func (p *plan) split() {
	p.sched = schedules(p.grad, p.body)
	p.cut()
	if p.scans(p.body) {
		p.sched = schedules(p.grad, p.body)
		p.cut()
	}
	p.splitNests(p.body)
	p.sched = schedules(p.grad, p.body)
	p.cut()
	p.fuseNests()
}

// prepare returns the body of a gradient in the form that becomes kernels best.
func prepare(g *adjoint.Gradient) *ir.Block {
	body := ir.CloneBlock(g.Body)
	adjoint.Unguarded(body)
	useSingles(g.Primal, body)
	return body
}

// cut decides what is a kernel, until the launcher knows the bounds and conditions around each.
func (p *plan) cut() {
	for {
		p.kernel = map[ir.Stmt]bool{}
		p.cutBlock(p.body)
		p.findPlaces()
		if !p.sink(p.body) {
			return
		}
	}
}

func (p *plan) cutBlock(b *ir.Block) {
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *ir.For:
			if p.sched[s] == nil && !p.serial[s] && p.parallelInside(s) {
				p.cutBlock(s.Body)
				continue
			}
			p.kernel[s] = true
		case *ir.If:
			if p.serial[s] || !p.parallelInside(s) && !hostOnly(s) {
				p.kernel[s] = true
				continue
			}
			ir.Inner(s, p.cutBlock)
		}
	}
}

// parallelInside says whether a loop that may run in parallel stands inside s.
func (p *plan) parallelInside(s ir.Stmt) bool {
	found := false
	ir.Walk(s, func(s ir.Stmt) bool {
		if f, ok := s.(*ir.For); ok && p.sched[f] != nil {
			found = true
		}
		return !found
	})
	return found
}

// hostOnly says whether a branch may stay with the launcher although no kernel is in it: it holds no loops, so
// that it is what a check of arguments or a choice of sizes is.
func hostOnly(s *ir.If) bool {
	only := true
	ir.Walk(s, func(s ir.Stmt) bool {
		switch s.(type) {
		case *ir.For, *ir.Reduce:
			only = false
		}
		ir.Writes(s, func(r *ir.Ref) { only = only && len(r.Elems) == 0 && !isSlice(r.Var.Type) && !ir.IsFloat(r.Var.Type) })
		return only
	})
	return only
}

// sink marks loops and branches around kernels whose bounds or conditions the launcher does not know: one thread
// executes all of them. It says whether it found any.
func (p *plan) sink(b *ir.Block) bool {
	found := false
	for _, s := range b.Stmts {
		if p.kernel[s] {
			if f, ok := s.(*ir.For); ok && p.sched[f] != nil && !p.hostBounds(f) {
				delete(p.sched, f)
				found = true
			}
			continue
		}
		switch s := s.(type) {
		case *ir.For:
			if s.While != nil || !p.hostBounds(s) {
				p.serial[s], found = true, true
				continue
			}
			found = p.sink(s.Body) || found
		case *ir.If:
			if !p.hostExpr(s.Cond) {
				p.serial[s], found = true, true
				continue
			}
			ir.Inner(s, func(b *ir.Block) { found = p.sink(b) || found })
		}
	}
	return found
}

func (p *plan) hostBounds(f *ir.For) bool {
	return p.hostExpr(f.Begin) && (f.Limit == nil || p.hostExpr(f.Limit)) && p.hostExpr(f.Step)
}

// refuseSignature refuses parameters and results that the launcher cannot bring to the device.
func (p *plan) refuseSignature() {
	fn := p.grad.Primal
	sig := fn.Obj.Signature()
	if sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0 {
		refuse(fn.Pos, "no CUDA for %s: it is generic, and kernels are made for one type; put cuda on a function of that type that calls it", fn.Name)
	}
	for _, r := range fn.Results {
		for _, v := range r.Leaves {
			if ctype(v.Type) == "" {
				refuse(posOf(resultPos(r), fn.Pos), "no CUDA for %s: its result has type %s, and launchers return numbers alone; write it into an argument", fn.Name, r.Type)
			}
		}
	}
	for _, l := range p.grad.Leaves {
		if l.Written && !l.Primal.Home.ByRef() {
			refuse(posOf(l.Primal.Pos, fn.Pos), "no CUDA for %s: it assigns its parameter %s; assign a local variable instead", fn.Name, l.Primal.Name)
		}
	}
}

// refuseGlobals refuses package-level variables but for numbers of the package itself: launchers bring to the device what
// they get.
func (p *plan) refuseGlobals() {
	fn := p.grad.Primal
	ir.Walk(p.body, func(s ir.Stmt) bool {
		ir.Reads(s, func(e ir.Expr) {
			ir.WalkExpr(e, func(e ir.Expr) bool {
				r, ok := e.(*ir.Ref)
				if !ok || r.Var.Kind != ir.Global {
					return true
				}
				v := r.Var
				if ctype(v.Type) == "" || v.Copy != nil || v.Obj == nil || v.Obj.Pkg() != fn.Pkg {
					refuse(posOf(s.Info().Pos, fn.Pos), "no CUDA for %s: it reads the package-level variable %s, which launchers do not bring to the device; pass it as an argument", fn.Name, v.UserName())
				}
				return true
			})
		})
		return true
	})
}

func resultPos(r *ir.ResultDecl) token.Pos {
	if r.Obj == nil {
		return token.NoPos
	}
	return r.Obj.Pos()
}

// findAssigned finds the parameters that the body assigns, and refuses what the launcher cannot do with them.
func (p *plan) findAssigned() {
	fn := p.grad.Primal
	ir.Walk(p.body, func(s ir.Stmt) bool {
		switch d := s.(type) {
		case *ir.Call:
			p.refuseCall(s)
		case *ir.Exec:
			if !d.Bounds {
				p.refuseCall(s)
			}
		case *ir.Decl:
			if d.Var.View != nil {
				return true
			}
		}
		ir.Writes(s, func(r *ir.Ref) {
			v := r.Base().Var
			if v.Kind != ir.Param || isSlice(v.Type) && len(r.Elems) > 0 {
				return
			}
			pos := posOf(s.Info().Pos, fn.Pos)
			switch {
			case isSlice(v.Type):
				refuse(pos, "no CUDA for %s: it exchanges the parameter %s for another slice; copy it to a local slice first", fn.Name, v.Name)
			case isArray(v.Type) && !isPointer(v.Type):
				refuse(pos, "no CUDA for %s: it writes its parameter %s, an array; write a local array instead", fn.Name, v.Name)
			case !isArray(v.Type) && v.Home.ByRef():
				refuse(pos, "no CUDA for %s: it writes the number %s behind a pointer; write an element of a slice instead", fn.Name, v.Name)
			}
			p.assigned[v] = true
		})
		return true
	})
}

// assignedParams returns the assigned parameters in order.
func (p *plan) assignedParams() []*ir.Var {
	var out []*ir.Var
	for _, v := range p.grad.Primal.Leaves {
		if p.assigned[v] && !isArray(v.Type) {
			out = append(out, v)
		}
	}
	return out
}
