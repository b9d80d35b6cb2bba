// What a .cu file of kernels needs to be compiled by clang for the device, where there is no SDK. The functions of
// math.h are declared as in C++, and libclc has them under just these names.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __align__(n) __attribute__((aligned(n)))
#define PARDIFF_DEVICE static __device__ __forceinline__

typedef __SIZE_TYPE__ size_t;

// The special registers are read where they are named.
#define PARDIFF_REGISTERS(name, reg)                                                     \
	struct pardiff_##reg {                                                           \
		__declspec(property(get = get_x)) unsigned x;                            \
		__declspec(property(get = get_y)) unsigned y;                            \
		__declspec(property(get = get_z)) unsigned z;                            \
		PARDIFF_DEVICE unsigned get_x() { return __nvvm_read_ptx_sreg_##reg##_x(); } \
		PARDIFF_DEVICE unsigned get_y() { return __nvvm_read_ptx_sreg_##reg##_y(); } \
		PARDIFF_DEVICE unsigned get_z() { return __nvvm_read_ptx_sreg_##reg##_z(); } \
	};                                                                               \
	extern const __device__ __attribute__((weak)) pardiff_##reg name;

PARDIFF_REGISTERS(threadIdx, tid)
PARDIFF_REGISTERS(blockIdx, ctaid)
PARDIFF_REGISTERS(blockDim, ntid)
PARDIFF_REGISTERS(gridDim, nctaid)

PARDIFF_DEVICE void __syncwarp(unsigned mask = ~0u) { __nvvm_bar_warp_sync(mask); }
PARDIFF_DEVICE void __threadfence() { __nvvm_membar_gl(); }

// Shuffles of 8 bytes are two of 4.
#define PARDIFF_SHUFFLE(name, op, clamp)                                                                \
	PARDIFF_DEVICE int name(unsigned m, int v, int by) { return __nvvm_shfl_sync_##op##_i32(m, v, by, clamp); } \
	PARDIFF_DEVICE float name(unsigned m, float v, int by) { return __nvvm_shfl_sync_##op##_f32(m, v, by, clamp); } \
	PARDIFF_DEVICE double name(unsigned m, double v, int by) {                                      \
		union {                                                                                 \
			double d;                                                                       \
			int i[2];                                                                       \
		} u = {v};                                                                              \
		u.i[0] = name(m, u.i[0], by);                                                           \
		u.i[1] = name(m, u.i[1], by);                                                           \
		return u.d;                                                                             \
	}                                                                                               \
	PARDIFF_DEVICE long long name(unsigned m, long long v, int by) {                                \
		return __builtin_bit_cast(long long, name(m, __builtin_bit_cast(double, v), by));       \
	}

PARDIFF_SHUFFLE(__shfl_sync, idx, 31)
PARDIFF_SHUFFLE(__shfl_up_sync, up, 0)
PARDIFF_SHUFFLE(__shfl_down_sync, down, 31)
PARDIFF_SHUFFLE(__shfl_xor_sync, bfly, 31)

PARDIFF_DEVICE double atomicAdd(double *p, double v) { return __nvvm_atom_add_gen_d(p, v); }
PARDIFF_DEVICE float atomicAdd(float *p, float v) { return __nvvm_atom_add_gen_f(p, v); }
PARDIFF_DEVICE int atomicAdd(int *p, int v) { return __nvvm_atom_add_gen_i(p, v); }
PARDIFF_DEVICE unsigned atomicAdd(unsigned *p, unsigned v) { return __nvvm_atom_add_gen_i((int *)p, v); }

PARDIFF_DEVICE void __trap() { __builtin_trap(); }
PARDIFF_DEVICE long long __double_as_longlong(double v) { return __builtin_bit_cast(long long, v); }
PARDIFF_DEVICE double __longlong_as_double(long long v) { return __builtin_bit_cast(double, v); }
PARDIFF_DEVICE int __float_as_int(float v) { return __builtin_bit_cast(int, v); }
PARDIFF_DEVICE float __int_as_float(int v) { return __builtin_bit_cast(float, v); }
template <class T> PARDIFF_DEVICE T __ldg(const T *p) { return *p; }

#define PARDIFF_MATH1(f)               \
	__device__ double f(double);   \
	__device__ float f(float);     \
	PARDIFF_DEVICE float f##f(float x) { return f(x); }
#define PARDIFF_MATH2(f)                       \
	__device__ double f(double, double);   \
	__device__ float f(float, float);      \
	PARDIFF_DEVICE float f##f(float x, float y) { return f(x, y); }

PARDIFF_MATH1(acos) PARDIFF_MATH1(acosh) PARDIFF_MATH1(asin) PARDIFF_MATH1(asinh) PARDIFF_MATH1(atan)
PARDIFF_MATH1(atanh) PARDIFF_MATH1(cbrt) PARDIFF_MATH1(ceil) PARDIFF_MATH1(cos) PARDIFF_MATH1(cosh)
PARDIFF_MATH1(erf) PARDIFF_MATH1(erfc) PARDIFF_MATH1(exp) PARDIFF_MATH1(exp2) PARDIFF_MATH1(expm1)
PARDIFF_MATH1(fabs) PARDIFF_MATH1(floor) PARDIFF_MATH1(lgamma) PARDIFF_MATH1(log) PARDIFF_MATH1(log10)
PARDIFF_MATH1(log1p) PARDIFF_MATH1(log2) PARDIFF_MATH1(logb) PARDIFF_MATH1(rint) PARDIFF_MATH1(round)
PARDIFF_MATH1(rsqrt) PARDIFF_MATH1(sin) PARDIFF_MATH1(sinh) PARDIFF_MATH1(sqrt) PARDIFF_MATH1(tan)
PARDIFF_MATH1(tanh) PARDIFF_MATH1(tgamma) PARDIFF_MATH1(trunc)
PARDIFF_MATH2(atan2) PARDIFF_MATH2(copysign) PARDIFF_MATH2(fdim) PARDIFF_MATH2(fmax) PARDIFF_MATH2(fmin)
PARDIFF_MATH2(fmod) PARDIFF_MATH2(hypot) PARDIFF_MATH2(nextafter) PARDIFF_MATH2(pow) PARDIFF_MATH2(remainder)

PARDIFF_DEVICE double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
PARDIFF_DEVICE float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }

template <class T> PARDIFF_DEVICE T max(T a, T b) { return a < b ? b : a; }
template <class T> PARDIFF_DEVICE T min(T a, T b) { return b < a ? b : a; }
