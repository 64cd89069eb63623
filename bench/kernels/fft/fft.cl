// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define POINTS 1024
#define THREADS (POINTS / 4)

float2 times(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

__kernel void transform(__global const float2 *input, __global float2 *output, __global const float2 *roots)
{
	__local float2 buffer[POINTS];
	int item = get_local_id(0), first = get_group_id(0) * POINTS;
	float2 v[4];
	for (int i = 0; i < 4; i++)
		v[i] = input[first + item + i * THREADS];
	for (int done = 1; done < POINTS; done *= 4) {
		int k = item & (done - 1), turn = k * (THREADS / done);
		for (int i = 1; i < 4; i++)
			v[i] = times(v[i], roots[i * turn]);
		float2 a = v[0] + v[2], b = v[0] - v[2], c = v[1] + v[3], d = v[1] - v[3];
		d = (float2)(d.y, -d.x);
		int place = (item - k) * 4 + k;
		buffer[place] = a + c;
		buffer[place + done] = b + d;
		buffer[place + 2 * done] = a - c;
		buffer[place + 3 * done] = b - d;
		barrier(CLK_LOCAL_MEM_FENCE);
		for (int i = 0; i < 4; i++)
			v[i] = buffer[item + i * THREADS];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	for (int i = 0; i < 4; i++)
		output[first + item + i * THREADS] = v[i];
}
