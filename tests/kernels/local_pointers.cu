// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local variables that hold the addresses of others, of some KiB a thread: where no thread waits, gangs have room for those of one gang
// alone, wherever the addresses go; with a barrier for those of a block.
#include "kernels/kernel_test.h"

#define BOTH __host__ __device__

enum { LONG = 600, SHORT = 12 };

struct Entry {
	int key;
	float weight;
};

struct Table {
	Entry *entries, *spare;
	int *order;
	int count;
};

BOTH static void fill(Table *table, int x)
{
	for (int i = 0; i < table->count; i++) {
		table->entries[i] = { (x * 7 + i * i) % 101, i * 0.25f };
		table->spare[table->count - 1 - i] = table->entries[i];
		table->order[i] = (i * 5 + x) % table->count;
	}
}

BOTH static int walk(const Table *table)
{
	int sum = 0;
	for (int i = 0; i < table->count; i++) {
		const Entry *entry = i % 3 ? &table->entries[table->order[i]] : &table->spare[i];
		sum = sum * 3 + entry->key + (int)(entry->weight * 4);
	}
	return sum;
}

template <int COUNT>
BOTH static int tables(int x)
{
	Entry entries[COUNT], spare[COUNT];
	int order[COUNT];
	Table table = { entries, spare, order, COUNT - x % 3 };
	fill(&table, x);
	return walk(&table);
}

__global__ void alone(int *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		out[i] = tables<LONG>(i);
}

__global__ void together(int *out)
{
	extern __shared__ int results[];
	Entry entries[SHORT], spare[SHORT];
	int order[SHORT];
	Table table = { entries, spare, order, SHORT - thread_rank() % 3 };
	fill(&table, thread_rank());
	results[thread_rank()] = walk(&table);
	__syncthreads();
	table.entries[table.order[0]].key += results[block_volume() - 1 - thread_rank()];
	out[thread_rank()] = walk(&table);
}

static int expected(int x, int other)
{
	Entry entries[SHORT], spare[SHORT];
	int order[SHORT];
	Table table = { entries, spare, order, SHORT - x % 3 };
	fill(&table, x);
	table.entries[table.order[0]].key += tables<SHORT>(other);
	return walk(&table);
}

int main()
{
	for (dim3 shape : shapes) {
		int count = size_of(shape);
		Buffer<int> out(count);
		together<<<1, shape, count * sizeof(int)>>>(out.device);
		out.expect([&](int i) { return expected(i, count - 1 - i); });
	}
	for (int threads : { 32, 100, 256, 1024 }) {
		Buffer<int> out(3 * threads, 0);
		alone<<<3, threads>>>(out.device, 3 * threads - 5);
		out.expect([&](int i) { return i < 3 * threads - 5 ? tables<LONG>(i) : 0; });
	}
	return unit_finish();
}
