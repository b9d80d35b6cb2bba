package rows

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestGradients(t *testing.T) {
	x, y := []float64{0.8, 1.3, 0.4}, []float64{0.6, 1.7}
	for n := 1; n < 5; n++ {
		gradcheck.VJP(t, Made, MadeVJP, x, n)
		gradcheck.JVP(t, Made, MadeJVP, x, n)
		gradcheck.VJP(t, Returned, ReturnedVJP, x, n)
		gradcheck.JVP(t, Returned, ReturnedJVP, x, n)
		gradcheck.Grad(t, Steps, StepsGrad, x, n)
		gradcheck.Grad(t, Begun, BegunGrad, x, n)
		gradcheck.VJP(t, Appended, AppendedVJP, x, n)
		gradcheck.JVP(t, Appended, AppendedJVP, x, n)
		gradcheck.Grad(t, Again, AgainGrad, x, n)
		gradcheck.Grad(t, All, AllGrad, x, n)
		gradcheck.Grad(t, Cloned, ClonedGrad, x, n)
	}
	gradcheck.Grad(t, Listed, ListedGrad, x)
	gradcheck.Grad(t, Capacity, CapacityGrad, x)
	gradcheck.Grad(t, Chosen, ChosenGrad, x)
	gradcheck.Grad(t, Passed, PassedGrad, x)
	gradcheck.Grad(t, Shared, SharedGrad, x)
	gradcheck.Grad(t, Sorted, SortedGrad, x)
	gradcheck.Grad(t, Views, ViewsGrad, x, y)
	gradcheck.Grad(t, Pair, PairGrad, x, y)
	gradcheck.VJP(t, Ranged, RangedVJP, x, y)
	gradcheck.JVP(t, Ranged, RangedJVP, x, y)
	gradcheck.Grad(t, Grown, GrownGrad, x)
	gradcheck.Grad(t, Points, PointsGrad, x)
}

func TestLists(t *testing.T) {
	x, y := []float64{0.8, 1.3, 0.4}, []float64{0.6, 1.7}
	gradcheck.VJP(t, Squares, SquaresVJP, x)
	gradcheck.JVP(t, Squares, SquaresJVP, x)
	gradcheck.VJP(t, Powers, PowersVJP, x)
	gradcheck.Grad(t, Meshed, MeshedGrad, x)
	gradcheck.Grad(t, Given, GivenGrad, x)
	gradcheck.Grad(t, Two, TwoGrad, x)
	gradcheck.Grad(t, Branches, BranchesGrad, x)
	gradcheck.Grad(t, Closed, ClosedGrad, x)
	gradcheck.VJP(t, Windows, WindowsVJP, x)
	for n := range 4 {
		gradcheck.Grad(t, Kept, KeptGrad, x, n)
	}
	gradcheck.Grad(t, Handed, HandedGrad, x, y)
	gradcheck.VJP(t, Wide, WideVJP, x, []int{1, 0, 2, 1})
	gradcheck.Grad(t, Fit, FitGrad, x)
	gradcheck.Grad(t, Counts, CountsGrad, x, 5)
}

func TestMore(t *testing.T) {
	x := []float64{0.8, 1.3, 0.4}
	gradcheck.Grad(t, Outside, OutsideGrad, x)
	gradcheck.Grad(t, Lists, ListsGrad, x)
	gradcheck.Grad(t, Last, LastGrad, x)
	for n := range 5 {
		gradcheck.VJP(t, Inside, InsideVJP, x, n)
	}
	gradcheck.Grad(t, Ended, EndedGrad, x)
	gradcheck.Grad(t, Named, NamedGrad, x)
	gradcheck.Grad(t, Generic[float64], GenericGrad[float64], x)
	for k := range x {
		gradcheck.VJP(t, One, OneVJP, x, k)
	}
	gradcheck.Grad(t, Copied, CopiedGrad, x)
	gradcheck.VJP(t, Bumped, BumpedVJP, x, []float64{0.6, 1.7})
	gradcheck.Grad(t, Pushed, PushedGrad, x)
}

func TestVariables(t *testing.T) {
	x, y := []float64{0.8, 1.3, 0.4}, []float64{0.6, 1.7}
	for n := range 5 {
		gradcheck.Grad(t, Evolved, EvolvedGrad, x, y, n)
		gradcheck.JVP(t, Evolved, EvolvedJVP, x, y, n)
		gradcheck.VJP(t, Stepped, SteppedVJP, x, n)
		gradcheck.Grad(t, Before, BeforeGrad, x, n)
		gradcheck.VJP(t, Either, EitherVJP, x, y, n)
		gradcheck.Grad(t, Smallest, SmallestGrad, x, n)
		gradcheck.Grad(t, Stated, StatedGrad, x, y, n)
		gradcheck.VJP(t, Replaced, ReplacedVJP, x, n)
		gradcheck.JVP(t, Replaced, ReplacedJVP, x, n)
		gradcheck.Grad(t, Exchanged, ExchangedGrad, x, n)
		gradcheck.VJP(t, Nested, NestedVJP, x, n)
	}
}
