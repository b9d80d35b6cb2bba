// What a .cu file of kernels needs to compile as C++17 for the host. The engine runs its threads; see engine.h.
//
// A function that is not here is one that generated kernels do not call.
#pragma once

#include <algorithm>
#include <climits>
#include <cmath>
#include <math.h>
#include <cstring>
#include <type_traits>
#include <utility>

#include "engine.h"

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __noinline__
#define __align__(n) alignas(n)
#define __launch_bounds__(...)
#define __constant__ const

// Shared memory is memory of the file: blocks run one after the other, and each finds it full of NaN. With
// ThreadSanitizer each block has a thread, so that its memory is new.
#ifdef PARDIFF_TSAN
#define __shared__ static thread_local
#define PARDIFF_SHARED nullptr, 0
#else
#define __shared__ static __attribute__((section("pardiff_shared")))
extern "C" unsigned char __start_pardiff_shared[] __attribute__((weak, visibility("hidden")));
extern "C" unsigned char __stop_pardiff_shared[] __attribute__((weak, visibility("hidden")));
#define PARDIFF_SHARED __start_pardiff_shared, size_t(__stop_pardiff_shared - __start_pardiff_shared)
#endif
#define PDG_DYN_SMEM(T, name) T *name = reinterpret_cast<T *>(pardiff_self->dynamic)

#define threadIdx (pardiff_self->threadIdx)
#define blockIdx (pardiff_self->blockIdx)
#define blockDim (pardiff_self->blockDim)
#define gridDim (pardiff_self->gridDim)
#define warpSize 32

#define PARDIFF_HERE (pardiff_site{__FILE__, __LINE__})
#define __syncthreads() pardiff_barrier(PARDIFF_HERE)
#define __syncthreads_count(p) pardiff_count(PARDIFF_HERE, (p))
#define __syncthreads_and(p) pardiff_all(PARDIFF_HERE, (p))
#define __syncthreads_or(p) (pardiff_count(PARDIFF_HERE, (p)) != 0)
#define __syncwarp(...) (pardiff_syncwarp{PARDIFF_HERE}(__VA_ARGS__))
#define __ballot_sync(m, p) unsigned(pardiff_warp(PARDIFF_HERE, PARDIFF_BALLOT, (m), (p) != 0, 0))
#define __any_sync(m, p) int(__ballot_sync(m, p) != 0)
#define __all_sync(m, p) int(__ballot_sync(m, !(p)) == 0)
#define __shfl_sync(m, ...) pardiff_shuffle(PARDIFF_HERE, pardiff_from{}, (m), __VA_ARGS__)
#define __shfl_up_sync(m, ...) pardiff_shuffle(PARDIFF_HERE, pardiff_up{}, (m), __VA_ARGS__)
#define __shfl_down_sync(m, ...) pardiff_shuffle(PARDIFF_HERE, pardiff_down{}, (m), __VA_ARGS__)
#define __shfl_xor_sync(m, ...) pardiff_shuffle(PARDIFF_HERE, pardiff_xor{}, (m), __VA_ARGS__)
#define __trap() pardiff_fail(PARDIFF_HERE, "__trap")

static inline int pardiff_count(pardiff_site at, int p) {
	int live;
	return pardiff_vote(at, p, &live);
}

static inline int pardiff_all(pardiff_site at, int p) {
	int live;
	return pardiff_vote(at, p, &live) == live;
}

struct pardiff_syncwarp {
	pardiff_site at;
	void operator()(unsigned mask = ~0u) const { pardiff_warp(at, PARDIFF_SYNC, mask, 0, 0); }
};

// The lane that a shuffle reads; a lane that would leave its group of w reads itself.
struct pardiff_from {
	int operator()(int lane, int by, int w) const { return (lane & -w) + (by & (w - 1)); }
};
struct pardiff_up {
	int operator()(int lane, int by, int w) const { return (lane & (w - 1)) < by ? lane : lane - by; }
};
struct pardiff_down {
	int operator()(int lane, int by, int w) const { return (lane & (w - 1)) + by >= w ? lane : lane + by; }
};
struct pardiff_xor {
	int operator()(int lane, int by, int w) const { return (lane ^ by) >= (lane & -w) + w ? lane : lane ^ by; }
};

template <class F, class T> static inline T pardiff_shuffle(pardiff_site at, F from, unsigned mask, T v, int by, int w = 32) {
	static_assert(std::is_arithmetic<T>::value && sizeof(T) <= 8, "shuffles move numbers");
	uint64_t bits = 0;
	memcpy(&bits, &v, sizeof v);
	bits = pardiff_warp(at, PARDIFF_VALUE, mask, bits, from(pardiff_self->lane, by, w));
	memcpy(&v, &bits, sizeof v);
	return v;
}

// Fences and atomics. Other blocks do not run meanwhile; the orders are for ThreadSanitizer.
static inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
static inline void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

template <class T> using pardiff_word = std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>;

