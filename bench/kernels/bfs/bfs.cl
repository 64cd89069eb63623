// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__kernel void visit(__global const int *starts, __global const int *edges, __global int *levels, __global int *found,
                    int level, int vertices)
{
	int vertex = get_global_id(0);
	if (vertex >= vertices || levels[vertex] != level)
		return;
	for (int k = starts[vertex]; k < starts[vertex + 1]; k++) {
		int next = edges[k];
		if (levels[next] < 0) {
			levels[next] = level + 1;
			*found = 1;
		}
	}
}
