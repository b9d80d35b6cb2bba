// Package load reads packages of a module and the directives in them.
//
// [Load] finds the directives from syntax alone, gives the type checker an overlay with stubs for all that will be
// generated, so that missing, stale or broken generated files do no harm, and checks the directives against
// types. The files are
//
//	load.go, package.go, types.go, errors.go, recheck.go
//	                one load of many packages, the faults of each, the check of generated files with their package
//	directive*.go   directives: their syntax, near misses, the names they claim, what types say against them
//	overlay*.go, stub*.go
//	                generated files, their names, and what stands in for them
//	target.go       what a load yields: packages, functions, requests, rules
//	derivative.go   requests that lowering adds for recursive functions
//	diag.go         what is wrong, collected and sorted
package load
