package returns

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func numbers() []float64 { return []float64{0.7, 1.3, -0.4, 0.9, 1.6} }
func others() []float64  { return []float64{0.2, -1.1, 0.8, 1.9, 0.6} }
func matrix() [][]float64 {
	return [][]float64{{0.5, 1.2, 0.3}, {1.5, -0.7, 0.4}, {0.9, 1.8, -1.3}}
}

// TestReturns compares gradients with finite differences, for arguments with which helpers return at one place or another.
func TestReturns(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 5, 9} {
		if n > 0 {
			check(t, ErrNil, ErrNilVJP, ErrNilJVP, numbers(), n)
			check(t, Pair, PairVJP, PairJVP, numbers(), n)
			check(t, Named, NamedVJP, NamedJVP, numbers(), n)
			check(t, Split, SplitVJP, SplitJVP, numbers(), n)
		}
		if n > 1 {
			check(t, Wrapped, WrappedVJP, WrappedJVP, numbers(), n)
		}
		if n <= 5 {
			check(t, Empty, EmptyVJP, EmptyJVP, numbers(), n)
			check(t, Closure, ClosureVJP, ClosureJVP, numbers(), n)
			check(t, Act, ActVJP, ActJVP, n, numbers())
			check(t, Layers, LayersVJP, LayersJVP, n, numbers(), 3)
		}
		check(t, ErrNilLen, ErrNilLenVJP, ErrNilLenJVP, numbers(), n)
		check(t, OneOf, OneOfVJP, OneOfJVP, numbers(), others(), n-2)
		check(t, OneOfLocal, OneOfLocalVJP, OneOfLocalJVP, numbers(), others(), n-2)
		check(t, Half, HalfVJP, HalfJVP, numbers(), n-2)
		check(t, LocalBranch, LocalBranchVJP, LocalBranchJVP, numbers(), n)
	}
	check(t, CumStmt, CumStmtVJP, CumStmtJVP, others(), numbers())
	check(t, CumValue, CumValueVJP, CumValueJVP, others(), numbers())
	check(t, CumOwn, CumOwnVJP, CumOwnJVP, numbers())
	check(t, EnsureNil, EnsureNilVJP, EnsureNilJVP, numbers())
	check(t, EnsureArg, EnsureArgVJP, EnsureArgJVP, others(), numbers())
	check(t, Lerp, LerpVJP, LerpJVP, numbers(), others(), 0.3)
	check(t, Sorted, SortedVJP, SortedJVP, numbers(), 2)
	check(t, Sorted, SortedVJP, SortedJVP, []float64{2, 4, 1, 3}, 2)
	check(t, Relu, ReluVJP, ReluJVP, numbers())
	check(t, Relu, ReluVJP, ReluJVP, []float64{1, 2, 3})
	check(t, RangeNil, RangeNilVJP, RangeNilJVP, numbers())
}

// TestRows is the same for rows of matrices, and for matrices.
func TestRows(t *testing.T) {
	for _, k := range []float64{0.1, 0.7, 1.2, 8} {
		check(t, FindRow, FindRowVJP, FindRowJVP, matrix(), k)
		check(t, Rowless, RowlessVJP, RowlessJVP, matrix(), numbers(), k)
		check(t, RowlessCopy, RowlessCopyVJP, RowlessCopyJVP, matrix(), numbers(), k)
	}
	check(t, Rowless, RowlessVJP, RowlessJVP, [][]float64{}, numbers(), 1.0)
	check(t, RowlessCopy, RowlessCopyVJP, RowlessCopyJVP, [][]float64{}, numbers(), 1.0)
	check(t, LocalLoop, LocalLoopVJP, LocalLoopJVP, matrix())
	check(t, Largest, LargestVJP, LargestJVP, matrix())
	check(t, MatMul, MatMulVJP, MatMulJVP, matrix(), matrix())
	check(t, MatMul, MatMulVJP, MatMulJVP, matrix(), matrix()[:2])
	check(t, Transposed, TransposedVJP, TransposedJVP, matrix())
	check(t, Transposed, TransposedVJP, TransposedJVP, [][]float64{})
	check(t, Solve, SolveVJP, SolveJVP, matrix(), numbers()[:3])
	check(t, Solve, SolveVJP, SolveJVP, [][]float64{{0, 0}, {1, 1}}, numbers()[:2])
}

