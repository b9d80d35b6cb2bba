package ir

import "go/types"

// A Call calls Fn with Args as it is: a function with a rule in the primal, the rule itself
// in the gradient, a function that is inactive but has several results.
type Call struct {
	Meta
	Fn *types.Func
	// Method says that the first of Args is the receiver.
	Method bool
	// TypeArgs are the type arguments of Fn, and of Rule, if they are generic functions.
	TypeArgs []types.Type
	Args     []Arg
	// Results are assigned; a nil place is "_". A result that is a struct has a place for each part that is
	// none, in order. There may be no places at all.
	Results []*Ref
	// Rule is the function that is the VJP of Fn, JVP the one that is its JVP, nil where there is none. Fn is inactive
	// here if both are nil.
	Rule, JVP *types.Func
	// Work is the type whose method VJP does what Rule does, with memory that it keeps, "" if there is none.
	// In the gradient it is that of Fn.
	Work string
	// ReadOnly says that Fn writes nothing that its arguments lead to.
	ReadOnly bool
	// Keeps is the number of arguments, the first of Args, that lead to nothing that Fn writes: in the gradient those of a
	// function that is ReadOnly, before the seeds and adjoints.
	Keeps int
}

// Active says whether a derivative of Fn is known.
func (s *Call) Active() bool { return s.Rule != nil || s.JVP != nil }

// An Arg is an argument of a Call: the value X; a pointer to the place X; a struct of type T made of Parts, or a
// pointer to one. An Arg with neither X nor Parts is a zero value.
type Arg struct {
	X Expr
	// Addr says that a pointer is passed. In a part of a struct to which a pointer is passed it says that X
	// is a place that gets the value which the call leaves there.
	Addr  bool
	Parts []Arg
	T     types.Type
}

// Values calls f for each value and place that a is made of.
func (a *Arg) Values(f func(*Arg)) {
	if a.X != nil {
		f(a)
	}
	for i := range a.Parts {
		a.Parts[i].Values(f)
	}
}

// Type returns the type of the struct or the value, or of what a pointer is passed to; nil for a zero value.
func (a *Arg) Type() types.Type {
	switch {
	case a.T != nil:
		return a.T
	case a.X != nil:
		return a.X.Type()
	}
	return nil
}

// Values calls f for each value and place that the arguments are made of.
func (s *Call) Values(f func(*Arg)) {
	for i := range s.Args {
		s.Args[i].Values(f)
	}
}

// writes calls f for each place that the call may write.
func (s *Call) writes(f func(*Ref)) {
	for _, r := range s.Results {
		if r != nil {
			f(r)
		}
	}
	if s.ReadOnly {
		return
	}
	for i := s.Keeps; i < len(s.Args); i++ {
		s.Args[i].Values(func(a *Arg) {
			r, ok := a.X.(*Ref)
			if !ok {
				return
			}
			if _, array := r.T.Underlying().(*types.Array); a.Addr || !array && ElemType(r.T) != nil {
				f(r)
			}
		})
	}
}

// ResultParts returns the types of the places for results of the types in t: those of the parts of structs.
func ResultParts(t *types.Tuple) []types.Type {
	var list []types.Type
	for v := range t.Variables() {
		list = append(list, Parts(v.Type())...)
	}
	return list
}

// Parts returns the types of what a struct is made of, inner structs taken apart; for another type that alone.
func Parts(t types.Type) []types.Type {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return []types.Type{t}
	}
	var list []types.Type
	for f := range st.Fields() {
		list = append(list, Parts(f.Type())...)
	}
	return list
}

func cloneArgs(args []Arg) []Arg {
	if args == nil {
		return nil
	}
	out := append([]Arg(nil), args...)
	for i := range out {
		out[i].Parts = cloneArgs(out[i].Parts)
	}
	return out
}
