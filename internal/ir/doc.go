// Package ir is the loop language that every stage of pardiffgen works on: the
// primal is lowered to it, the adjoint is built in it, Go and CUDA are printed
// from it.
//
// It is structured, typed and close to the source. A [Func] has parameters, results
// and a body; statements are
//
//	Decl    a local scalar, array or view, with its scope (the rest of the Block)
//	Alloc   memory for a local slice
//	Swap    exchange of what two slices refer to
//	Store   X = e
//	Reduce  X += e or X -= e
//	For     a counted loop; its iterator does not change in the body
//	If      with an optional else
//	Block   a sequence and scope
//	Call    a function that is called as it is (a rule, a library function)
//	Exec    an inactive statement kept as source text
//	Panic   the end of the program
//
// and expressions are constants, references to memory, operators, calls of functions of
// package math and of builtins, lengths, conversions, slice expressions and opaque
// inactive Go text.
//
// # Memory
//
// A [Var] is a root of memory. A [Ref] is a Var followed by elements: subscripts, fields of
// structs that lie inside slices or arrays, and dereferences of pointers that lie there.
// Structs do not occur as roots: lowering replaces a struct variable by one Var for each
// field it uses, and the fields of a parameter by Vars whose [Var.Home] says where they live
// (p.K, m.W). So all values of expressions are scalars or slices, and each analysis
// sees fields apart.
//
// A local slice variable is either storage (declared by Alloc) or a view (declared by
// Decl with a Slice or Ref as its value and never assigned again). [Ref.Base] resolves a
// reference through views to storage, so that one cell has one name.
//
// # Conventions
//
// Expressions are immutable and may be shared; statements are not shared. A Var may be
// declared again in another scope that does not overlap (the reverse sweep recomputes a
// local under its own name). There is no return statement: results are Vars of kind Result that
// are assigned, and lowering turns an early return into an else.
//
// [Func.String] gives a stable printed form, [Check] verifies the invariants, package interp
// evaluates.
package ir
