package gen

// A pass is one step from directives to generated files. It works on a job, adds to it, and
// reports what it refuses to the job's diags.
type pass struct {
	name string
	run  func(*job)
	// always says that the pass runs although something was refused, so that one run reports all
	// refusals.
	always bool
}

// pipeline returns the passes in the order in which they run on each directory. Loading has come
// before: package load reads the directives and type-checks.
func pipeline() []pass {
	return []pass{
		{"lower", lower, true},       // syntax to IR; what is not accepted is refused
		{"derive", derive, true},     // IR to its gradient or tangent
		{"emit", emitFiles, false},   // gradients to a Go file for each source file
		{"cuda", emitCUDA, false},    // and to kernels with their launcher
		{"share", emitShared, false}, // the helpers that these files have in common
		{"claim", claimFiles, false}, // no file of the user is overwritten
		{"recheck", recheck, false},  // the output type-checks with the package
	}
}

// runPasses runs the pipeline on a job.
func runPasses(j *job) {
	for _, p := range pipeline() {
		if p.always || !j.refused() {
			p.run(j)
		}
	}
}
