// Package gen is the pardiffgen command: it runs the passes from directives to generated files, and
// writes, checks, diffs or explains what they give.
//
//	main.go      flags, exit status, what goes to which stream
//	pipeline.go  the passes, in order
//	job.go       one directory: what the passes work on and hand on
//	pass_*.go    the passes
//	plan.go      the difference between a directory and what it should hold
//	output.go    writing, checking, diffing
//	explain.go   what was decided, for people and as JSON
package gen
