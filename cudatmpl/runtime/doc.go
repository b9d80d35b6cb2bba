// Package runtime is the source of what the CUDA launchers of a package share: the device and its
// context, device memory, the compiler and the launch. Package emit copies what a package needs of it
// into the package's pardiff_grad_cuda.go; nothing imports it.
//
// No function of it panics, and none ends the process. Each error begins with the name of the launcher,
// says which thing failed and what can be done.
//
// # Order of calls
//
// A launcher opens the device once ([pardiffOpen]) and wraps each of its methods in one call of do. All
// that touches the device (memory, copies, launches, sync) is called inside do. Kernels and zeroing are
// queued in order; [pardiffDown] and sync wait for what was queued before them.
//
// A launcher is not for two goroutines at once.
package runtime

import "embed"

// Files holds the source.
//
//go:embed open.go memory.go launch.go compile.go grid.go tiles.go
var Files embed.FS
