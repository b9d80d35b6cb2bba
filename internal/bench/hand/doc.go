// Package hand has gradients that were written by hand, as fast as plain serial Go allows. They are what the
// generated gradients of the examples are measured against; the tests compare the two.
//
// A type holds the memory of one gradient from call to call, as a generated Work does: the zero value is ready, and
// after the first call of a size a call allocates nothing. Its method Grad (or VJP) has the parameters of
// the generated one. It overwrites the adjoints (VJP adds to them); they must not be nil, and lengths
// are not checked.
//
// The same few means are behind all of them:
//
//   - each sum is owned by one loop, in a local variable or a short row that stays in the cache;
//   - four terms of a sum are added per pass over such a row, and four sums share what they read;
//   - rows are slices of equal length, so that the innermost loops have no bounds checks;
//   - the adjoint of a stencil is a stencil: it gathers, and keeps the neighbours that it reads again in locals;
//   - what the reverse sweep needs is kept once, and where the seed of a term is known
//     beforehand, value and adjoint are computed in one pass and nothing is kept.
//
// They compute the adjoint of the primal as it stands: loops are reordered and sums taken in
// another order, but no formula is replaced by a cleverer one.
package hand
