// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the kernel tests share.  A test runs its kernel over many block shapes and compares every
// element with what the host computes:
//
//     for (dim3 block : shapes) {
//         Buffer<int> out(size_of(block));
//         kernel<<<1, block>>>(out.device);
//         out.expect([&](int i) { return i * 2; });
//     }
#ifndef AW_TESTS_KERNEL_TEST_H
#define AW_TESTS_KERNEL_TEST_H

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

// One thread to 1,024; multiples of the warp, one off, and odd; 1D, 2D and 3D.
static const dim3 shapes[] = {
	dim3(1),     dim3(2),    dim3(7),       dim3(31),      dim3(32),      dim3(33),   dim3(64),
	dim3(100),   dim3(128),  dim3(255),     dim3(256),     dim3(1000),    dim3(1024), dim3(16, 16),
	dim3(8, 8),  dim3(5, 7), dim3(32, 32),  dim3(1, 1024), dim3(4, 4, 4), dim3(3, 5, 7),
	dim3(1, 1, 64),
};

// Those of whole warps.
static const dim3 warp_shapes[] = { dim3(32), dim3(64), dim3(256), dim3(1024), dim3(16, 16), dim3(8, 8, 8) };

static inline int size_of(dim3 shape)
{
	return (int)(shape.x * shape.y * shape.z);
}

// The index of the calling thread in its block, as warps are cut.
__device__ static inline int thread_rank()
{
	return (int)((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x);
}

__device__ static inline int block_volume()
{
	return (int)(blockDim.x * blockDim.y * blockDim.z);
}

static inline void check_call(cudaError_t error, int line)
{
	if (error != cudaSuccess) {
		fprintf(stderr, "line %d: %s\n", line, cudaGetErrorName(error));
		unit_failed++;
	}
}
#define CALL(call) check_call((call), __LINE__)

// Whether the device is none of NVIDIA's.
static inline bool on_cpu()
{
	cudaDeviceProp properties;
	return cudaGetDeviceProperties(&properties, 0) == cudaSuccess && !strncmp(properties.uuid.bytes, "anywarp-cpu", 11);
}

// COUNT items of device memory, set to the byte FILL, freed at the end of the scope.
template <class T>
struct Buffer {
	T *device;
	int count;

	explicit Buffer(int count, int fill = 0xcd) : device(NULL), count(count)
	{
		CALL(cudaMalloc((void **)&device, count * sizeof(T)));
		CALL(cudaMemset(device, fill, count * sizeof(T)));
	}
	Buffer(const Buffer &) = delete;
	~Buffer() { CALL(cudaFree(device)); }

	void upload(const T *host) { CALL(cudaMemcpy(device, host, count * sizeof(T), cudaMemcpyHostToDevice)); }

	// Fills element i with f(i).
	template <class F>
	void fill(F f)
	{
		T *host = (T *)malloc(count * sizeof(T));
		for (int i = 0; i < count; i++)
			host[i] = f(i);
		upload(host);
		free(host);
	}

	// Copies the elements to new host memory, after the kernels given so far.
	T *download()
	{
		T *host = (T *)malloc(count * sizeof(T));
		CALL(cudaGetLastError());
		CALL(cudaMemcpy(host, device, count * sizeof(T), cudaMemcpyDeviceToHost));
		return host;
	}

	// Counts one check: every element i is bit for bit f(i).
	template <class F>
	void expect(F f, int line = __builtin_LINE())
	{
		T *host = download();
		int wrong = -1;
		for (int i = count - 1; i >= 0; i--) {
			T wanted = f(i);
			if (memcmp(&host[i], &wanted, sizeof(T)))
				wrong = i;
		}
		if (wrong >= 0)
			fprintf(stderr, "line %d: element %d of %d is wrong\n", line, wrong, count);
		if (wrong >= 0 && sizeof(T) <= 8) {
			T wanted = f(wrong);
			long long have = 0, want = 0;
			memcpy(&have, &host[wrong], sizeof(T) < 8 ? sizeof(T) : 8);
			memcpy(&want, &wanted, sizeof(T) < 8 ? sizeof(T) : 8);
			fprintf(stderr, "    have 0x%llx, expected 0x%llx\n", have, want);
		}
		wrong < 0 ? unit_passed++ : unit_failed++;
		free(host);
	}
};

#endif
