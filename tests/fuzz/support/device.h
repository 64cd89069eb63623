// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CUDA side of random programs; also for nvcc.
#ifndef AW_FUZZ_DEVICE_H
#define AW_FUZZ_DEVICE_H

#define FUNCTION static inline __host__ __device__
#include "common.h"
#undef FUNCTION
#define FUNCTION static __device__
#define SEPARATE static __device__ __noinline__

#define VOLUME(d) (int)(d.x * d.y * d.z)
#define FUZZ_BLOCK const int bn = VOLUME(blockDim), n = VOLUME(gridDim) * bn, lane = tid & 31, warp = tid >> 5; \
	(void)n; (void)lane; (void)warp;
#define FUZZ_INDEX_1D const int tid = threadIdx.x, bid = blockIdx.x, gid = blockIdx.x * blockDim.x + threadIdx.x; FUZZ_BLOCK
#define FUZZ_PLACE \
	const int tid = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; \
	const int bid = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; FUZZ_BLOCK
#define FUZZ_INDEX_LINEAR FUZZ_PLACE const int gid = bid * bn + tid;
#define FUZZ_INDEX_2D FUZZ_PLACE const int gid = ((blockIdx.z * blockDim.z + threadIdx.z) * (gridDim.y * blockDim.y) + \
	blockIdx.y * blockDim.y + threadIdx.y) * (gridDim.x * blockDim.x) + blockIdx.x * blockDim.x + threadIdx.x;

#define VECTOR(T, name) \
	typedef name##3 T##x3; \
	typedef name##4 T##x4; \
	__device__ static inline T##x4 make_##T##x4(T x, T y, T z, T w) { return make_##name##4(x, y, z, w); }
VECTOR(i32, int) VECTOR(u32, uint) VECTOR(f32, float) VECTOR(u8, uchar) VECTOR(i16, short) VECTOR(u16, ushort)

static __constant__ i32 table_i32[32] = FUZZ_TABLE;
static __device__ const i32 fixed_i32[32] = FUZZ_TABLE;

__device__ static inline i32 min_i32(i32 a, i32 b) { return min(a, b); }
__device__ static inline u32 min_u32(u32 a, u32 b) { return min(a, b); }
__device__ static inline i64 min_i64(i64 a, i64 b) { return min(a, b); }
__device__ static inline u64 min_u64(u64 a, u64 b) { return min(a, b); }
__device__ static inline i32 max_i32(i32 a, i32 b) { return max(a, b); }
__device__ static inline u32 max_u32(u32 a, u32 b) { return max(a, b); }
__device__ static inline i64 max_i64(i64 a, i64 b) { return max(a, b); }
__device__ static inline u64 max_u64(u64 a, u64 b) { return max(a, b); }

// An assertion that holds, which no compiler can know.
static __device__ u32 never;
__device__ static inline void claim(u32 bits)
{
	if (bits & never)
		__trap();
}

// Multiplication commutes, so the order of the turns can't be seen.
__device__ static inline void cas_multiply(u32 *to, u32 by)
{
	u32 old = *(volatile u32 *)to, assumed;
	do {
		assumed = old;
		old = atomicCAS(to, assumed, assumed * (by | 1));
	} while (old != assumed);
}

template <class T>
__device__ T rotate(u64 *scratch, T value, int by, int tid, int bn)
{
	T *cell = (T *)scratch;
	cell[tid] = value;
	__syncthreads();
	value = cell[(tid + by) % bn];
	__syncthreads();
	return value;
}

template <class T>
__device__ T tree(u64 *scratch, T value, int, int tid, int bn)
{
	T *cell = (T *)scratch;
	cell[tid] = value;
	__syncthreads();
	for (int s = 512; s; s >>= 1) {
		if (tid < s && tid + s < bn)
			cell[tid] += cell[tid + s];
		__syncthreads();
	}
	value = cell[0];
	__syncthreads();
	return value;
}

template <class T>
__device__ T scan(u64 *scratch, T value, int, int tid, int bn)
{
	T *cell = (T *)scratch;
	cell[tid] = value;
	for (int d = 1; d < bn; d *= 2) {
		__syncthreads();
		T other = tid >= d ? cell[tid - d] : 0;
		__syncthreads();
		if (tid >= d)
			cell[tid] += other;
	}
	value = cell[tid];
	__syncthreads();
	return value;
}

template <class T>
__device__ T warp_sum(u64 *, T value, int, int, int bn)
{
	if (bn % 32 == 0)
		for (int o = 16; o; o >>= 1)
			value += __shfl_down_sync(~0u, value, o);
	return value;
}

static inline dim3 fuzz_dim(const int *d)
{
	return dim3(d[0], d[1], d[2]);
}

static void *fuzz_place(struct fuzz_array *array)
{
	cudaMalloc(&array->there, array->count * fuzz_sizes[array->type]);
	cudaMemcpy(array->there, array->here, array->count * fuzz_sizes[array->type], cudaMemcpyHostToDevice);
	return array->there;
}

static const char *fuzz_collect(void)
{
	cudaError_t error = cudaGetLastError();
	if (error == cudaSuccess)
		error = cudaDeviceSynchronize();
	for (int i = 0; i < fuzz_count && error == cudaSuccess; i++)
		if (fuzz_arrays[i].output)
			error = cudaMemcpy(fuzz_arrays[i].here, fuzz_arrays[i].there,
			                   fuzz_arrays[i].count * fuzz_sizes[fuzz_arrays[i].type], cudaMemcpyDeviceToHost);
	return error == cudaSuccess ? NULL : cudaGetErrorName(error);
}

static void fuzz_release(void)
{
	for (int i = 0; i < fuzz_count; i++) {
		free(fuzz_arrays[i].here);
		cudaFree(fuzz_arrays[i].there);
	}
}

#endif
