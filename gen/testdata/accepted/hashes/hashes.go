// Package hashes has integers that wrap around, whose signs decide.
package hashes

// Sketch is a recurrence with the signs of a hash.
//
//pardiff:grad
func Sketch(x []float64) (c float64) {
	u := uint8(0)
	for i := range x {
		u += 7
		c += x[i] * float64(u)
		if int8(u) < 0 {
			c = -c
		}
	}
	return c
}

// Sketch2 is a count sketch with signs from the hash's top bit.
//
//pardiff:vjp
func Sketch2(x []float64, k float64) (c float64) {
	sk := make([]float64, 8)
	for i := range x {
		h := uint32(i+1) * 2654435761
		s := 1.0
		if int32(h) < 0 {
			s = -1
		}
		sk[h%8] += s * x[i]
		if int32(h) < 0 {
			sk[h%8] *= 0.9
		}
	}
	for _, v := range sk {
		c += v * v * k
	}
	return c
}

// InPlace changes its argument where the hash says so.
//
//pardiff:vjp
func InPlace(x []float64, k float64) (c float64) {
	for i := range x {
		h := uint32(i+1) * 2654435761
		if int32(h) < 0 {
			x[i] *= k
			continue
		}
		if i > 0 {
			x[i] += x[i-1]
		}
	}
	for _, v := range x {
		c += v * v
	}
	return c
}

// Last keeps the last number that the hash chose.
//
//pardiff:vjp
func Last(x []float64) (c float64) {
	m := 1.0
	for i := range x {
		h := uint32(i+1) * 2654435761
		if int32(h) < 0 {
			m = x[i]
		}
		c += m * x[i]
	}
	return c
}

// Carry adds with a carry, and looks for a sum that has wrapped around to 0.
//
//pardiff:grad
func Carry(x []float64, a []uint32) (c float64) {
	lo := uint32(0)
	for i := range x {
		sum := lo + a[i]
		if sum < lo {
			c = -c
		}
		if a[i]+1 == 0 {
			c *= 0.5
		}
		lo = sum
		c += x[i] * x[i] * float64(lo%16)
	}
	return c
}

// Random has the signs of a linear congruence that wraps around.
//
//pardiff:vjp
func Random(x []float64, k float64) (c float64) {
	for i := range x {
		s := int32(i)*1103515245 + 12345
		t := i*6364136223846793005 + 1442695040888963407
		if s < 0 {
			x[i] *= k
		}
		if t < 0 {
			c = k * c * x[i]
		}
		c += x[i]
	}
	return c
}
