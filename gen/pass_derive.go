package gen

import (
	"cmp"
	"slices"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/analysis"
	"github.com/pardiff/pardiffgen/analysis/load"
)

// lower translates the functions to the IR. A recursive function may turn out to need the VJP or JVP of
// a function without directives, which then is a unit too, or of one that was translated for other sweeps,
// which then is translated again.
func lower(j *job) {
	for again := true; again; {
		again = false
		for i := 0; i < len(j.units); i++ {
			u := j.units[i]
			now := u.target.Sweeps()
			if first := u.sweeps == (load.Sweeps{}); u.target.Broken || u.sweeps == now || !first && u.fn == nil {
				continue
			}
			fn, whole := analysis.LowerPart(j.prog, u.target, j.diags)
			u.fn, u.part, u.sweeps, again = fn, nil, now, true
			if !whole {
				u.fn, u.part = nil, fn
			}
			j.addTargets()
		}
	}
	for _, u := range j.units {
		if u.fn == nil || u.target.Foreign() {
			continue
		}
		for _, pos := range u.target.UnusedLines() {
			j.diags.Add(j.prog.Fset, pos, "this directive says nothing to the statement below it, which is not differentiated by itself; remove it or move it to the statement that it is about")
		}
	}
}

// addTargets makes units of the targets that lowering has added.
func (j *job) addTargets() {
	for _, p := range j.pkgs {
		for _, t := range p.Targets {
			if !slices.ContainsFunc(j.units, func(u *unit) bool { return u.target == t }) {
				j.units = append(j.units, &unit{target: t})
			}
		}
	}
}

// derive makes the gradients. Requests of a function that differ in nothing but the name of what is
// generated, as grad and vjp often do, share one.
func derive(j *job) {
	for _, u := range j.units {
		if u.fn == nil {
			j.examine(u)
			continue
		}
		for _, r := range u.target.Requests {
			u.requests = append(u.requests, &derived{r, u.gradient(j, r)})
		}
		u.overwrite()
	}
}

// examine reports what else there is to refuse of a function that was not translated as a whole.
func (j *job) examine(u *unit) {
	if u.part == nil {
		return
	}
	defer func() { recover() }() // it has been refused
	for _, r := range u.target.Requests {
		for _, p := range adjoint.Examine(u.part, (&derived{Request: r}).options()) {
			j.diags.Add(j.prog.Fset, cmp.Or(p.Pos, u.target.Decl.Name.Pos()), "%s", p.Message)
		}
	}
}

// overwrite has gradients overwrite adjoints that no VJP adds to. A tangent is what the caller says it is on entry.
func (u *unit) overwrite() {
	for _, r := range u.requests {
		if r.Mode != load.Grad && r.Mode != load.Jac {
			continue
		}
		adds := func(o *derived) bool { return o.gradient == r.gradient && o.Mode == load.VJP }
		if r.gradient != nil && len(r.gradient.Overwritten) == 0 && !slices.ContainsFunc(u.requests, adds) {
			adjoint.Overwrite(r.gradient)
		}
	}
}

func (u *unit) gradient(j *job, r *load.Request) (g *adjoint.Gradient) {
	defer j.recover(u.target.Decl.Name.Pos())
	for _, old := range u.requests {
		if sameDerivative(old.Request, r) {
			return old.gradient
		}
	}
	if r.Mode == load.Copy {
		return adjoint.Copy(u.fn)
	}
	g, problems := adjoint.Derive(u.fn, (&derived{Request: r}).options())
	for _, p := range problems {
		pos := p.Pos
		if !pos.IsValid() {
			pos = u.target.Decl.Name.Pos()
		}
		j.diags.Add(j.prog.Fset, pos, "%s", p.Message)
	}
	if len(problems) > 0 {
		return nil
	}
	return g
}

// options says what is to be derived for a request.
func (r *derived) options() adjoint.Options {
	return adjoint.Options{Forward: r.Mode == load.JVP, Rows: r.Mode == load.Jac, Wrt: r.Wrt, Of: r.Of, Stop: r.Stop, Serial: r.Serial}
}

func sameDerivative(a, b *load.Request) bool {
	alone := func(m load.Mode) bool { return a.Mode == m || b.Mode == m }
	return (a.Mode == b.Mode || !alone(load.JVP) && !alone(load.Copy) && !alone(load.Jac)) && a.Serial == b.Serial &&
		slices.Equal(a.Wrt, b.Wrt) && slices.Equal(a.Of, b.Of) && slices.Equal(a.Stop, b.Stop)
}
