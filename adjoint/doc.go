// Package adjoint derives the reverse sweep (and the tangent) of a function in the IR.
package adjoint
