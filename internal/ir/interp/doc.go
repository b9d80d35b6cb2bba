// Package interp evaluates the loop IR. It is the oracle of the tests: slow, simple, and written
// without a look at the code that derives adjoints.
//
//	Run      ordinary numbers, with Go's rounding, wrap-around and run-time panics
//	Dual     numbers with a tangent: exact directional derivatives
//	Reverse  a tape of elementary operations, played backwards: vector-Jacobian products
//	Exec     a block over Vars that the caller binds, such as the body of a gradient
//
// Memory is a tree of [Value]s, which [Of] makes from Go values. Arguments are passed as in
// Go: scalars, arrays and structs are copied, slices and pointers are shared, so that what the
// function writes is found in the caller's Values.
//
// Derivatives at points where a function has none follow the product's contract: ties go to the
// first operand, Abs has derivative 0 at 0, a zero adjoint or tangent stays zero whatever it is
// multiplied with.
package interp
