// Package affine is integer arithmetic on symbols: linear forms, polynomials, and the
// question whether a system of linear equalities and inequalities has an integer solution.
//
// It knows nothing of programs. A symbol is a number that the caller hands out; package depend
// uses them for iterators, sizes and values that are not understood.
//
// All coefficients are int64 and every operation watches for overflow. A [Form] or [Poly] that
// overflowed is marked and says so with Valid; a [System] leaves such a constraint out, which
// makes it weaker and so keeps a No sound.
//
//	Form    c0 + c1*x + c2*y + ...
//	Poly    the same with products of symbols: n*i + j
//	System  a conjunction of Form == 0 and Form >= 0, with Feasible
package affine
