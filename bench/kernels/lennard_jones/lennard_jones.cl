// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define MOST 128

__kernel void forces(__global const float4 *atoms, __global const int *lists, __global float4 *results, int count)
{
	int i = get_global_id(0);
	if (i >= count)
		return;
	float4 me = atoms[i], force = (float4)(0);
	int neighbours = lists[MOST * count + i];
	for (int k = 0; k < neighbours; k++) {
		float4 other = atoms[lists[k * count + i]];
		float x = me.x - other.x, y = me.y - other.y, z = me.z - other.z;
		float square = fma(x, x, fma(y, y, z * z));
		if (square < 2.5f * 2.5f) {
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
