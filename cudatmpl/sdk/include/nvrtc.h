/*
 * The part of NVRTC's interface that gorgonia.org/cu/nvrtc is written against. As with cuda.h beside it,
 * nothing is linked: the library is looked for when it is called for the first time. Where there is none,
 * every function returns NVRTC_ERROR_INTERNAL_ERROR, nvrtcVersion too, which cannot fail otherwise.
 */
#ifndef PARDIFF_NVRTC_H
#define PARDIFF_NVRTC_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct _nvrtcProgram *nvrtcProgram;

typedef enum {
	NVRTC_SUCCESS, NVRTC_ERROR_OUT_OF_MEMORY, NVRTC_ERROR_PROGRAM_CREATION_FAILURE, NVRTC_ERROR_INVALID_INPUT,
	NVRTC_ERROR_INVALID_PROGRAM, NVRTC_ERROR_INVALID_OPTION, NVRTC_ERROR_COMPILATION,
	NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION,
	NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION, NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID,
	NVRTC_ERROR_INTERNAL_ERROR
} nvrtcResult;

/* pardiffNvrtc looks up a function of the newest NVRTC that the loader finds, or of CUDA's own folder. */
static inline nvrtcResult pardiffNvrtc(void **at, const char *symbol) {
	static void *library;
	static const char *const names[] = {
		"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2",
		"/usr/local/cuda/lib64/libnvrtc.so", "/opt/cuda/lib64/libnvrtc.so"};
	if (__atomic_load_n(at, __ATOMIC_ACQUIRE))
		return NVRTC_SUCCESS;
	void *l = __atomic_load_n(&library, __ATOMIC_ACQUIRE);
	for (size_t i = 0; !l && i < sizeof names / sizeof *names; i++)
		l = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
	void *f = l ? dlsym(l, symbol) : 0;
	if (!f)
		return NVRTC_ERROR_INTERNAL_ERROR;
	__atomic_store_n(&library, l, __ATOMIC_RELEASE);
	__atomic_store_n(at, f, __ATOMIC_RELEASE);
	return NVRTC_SUCCESS;
}

#define PARDIFF_NVRTC(name, params, args)                        \
	static inline nvrtcResult name params {                  \
		static void *at;                                 \
		nvrtcResult r = pardiffNvrtc(&at, #name);        \
		return r ? r : ((nvrtcResult(*) params)at) args; \
	}

PARDIFF_NVRTC(nvrtcVersion, (int *major, int *minor), (major, minor))
PARDIFF_NVRTC(nvrtcCreateProgram,
	(nvrtcProgram *prog, const char *src, const char *name, int numHeaders, const char *const *headers,
	const char *const *includeNames), (prog, src, name, numHeaders, headers, includeNames))
PARDIFF_NVRTC(nvrtcDestroyProgram, (nvrtcProgram *prog), (prog))
PARDIFF_NVRTC(nvrtcCompileProgram, (nvrtcProgram prog, int numOptions, const char *const *options),
	(prog, numOptions, options))
PARDIFF_NVRTC(nvrtcGetPTXSize, (nvrtcProgram prog, size_t *size), (prog, size))
PARDIFF_NVRTC(nvrtcGetPTX, (nvrtcProgram prog, char *ptx), (prog, ptx))
PARDIFF_NVRTC(nvrtcGetProgramLogSize, (nvrtcProgram prog, size_t *size), (prog, size))
PARDIFF_NVRTC(nvrtcGetProgramLog, (nvrtcProgram prog, char *log), (prog, log))
PARDIFF_NVRTC(nvrtcAddNameExpression, (nvrtcProgram prog, const char *name), (prog, name))
PARDIFF_NVRTC(nvrtcGetLoweredName, (nvrtcProgram prog, const char *name, const char **lowered), (prog, name, lowered))

#undef PARDIFF_NVRTC

#endif
