//go:build cuda

package runtime

import (
	"fmt"
	"slices"
	"unsafe"

	"gorgonia.org/cu"
)

// A pardiffBuf is device memory of one launcher; the zero value is empty. It stays where it is: what holds
// it must not be copied.
type pardiffBuf struct {
	at   cu.DevicePtr
	size int // bytes
}

// reserve sees to it that b has at least so many bytes. Where it must grow, its contents are lost.
func (c *pardiffCUDA) reserve(b *pardiffBuf, bytes int) error {
	if bytes <= b.size {
		return nil
	}
	if err := c.free(b); err != nil {
		return err
	}
	at, err := cu.MemAlloc(int64(bytes))
	if err != nil {
		what := fmt.Sprintf("no device memory for %d bytes beside the %d that it holds", bytes, c.bytes())
		if free, total, e := cu.MemInfo(); e == nil {
			what += fmt.Sprintf(" (%d of the device's %d are free); use less data at once", free, total)
		}
		return c.fail(what, err)
	}
	b.at, b.size = at, bytes
	c.bufs[b] = true
	return nil
}

// free empties b.
func (c *pardiffCUDA) free(b *pardiffBuf) error {
	if b.size == 0 {
		return nil
	}
	err := cu.MemFree(b.at)
	*b = pardiffBuf{}
	if err != nil {
		return c.fail("freeing device memory", err)
	}
	return nil
}

// bytes is how much device memory the launcher holds.
func (c *pardiffCUDA) bytes() int {
	n := 0
	for b := range c.bufs {
		n += b.size
	}
	return n
}

// zero clears the first bytes of b. It reserves nothing.
func (c *pardiffCUDA) zero(b *pardiffBuf, bytes int) error {
	if bytes == 0 {
		return nil
	}
	if bytes > b.size {
		return c.short(b, bytes)
	}
	if err := cu.MemsetD8(b.at, 0, int64(bytes)); err != nil {
		return c.fail("clearing device memory", err)
	}
	return nil
}

// copy copies the first bytes of src to dst, another buffer. It reserves nothing.
func (c *pardiffCUDA) copy(dst, src *pardiffBuf, bytes int) error {
	if bytes == 0 {
		return nil
	}
	if bytes > min(dst.size, src.size) {
		return c.short(dst, bytes)
	}
	if err := cu.MemcpyDtoD(dst.at, src.at, int64(bytes)); err != nil {
		return c.fail("copying device memory", err)
	}
	return nil
}

// short is the error of a buffer that was not reserved: a device would not notice.
func (c *pardiffCUDA) short(b *pardiffBuf, bytes int) error {
	return fmt.Errorf("pardiffgen: %s: %d bytes of a buffer of %d are used; upload the arguments first", c.fn, bytes, b.size)
}

// pardiffUp copies host to b, which grows to hold it. T has no pointers.
func pardiffUp[T any](c *pardiffCUDA, b *pardiffBuf, host []T) error {
	n := pardiffSize(host)
	if n == 0 {
		return nil
	}
	if err := c.reserve(b, n); err != nil {
		return err
	}
	up := func(from []T) error { return cu.MemcpyHtoD(b.at, unsafe.Pointer(unsafe.SliceData(from)), int64(n)) }
	refused, err := pardiffTry(func() error { return up(host) })
	if refused {
		err = up(slices.Clone(host))
	}
	if err != nil {
		return c.fail("copying to the device", err)
	}
	return nil
}

// pardiffDown waits for the device and fills host with the first bytes of b. T has no pointers.
func pardiffDown[T any](c *pardiffCUDA, host []T, b *pardiffBuf) error {
	n := pardiffSize(host)
	if n == 0 {
		return nil
	}
	if n > b.size {
		return c.short(b, n)
	}
	down := func(to []T) error { return cu.MemcpyDtoH(unsafe.Pointer(unsafe.SliceData(to)), b.at, int64(n)) }
	refused, err := pardiffTry(func() error { return down(host) })
	if refused {
		own := slices.Clone(host)
		err = down(own)
		copy(host, own)
	}
	if err != nil {
		return c.fail("copying from the device; what failed may be a kernel before it", err)
	}
	return nil
}

// pardiffSize is the size of a slice's elements in bytes.
func pardiffSize[T any](s []T) int {
	var elem T
	return len(s) * int(unsafe.Sizeof(elem))
}

// pardiffTry calls f, which hands Go memory to the driver, and says whether cgo refused the memory: it panics
// where that is a part of something that has pointers in it, as an array in a struct may be.
func pardiffTry(f func() error) (refused bool, err error) {
	defer func() { refused = recover() != nil }()
	return false, f()
}