// TestParts is the same for slices that are appended to, cut and made parts of others.
func TestParts(t *testing.T) {
	for _, k := range []float64{-3, 0.8, 1, 9} {
		check(t, Filter, FilterVJP, FilterJVP, numbers(), k)
		check(t, Filter, FilterVJP, FilterJVP, []float64{1, 99, 3}, k)
	}
	check(t, Trim, TrimVJP, TrimJVP, []float64{-1, 2, -0.5, 3, -7, 1, 4})
	check(t, Trim, TrimVJP, TrimJVP, []float64{1, -2, 0.5})
	check(t, TrimLoop, TrimLoopVJP, TrimLoopJVP, []float64{-1, 2, -0.5, 3, -7, 1, 4})
	for k := range 6 {
		check(t, Stack, StackVJP, StackJVP, numbers(), k)
	}
	check(t, Normalize, NormalizeVJP, NormalizeJVP, numbers())
	check(t, Argbest, ArgbestVJP, ArgbestJVP, numbers())
	check(t, Bufs, BufsVJP, BufsJVP, numbers())
}

// TestShared is the same for slices that are one or another of several, and for matrices that are assigned again.
func TestShared(t *testing.T) {
	for n := range 4 {
		check(t, TableBefore, TableBeforeVJP, TableBeforeJVP, numbers(), n)
		check(t, Square, SquareVJP, SquareJVP, matrix(), n+1)
		check(t, EitherMatrix, EitherMatrixVJP, EitherMatrixJVP, matrix(), matrix(), n)
		check(t, SomeRows, SomeRowsVJP, SomeRowsJVP, matrix(), n)
	}
	for n := range 8 {
		check(t, Power, PowerVJP, PowerJVP, matrix(), n%4)
		check(t, Reset, ResetVJP, ResetJVP, matrix(), n)
	}
	for n := range 6 {
		check(t, GrowLen, GrowLenVJP, GrowLenJVP, numbers(), n)
		check(t, SecondName, SecondNameVJP, SecondNameJVP, numbers(), n)
		check(t, OneOfWritten, OneOfWrittenVJP, OneOfWrittenJVP, numbers(), others(), n-3)
		check(t, Steps, StepsVJP, StepsJVP, numbers(), n)
		check(t, StepsAgain, StepsAgainVJP, StepsAgainJVP, numbers(), n)
		if n > 0 {
			check(t, Demand, DemandVJP, DemandJVP, numbers(), n)
			check(t, DemandField, DemandFieldVJP, DemandFieldJVP, numbers(), n)
		}
		check(t, Either, EitherVJP, EitherJVP, numbers(), n)
		check(t, Longest, LongestVJP, LongestJVP, numbers(), n)
	}
}

// TestAppended is the same for slices that are cut and appended to.
func TestAppended(t *testing.T) {
	for n := range 6 {
		if n > 0 {
			check(t, AppendToReturned, AppendToReturnedVJP, AppendToReturnedJVP, numbers(), n)
			check(t, CutThenAppend, CutThenAppendVJP, CutThenAppendJVP, numbers(), n)
		}
		check(t, Deleted, DeletedVJP, DeletedJVP, numbers(), n)
		check(t, Refilled, RefilledVJP, RefilledJVP, numbers(), n)
		check(t, Doubled, DoubledVJP, DoubledJVP, numbers(), n)
	}
}

func check(t *testing.T, f, vjp, jvp any, args ...any) {
	t.Helper()
	gradcheck.VJP(t, f, vjp, args...)
	gradcheck.JVP(t, f, jvp, args...)
}
