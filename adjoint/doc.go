// Package adjoint derives the reverse sweep (and the tangent) of a function in the IR.
//
// [Derive] copies the body of the function and takes it through the passes that passes.go lists: what is active, the
// sweeps, and the order of their iterations. The result is one body, forward and reverse sweep in one scope, in which
// every loop says whether it runs in parallel. The files are
//
//	derive.go, passes.go, gradient.go, notes.go
//	                 options, passes, what comes out, and what -explain tells of it
//	activity.go, refuse.go, text.go, hidden.go, unmade.go
//	                 what has a derivative, and what of that cannot be followed
//	rules*.go, partial.go, mono.go, partner.go, root.go, factor.go
//	                 derivatives of expressions: the table of package math, sums of products, values that serve twice,
//	                 constant factors that meet
//	reverse.go, adjointvar.go, assign.go, call*.go, join.go, swap.go, nil.go, growth.go, lengths.go
//	                 the reverse sweep of each statement
//	value.go, resolve.go, stop.go, guard.go, tape.go, axes.go, row.go, place.go, key.go
//	                 where the reverse sweep has a value from: still there, computed again, or kept, and along which loops
//	sizes.go         lengths and numbers that are the same
//	clean.go, dead.go, reset.go, split.go, intexpr.go, iterators.go, assemble.go
//	                 what is put together and what goes because nobody reads it
//	merge.go, contract.go
//	                 before all: neighbouring loops over the same iterations become one
//	fuse.go          loops that run together with their reverse: the function is derived again with them
//	winner.go, keeper.go, localize.go, coverage.go, guess.go, fact.go
//	                 before the reverse sweep: searches, scratch, facts
//	lanes.go, lanes_mark.go, lanes_split.go, lanes_known.go
//	                 the rows of a Jacobian: adjoints for each result by itself
//	fission.go, along.go, shift*.go, firstwrite.go, accumulate.go, overwrite.go, within.go, inrow.go
//	                 after it: nests for each target, loops along outputs, gathers, sums in locals, first sums, saving in passing
//	                 or in place
//	parallel.go, straighten.go, near.go, scatter.go, schedules.go, checkparallel.go, jam.go, order.go, work.go
//	                 which loops run in parallel and why, how their sums meet, what an iteration costs
//	tangent.go, tangent_result.go
//	                 forward mode, and the shape of the tangents of results
package adjoint
