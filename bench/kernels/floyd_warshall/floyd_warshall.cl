// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__kernel void relax(__global int *distances, int via, int size)
{
	int to = get_global_id(0), from = get_global_id(1);
	if (to >= size || from >= size)
		return;
	int around = distances[from * size + via] + distances[via * size + to];
	if (around < distances[from * size + to])
		distances[from * size + to] = around;
}
