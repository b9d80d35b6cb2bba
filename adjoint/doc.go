// Package adjoint derives the reverse sweep (and the tangent) of a function in the IR.
//
// [Derive] copies the body of the function and takes it through the passes that passes.go lists: what is active, the
// sweeps, and the order of their iterations. The result is one body, forward and reverse sweep in one scope, in which
// every loop says whether it runs in parallel. The rules of differentiation are in rules_*.go; what a reverse sweep
// keeps, and what it computes again, is decided in value.go and tape.go; loops that run together with their
// reverse in fuse.go, which derives a function a second time.
package adjoint
