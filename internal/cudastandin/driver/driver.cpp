// The stand-in for libcuda.so.1: the part of the driver's interface that launchers use, on the host's memory.
// Kernels come from the shared objects that PARDIFF_STANDIN_KERNELS names; see ../doc.go for all settings.
//
// It is stricter than a driver where that finds mistakes: memory is full of NaN at first, copies and pointers
// are checked against what is allocated, launches against the kernel's bounds.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "count.h"
#include "engine.h"
#include "image.h"
#include "memory.h"
#include "record.h"

#define API extern "C" __attribute__((visibility("default")))

enum Result {
	SUCCESS = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NOT_INITIALIZED = 3, NO_DEVICE = 100, INVALID_DEVICE = 101,
	INVALID_IMAGE = 200, INVALID_CONTEXT = 201, FILE_NOT_FOUND = 301, INVALID_HANDLE = 400, NOT_FOUND = 500,
	LAUNCH_OUT_OF_RESOURCES = 701, LAUNCH_FAILED = 719
};

typedef unsigned long long DevicePtr;

namespace {

std::mutex lock; // every function holds it: one launch at a time
bool initialized, broken; // broken: a kernel failed, and the context is lost
int retained;             // primary context
Memory memory;
thread_local std::vector<void *> contexts; // of this OS thread; the last one is current
char primary;                              // its address is the context

// count notes a copy, or memory that is set, where PARDIFF_STANDIN_COUNT asks for it.
void count(const char *what, size_t bytes) {
	if (const char *path = setting("PARDIFF_STANDIN_COUNT"))
		count_bytes(path, what, bytes);
}

// fault returns the error that PARDIFF_STANDIN_FAULT wants a function to return: name=code.
Result fault(const char *function) {
	const char *s = setting("PARDIFF_STANDIN_FAULT");
	size_t n = strlen(function);
	return s && !strncmp(s, function, n) && s[n] == '=' ? Result(atoi(s + n + 1)) : SUCCESS;
}

// FAULT returns it from the function that it stands in.
#define FAULT                             \
	if (Result r = fault(__func__)) \
	return r

// A Guard is held by every function; ready returns why the function cannot go on.
struct Guard {
	std::lock_guard<std::mutex> held{lock};
	Result ready() const {
		if (!initialized)
			return NOT_INITIALIZED;
		if (contexts.empty() || !contexts.back() || retained == 0) {
			complain("a call without a context that is current on its thread");
			return INVALID_CONTEXT;
		}
		return broken ? LAUNCH_FAILED : SUCCESS;
	}
};

#define READY                     \
	Guard guard;              \
	FAULT;                    \
	if (Result r = guard.ready()) \
	return r

std::set<Module *> modules;

Order order() {
	const char *s = setting("PARDIFF_STANDIN_ORDER");
	if (s && !strcmp(s, "reverse"))
		return Order::reverse;
	return s && !strcmp(s, "shuffle") ? Order::shuffle : Order::forward;
}

// check returns what is wrong with a launch that a device would not run, or would run wrongly.
std::string check(const Launch &l, uint64_t threads, uint64_t blocks) {
	const pardiff_kernel &k = *l.kernel;
	if (threads == 0 || blocks == 0 || threads > 1024 || l.block.z > 64)
		return std::to_string(blocks) + " blocks of " + std::to_string(threads) + " threads";
	if (l.grid.x > 2147483647u || l.grid.y > 65535 || l.grid.z > 65535)
		return "a grid that is too large";
	if (k.max_threads && threads > k.max_threads)
		return std::to_string(threads) + " threads where __launch_bounds__ allows " + std::to_string(k.max_threads);
	if (l.dynamic > 48 << 10)
		return std::to_string(l.dynamic) + " bytes of dynamic shared memory";
	for (unsigned i = 0; i < k.params; i++) {
		DevicePtr p = 0;
		memcpy(&p, l.args[i], k.sizes[i]);
		if (k.pointers[i] && p && !memory.holds(p, 1))
			return "argument " + std::to_string(i) + " is a pointer, but not to device memory";
	}
	return "";
}

using Clock = std::chrono::steady_clock;
struct Event {
	Clock::time_point at;
	bool recorded = false;
};

} // namespace

// ---- start, devices, contexts

