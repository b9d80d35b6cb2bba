// The type parameter hides the function that the guard of the generated file names.
// refused
package p

func F[F float32 | float64](x []F) F { return x[1] * x[0] }
