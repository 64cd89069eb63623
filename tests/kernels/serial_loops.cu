// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that each thread runs for itself through memory of its own (simd_serial.c): with several results, in and around other loops, in
// branches that only some threads take, with stores, by pointers, in doubles and bytes; ones that lanes may not run one by one beside them.
//
// RUNS: ANYWARP_MASKED_STORES=0,1
#include <vector>

#include "kernel_test.h"

enum { COUNT = 1000, LINKS = 4096 };

struct Found {
	int at, steps;
};

__host__ __device__ int start_of(int i) { return i * 4 - i % 7; }
__host__ __device__ int link_of(int i) { return (int)((unsigned)i * 2654435761u >> 20) % LINKS; }

// A sum, a count and the last one, whose order counts.
__host__ __device__ void walk(int me, const int *starts, const int *links, const float *values, float *sum, int *last, int *count)
{
	float total = 0;
	int seen = -1, many = 0;
	for (int k = starts[me]; k < starts[me + 1]; k++) {
		total = total * 0.5f + values[links[k]];
		seen = links[k];
		many++;
	}
	*sum = total;
	*last = seen;
	*count = many;
}

__global__ void walks(const int *starts, const int *links, const float *values, float *sums, int *lasts, int *counts, int count)
{
	int me = blockIdx.x * blockDim.x + threadIdx.x;
	if (me < count)
		walk(me, starts, links, values, &sums[me], &lasts[me], &counts[me]);
}

// Follows links until a place is marked; only odd threads, twice, from where they were.
__host__ __device__ Found follow(int from, const int *links, const unsigned char *marks)
{
	Found found = { from, 0 };
	for (int turn = 0; turn < 2; turn++) {
		int at = links[found.at];
		while (marks[at] == 0) {
			at = links[at];
			found.steps++;
		}
		found.at = at;
	}
	return found;
}

__global__ void followed(const int *links, const unsigned char *marks, Found *found)
{
	int me = blockIdx.x * blockDim.x + threadIdx.x;
	if (me % 2)
		found[me] = follow(me, links, marks);
	else
		found[me] = { -1, -1 };
}

// Marks neighbours that nobody has marked: whoever else does writes the same.
__global__ void visit(const int *starts, const int *links, int *levels, int *more, int level, int count)
{
	int me = blockIdx.x * blockDim.x + threadIdx.x;
	if (me >= count || levels[me] != level)
		return;
	for (int k = starts[me]; k < starts[me + 1]; k++) {
		int next = links[k] % count;
		if (levels[next] < 0) {
			levels[next] = level + 1;
			*more = 1;
		}
	}
}

// Each thread writes into a row of its own, by a pointer, in doubles.
__global__ void spread(const int *starts, const double *values, double *rows)
{
	int me = blockIdx.x * blockDim.x + threadIdx.x;
	double *mine = rows + (size_t)me * 32, before = me;
	for (const double *at = values + starts[me], *end = values + starts[me + 1]; at != end; at++) {
		before = fma(before, 0.25, *at);
		*mine++ = before;
	}
}

// A loop that others must see the end of: threads of the block leave what they found, and go on with that of their neighbour.
__global__ void passed_on(const int *starts, const int *links, int *result)
{
	__shared__ int left[256];
	int me = threadIdx.x, sum = 0;
	for (int round = 0; round < 3; round++) {
		int end = starts[me + 1 + sum % 3];
		for (int k = starts[me]; k < end; k++)
			sum += links[links[k]] & 15;
		left[me] = sum;
		__syncthreads();
		sum = left[(me + 1) % blockDim.x];
		__syncthreads();
	}
	result[blockIdx.x * blockDim.x + me] = sum;
}

// Counters that all threads share.
__global__ void counted(const int *starts, const int *links, int *counters, int count)
{
	int me = blockIdx.x * blockDim.x + threadIdx.x;
	if (me >= count)
		return;
	for (int k = starts[me]; k < starts[me + 1]; k++)
		atomicAdd(&counters[links[links[k]] % 64], k);
}

