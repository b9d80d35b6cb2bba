package gradcheck

// An Option changes how a check works. Options stand among the arguments, in any place.
type Option struct{ set func(*config) }

type config struct {
	tol, valueTol float64 // < 0 for the default of the precision
	step          float64 // 0 for the default
	samples       int
	directions    int
	seed          uint64
	wrt, of       []int // nil: matched by type
	notOf         map[int]bool
}

func defaults() config {
	return config{tol: -1, valueTol: -1, samples: 64, directions: 3, seed: 1, notOf: map[int]bool{}}
}

// Tol sets the relative tolerance for derivatives. The default is 1e-6, or 2e-3 where an argument or
// a result holds a float32. The accuracy that the differences themselves have is
// allowed on top.
func Tol(rel float64) Option { return Option{func(c *config) { c.tol = rel }} }

// ValueTol sets the relative tolerance for values: results and written arguments against those of the
// function, and adjoints against those of the same call with a nil adjoint elsewhere. The default is
// 1e-12, or 1e-5 with float32: sums in parallel chunks and fused multiply-adds round
// differently. 0 demands the same bits.
func ValueTol(rel float64) Option { return Option{func(c *config) { c.valueTol = rel }} }

// Step sets the first step of the differences, relative to the size of the element; smaller ones
// follow where it proves too large. The default is 1e-3, or 0.03 with float32.
func Step(h float64) Option { return Option{func(c *config) { c.step = h }} }

// Samples sets how many elements of each argument are checked one by one; in a larger argument a
// random choice is. The default is 64. The random directions always cover all elements.
func Samples(n int) Option { return Option{func(c *config) { c.samples = n }} }

// Directions sets the number of random directions (and seeds) of the dot-product test. The default is 3.
func Directions(n int) Option { return Option{func(c *config) { c.directions = n }} }

// Seed chooses other random numbers.
func Seed(n uint64) Option { return Option{func(c *config) { c.seed = n }} }

// Wrt says which parameters of the function, counted from 0, the receiver of a method expression
// included, have an adjoint or tangent parameter. It is needed where wrt= leaves out parameters and the types do not
// tell which.
func Wrt(params ...int) Option {
	return Option{func(c *config) { c.wrt = append([]int{}, params...) }}
}

// Of says which results, counted from 0, have a seed or a tangent result. It is needed where of= leaves
// out results and the types do not tell which.
func Of(results ...int) Option {
	return Option{func(c *config) { c.of = append([]int{}, results...) }}
}

// NotOf names the parameters, counted from 0, that the function writes and of= leaves out: what
// their adjoints hold on entry of a VJP counts as 0.
func NotOf(params ...int) Option {
	return Option{func(c *config) {
		for _, p := range params {
			c.notOf[p] = true
		}
	}}
}
