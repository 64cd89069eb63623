// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define CENTRES 32
#define COORDINATES 8

__kernel void assign(__global const float *points, __global const float *all_centres, __global float *distances,
                     __global int *nearest, volatile __global int *sizes, int count)
{
	__local float centres[CENTRES][COORDINATES];
	volatile __local int mine[CENTRES];
	int item = get_local_id(0), i = get_global_id(0);
	if (item < CENTRES)
		mine[item] = 0;
	for (int k = item; k < CENTRES * COORDINATES; k += get_local_size(0))
		centres[k / COORDINATES][k % COORDINATES] = all_centres[k];
	barrier(CLK_LOCAL_MEM_FENCE);
	if (i < count) {
		float point[COORDINATES], least = 3.4e38f;
		int best = 0;
		for (int k = 0; k < COORDINATES; k++)
			point[k] = points[k * count + i];
		for (int c = 0; c < CENTRES; c++) {
			float distance = 0;
			for (int k = 0; k < COORDINATES; k++)
				distance += (point[k] - centres[c][k]) * (point[k] - centres[c][k]);
			if (distance < least) {
				least = distance;
				best = c;
			}
		}
		distances[i] = least;
		nearest[i] = best;
		atomic_inc(&mine[best]);
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	if (item < CENTRES)
		atomic_add(&sizes[item], mine[item]);
}
