package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
)

// An environment holds what the variables of one activation of a function, or of a function literal, stand for.
// That of a literal leads to the one where the literal was made, with the variables that it captures.
type environment struct {
	vars     map[types.Object]*node
	outer    *environment
	pos, end token.Pos // of the literal
}

func newEnvironment() *environment { return &environment{vars: map[types.Object]*node{}} }

// within returns an environment for a call of a literal that was made in e.
func (e *environment) within(lit *ast.FuncLit) *environment {
	return &environment{vars: map[types.Object]*node{}, outer: e, pos: lit.Pos(), end: lit.End()}
}

// get returns what obj stands for, nil if that is not known.
func (e *environment) get(obj types.Object) *node {
	for ; e != nil; e = e.outer {
		if n := e.vars[obj]; n != nil {
			return n
		}
	}
	return nil
}

// set makes obj stand for n, where it is declared.
func (e *environment) set(obj types.Object, n *node) {
	for e.outer != nil && (obj == nil || obj.Pos() < e.pos || obj.Pos() >= e.end) {
		e = e.outer
	}
	e.vars[obj] = n
}
