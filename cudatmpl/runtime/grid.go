//go:build cuda

package runtime

import "fmt"

// pardiffThreads is the number of threads in a block. Kernels are compiled for it.
const pardiffThreads = 256

// pardiffGrid returns the number of blocks of a kernel that has a thread for each combination of counts of
// things, or several things for each thread. It depends on nothing but counts, so that sums over blocks have the
// same bits on every device.
func pardiffGrid(counts ...int) int {
	n := pardiffProduct(counts)
	return min(n/pardiffThreads+min(n%pardiffThreads, 1), 4096)
}

// pardiffLanes returns how many lanes of a warp share a sum, where there are as many sums as the product of counts: all
// of them if the sums are few.
func pardiffLanes(counts ...int) int {
	switch n := pardiffProduct(counts); {
	case n == 0:
		return 0
	case n < 1<<14:
		return 32
	}
	return 1
}

// pardiffRowLanes is pardiffLanes for sums of so many terms each, which lie side by side: lanes read them together where
// they are enough.
func pardiffRowLanes(terms int, counts ...int) int {
	if terms >= 32 && pardiffProduct(counts) > 0 {
		return 32
	}
	return pardiffLanes(counts...)
}

// pardiffWide returns how many groups of so many of n iterations threads do at once: all that there are where iterations
// are enough for a device all the same, and where all addresses, and what they move by, are multiples of 16; else none.
func pardiffWide(group, n int, at ...pardiffArg) int {
	if n < 1<<16 {
		return 0
	}
	for _, a := range at {
		if a%16 != 0 {
			return 0
		}
	}
	return n / group
}

// pardiffProduct multiplies counts, of which those below 0 count as 0.
func pardiffProduct(counts []int) int {
	n := 1
	for _, k := range counts {
		n *= max(k, 0)
	}
	return n
}

// pardiffScratch bounds the bytes that all threads of a kernel have for themselves together.
const pardiffScratch = 1 << 28

// pardiffGridOf is pardiffGrid for a kernel of which each thread has so many bytes for itself.
func pardiffGridOf(bytes int, counts ...int) int {
	return min(pardiffGrid(counts...), max(1, pardiffScratch/pardiffThreads/max(bytes, 1)))
}

// pardiffParts returns into how many parts n iterations are cut, each for one thread with so many bytes for itself.
func pardiffParts(n, bytes int) int {
	return max(min(n, 8192, max(1, pardiffScratch/max(bytes, 1))), 0)
}

// pardiffWarps returns into how many parts n iterations are cut, each for one warp with so many bytes for itself, and so
// many for each of its threads.
func pardiffWarps(n, bytes, ofThread int) int {
	return max(min((n+31)/32, 2048, max(1, pardiffScratch/max(bytes+32*ofThread, 1))), 0)
}

// pardiffBool passes a bool.
func pardiffBool(v bool) pardiffArg {
	if v {
		return 1
	}
	return 0
}

// A pardiffRun is a sequence of steps on the device, of which none is done after one that failed.
type pardiffRun struct {
	gpu *pardiffCUDA
	err error // of the first that failed
}

// reserve sees to it that b has at least so many bytes, whatever they hold. Fewer than none are none.
func (r *pardiffRun) reserve(b *pardiffBuf, bytes int) {
	if r.err == nil {
		r.err = r.gpu.reserve(b, max(bytes, 0))
	}
}

// clear is reserve for bytes that are zero.
func (r *pardiffRun) clear(b *pardiffBuf, bytes int) {
	r.reserve(b, bytes)
	if r.err == nil {
		r.err = r.gpu.zero(b, max(bytes, 0))
	}
}

// grow is reserve for bytes of which those that b has stay as they are. It needs a second buffer meanwhile.
func (r *pardiffRun) grow(b, spare *pardiffBuf, bytes int) {
	old := b.size
	if bytes <= old {
		return
	}
	r.reserve(spare, old)
	r.copy(spare, b, old)
	r.reserve(b, max(bytes, 2*old))
	r.copy(b, spare, old)
}

// copy copies the first bytes of src to dst.
func (r *pardiffRun) copy(dst, src *pardiffBuf, bytes int) {
	if r.err == nil {
		r.err = r.gpu.copy(dst, src, bytes)
	}
}

// launch queues a kernel.
func (r *pardiffRun) launch(kernel, blocks, threads int, args ...pardiffArg) {
	if r.err == nil {
		r.err = r.gpu.launch(kernel, blocks, threads, 0, args...)
	}
}

// invert lists, for each of so many places, the i in [begin, end) for which index[i] is the place, in their order: for
// place j they are elements start[j] up to start[j+1] of order. name is that of the index, for messages.
func (r *pardiffRun) invert(start, order, index *pardiffBuf, name string, begin, end, places int) {
	if r.err != nil {
		return
	}
	var at []int
	if begin < end {
		at = make([]int, end)
		if r.err = pardiffDown(r.gpu, at, index); r.err != nil {
			return
		}
		at = at[begin:]
	}
	first, list := make([]int, max(places, 0)+1), make([]int, len(at))
	for i, j := range at {
		if j < 0 || j >= places {
			r.err = fmt.Errorf("pardiffgen: %s: %s[%d] = %d is no subscript of %d elements", r.gpu.fn, name, begin+i, j, places)
			return
		}
		first[j+1]++
	}
	for j := range places {
		first[j+1] += first[j]
	}
	for i, j := range at { // first[j] moves to where place j+1 begins
		list[first[j]] = begin + i
		first[j]++
	}
	copy(first[1:], first)
	first[0] = 0
	if r.err = pardiffUp(r.gpu, start, first); r.err == nil {
		r.err = pardiffUp(r.gpu, order, list)
	}
}