API int cuInit(unsigned) {
	Guard guard;
	FAULT;
	if (number("PARDIFF_STANDIN_DEVICES", 1) == 0)
		return NO_DEVICE;
	initialized = true;
	return SUCCESS;
}

API int cuDriverGetVersion(int *v) {
	*v = 13000;
	return SUCCESS;
}

API int cuDeviceGetCount(int *n) {
	Guard guard;
	*n = number("PARDIFF_STANDIN_DEVICES", 1);
	return initialized ? SUCCESS : NOT_INITIALIZED;
}

API int cuDeviceGet(int *d, int i) {
	Guard guard;
	*d = i;
	return i >= 0 && i < number("PARDIFF_STANDIN_DEVICES", 1) ? SUCCESS : INVALID_DEVICE;
}

API int cuDeviceGetName(char *name, int n, int) {
	snprintf(name, n, "pardiffgen stand-in: no GPU, timings mean nothing");
	return SUCCESS;
}

API int cuDeviceTotalMem_v2(size_t *n, int) {
	*n = number("PARDIFF_STANDIN_MEMORY", 1 << 30);
	return SUCCESS;
}

API int cuDeviceGetAttribute(int *v, int attribute, int) {
	switch (attribute) {
	case 1: // threads in a block
		*v = 1024;
		break;
	case 8: // shared memory of a block
		*v = 48 << 10;
		break;
	case 10: // warp size
		*v = 32;
		break;
	case 16: // multiprocessors
		*v = 4;
		break;
	case 75: // compute capability
		*v = number("PARDIFF_STANDIN_ARCH", 90) / 10;
		break;
	case 76:
		*v = number("PARDIFF_STANDIN_ARCH", 90) % 10;
		break;
	default:
		*v = 0;
	}
	return SUCCESS;
}

API int cuDevicePrimaryCtxRetain(void **c, int) {
	Guard guard;
	FAULT;
	if (!initialized)
		return NOT_INITIALIZED;
	retained++;
	*c = &primary;
	return SUCCESS;
}

API int cuDevicePrimaryCtxRelease_v2(int) {
	Guard guard;
	if (retained == 0)
		return INVALID_CONTEXT;
	if (--retained == 0 && memory.held() > 0)
		complain(std::to_string(memory.held()) + " bytes were not freed");
	return SUCCESS;
}

API int cuCtxPushCurrent_v2(void *c) {
	Guard guard;
	FAULT;
	if (c != &primary || retained == 0)
		return INVALID_CONTEXT;
	contexts.push_back(c);
	return SUCCESS;
}

API int cuCtxPopCurrent_v2(void **c) {
	Guard guard;
	if (contexts.empty())
		return INVALID_CONTEXT;
	*c = contexts.back();
	contexts.pop_back();
	return SUCCESS;
}

API int cuCtxGetCurrent(void **c) {
	*c = contexts.empty() ? nullptr : contexts.back();
	return SUCCESS;
}

API int cuCtxSynchronize() {
	READY;
	return SUCCESS;
}

// ---- modules

API int cuModuleLoadData(void **m, const void *image) {
	READY;
	const char *ptx = static_cast<const char *>(image);
	if (!strstr(ptx, ".version"))
		return INVALID_IMAGE; // it knows PTX only
	const Module *host = find(entries(ptx));
	if (!host) {
		complain("no file of PARDIFF_STANDIN_KERNELS has just the kernels of the image");
		return INVALID_IMAGE;
	}
	Module *made = new Module(*host);
	modules.insert(made);
	*m = made;
	return SUCCESS;
}

API int cuModuleUnload(void *m) {
	READY;
	if (!modules.erase(static_cast<Module *>(m)))
		return INVALID_HANDLE;
	delete static_cast<Module *>(m);
	return SUCCESS;
}

API int cuModuleGetFunction(void **f, void *m, const char *name) {
	READY;
	if (!modules.count(static_cast<Module *>(m)))
		return INVALID_HANDLE;
	auto &kernels = static_cast<Module *>(m)->kernels;
	auto found = kernels.find(name);
	if (found == kernels.end())
		return NOT_FOUND;
	*f = const_cast<pardiff_kernel *>(found->second);
	return SUCCESS;
}

// ---- memory

API int cuMemGetInfo_v2(size_t *free, size_t *total) {
	READY;
	*total = number("PARDIFF_STANDIN_MEMORY", 1 << 30);
	*free = *total - memory.held();
	return SUCCESS;
}

