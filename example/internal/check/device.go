//go:build cuda

package check

import (
	"testing"

	"gorgonia.org/cu"
)

// Device times run, a gradient on the device, by the device's events: do is what makes its context current. It
// reports the time of a run, and the rates of so many bytes and operations in it, none of which is 0.
//
// With -short, and so on a stand-in for a GPU, the times mean nothing.
func Device(b *testing.B, do func(func() error) error, run func() error, bytes, flops float64) {
	b.Helper()
	err := do(func() error {
		if err := run(); err != nil { // what is reserved and loaded once
			return err
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
			if err := run(); err != nil {
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
		if err != nil {
			return err
		}
		s := ms / 1e3 / float64(b.N)
		b.ReportMetric(s*1e3, "ms/grad")
		b.ReportMetric(bytes/s/1e9, "GB/s")
		b.ReportMetric(flops/s/1e9, "GFLOP/s")
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
}
