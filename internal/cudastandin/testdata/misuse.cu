// Kernels that do what a device does not define, one each, and some that look like it and are right. Each gets a
// slice of n numbers and is launched in two blocks of 64 threads.

extern "C" __global__ void no_barrier(double *x, long long n) {
	__shared__ double s[64];
	s[threadIdx.x] = x[threadIdx.x];
	x[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}

extern "C" __global__ void barrier(double *x, long long n) {
	__shared__ double s[64];
	const long long i = blockIdx.x * 64 + threadIdx.x;
	s[threadIdx.x] = x[i];
	__syncthreads();
	x[i] = s[63 - threadIdx.x];
}

extern "C" __global__ void same_element(double *x, long long n) { x[threadIdx.x] += 1; }

extern "C" __global__ void same_element_atomic(double *x, long long n) { atomicAdd(&x[threadIdx.x], 1.0); }

extern "C" __global__ void same_element_later(double *x, long long n) {
	__syncthreads();
	__syncwarp();
	if (threadIdx.x == 0)
		x[0] = blockIdx.x;
}

extern "C" __global__ void one_too_many(double *x, long long n) {
	const long long i = blockIdx.x * 64 + threadIdx.x;
	if (i + 1 <= n)
		x[i + 1] = 1;
}

extern "C" __global__ void shared_bounds(double *x, long long n) {
	__shared__ double s[64];
	s[threadIdx.x + blockIdx.x] = 1;
	__syncthreads();
	x[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void two_barriers(double *x, long long n) {
	if (threadIdx.x < 32)
		__syncthreads();
	else
		__syncthreads();
}

extern "C" __global__ void ended_before_barrier(double *x, long long n) {
	if (threadIdx.x == 5)
		return;
	__syncthreads();
}

extern "C" __global__ void lane_waits(double *x, long long n) {
	if (threadIdx.x != 40)
		__syncwarp();
	else
		__syncthreads();
}

extern "C" __global__ void lane_ended(double *x, long long n) {
	if (threadIdx.x == 5)
		return;
	x[blockIdx.x * 64 + threadIdx.x] = __shfl_down_sync(0xffffffffu, 1.0, 1);
}

extern "C" __global__ void outside_mask(double *x, long long n) {
	x[blockIdx.x * 64 + threadIdx.x] = __shfl_xor_sync(0x0000ffffu, 1.0, 1);
}

extern "C" __global__ void two_masks(double *x, long long n) {
	x[blockIdx.x * 64 + threadIdx.x] = __shfl_down_sync(threadIdx.x % 32 < 16 ? 0xffffffffu : 0xfffffff0u, 1.0, 1);
}

extern "C" __global__ void reads_outside(double *x, long long n) {
	if (threadIdx.x % 32 < 16)
		x[blockIdx.x * 64 + threadIdx.x] = __shfl_down_sync(0x0000ffffu, 1.0, 1);
}

// Shuffles and votes, against what the lanes compute themselves.
extern "C" __global__ void warp(double *x, long long n) {
	const int t = threadIdx.x, lane = t % 32;
	bool ok = __shfl_sync(~0u, lane, 3) == 3 && __shfl_sync(~0u, lane, 5, 4) == lane / 4 * 4 + 1;
	ok = ok && __shfl_up_sync(~0u, lane, 2) == (lane < 2 ? lane : lane - 2);
	ok = ok && __shfl_down_sync(~0u, (float)lane, 3, 8) == (lane % 8 + 3 < 8 ? lane + 3 : lane);
	ok = ok && __shfl_xor_sync(~0u, (long long)lane, 16) == (lane ^ 16);
	ok = ok && __ballot_sync(~0u, lane % 3 == 0) == 0x49249249u && __any_sync(~0u, lane == 9) && !__all_sync(~0u, lane != 9);
	ok = ok && __syncthreads_count(t % 4 == 0) == 16 && __syncthreads_and(t < 64) && !__syncthreads_or(t > 63);
	if (!ok)
		__trap();
}
