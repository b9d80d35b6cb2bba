// Package analysis lowers Go functions to package ir, and refuses what is not accepted, with its position, the reason and a
// way out.
//
// [Lower] translates one function at a time from its syntax and types, which package load provides. Helpers are inlined;
// recursive functions and those with a rule are called. Structs become a variable for each field, jumps become conditions. The
// files are
//
//	lower.go          the pass over a function, again with what it has learnt until nothing new is learnt
//	fence*.go         refusals: all go through one place
//	lower_*.go        one construct of Go each
//	inline.go, results.go, result_pointers.go, arguments.go, closure.go, instance.go, substitute.go
//	                  calls: parameters, what several returns return, captured variables, type arguments
//	moves.go, exchange.go, rotate.go
//	                  assignments: all values are read before the first is written; slices that change places
//	slice_plan.go, cursor*.go, later.go, append.go, capacity.go, reuse.go
//	                  slice variables that are assigned again, as places in one memory
//	table*.go, row_*.go
//	                  local slices of slices: tables of such places, or rows with memory of their own
//	restate*.go       constant tables of other packages, which generated code declares again
//	keep.go, lower_keep*.go, footprint*.go
//	                  inactive functions that are called as they are, and inactive statements as source text
//	effects.go, environment.go
//	                  what calls may write, what names stand for
package analysis
