// Package cmp has what gradients see of the standard library's package cmp.
package cmp

// Ordered are the types with an order.
type Ordered interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64 | ~string
}

// Less says whether x is before y. A NaN is before all other numbers.
func Less[T Ordered](x, y T) bool { return x != x && y == y || x < y }

// Compare returns -1 if x is before y, 1 if it is after it, and else 0.
func Compare[T Ordered](x, y T) int {
	c := 0
	switch {
	case x != x:
		if y == y {
			c = -1
		}
	case y != y:
		c = 1
	case x < y:
		c = -1
	case x > y:
		c = 1
	}
	return c
}
