// Package gradcheck checks gradients that pardiffgen generated (or that somebody wrote by hand with
// the same signature) in a user's tests:
//
//	func TestEnergyGrad(t *testing.T) {
//		gradcheck.Grad(t, Energy, EnergyGrad, []float64{0, 1.1, 1.9}, Params{K: 2, L0: 1})
//	}
//
// [Grad], [VJP], [Jac] and [JVP] take the function, its derivative and the arguments of one call of the
// function, and compare the derivative with central differences, element by element and, as the
// dot-product test, along random directions with random seeds. They also check what a
// derivative promises beside its numbers: results and arguments are left as the function leaves them,
// a gradient and a Jacobian overwrite their adjoints, a vector-Jacobian product adds to them, what is no float in an
// adjoint is left alone, a nil adjoint is allowed and changes nothing else.
//
// Methods are checked by their method expressions, (*Model).Loss and (*Model).LossGrad, with the
// receiver as first argument; the methods of a Work by a method value, new(EnergyWork).Grad;
// generic functions by an instance, Energy[float32].
//
// The arguments are copied before each call; the caller's memory is never written. The random
// numbers are the same in every run.
package gradcheck
