// Package depend answers which accesses of a piece of IR may touch the same memory, and in
// which order: whether a value that is read may be overwritten later, whether a loop carries
// a dependence.
//
// [Index] lists all accesses of a block. A question about two of them becomes a system of linear
// constraints over the iterators of both: the bounds of the loops, the conditions above,
// equal subscripts, and the order of the iterations; package affine decides whether it
// has a solution. The answers are one-sided: false is proven, true may be for want of a proof.
//
// # Values
//
// A subscript is a polynomial over symbols. A symbol is an iterator, a value that does not change
// in the block, or a term: an expression that is not understood (idx[i], n/k, a counter).
// A term has the same value in two places if its arguments are equal and nothing that it
// reads is written in between; this is known of places in the same iteration of the innermost
// loop that contains such a write. Locals that are assigned once are replaced by their value.
//
// A product i*n of an iterator and a size is not linear. Flat subscripts i*n + j are split
// into [i][j] where 0 <= j < n is proven for both accesses, for any number of dimensions and any
// strides that divide one another; other products are terms.
//
// # What is assumed
//
//   - Different roots of memory, different fields, and different rows of a slice of slices do not
//     overlap. The generated code checks that of its arguments on entry. Pointers that lie in
//     slices or structs may be equal.
//   - Integers of type int, int32 and int64 are numbers: subscripts and bounds do not wrap.
//   - Subscripts are in range, else the program ends.
package depend
