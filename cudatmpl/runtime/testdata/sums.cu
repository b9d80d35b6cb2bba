// Kernels for the tests of the runtime: a map, a block reduction in two steps, and one with dynamic shared memory.
#ifndef PDG_DYN_SMEM
#define PDG_DYN_SMEM(T, name) \
	extern __shared__ __align__(16) unsigned char pdg_smem[]; \
	T *name = reinterpret_cast<T *>(pdg_smem)
#endif

extern "C" __global__ void __launch_bounds__(256)
square(const double *__restrict__ x, double *__restrict__ y, long long n, double c, float d) {
	for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x)
		y[i] = c * x[i] * x[i] + (double)d;
}

static __device__ __forceinline__ double warp_sum(double v) {
	for (int o = 16; o > 0; o >>= 1)
		v += __shfl_down_sync(0xffffffffu, v, o);
	return v;
}

extern "C" __global__ void __launch_bounds__(256)
block_sums(const double *__restrict__ x, double *__restrict__ part, long long n) {
	__shared__ double sums[8];
	double s = 0;
	for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x)
		s += x[i];
	s = warp_sum(s);
	if (threadIdx.x % 32 == 0)
		sums[threadIdx.x / 32] = s;
	__syncthreads();
	if (threadIdx.x < 32) {
		s = threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0.0;
		s = warp_sum(s);
		if (threadIdx.x == 0)
			part[blockIdx.x] = s;
	}
}

extern "C" __global__ void reverse_blocks(double *x) {
	PDG_DYN_SMEM(double, s);
	int t = threadIdx.x, n = blockDim.x;
	s[t] = x[blockIdx.x * (long long)n + t];
	__syncthreads();
	x[blockIdx.x * (long long)n + t] = s[n - 1 - t];
}