int main()
{
	Buffer<int> starts(COUNT + 8), links(LINKS), lasts(COUNT), counts(COUNT), levels(COUNT), more(1), counters(64), results(512);
	Buffer<float> values(LINKS), sums(COUNT);
	Buffer<unsigned char> marks(LINKS);
	Buffer<Found> found(COUNT);
	Buffer<double> doubles(LINKS), rows(COUNT * 32);
	starts.fill(start_of);
	links.fill(link_of);
	values.fill([](int i) { return i % 97 * 0.37f; });
	doubles.fill([](int i) { return i % 89 * 0.41; });
	marks.fill([](int i) { return (unsigned char)(i % 5 == 0); });
	sums.fill([](int) { return -1.f; });
	int *start = starts.download(), *link = links.download();
	float *value = values.download();
	unsigned char *marked = marks.download();
	double *number = doubles.download();

	for (int threads : { 256, 100, 33 }) {
		walks<<<(COUNT + threads - 1) / threads, threads>>>(starts.device, links.device, values.device, sums.device, lasts.device,
		                                                   counts.device, COUNT);
		CHECK(!cudaDeviceSynchronize());
		float *sum = sums.download();
		int *last = lasts.download(), *many = counts.download();
		for (int i = 0; i < COUNT; i++) {
			float expected;
			int seen, number_of;
			walk(i, start, link, value, &expected, &seen, &number_of);
			CHECK(fabsf(sum[i] - expected) <= 1e-5f * fabsf(expected) && last[i] == seen && many[i] == number_of);
		}
		free(sum);
		free(last);
		free(many);
	}

	followed<<<COUNT / 100, 100>>>(links.device, marks.device, found.device);
	CHECK(!cudaDeviceSynchronize());
	Found *ends = found.download();
	for (int i = 0; i < COUNT; i++) {
		Found expected = { -1, -1 };
		if (i % 2)
			expected = follow(i, link, marked);
		CHECK(ends[i].at == expected.at && ends[i].steps == expected.steps);
	}

	levels.fill([](int i) { return i ? -1 : 0; });
	std::vector<int> level(COUNT, -1);
	level[0] = 0;
	for (int depth = 0, go_on = 1; go_on; depth++) {
		more.fill([](int) { return 0; });
		visit<<<4, 256>>>(starts.device, links.device, levels.device, more.device, depth, COUNT);
		CHECK(!cudaDeviceSynchronize());
		int *told = more.download(), marked_one = 0;
		for (int i = 0; i < COUNT; i++)
			for (int k = start[i]; level[i] == depth && k < start[i + 1]; k++)
				if (level[link[k] % COUNT] < 0) {
					level[link[k] % COUNT] = depth + 1;
					marked_one = 1;
				}
		CHECK(*told == marked_one);
		go_on = *told;
		free(told);
	}
	int *levels_found = levels.download();
	for (int i = 0; i < COUNT; i++)
		CHECK(levels_found[i] == level[i]);

	rows.fill([](int) { return -1.; });
	spread<<<COUNT / 200, 200>>>(starts.device, doubles.device, rows.device);
	CHECK(!cudaDeviceSynchronize());
	double *row = rows.download();
	for (int i = 0; i < COUNT; i++) {
		double before = i;
		for (int k = start[i]; k < start[i + 1]; k++) {
			before = fma(before, 0.25, number[k]);
			CHECK(row[i * 32 + k - start[i]] == before);
		}
		CHECK(row[i * 32 + start[i + 1] - start[i]] == -1);
	}

	passed_on<<<2, 256>>>(starts.device, links.device, results.device);
	CHECK(!cudaDeviceSynchronize());
	int *result = results.download(), now[256] = { 0 };
	for (int round = 0; round < 3; round++) {
		int left[256];
		for (int i = 0; i < 256; i++) {
			left[i] = now[i];
			for (int k = start[i]; k < start[i + 1 + now[i] % 3]; k++)
				left[i] += link[link[k]] & 15;
		}
		for (int i = 0; i < 256; i++)
			now[i] = left[(i + 1) % 256];
	}
	for (int i = 0; i < 512; i++)
		CHECK(result[i] == now[i % 256]);

	counters.fill([](int) { return 0; });
	counted<<<4, 256>>>(starts.device, links.device, counters.device, COUNT);
	CHECK(!cudaDeviceSynchronize());
	int *counter = counters.download(), expected[64] = { 0 };
	for (int i = 0; i < COUNT; i++)
		for (int k = start[i]; k < start[i + 1]; k++)
			expected[link[link[k]] % 64] += k;
	for (int i = 0; i < 64; i++)
		CHECK(counter[i] == expected[i]);
	return unit_finish();
}