API int cuMemAlloc_v2(DevicePtr *p, size_t n) {
	READY;
	if (n == 0)
		return INVALID_VALUE;
	if (n > size_t(number("PARDIFF_STANDIN_MEMORY", 1 << 30)) - memory.held())
		return OUT_OF_MEMORY;
	*p = memory.allocate(n);
	return *p ? SUCCESS : OUT_OF_MEMORY;
}

API int cuMemFree_v2(DevicePtr p) {
	READY;
	return memory.free(p) ? SUCCESS : INVALID_VALUE;
}

API int cuMemcpyHtoD_v2(DevicePtr to, const void *from, size_t n) {
	READY;
	if (!memory.holds(to, n))
		return INVALID_VALUE;
	memcpy(reinterpret_cast<void *>(to), from, n);
	count("up", n);
	return SUCCESS;
}

API int cuMemcpyDtoH_v2(void *to, DevicePtr from, size_t n) {
	READY;
	if (!memory.holds(from, n))
		return INVALID_VALUE;
	memcpy(to, reinterpret_cast<void *>(from), n);
	count("down", n);
	return SUCCESS;
}

API int cuMemcpyDtoD_v2(DevicePtr to, DevicePtr from, size_t n) {
	READY;
	if (!memory.holds(to, n) || !memory.holds(from, n) || (to < from + n && from < to + n))
		return INVALID_VALUE;
	memcpy(reinterpret_cast<void *>(to), reinterpret_cast<void *>(from), n);
	count("copy", n);
	return SUCCESS;
}

API int cuMemsetD8_v2(DevicePtr to, unsigned char v, size_t n) {
	READY;
	if (!memory.holds(to, n))
		return INVALID_VALUE;
	memset(reinterpret_cast<void *>(to), v, n);
	count("set", n);
	return SUCCESS;
}

// ---- events: the host's time

API int cuEventCreate(void **e, unsigned) {
	READY;
	*e = new Event();
	return SUCCESS;
}

API int cuEventDestroy_v2(void *e) {
	READY;
	delete static_cast<Event *>(e);
	return SUCCESS;
}

API int cuEventRecord(void *e, void *) {
	READY;
	*static_cast<Event *>(e) = {Clock::now(), true};
	return SUCCESS;
}

API int cuEventSynchronize(void *) {
	READY;
	return SUCCESS;
}

API int cuEventElapsedTime(float *ms, void *a, void *b) {
	READY;
	Event *from = static_cast<Event *>(a), *to = static_cast<Event *>(b);
	if (!from->recorded || !to->recorded)
		return INVALID_HANDLE;
	*ms = std::chrono::duration<float, std::milli>(to->at - from->at).count();
	return SUCCESS;
}

// ---- launches

API int cuLaunchKernel(void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
	unsigned dynamic, void *, void **args, void **extra) {
	READY;
	const pardiff_kernel *k = static_cast<pardiff_kernel *>(f);
	if (!k || extra)
		return INVALID_VALUE;
	static unsigned seed = number("PARDIFF_STANDIN_SEED", 1);
	Launch l = {k, {gx, gy, gz}, {bx, by, bz}, dynamic, args, order(), seed++};
	std::string wrong = check(l, uint64_t(bx) * by * bz, uint64_t(gx) * gy * gz);
	if (!wrong.empty()) {
		complain(std::string("kernel ") + k->name + ": " + wrong);
		return k->max_threads && uint64_t(bx) * by * bz > k->max_threads ? LAUNCH_OUT_OF_RESOURCES : INVALID_VALUE;
	}
	if (const char *path = setting("PARDIFF_STANDIN_RECORD"))
		record(path, l, memory);
	const char *counts = setting("PARDIFF_STANDIN_COUNT");
	if (counts)
		count_launch(memory);
	wrong = pardiff_run(l);
	if (counts)
		count_end(counts, k->name);
	if (wrong.empty() && !memory.intact())
		wrong = "it wrote outside of device memory";
	if (!wrong.empty()) {
		complain(std::string("kernel ") + k->name + ": " + wrong);
		broken = true;
		return setting("PARDIFF_STANDIN_LATE") ? SUCCESS : LAUNCH_FAILED;
	}
	return SUCCESS;
}
