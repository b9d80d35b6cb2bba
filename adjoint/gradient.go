package adjoint

import (
	"go/token"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A Gradient is the derivative code of one function, ready to be printed.
type Gradient struct {
	Primal *ir.Func
	// Wrt are the parameters that get an adjoint (or tangent) parameter, in order.
	Wrt []*ir.ParamDecl
	// Rows are the results that have adjoints of their own, in order; nil but for Options.Rows.
	Rows []*ir.ResultDecl
	// Leaves are the leaves of Wrt parameters whose adjoint (tangent) the body uses.
	Leaves []Leaf
	// Seeds are the results that get a seed parameter (reverse mode) or a tangent result.
	Seeds []Seed
	// Body is the forward sweep, which assigns the results and the written arguments, and
	// the reverse sweep after it; in forward mode the primal with its tangents.
	Body *ir.Block
	// Overwritten are the adjoints that the body overwrites, whatever they hold on entry; see [Overwrite].
	Overwritten []Slot
	// LeftOut are the leaves with floats that the function writes, where the caller sees it, and that are no outputs.
	LeftOut []*ir.Var
	// Choices are sentences for the doc comment: the derivative at points where the
	// function is not differentiable.
	Choices []string
	// Serial says that no loop was to be changed for speed.
	Serial bool
	// Facts are those that the user declared.
	Facts []FactUse
	Tapes []TapeNote
	Notes []Note
}

// A Slot is the place of an adjoint (or tangent) among the parameters of the derivative: that of the parameter Of, in the row of the
// result Row, which is nil but for Options.Rows.
type Slot struct {
	Of  *ir.ParamDecl
	Row *ir.ResultDecl
}

// Name returns what the adjoint is called after: the parameter, after the result in a Jacobian.
func (s Slot) Name() string {
	if s.Row == nil {
		return s.Of.Name
	}
	return inRow(s.Row, s.Of.Name)
}

// Slots returns the adjoints that are parameters, in order.
func (g *Gradient) Slots() []Slot {
	rows := g.Rows
	if rows == nil {
		rows = []*ir.ResultDecl{nil}
	}
	var list []Slot
	for _, r := range rows {
		for _, p := range g.Wrt {
			list = append(list, Slot{p, r})
		}
	}
	return list
}

// A Leaf pairs a leaf of a parameter with its adjoint or tangent. In reverse mode:
//
// Where the leaf is by value (not Home.ByRef), its adjoint is a local that starts at zero and is
// added to the argument's adjoint at the end (the function may assign its copy, whose final value
// has no seed). Where it is by reference, the adjoint of a scalar is a local that starts with the
// value found in the argument's adjoint (0 where that is nil) and is written back at the end; the
// adjoint of a slice is the slice found there, or zeroed scratch as long as the primal's
// where that is nil. With Options.Rows all adjoints are zero on entry, so that none need be read there.
type Leaf struct {
	Primal, Adj *ir.Var
	// Row is the result that the adjoint is of, nil but for Options.Rows.
	Row *ir.ResultDecl
	// Written says that the function writes the leaf; such a leaf has an adjoint even outside wrt=.
	Written bool
	// Cleared says that the adjoint counts as zero on entry whatever it holds: a written leaf that of=
	// leaves out.
	Cleared bool
}

// Slot returns the parameter that the adjoint lies in.
func (l Leaf) Slot() Slot { return Slot{l.Primal.Home.Param, l.Row} }

// A Seed is a result with the adjoints (tangents) of its leaves, which are nil for leaves that are
// not floats.
type Seed struct {
	Result *ir.ResultDecl
	Adj    []*ir.Var
}

// A TapeNote tells -explain of one tape.
type TapeNote struct {
	Value string
	Pos   token.Pos
	Shape string // in terms of the function's parameters, like n-1
	Bytes string // 8*(n-1)
	Why   string
}

// A Note tells -explain of another choice.
type Note struct {
	Kind  string // loop, recomputed, sum, active, inactive
	Value string
	Pos   token.Pos
	What  string // the schedule or scheme
	Pass  string // forward or reverse, for loops
	Why   string
}
