// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that look for a place in a table (simd_probes.c): gangs make them where no place becomes free again; where locks are given back,
// which tests/awcc/block_waits.sh asks, fibers do.
#include <vector>

#include "kernel_test.h"

enum { EMPTY = -1, ITEMS = 3000, SIZE = 4096 };

struct Entry {
	int key, value;
};

__host__ __device__ static unsigned mix(unsigned x)
{
	x ^= x >> 16;
	x *= 0x85ebca6bu;
	return x ^ x >> 13;
}

__global__ void insert(Entry *table, const int *keys, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	int key = keys[i];
	unsigned slot = mix(key) & (SIZE - 1);
	while (true) {
		int before = atomicCAS(&table[slot].key, EMPTY, key);
		if (before == EMPTY || before == key) {
			table[slot].value = key * 3;
			return;
		}
		slot = (slot + 1) & (SIZE - 1);
	}
}

// Tables of any size, keys and counters in arrays of their own.
__global__ void tally(int *keys, int *counts, const int *items, int count, unsigned size)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	int key = items[i] % 500;
	unsigned slot = mix(key) % size;
	for (int before = atomicCAS(&keys[slot], EMPTY, key); before != EMPTY && before != key; before = atomicCAS(&keys[slot], EMPTY, key))
		slot = slot + 1 == size ? 0 : slot + 1;
	atomicAdd(&counts[slot], 1);
}

// A table that is handed over as an object.
struct Table {
	int *keys, *marks;
	unsigned mask;
};

__global__ void member(const int *items, int count, Table table)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	unsigned slot = mix(items[i]) & table.mask;
	for (;;) {
		int before = atomicCAS(table.keys + slot, EMPTY, items[i]);
		if (before == EMPTY)
			table.marks[slot] = 1;
		if (before == EMPTY || before == items[i])
			break;
		slot = (slot + 1) & table.mask;
	}
}

// A table of the block's own.
__global__ void distinct(const int *items, int *sums)
{
	__shared__ int table[256], found;
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		table[i] = EMPTY;
	if (threadIdx.x == 0)
		found = 0;
	__syncthreads();
	int item = items[blockIdx.x * blockDim.x + threadIdx.x] % 90;
	for (unsigned slot = mix(item) % 256;; slot = (slot + 1) % 256) {
		int before = atomicCAS(&table[slot], EMPTY, item);
		if (before == EMPTY)
			atomicAdd(&found, 1);
		if (before == EMPTY || before == item)
			break;
	}
	__syncthreads();
	if (threadIdx.x == 0)
		sums[blockIdx.x] = found;
}

// Two places for each item, in a table whose size could be 0, by threads that come by several items.
__global__ void twice(int *keys, int *values, const int *items, int count, int size)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
		for (int key = items[i]; key < 200000; key += 100000) {
			unsigned slot = mix(key) % size;
			while (true) {
				int before = atomicCAS(&keys[slot], EMPTY, key);
				if (before == EMPTY)
					values[slot] = key * 3;
				if (before == EMPTY || before == key)
					break;
				slot = (slot + 1) % size;
			}
		}
}

struct Node {
	int next, item;
};

// Appends nodes to lists, whose first COUNT nodes are the heads.
__global__ void append(Node *nodes, const int *items, int count, int heads)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	long long at = items[i] % heads;
	nodes[heads + i].item = items[i];
	while (true) {
		int next = atomicCAS(&nodes[at].next, EMPTY, heads + i);
		if (next == EMPTY)
			break;
		at = next;
	}
}

// Each thread takes one of four locks, and gives it back.
__global__ void any_lock(int *locks, volatile int *counts)
{
	unsigned slot = threadIdx.x % 4;
	while (atomicCAS(&locks[slot], 0, 1) != 0)
		slot = (slot + 1) % 4;
	counts[slot] = counts[slot] + 1;
	__threadfence();
	atomicExch(&locks[slot], 0);
}

static int key_at(int i) { return (int)(mix(i * 5 + 1) % 100000); }

static void tables()
{
	Buffer<Entry> table(SIZE);
	Buffer<int> keys(ITEMS);
	table.fill([](int) { return Entry{ EMPTY, 0 }; });
	keys.fill(key_at);
	insert<<<(ITEMS + 127) / 128, 128>>>(table.device, keys.device, ITEMS);
	std::vector<bool> is_there(100000);
	int wanted = 0, have = 0, wrong = 0;
	for (int i = 0; i < ITEMS; i++) {
		wanted += !is_there[key_at(i)];
		is_there[key_at(i)] = true;
	}
	std::vector<Entry> entries(SIZE);
	cudaMemcpy(entries.data(), table.device, SIZE * sizeof(Entry), cudaMemcpyDeviceToHost);
	for (const Entry &entry : entries) {
		have += entry.key != EMPTY;
		wrong += entry.key != EMPTY && (!is_there[entry.key] || entry.value != entry.key * 3);
	}
	CHECK_EQUAL(have, wanted);
	CHECK_EQUAL(wrong, 0);
}