// pardiff_update replaces *p by f(*p) and returns what was there.
template <class T, class F> static inline T pardiff_update(T *p, F f) {
	auto *word = reinterpret_cast<pardiff_word<T> *>(p);
	pardiff_word<T> old = __atomic_load_n(word, __ATOMIC_SEQ_CST), next;
	T was, is;
	do {
		memcpy(&was, &old, sizeof was);
		is = f(was);
		memcpy(&next, &is, sizeof next);
	} while (!__atomic_compare_exchange_n(word, &old, next, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
	return was;
}

template <class T> struct pardiff_same { using type = T; };
template <class T> using pardiff_arg = typename pardiff_same<T>::type; // not deduced: converted as CUDA's overloads do

template <class T> static inline T atomicAdd(T *p, pardiff_arg<T> v) { return pardiff_update(p, [=](T o) { return T(o + v); }); }
template <class T> static inline T atomicSub(T *p, pardiff_arg<T> v) { return pardiff_update(p, [=](T o) { return T(o - v); }); }
template <class T> static inline T atomicMax(T *p, pardiff_arg<T> v) { return pardiff_update(p, [=](T o) { return o < v ? v : o; }); }
template <class T> static inline T atomicMin(T *p, pardiff_arg<T> v) { return pardiff_update(p, [=](T o) { return v < o ? v : o; }); }
template <class T> static inline T atomicExch(T *p, pardiff_arg<T> v) { return pardiff_update(p, [=](T) { return v; }); }
template <class T> static inline T atomicCAS(T *p, pardiff_arg<T> c, pardiff_arg<T> v) {
	return pardiff_update(p, [=](T o) { return o == c ? v : o; });
}
static inline unsigned atomicInc(unsigned *p, unsigned last) {
	return pardiff_update(p, [=](unsigned o) { return o >= last ? 0 : o + 1; });
}

// Bits and numbers.
static inline int __popc(unsigned v) { return __builtin_popcount(v); }
static inline int __ffs(int v) { return __builtin_ffs(v); }
static inline int __clz(int v) { return v ? __builtin_clz(v) : 32; }
template <class To, class From> static inline To pardiff_bits(From v) {
	static_assert(sizeof(To) == sizeof(From), "");
	To t;
	memcpy(&t, &v, sizeof t);
	return t;
}
static inline long long __double_as_longlong(double v) { return pardiff_bits<long long>(v); }
static inline double __longlong_as_double(long long v) { return pardiff_bits<double>(v); }
static inline int __float_as_int(float v) { return pardiff_bits<int>(v); }
static inline float __int_as_float(int v) { return pardiff_bits<float>(v); }
static inline unsigned __float_as_uint(float v) { return pardiff_bits<unsigned>(v); }
static inline float __uint_as_float(unsigned v) { return pardiff_bits<float>(v); }
template <class T> static inline T __ldg(const T *p) { return *p; }
static inline double rsqrt(double x) { return 1 / std::sqrt(x); }
static inline float rsqrtf(float x) { return 1 / std::sqrt(x); }
static inline double __dadd_rn(double a, double b) { return a + b; }
static inline double __dmul_rn(double a, double b) { return a * b; }
static inline float __fadd_rn(float a, float b) { return a + b; }
static inline float __fmul_rn(float a, float b) { return a * b; }

// The host's lgamma writes a global variable.
static inline double pardiff_lgamma(double x) {
	int sign;
	return lgamma_r(x, &sign);
}
#define lgamma(x) pardiff_lgamma(x)

using std::isinf;
using std::isnan;
using std::max;
using std::min;
using std::signbit;

struct alignas(16) double2 {
	double x, y;
};
struct alignas(8) float2 {
	float x, y;
};
struct alignas(16) float4 {
	float x, y, z, w;
};
static inline double2 make_double2(double x, double y) { return {x, y}; }
static inline float2 make_float2(float x, float y) { return {x, y}; }
static inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }

// pardiff_call calls a kernel with the arguments at which the driver's caller points.
template <class F> struct pardiff_call;
template <class... A> struct pardiff_call<void (*)(A...)> {
	template <void (*kernel)(A...), size_t... I> static void with(void **args, std::index_sequence<I...>) {
		(void)args;
		kernel(*static_cast<std::remove_cv_t<A> *>(args[I])...);
	}
	template <void (*kernel)(A...)> static void call(void **args) { with<kernel>(args, std::index_sequence_for<A...>{}); }
	static constexpr unsigned params = sizeof...(A);
	static constexpr unsigned sizes[] = {sizeof(A)..., 0};
	static constexpr bool pointers[] = {std::is_pointer<A>::value..., false};
};

// PARDIFF_KERNEL makes a kernel known to the driver. bound is its __launch_bounds__, or 0.
#define PARDIFF_KERNEL(kernel, bound)                                                                              \
	__attribute__((constructor)) static void pardiff_register_##kernel() {                                     \
		using call = pardiff_call<decltype(&kernel)>;                                                      \
		static const pardiff_kernel k = {#kernel, call::call<&kernel>, call::params, call::sizes,          \
			call::pointers, unsigned(bound), PARDIFF_SHARED};                                          \
		pardiff_register(&k);                                                                              \
	}
