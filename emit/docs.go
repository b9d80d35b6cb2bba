package emit

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// wrapText breaks text into comment lines.
func wrapText(text string) []string {
	var out []string
	line := ""
	for w := range strings.FieldsSeq(text) {
		if line != "" && len(line)+1+len(w) > 77 {
			out = append(out, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += w
	}
	return append(out, line)
}

// and lists words: a, b and c.
func and(words []string) string {
	n := len(words)
	if n < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
}

func be(words []string, one, many string) string {
	if len(words) == 1 {
		return one
	}
	return many
}

// article puts a or an before a name.
func article(name string) string {
	if strings.ContainsRune("AEIOUaeiou", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}

// callText is the call of the primal as a sentence names it: Energy(x, p), m.Loss(x).
func (s *sig) callText() string {
	var args []string
	name := s.primalName()
	for _, d := range s.fn.Params {
		switch {
		case d.Receiver && unnamed(d):
		case d.Receiver:
			name = d.Name + "." + name
		case unnamed(d):
			args = append(args, "_")
		default:
			args = append(args, d.Name)
		}
	}
	return name + "(" + strings.Join(args, ", ") + ")"
}

// primalName is the name of the function, with its package if that is another.
func (s *sig) primalName() string {
	if !s.foreign() {
		return s.fn.Name
	}
	name := s.fn.Name
	if recv := s.fn.Obj.Signature().Recv(); recv != nil {
		t := recv.Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if n, ok := t.(*types.Named); ok {
			name = n.Obj().Name() + "." + name
		}
	}
	return s.fn.Obj.Pkg().Name() + "." + name
}

// doc is the comment of a function that the user calls.
func (s *sig) doc(w *work) []string {
	if s.copy() {
		return wrapText(s.name + " is " + s.primalName() + ", with what that calls in its place.")
	}
	out := wrapText(s.headline(s.name))
	para := func(sentences []string) {
		if len(sentences) > 0 {
			out = append(append(out, ""), wrapText(strings.Join(sentences, " "))...)
		}
	}
	para(slices.Concat(s.errorText(), s.writtenText(), s.lengthText(), s.alikeText(), s.nilText(), s.factText()))
	para(s.grad.Choices)
	if w != nil && w.holds() {
		para([]string{"A caller of many gradients keeps " + article(w.name) + " of its own: its method " + s.mode.String() + " is this function with memory that no garbage collection takes away."})
	}
	return out
}

func (s *sig) headline(name string) string {
	does := "runs " + s.callText()
	if len(s.fn.Results) > 0 {
		does = "returns " + s.callText()
	}
	of := "with respect to " + and(s.wrtNames())
	adj := and(s.extras(nil))
	seeds := and(s.seedNames())
	switch s.mode {
	case Grad:
		return name + " " + does + " and overwrites " + adj + " with the gradient " + of + "."
	case Jac:
		var rows []string
		of = " " + of
		for _, r := range s.grad.Rows {
			rows = append(rows, and(s.extras(r))+" with the gradient of "+s.resultText(r)+of)
			of = ""
		}
		if n := len(rows) - 1; n > 0 {
			rows[n] = "and " + rows[n]
		}
		return name + " " + does + " and overwrites " + strings.Join(rows, ", ") + "."
	case VJP:
		if seeds != "" {
			return name + " " + does + " and adds to " + adj + " the vector-Jacobian product " + of + " for " + be(s.seedNames(), "the seed ", "the seeds ") + seeds + "."
		}
		return name + " " + does + " and takes " + adj + " through it backward, from the adjoint of what it leaves to the adjoint of what it finds."
	}
	if seeds != "" {
		return name + " " + does + " and its derivative " + seeds + " in the direction " + adj + "."
	}
	return name + " " + does + " and takes the tangent " + adj + " through it."
}

// errorText says where the error of a function of forward mode is.
func (s *sig) errorText() []string {
	if s.mode != JVP || s.lastError() == 0 || len(s.grad.Seeds) == 0 {
		return nil
	}
	return []string{"The error stays the last result."}
}

func (s *sig) wrtNames() []string {
	var out []string
	for _, d := range s.grad.Wrt {
		out = append(out, d.Name)
	}
	return out
}

// extras returns the names of the adjoints (or tangents) of the row.
func (s *sig) extras(row *ir.ResultDecl) []string {
	var out []string
	for _, d := range s.grad.Wrt {
		out = append(out, s.extra[adjoint.Slot{Of: d, Row: row}])
	}
	return out
}

// extrasOf returns the names of the adjoints (or tangents) of the parameter.
func (s *sig) extrasOf(d *ir.ParamDecl) []string {
	var out []string
	for _, a := range s.grad.Slots() {
		if a.Of == d {
			out = append(out, s.extra[a])
		}
	}
	return out
}

// resultText is how sentences call a result.
func (s *sig) resultText(r *ir.ResultDecl) string {
	if userNamed(r) {
		return r.Name
	}
	return fmt.Sprintf("result %d", slices.Index(s.fn.Results, r)+1)
}

func (s *sig) seedNames() []string {
	var out []string
	for _, seed := range s.grad.Seeds {
		out = append(out, s.extra[seed.Result])
	}
	return out
}

// writtenText says what happens to the adjoints of arguments that the function writes.
func (s *sig) writtenText() []string {
	var out []string
	w := writtenLeaves(s.fn)
	for _, d := range s.grad.Wrt {
		if !w.any(d) {
			continue
		}
		what, adj := s.leftOut(d)
		if len(what) == 0 {
			out = append(out, s.fn.Name+" writes "+d.Name+": "+s.extra[adjoint.Slot{Of: d}]+s.throughText())
			continue
		}
		text := s.fn.Name + " writes " + and(what) + ", which " + be(what, "is no output: ", "are no outputs: ") + and(adj)
		if s.mode == JVP {
			text += be(adj, " holds the tangent", " hold the tangents") + " of what it finds there on entry, and nothing of use on return."
		} else {
			text += be(adj, " is", " are") + " ignored on entry, and overwritten with the " + be(adj, "adjoint", "adjoints") + " of what it finds there."
		}
		out = append(out, text)
	}
	return out
}

// throughText goes on about the adjoint or tangent of an argument that is written.
func (s *sig) throughText() string {
	switch s.mode {
	case JVP:
		return " holds the tangent of what it finds there on entry, and of what it leaves on return."
	case Grad:
		return " is the adjoint of what it finds there."
	}
	return " is the adjoint of what it leaves there on entry, and of what it finds there on return."
}

// leftOut names the parts of d that are written but are no outputs, and their adjoints.
func (s *sig) leftOut(d *ir.ParamDecl) (what, adj []string) {
	for _, v := range s.grad.LeftOut {
		if v.Home.Param == d {
			name := v.Home.String()
			what, adj = append(what, name), append(adj, s.extra[adjoint.Slot{Of: d}]+strings.TrimPrefix(name, d.Name))
		}
	}
	return what, adj
}

// lengthText gives the rules for lengths.
func (s *sig) lengthText() []string {
	var out []string
	for _, d := range s.grad.Wrt {
		if !hasSlices(d.Type) {
			continue
		}
		switch adj := and(s.extrasOf(d)); {
		case !refers(d.Type) || !isFlat(d):
			out = append(out, "The slices of "+adj+" must be as long as those of "+d.Name+".")
		default:
			out = append(out, adj+" must be as long as "+d.Name+".")
		}
	}
	if s.mode == VJP {
		for _, seed := range s.grad.Seeds {
			if hasSlices(seed.Result.Type) {
				out = append(out, s.extra[seed.Result]+" must be as long as the result; nil counts as zero.")
			}
		}
	}
	return out
}

// isFlat says whether a parameter is a slice without slices in it.
func isFlat(d *ir.ParamDecl) bool {
	e := ir.ElemType(d.Type)
	return e != nil && !reaches(e)
}

// nilText says what nil means and what may not overlap.
func (s *sig) nilText() []string {
	if len(s.grad.Wrt) == 0 {
		return nil
	}
	if s.mode == JVP {
		for _, d := range s.grad.Wrt {
			if refers(d.Type) || reaches(d.Type) {
				out := []string{"A tangent that is nil counts as zero."}
				if len(writtenLeaves(s.fn)) > 0 {
					out = append(out, "Memory that is written must not overlap any other.")
				}
				return out
			}
		}
		return nil
	}
	return []string{"An adjoint that is nil is not wanted.", "No adjoint may overlap another argument."}
}

// factText names the facts that a call panics without, and those that are not tested.
func (s *sig) factText() []string {
	var required, unchecked []string
	for _, u := range s.grad.Facts {
		switch {
		case u.Required:
			required = append(required, u.Fact.Text)
		case u.Used && u.Fact.Unchecked:
			unchecked = append(unchecked, u.Fact.Text)
		}
	}
	var out []string
	if len(required) > 0 {
		out = append(out, "It panics unless "+and(required)+".")
	}
	if len(unchecked) > 0 {
		out = append(out, "That "+and(unchecked)+" is taken for granted.")
	}
	return out
}

// methodDoc is the comment of Grad, VJP or Jac of a Work.
func (s *sig) methodDoc() []string {
	return wrapText(s.mode.String() + " is " + s.name + " with the memory of the Work.")
}

// doc is the comment of the Work.
func (w *work) doc() []string {
	var list []string
	for _, s := range w.sigs {
		list = append(list, s.name)
	}
	does := " runs " + and(list) + ", which " + be(list, "needs", "need") + " no memory."
	if w.holds() {
		does = " holds the memory of " + and(list) + " and keeps it from call to call: after the first call of a size, a call allocates nothing."
	}
	return wrapText(w.name + does + " The zero value is ready. It is not for use by two goroutines at once.")
}

// holds says whether the Work holds memory.
func (w *work) holds() bool {
	return len(w.mem.list) > 0 || len(w.mem.tapes) > 0 || w.mem.rows || len(w.mem.loops) > 0 || len(w.mem.nested) > 0
}
