// Package emit prints gradients as Go files.
//
// [File] prints what belongs beside one source file: for each function with a directive the
// generated functions, the Work type that holds their memory, and a guard that turns a
// changed signature into a compile error. [Shared] prints the helpers that the files of a
// package have in common.
//
// A file is made in three steps:
//
//  1. Expressions become fresh go/ast trees, which go/printer prints with the parentheses that
//     they need. Statements, declarations and imports are built with jennifer. Every name
//     that the generator may choose (a variable, a parameter, the receiver of a Work) is a
//     placeholder, an identifier that no source text contains.
//  2. The text is parsed again, and each placeholder is given a name: the one wished for, or that
//     name with a digit where it would clash, shadow, or hide an identifier that the function
//     uses. This works on Go's own scopes, so what is checked is what is printed.
//  3. go/format prints the result.
//
// The package never decides what is computed. It reads the bodies of [adjoint.Gradient],
// removes only variables that Go would refuse as unused, and adds what a call needs around
// them: checks of lengths and overlap, clearing, scratch for adjoints that are nil, and
// the memory of tapes.
package emit
