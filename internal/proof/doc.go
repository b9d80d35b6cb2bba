// Package proof checks whole functions, given as source text, from lowering to the printed file: each is
// either refused, with positions, or its derivatives are right. It serves the tests: fuzzing, and a run
// over functions that somebody else wrote.
//
//	check.go    lower, derive, print, type-check
//	compare.go  derivatives against the interpreter's stack tape and dual numbers
//	options.go  the same for some of the parameters or outputs
//	execute.go  a gradient's body, executed by the interpreter
//	args.go     arguments for a signature
//	reduce.go   one function of a file with what it needs, as a file of its own
//	mutate.go   random changes of programs that leave most of them well-typed
package proof