static void counters(unsigned size)
{
	Buffer<int> keys(size), counts(size, 0), items(ITEMS);
	keys.fill([](int) { return EMPTY; });
	items.fill(key_at);
	tally<<<(ITEMS + 255) / 256, 256>>>(keys.device, counts.device, items.device, ITEMS, size);
	std::vector<int> key(size), count(size), wanted(500);
	cudaMemcpy(key.data(), keys.device, size * sizeof(int), cudaMemcpyDeviceToHost);
	cudaMemcpy(count.data(), counts.device, size * sizeof(int), cudaMemcpyDeviceToHost);
	for (int i = 0; i < ITEMS; i++)
		wanted[key_at(i) % 500]++;
	int wrong = 0;
	for (unsigned i = 0; i < size; i++)
		if (key[i] != EMPTY)
			wrong += wanted[key[i]] != count[i], wanted[key[i]] = 0;
	for (int left : wanted)
		wrong += left != 0;
	CHECK_EQUAL(wrong, 0);
}

static void members()
{
	Buffer<int> keys(SIZE), marks(SIZE, 0), items(ITEMS);
	keys.fill([](int) { return EMPTY; });
	items.fill(key_at);
	member<<<(ITEMS + 255) / 256, 256>>>(items.device, ITEMS, Table{ keys.device, marks.device, SIZE - 1 });
	std::vector<int> key(SIZE);
	cudaMemcpy(key.data(), keys.device, SIZE * sizeof(int), cudaMemcpyDeviceToHost);
	marks.expect([&](int i) { return key[i] != EMPTY; });
	std::vector<bool> is_there(100000);
	for (int i : key)
		if (i != EMPTY)
			is_there[i] = true;
	int missing = 0;
	for (int i = 0; i < ITEMS; i++)
		missing += !is_there[key_at(i)];
	CHECK_EQUAL(missing, 0);
}

static void blocks()
{
	const int count = 9, threads = 160;
	Buffer<int> items(count * threads), sums(count, 0);
	items.fill(key_at);
	distinct<<<count, threads>>>(items.device, sums.device);
	sums.expect([](int block) {
		bool is_there[90] = {};
		int found = 0;
		for (int i = 0; i < threads; i++) {
			bool &there = is_there[key_at(block * threads + i) % 90];
			found += !there;
			there = true;
		}
		return found;
	});
}

static void two_places(int size)
{
	Buffer<int> keys(size), values(size, 0), items(ITEMS);
	keys.fill([](int) { return EMPTY; });
	items.fill(key_at);
	twice<<<4, 64>>>(keys.device, values.device, items.device, ITEMS, size);
	std::vector<int> key(size);
	cudaMemcpy(key.data(), keys.device, size * sizeof(int), cudaMemcpyDeviceToHost);
	values.expect([&](int i) { return key[i] == EMPTY ? 0 : key[i] * 3; });
	std::vector<int> seen(200000);
	int wrong = 0;
	for (int i : key)
		if (i != EMPTY)
			wrong += seen[i]++ > 0;
	for (int i = 0; i < ITEMS; i++)
		wrong += !seen[key_at(i)] + !seen[key_at(i) + 100000];
	CHECK_EQUAL(wrong, 0);
}

static void lists()
{
	enum { HEADS = 37 };
	Buffer<Node> nodes(HEADS + ITEMS);
	Buffer<int> items(ITEMS);
	nodes.fill([](int i) { return Node{ EMPTY, i }; });
	items.fill(key_at);
	append<<<(ITEMS + 127) / 128, 128>>>(nodes.device, items.device, ITEMS, HEADS);
	std::vector<Node> all(HEADS + ITEMS);
	cudaMemcpy(all.data(), nodes.device, all.size() * sizeof(Node), cudaMemcpyDeviceToHost);
	int found = 0, wrong = 0;
	for (int head = 0; head < HEADS; head++)
		for (int at = all[head].next; at != EMPTY && found < 2 * ITEMS; at = all[at].next) {
			found++;
			wrong += all[at].item % HEADS != head || all[at].item != key_at(at - HEADS);
		}
	CHECK_EQUAL(found, (int)ITEMS);
	CHECK_EQUAL(wrong, 0);
}

int main()
{
	tables();
	two_places(8192);
	two_places(7001);
	lists();
	counters(512);
	counters(1000);
	members();
	blocks();
	Buffer<int> locks(4, 0), counts(4, 0);
	any_lock<<<5, 96>>>(locks.device, counts.device);
	std::vector<int> count(4);
	cudaMemcpy(count.data(), counts.device, 4 * sizeof(int), cudaMemcpyDeviceToHost);
	CHECK_EQUAL(count[0] + count[1] + count[2] + count[3], 5 * 96);
	return unit_finish();
}
