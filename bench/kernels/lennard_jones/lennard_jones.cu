// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The square of a distance is computed by fmaf, so that all peers take the same neighbours.
#include "peer_cuda.h"

static const int most = 128, threads = 128;
static const float cutoff = 2.5f;

__global__ void forces(const float4 *atoms, const int *lists, const int *counts, float4 *results, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	float4 me = atoms[i], force = make_float4(0, 0, 0, 0);
	int neighbours = counts[i];
	for (int k = 0; k < neighbours; k++) {
		float4 other = atoms[lists[k * count + i]];
		float x = me.x - other.x, y = me.y - other.y, z = me.z - other.z;
		float square = fmaf(x, x, fmaf(y, y, z * z));
		if (square < cutoff * cutoff) {
			float inverse = 1 / square, sixth = inverse * inverse * inverse;
			float factor = inverse * sixth * (48 * sixth - 24);
			force.x += x * factor;
			force.y += y * factor;
			force.z += z * factor;
			force.w += 4 * sixth * (sixth - 1);
		}
	}
	results[i] = force;
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	int count = problem->size[1];
	const int *lists = (const int *)data[1];
	forces<<<(count + threads - 1) / threads, threads>>>((const float4 *)data[0], lists, lists + most * count, (float4 *)data[2], count);
	bench_finish();
}
