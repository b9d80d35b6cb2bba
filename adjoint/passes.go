package adjoint

import "github.com/pardiff/pardiffgen/internal/ir"

// A pass is a step of a derivation.
type pass struct {
	run  func(*deriver)
	when func(Options) bool
}

// A derivative is a tangent, or a reverse sweep as Go or for kernels, of which the loops may run in parallel or not.
func everywhere(Options) bool     { return true }
func inForward(o Options) bool    { return o.Forward }
func inReverse(o Options) bool    { return !o.Forward }
func ofRows(o Options) bool       { return o.Rows }
func inGo(o Options) bool         { return !o.Forward && !o.Kernels }
func mayMerge(o Options) bool     { return inParallel(o) && !o.apart }
func inParallel(o Options) bool   { return !o.Forward && !o.Serial }
func inParallelGo(o Options) bool { return inGo(o) && inParallel(o) }

// body makes a pass of what goes through blocks.
func body(f func(*deriver, *ir.Block)) func(*deriver) { return func(d *deriver) { f(d, d.body) } }

// run runs those of the passes that the form of the derivative needs, and says whether they found no problem.
func (d *deriver) run(passes []pass) bool {
	for _, p := range passes {
		if p.when(d.opt) {
			p.run(d)
		}
	}
	return len(d.errs) == 0
}

// examination finds what depends on the parameters, and what of that has no derivative.
var examination = []pass{
	{(*deriver).dropDead, everywhere},       // values that nobody reads, and their derivatives
	{body((*deriver).mergeLoops), mayMerge}, // neighbours over the same iterations become one loop
	{(*deriver).findWritten, everywhere},    // arguments whose memory changes: their adjoints do, too
	{(*deriver).refuseWritten, ofRows},      // arguments whose adjoints would have seeds
	{(*deriver).setActivity, everywhere},    // what depends on a parameter and matters to an output
	{(*deriver).refuse, everywhere},         // active values that reach code without a derivative
	{(*deriver).refuseUnmade, inReverse},    // lengths of rows that are made later
	{(*deriver).refuseResults, inReverse},   // results that are arrays of slices
	{(*deriver).refuseText, everywhere},     // active values that leave as text and come back as numbers
	{(*deriver).refuseHidden, everywhere},   // floats of parameters that are in maps, interfaces and function values
}

// differentiation makes the derivative, with its loops in the order that the primal gives them.
var differentiation = []pass{
	{(*deriver).noteLoops, everywhere},
	{(*deriver).tangent, inForward},
	{body((*deriver).findWinners), inReverse}, // minima and maxima keep the index of the winner alone
	{(*deriver).guessFacts, inParallel},       // conditions on index arrays that are worth a test on entry
	{body((*deriver).localize), inParallel},   // scratch that belongs to one iteration
	{(*deriver).reverse, inReverse},           // tapes, what is recomputed, the reverse sweep
	{(*deriver).splitLanes, ofRows},           // adjoints for each result by itself
}

// restructuring changes the order of iterations until each sum stays within one, and chooses the loops that run in
// parallel.
var restructuring = []pass{
	{body((*deriver).splitTargets), inParallel}, // a nest for each target of sums
	{(*deriver).alongRows, inParallelGo},        // loops along outputs become the innermost
	{(*deriver).gatherShifted, inParallelGo},    // an iteration gathers what its neighbours would add to its elements
	{(*deriver).accumulate, inGo},               // sums in locals
	{(*deriver).overwrite, inGo},                // first sums assign
	{body((*deriver).saveWithin), inGo},         // what goes on the tape is saved by the loop that reads it
	{(*deriver).parallelize, inParallelGo},      // schedules, each tested again on what will run
	{(*deriver).shareInverses, inParallelGo},    // sums that chunks do by themselves use the inverses of adjoints
	{(*deriver).noteAlong, inParallelGo},
	{(*deriver).markJams, inParallelGo}, // iterations that go through a nest together
	{(*deriver).computeInRows, inGo},    // what goes on the tape as a whole is computed there
	{(*deriver).noteFacts, inReverse},
	{(*deriver).noteMerged, inReverse},
}
