// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

static const int block_size = 256;
static const float softening = 1e-3f;

__global__ void accelerate(const float4 *bodies, float4 *accelerations, int count)
{
	__shared__ float4 tile[block_size];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 me = bodies[i], sum = make_float4(0, 0, 0, 0);
	for (int first = 0; first < count; first += block_size) {
		tile[threadIdx.x] = bodies[first + threadIdx.x];
		__syncthreads();
#pragma unroll 4
		for (int k = 0; k < block_size; k++) {
			float4 other = tile[k];
			float x = other.x - me.x, y = other.y - me.y, z = other.z - me.z;
			float inverse = rsqrtf(x * x + y * y + z * z + softening);
			float factor = other.w * inverse * inverse * inverse;
			sum.x += x * factor;
			sum.y += y * factor;
			sum.z += z * factor;
		}
		__syncthreads();
	}
	accelerations[i] = sum;
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	accelerate<<<problem->size[0] / block_size, block_size>>>((const float4 *)data[0], (float4 *)data[1], problem->size[0]);
	bench_finish();
}
