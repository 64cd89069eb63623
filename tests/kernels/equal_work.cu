// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks whose threads all do the same work (block_uniformity.c): a warp that comes later finds what the first one has stored and stops,
// but the first one goes on.  What is left in memory is the same in each order.
#include "kernel_test.h"

enum { blocks = 7, length = 40 };

struct Item {
	int key, tag;
};

__host__ __device__ static int key_of(int block, int i)
{
	return block * 100 + i * i;
}

__global__ void set_until_found(Item *items, int *found)
{
	Item *mine = items + blockIdx.x * length;
	bool done = false;
	int sum = 0;
	for (int i = 0; i < length; i++) {
		if (!done) {
			Item item = mine[i];
			if (item.key == key_of(blockIdx.x, i) && item.tag == sum) {
				done = true;
			} else {
				item.key = key_of(blockIdx.x, i);
				item.tag = sum;
				found[blockIdx.x] = i + 1;
			}
			mine[i] = item;
			sum += item.key & 7;
		}
		__syncthreads();
	}
}

int main()
{
	for (dim3 block : { dim3(32), dim3(128), dim3(16, 16), dim3(100), dim3(1024) }) {
		Buffer<Item> items(blocks * length);
		Buffer<int> found(blocks, 0);
		auto right = [](int i) {
			int sum = 0;
			for (int k = 0; k < i % length; k++)
				sum += key_of(i / length, k) & 7;
			return Item{ key_of(i / length, i % length), sum };
		};
		auto stop = [](int block) { return block * 6; };
		auto first = [&](int i) { return i % length >= stop(i / length) ? right(i) : Item{ -1, i }; };
		items.fill(first);
		set_until_found<<<blocks, block>>>(items.device, found.device);
		items.expect(right);
		found.expect(stop);
	}
	return unit_finish();
}
