// The engine runs a kernel's threads as fibers of one OS thread: a block at a time, its threads in an order
// that the caller chooses, each until it ends or waits for others.
//
// Kernels are compiled for the host with device.h and call what is declared here in extern "C".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

struct pardiff_dim3 {
	unsigned x, y, z;
};

// A pardiff_thread is what a kernel sees of its thread.
struct pardiff_thread {
	pardiff_dim3 threadIdx, blockIdx, blockDim, gridDim;
	unsigned lane, warp;
	unsigned char *dynamic; // dynamic shared memory
};

// A pardiff_site is a place in a kernel.
struct pardiff_site {
	const char *file;
	int line;
};

// What a lane wants of an exchange with its warp: the value of another lane, or a bit of each.
enum pardiff_exchange { PARDIFF_SYNC, PARDIFF_VALUE, PARDIFF_BALLOT };

// A pardiff_kernel is a kernel that was compiled for the host.
struct pardiff_kernel {
	const char *name;
	void (*call)(void **args);
	unsigned params;
	const unsigned *sizes;  // of the parameters, in bytes
	const bool *pointers;   // which of them are pointers
	unsigned max_threads;   // of __launch_bounds__, or 0
	unsigned char *shared;  // the static shared memory of all kernels of its file
	size_t shared_size;
};

extern "C" {
extern pardiff_thread *pardiff_self; // the thread that runs

void pardiff_register(const pardiff_kernel *k);
void pardiff_barrier(pardiff_site at);
int pardiff_vote(pardiff_site at, int predicate, int *live); // a barrier that counts; live is how many took part
uint64_t pardiff_warp(pardiff_site at, pardiff_exchange what, unsigned mask, uint64_t value, int lane);
void pardiff_fail(pardiff_site at, const char *why); // ends the launch
}

// Kernels returns all that registered so far, in order.
std::vector<const pardiff_kernel *> &pardiff_kernels();

enum class Order { forward, reverse, shuffle };

struct Launch {
	const pardiff_kernel *kernel;
	pardiff_dim3 grid, block;
	size_t dynamic; // bytes of dynamic shared memory
	void **args;
	Order order;
	unsigned seed;
};

// Run returns what went wrong, or nothing.
std::string pardiff_run(const Launch &l);
