//go:build cuda

package runtime

import (
	"testing"

	"gorgonia.org/cu"
)

// BenchmarkCopy copies device memory: what the rates of gradients are measured against. Its bytes are those read
// and those written.
func BenchmarkCopy(b *testing.B) {
	c, err := pardiffOpen("SumsCUDA", 0, nil, sums, sumsKernels...)
	if err != nil {
		b.Fatal(err)
	}
	defer c.close()
	n := 1 << 30
	if testing.Short() {
		n = 1 << 20
	}
	var x, y pardiffBuf
	err = c.do(func() error {
		for _, buf := range []*pardiffBuf{&x, &y} {
			if err := c.reserve(buf, n); err != nil {
				return err
			}
			if err := c.zero(buf, n); err != nil {
				return err
			}
		}
		from, err := cu.MakeEvent(cu.DefaultEvent)
		if err != nil {
			return err
		}
		to, err := cu.MakeEvent(cu.DefaultEvent)
		if err != nil {
			return err
		}
		if err := from.Record(cu.NoStream); err != nil {
			return err
		}
		for range b.N {
			if err := c.copy(&y, &x, n); err != nil {
				return err
			}
		}
		if err := to.Record(cu.NoStream); err != nil {
			return err
		}
		if err := to.Synchronize(); err != nil {
			return err
		}
		ms, err := from.Elapsed(to)
		b.ReportMetric(2*float64(n)*float64(b.N)/ms/1e6, "GB/s")
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
}
