/*
 * The part of the CUDA driver's interface that gorgonia.org/cu is written against, for builds with
 * the tag cuda. It needs no SDK, and what is built with it links to no library of NVIDIA's: each
 * function is looked up in the driver when it is called for the first time. Where there is no driver or
 * it does not start, every function returns the reason.
 *
 * The interface is the one of CUDA 11, whose functions every later driver keeps.
 */
#ifndef PARDIFF_CUDA_H
#define PARDIFF_CUDA_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "cuda_values.h"

typedef uint32_t cuuint32_t;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUarray_st *CUarray;
typedef struct CUctx_st *CUcontext;
typedef struct CUevent_st *CUevent;
typedef struct CUfunc_st *CUfunction;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphExec_st *CUgraphExec;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUlinkState_st *CUlinkState;
typedef struct CUmod_st *CUmodule;
typedef struct CUstream_st *CUstream;
typedef struct CUsurfref_st *CUsurfref;
typedef struct CUtexref_st *CUtexref;
typedef void (*CUhostFn)(void *userData);
typedef size_t (*CUoccupancyB2DSize)(int blockSize);

typedef struct {
	char bytes[16];
} CUuuid;

typedef struct {
	size_t Width, Height;
	CUarray_format Format;
	unsigned int NumChannels;
} CUDA_ARRAY_DESCRIPTOR;

typedef struct {
	size_t Width, Height, Depth;
	CUarray_format Format;
	unsigned int NumChannels, Flags;
} CUDA_ARRAY3D_DESCRIPTOR;

typedef struct {
	size_t srcXInBytes, srcY;
	CUmemorytype srcMemoryType;
	const void *srcHost;
	CUdeviceptr srcDevice;
	CUarray srcArray;
	size_t srcPitch;
	size_t dstXInBytes, dstY;
	CUmemorytype dstMemoryType;
	void *dstHost;
	CUdeviceptr dstDevice;
	CUarray dstArray;
	size_t dstPitch;
	size_t WidthInBytes, Height;
} CUDA_MEMCPY2D;

typedef struct {
	size_t srcXInBytes, srcY, srcZ, srcLOD;
	CUmemorytype srcMemoryType;
	const void *srcHost;
	CUdeviceptr srcDevice;
	CUarray srcArray;
	void *reserved0;
	size_t srcPitch, srcHeight;
	size_t dstXInBytes, dstY, dstZ, dstLOD;
	CUmemorytype dstMemoryType;
	void *dstHost;
	CUdeviceptr dstDevice;
	CUarray dstArray;
	void *reserved1;
	size_t dstPitch, dstHeight;
	size_t WidthInBytes, Height, Depth;
} CUDA_MEMCPY3D;

typedef struct {
	size_t srcXInBytes, srcY, srcZ, srcLOD;
	CUmemorytype srcMemoryType;
	const void *srcHost;
	CUdeviceptr srcDevice;
	CUarray srcArray;
	CUcontext srcContext;
	size_t srcPitch, srcHeight;
	size_t dstXInBytes, dstY, dstZ, dstLOD;
	CUmemorytype dstMemoryType;
	void *dstHost;
	CUdeviceptr dstDevice;
	CUarray dstArray;
	CUcontext dstContext;
	size_t dstPitch, dstHeight;
	size_t WidthInBytes, Height, Depth;
} CUDA_MEMCPY3D_PEER;

typedef struct {
	CUfunction func;
	unsigned int gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ;
	unsigned int sharedMemBytes;
	void **kernelParams;
	void **extra;
} CUDA_KERNEL_NODE_PARAMS;

typedef struct {
	CUhostFn fn;
	void *userData;
} CUDA_HOST_NODE_PARAMS;

typedef struct {
	CUdeviceptr dst;
	size_t pitch;
	unsigned int value, elementSize;
	size_t width, height;
} CUDA_MEMSET_NODE_PARAMS;

/*
 * pardiffLibcuda loads the driver, as the loader finds it or where containers and WSL keep it. It returns
 * null if there is none, and then looks again at the next call.
 */
static inline void *pardiffLibcuda(void) {
	static void *library;
	static const char *const names[] = {
		"libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1", "/usr/local/nvidia/lib64/libcuda.so.1", "libcuda.so"};
	void *l = __atomic_load_n(&library, __ATOMIC_ACQUIRE);
	for (size_t i = 0; !l && i < sizeof names / sizeof *names; i++) {
		l = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
		if (l && !dlsym(l, "cuInit")) { /* something else of that name */
			dlclose(l);
			l = 0;
		}
	}
	if (l)
		__atomic_store_n(&library, l, __ATOMIC_RELEASE);
	return l;
}

/* pardiffFind starts the driver and looks up a function, once. */
static inline CUresult pardiffFind(void **at, const char *symbol) {
	if (__atomic_load_n(at, __ATOMIC_ACQUIRE))
		return CUDA_SUCCESS;
	void *l = pardiffLibcuda();
	if (!l)
		return CUDA_ERROR_SHARED_OBJECT_INIT_FAILED;
	CUresult r = ((CUresult(*)(unsigned int))dlsym(l, "cuInit"))(0);
	if (r != CUDA_SUCCESS)
		return r;
	void *f = dlsym(l, symbol);
	if (!f)
		return CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
	__atomic_store_n(at, f, __ATOMIC_RELEASE);
	return CUDA_SUCCESS;
}

/*
 * cuInit promises nothing: package cu calls it before main and ends the process if it fails. The driver is
 * started, and its error returned, by the first call of any other function.
 */
static inline CUresult cuInit(unsigned int flags) {
	(void)flags;
	return CUDA_SUCCESS;
}

/* PARDIFF_CU declares a function that calls a symbol of the driver. */
#define PARDIFF_CU(name, symbol, params, args)                \
	static inline CUresult name params {                  \
		static void *at;                              \
		CUresult r = pardiffFind(&at, #symbol);       \
		return r ? r : ((CUresult(*) params)at) args; \
	}

#include "cuda_calls.h"

#undef PARDIFF_CU

#endif
