package helpers

import "strconv"

// A pardiffInteger is an integer type.
type pardiffInteger interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// pardiffWhere returns the work of an iteration where several may be executed at the same time, and else 0: all
// are one chunk then.
func pardiffWhere(ok bool, work int) int {
	if ok {
		return work
	}
	return 0
}

// pardiffUnless returns the length of the copies that chunks need unless their iterations have elements for
// themselves.
func pardiffUnless(own bool, length int) int {
	if own {
		return 0
	}
	return length
}

// pardiffPartOrAll is pardiffPart where there are copies, and x where none were needed.
func pardiffPartOrAll[S ~[]T, T any](x S, copies []T, c int) S {
	if len(copies) == 0 {
		return x
	}
	return pardiffPart(x, copies, c)
}

// pardiffMonotone says whether a[i] <= a[i+1] for all i.
func pardiffMonotone[T pardiffInteger](a []T) bool { return pardiffFall(a) < 0 }

// pardiffFall returns the first i with a[i] > a[i+1], or -1.
func pardiffFall[T pardiffInteger](a []T) int {
	for i := 1; i < len(a); i++ {
		if a[i-1] > a[i] {
			return i - 1
		}
	}
	return -1
}

// pardiffWithin says whether lo <= a[i] < hi for all i.
func pardiffWithin[T pardiffInteger](a []T, lo, hi int) bool { return pardiffOutside(a, lo, hi) < 0 }

// pardiffOutside returns the first i where that is not so, or -1.
func pardiffOutside[T pardiffInteger](a []T, lo, hi int) int {
	for i, v := range a {
		if n := int(v); n < lo || n >= hi || T(n) != v || (n < 0) != (v < 0) {
			return i
		}
	}
	return -1
}

// pardiffInjective says whether all elements of a differ. The memory that it takes is given back.
func pardiffInjective[T pardiffInteger](memory *pardiffArena[uint64], a []T) bool {
	_, j := pardiffRepeat(memory, a)
	return j < 0
}

// pardiffRepeat returns i < j with a[i] == a[j], j as small as possible, or -1 and -1. Where the elements lie as close
// together as those of a permutation it marks each in a set of bits, else in a hash table.
func pardiffRepeat[T pardiffInteger](memory *pardiffArena[uint64], a []T) (i, j int) {
	if len(a) < 2 {
		return -1, -1
	}
	mark := memory.mark()
	defer memory.release(mark)
	lo, hi := a[0], a[0]
	for _, v := range a {
		lo, hi = min(lo, v), max(hi, v)
	}
	j = -1
	if span := uint64(hi) - uint64(lo); span/64 < uint64(len(a)) {
		seen := memory.take(int(span/64) + 1)
		for k, v := range a {
			n := uint64(v) - uint64(lo)
			if seen[n/64]&(1<<(n%64)) != 0 {
				j = k
				break
			}
			seen[n/64] |= 1 << (n % 64)
		}
	} else {
		j = pardiffHashed(memory, a)
	}
	for i, v := range a[:max(j, 0)] {
		if v == a[j] {
			return i, j
		}
	}
	return -1, -1
}

// pardiffHashed returns the smallest j for which a[j] stands before it, or -1. It takes memory.
func pardiffHashed[T pardiffInteger](memory *pardiffArena[uint64], a []T) int {
	size := 4
	for size < 2*len(a) {
		size *= 2
	}
	table := memory.take(size) // subscripts, plus one
	for k, v := range a {
		at := int(uint64(v) * 0x9e3779b97f4a7c15 >> 32 % uint64(size))
		for ; table[at] != 0; at = (at + 1) % size {
			if a[table[at]-1] == v {
				return k
			}
		}
		table[at] = uint64(k) + 1
	}
	return -1
}

// pardiffMustMonotone panics in the name of fn unless a, which is called name, is monotone.
func pardiffMustMonotone[T pardiffInteger](fn, fact, name string, a []T) {
	if i := pardiffFall(a); i >= 0 {
		pardiffBroken(fn, fact, pardiffAt(name, i, a)+" > "+pardiffAt(name, i+1, a))
	}
}

// pardiffMustWithin panics unless the elements of a lie within lo and hi.
func pardiffMustWithin[T pardiffInteger](fn, fact, name string, a []T, lo, hi int) {
	if i := pardiffOutside(a, lo, hi); i >= 0 {
		pardiffBroken(fn, fact, pardiffAt(name, i, a)+", not in ["+strconv.Itoa(lo)+", "+strconv.Itoa(hi)+")")
	}
}

// pardiffMustInjective panics unless the elements of a differ.
func pardiffMustInjective[T pardiffInteger](fn, fact, name string, memory *pardiffArena[uint64], a []T) {
	if i, j := pardiffRepeat(memory, a); j >= 0 {
		pardiffBroken(fn, fact, name+"["+strconv.Itoa(i)+"] = "+pardiffAt(name, j, a))
	}
}

// pardiffMust panics unless ok: the sides of a comparison are what names say.
func pardiffMust(fn, fact string, ok bool, left string, x int, right string, y int) {
	if ok {
		return
	}
	why := ""
	if left != "" {
		why = left + " = " + strconv.Itoa(x)
	}
	if right != "" {
		if why != "" {
			why += ", "
		}
		why += right + " = " + strconv.Itoa(y)
	}
	pardiffBroken(fn, fact, why)
}

// pardiffAt is the text of an element with its value.
func pardiffAt[T pardiffInteger](name string, i int, a []T) string {
	value := strconv.FormatInt(int64(a[i]), 10)
	if a[i] > 0 {
		value = strconv.FormatUint(uint64(a[i]), 10)
	}
	return name + "[" + strconv.Itoa(i) + "] = " + value
}

// pardiffBroken panics because a fact does not hold.
func pardiffBroken(fn, fact, why string) {
	panic("pardiffgen: " + fn + ": fact " + fact + " does not hold: " + why)
}
