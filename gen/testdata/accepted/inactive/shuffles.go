package inactive

import "math/rand"

// Shuffled visits the elements in the orders of a generator that the caller gives.
//
//pardiff:vjp
//pardiff:jvp
func Shuffled(x []float64, r *rand.Rand) (s float64) {
	perm := make([]int, len(x))
	for i := range perm {
		perm[i] = i
	}
	for epoch := range 3 {
		r.Shuffle(len(perm), func(i, j int) { perm[i], perm[j] = perm[j], perm[i] })
		for k, i := range perm {
			x[i] *= 0.5 * x[perm[0]]
			s += x[i] * x[k] * float64(k+epoch)
		}
	}
	return s
}
