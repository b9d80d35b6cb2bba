// Package cudastandin runs CUDA kernels and their launchers where there is no GPU: it builds a stand-in for the
// driver's library from the C++ in its folder driver, compiles .cu files for the host, and says in which
// environment a program that was built with the tag cuda finds both. It is for tests alone, and needs g++ on
// Linux.
//
// # How it works
//
// Every thread of a block is a fiber (driver/engine.cpp). They run one at a time, in the order that
// PARDIFF_STANDIN_ORDER names, until they end or wait at a barrier or for their warp. What a device would compute
// by luck comes out wrong in one of the orders, and memory that nobody wrote is NaN. The engine ends a launch
// with an error where threads wait at different barriers or for some that have ended, where lanes of a warp
// disagree, and where a kernel writes behind its memory.
//
// The launches of a run can be recorded and replayed in a program that was built with AddressSanitizer or
// ThreadSanitizer ([Replayer]): Go's own programs need not be. ThreadSanitizer takes two threads as
// unordered unless a barrier, a warp operation or an atomic orders them, and so two blocks of a launch. It sees
// the first 3072 threads of a launch, others in other orders.
//
// What launches read and write of device memory is counted where the kernels are compiled for it ([Counts]).
//
// # What it cannot show
//
// Speed, coalescing, registers, bank conflicts; memory order weaker than the host's; what only a compiler for
// the device refuses; last digits, since the host's functions and its contraction of products and sums are
// others. A kernel must pass a compiler for the device as well.
//
// # Settings
//
//	PARDIFF_STANDIN_KERNELS  shared objects of kernels, separated by colons
//	PARDIFF_STANDIN_ORDER    forward, reverse or shuffle: the order of threads and blocks
//	PARDIFF_STANDIN_SEED     of the shuffles
//	PARDIFF_STANDIN_RECORD   file to which launches are appended
//	PARDIFF_STANDIN_COUNT    file to which a line is appended for each launch, copy and setting of memory
//	PARDIFF_STANDIN_LATE     1: that a kernel failed is the error of the next call, as it is of a device
//	PARDIFF_STANDIN_FAULT    name=code: the function of the driver that returns this error
//	PARDIFF_STANDIN_DEVICES  number of devices, 1 by default; with 0 the driver does not start
//	PARDIFF_STANDIN_ARCH     the device's architecture, 90 by default
//	PARDIFF_STANDIN_MEMORY   bytes of device memory
package cudastandin
