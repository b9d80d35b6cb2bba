//go:build cuda

package runtime

import (
	"fmt"
	"math"
	"unsafe"

	"gorgonia.org/cu"
)

// A pardiffKernel is a kernel of the module that was loaded.
type pardiffKernel struct {
	name string
	fn   cu.Function
}

// A pardiffArg is a kernel's argument as the driver copies it: eight bytes, of which the kernel reads as
// many as its parameter has, from the lowest on.
type pardiffArg uint64

// pardiffPtr passes the address of b, which is 0 while b is empty.
func pardiffPtr(b *pardiffBuf) pardiffArg { return pardiffArg(b.at) }

// pardiffInt passes a long long or an int.
func pardiffInt(v int) pardiffArg { return pardiffArg(v) }

// pardiffF64 passes a double.
func pardiffF64(v float64) pardiffArg { return pardiffArg(math.Float64bits(v)) }

// pardiffF32 passes a float.
func pardiffF32(v float32) pardiffArg { return pardiffArg(math.Float32bits(v)) }

// launch queues a kernel, by its place in the call of pardiffOpen, in blocks of as many threads, with so many
// bytes of dynamic shared memory a block. No blocks are no launch.
func (c *pardiffCUDA) launch(kernel, blocks, threads, shared int, args ...pardiffArg) error {
	if blocks == 0 {
		return nil
	}
	k := c.kernels[kernel]
	if blocks < 0 || blocks > math.MaxInt32 {
		return fmt.Errorf("pardiffgen: %s: kernel %s cannot run in %d blocks", c.fn, k.name, blocks)
	}
	at := make([]unsafe.Pointer, len(args))
	for i := range args {
		at[i] = unsafe.Pointer(&args[i])
	}
	if err := k.fn.Launch(blocks, 1, 1, threads, 1, 1, shared, cu.NoStream, at); err != nil {
		return c.fail(fmt.Sprintf("kernel %s in %d blocks of %d threads", k.name, blocks, threads), err)
	}
	return nil
}
