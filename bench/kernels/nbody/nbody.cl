// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BLOCK_SIZE 256

__kernel void accelerate(__global const float4 *bodies, __global float4 *accelerations, int count)
{
	__local float4 tile[BLOCK_SIZE];
	int i = get_global_id(0), item = get_local_id(0);
	float4 me = bodies[i], sum = (float4)(0);
	for (int first = 0; first < count; first += BLOCK_SIZE) {
		tile[item] = bodies[first + item];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (int k = 0; k < BLOCK_SIZE; k++) {
			float4 other = tile[k];
			float x = other.x - me.x, y = other.y - me.y, z = other.z - me.z;
			float inverse = rsqrt(x * x + y * y + z * z + 1e-3f);
			float factor = other.w * inverse * inverse * inverse;
			sum.x += x * factor;
			sum.y += y * factor;
			sum.z += z * factor;
		}
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	accelerations[i] = sum;
}
