package helpers

import (
	"math/bits"
	"runtime"
)

// pardiffGrain is the work, in about floating-point operations, that is worth a chunk.
const pardiffGrain = 8192

// pardiffWake is the work of a loop that is worth waking other workers. Below it the caller executes
// all chunks: a worker that sleeps comes too late, and one that has just come is waited for.
const pardiffWake = 64 * pardiffGrain

// pardiffMaxChunks bounds the chunks of a loop. It is far above the number of cores, so that a worker
// that is late costs little.
const pardiffMaxChunks = 64

// pardiffCopyCost is how much more than the private elements the work on them must be.
const pardiffCopyCost = 8

// pardiffMaxCopies bounds the chunks of a loop in which each chunk has private copies of arrays.
const pardiffMaxCopies = 8

// pardiffHaloCost is how many more than the iterations that it leaves for later a chunk has. Two are enough for those of
// several chunks to be executed at the same time.
const pardiffHaloCost = 16

// pardiffChunks returns the number of chunks for n iterations that cost work each; each chunk has
// copies of private elements, and leaves halo iterations for later. It depends on nothing else, so that sums over chunks are the same
// for any number of workers.
func pardiffChunks(n, work, private, halo int) int {
	if n <= 0 {
		return 0
	}
	all := float64(n) * float64(work)
	if all < 2*pardiffGrain {
		return 1
	}
	most := min(float64(n), pardiffMaxChunks, all/pardiffGrain)
	if private > 0 {
		// Clearing and adding up a copy must be cheap beside the chunk.
		most = min(most, pardiffMaxCopies, all/(pardiffCopyCost*float64(private)))
	}
	if halo > 0 { // few iterations are left for later
		most = min(most, float64(n)/float64(pardiffHaloCost*halo))
	}
	return max(1, int(most))
}

// A pardiffLoop says how the iterations of a loop are cut into chunks, and how many workers may
// execute them.
type pardiffLoop struct {
	begin, count, work, chunks, workers int
	// The last halo iterations of each chunk but the last are executed after all chunks: edges is set
	// then.
	halo  int
	edges bool
	// group is how many iterations go together, 0 for one: chunks have multiples of it, up to the last.
	group int
}

// cut sets the loop to the iterations from begin to end, which cost work each, with private elements
// of slices for each chunk. Workers is the bound on the workers, 0 for GOMAXPROCS. The result is l.
func (l *pardiffLoop) cut(begin, end, work, private, workers int) *pardiffLoop {
	l.begin, l.count, l.work, l.edges = begin, max(end-begin, 0), work, false
	l.chunks = min(pardiffChunks(l.count, work, private, l.halo), l.groups())
	if l.workers = 1; l.chunks > 1 && float64(l.count)*float64(work) >= pardiffWake {
		if l.workers = workers; workers <= 0 {
			l.workers = runtime.GOMAXPROCS(0)
		}
		l.workers = min(l.workers, l.chunks)
	}
	return l
}

// groups returns the number of groups of iterations. The last may be smaller than the others.
func (l *pardiffLoop) groups() int {
	if l.group < 2 {
		return l.count
	}
	return l.count/l.group + min(l.count%l.group, 1)
}

// near says whether chunks need no copies of slices to whose elements only iterations add that are at most halo apart, of n:
// where halo is small beside n they leave as many iterations for later.
func (l *pardiffLoop) near(n, halo int) bool {
	if halo > n/(pardiffHaloCost*pardiffMaxCopies) {
		return false
	}
	l.halo = max(l.halo, halo)
	return true
}

// pardiffSmall says whether sums of a few products of so many of sizes as degree says, times small constants, do not
// overflow.
func pardiffSmall(degree int, sizes ...int) bool {
	most := 1 << ((bits.UintSize - 17) / degree)
	for _, n := range sizes {
		if n < -most || n > most {
			return false
		}
	}
	return true
}

// copies returns the number of elements of the copies of n elements that the chunks but the first have.
func (l *pardiffLoop) copies(n int) int { return max(l.chunks-1, 0) * n }

// copiesOf is copies for slices, which are apart.
func (l *pardiffLoop) copiesOf(n int) int {
	if n == 0 {
		return 0
	}
	return l.copies(n + pardiffGap)
}

// part returns the iterations of chunk c: from the first up to before the second.
func (l *pardiffLoop) part(c int) (from, to int) {
	if l.chunks == 1 {
		return l.begin, l.begin + l.count
	}
	n, g := l.groups(), max(l.group, 1)
	q, r := n/l.chunks, n%l.chunks
	first := c*q + min(c, r)
	last := first + q
	if c < r {
		last++
	}
	from, to = l.begin+first*g, l.begin+min(last*g, l.count)
	if l.halo > 0 && c < l.chunks-1 {
		edge := max(from, to-l.halo)
		if l.edges {
			return edge, to
		}
		return from, edge
	}
	return from, to
}

// pardiffCell returns what chunk c adds to: x itself for the first, then one of the parts.
func pardiffCell[T any](x *T, parts []T, c int) *T {
	if c == 0 {
		return x
	}
	return &parts[c-1]
}

// pardiffSum adds up what the chunks have summed, in their order.
func pardiffSum[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64](x T, parts []T) T {
	for _, p := range parts {
		x += p
	}
	return x
}

// pardiffPart returns the memory that chunk c adds to: x itself for the first, then a copy.
func pardiffPart[S ~[]T, T any](x S, copies []T, c int) S {
	if c == 0 || len(x) == 0 {
		return x
	}
	return copies[(c-1)*(len(x)+pardiffGap):][:len(x):len(x)]
}

// pardiffCombine adds the copies that chunks have added to, in their order.
func pardiffCombine[T ~float32 | ~float64](x, copies []T) {
	for ; len(copies) > 0; copies = copies[len(x)+pardiffGap:] {
		for i, v := range copies[:len(x)] {
			x[i] += v
		}
	}
}

// pardiffGap is the elements between what belongs to one worker, or to one chunk, and to another: those that two cores write
// at a time are not in one line of the cache.
const pardiffGap = 16

// perSlot returns the number of elements of scratch in which each worker has n.
func (l *pardiffLoop) perSlot(n int) int { return l.workers * (n + pardiffGap) }

// pardiffSlot returns the part of scratch, which is for all slots, that belongs to one.
func pardiffSlot[S ~[]T, T any](scratch S, slot, slots int) S {
	n := len(scratch) / slots
	return scratch[slot*n : (slot+1)*n-pardiffGap : (slot+1)*n-pardiffGap]
}
