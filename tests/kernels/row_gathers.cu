// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of rows and of structs, the row and the member the same for all threads and the place in it not: in loops
// over rows, with indices of all widths, with signs and without, and from both ends of large arrays.
#include "kernels/kernel_test.h"

struct Row {
	int first[20];
	double second[20];
	short third[20];
};

__global__ void rows(const Row *from, int *out, int count)
{
	__shared__ Row table[3];
	int me = thread_rank(), n = block_volume();
	for (int i = me; i < 60; i += n) {
		table[i / 20].first[i % 20] = from[i / 20].first[i % 20];
		table[i / 20].second[i % 20] = from[i / 20].second[i % 20];
		table[i / 20].third[i % 20] = from[i / 20].third[i % 20];
	}
	__syncthreads();
	unsigned place = (unsigned)me * 2654435761u >> 8;
	int digit = (int)(place & 15), sum = 0;
	signed char step = (signed char)(place % 9 - 4);
	for (int i = 0; i < count; i++) {
		sum += table[i].first[digit] + (int)table[i].second[digit + 3] * 3 + table[i].third[place % 20];
		sum += (&table[i].first[7])[step] + from[i].third[(unsigned char)digit];
	}
	out[me] = sum;
	__syncthreads();
	if (me < 20) {
		table[2].first[19 - me] = me;
		table[1].third[me * 7 % 20] = (short)(me + 1);
	}
	__syncthreads();
	out[n + me] = table[2].first[place % 20] + table[1].third[digit];
}

__global__ void ends(const unsigned char *from, unsigned *out, unsigned count)
{
	unsigned me = (unsigned)thread_rank(), last = count - 1 - me;
	out[me] = from[last] + from[me * 5 % count] + from[(unsigned)-(int)me & 7];
}

int main()
{
	static Row table[3];
	for (int i = 0; i < 60; i++)
		table[i / 20].first[i % 20] = i * i, table[i / 20].second[i % 20] = i + 0.5, table[i / 20].third[i % 20] = (short)(i * 3);
	Buffer<Row> from(3);
	CALL(cudaMemcpy(from.device, table, sizeof(table), cudaMemcpyHostToDevice));
	for (dim3 block : shapes)
		for (int count : { 0, 1, 3 }) {
			int n = size_of(block);
			Buffer<int> out(2 * n);
			if (n < 20)
				continue;
			rows<<<1, block>>>(from.device, out.device, count);
			out.expect([&](int i) {
				unsigned place = (unsigned)(i % n) * 2654435761u >> 8;
				int digit = (int)(place & 15), step = (int)(place % 9) - 4, sum = 0;
				if (i >= n) {
					int third = 0;
					for (int me = 0; me < 20; me++)
						third = me * 7 % 20 == digit ? me + 1 : third;
					return 19 - (int)(place % 20) + third;
				}
				for (int r = 0; r < count; r++)
					sum += table[r].first[digit] + (int)table[r].second[digit + 3] * 3 + table[r].third[place % 20] +
					       table[r].first[7 + step] + table[r].third[digit];
				return sum;
			});
		}
	for (unsigned count : { 1024u, 5000u, 1u << 20 }) {
		Buffer<unsigned char> bytes((int)count, 3);
		Buffer<unsigned> out(1024);
		ends<<<1, 1024>>>(bytes.device, out.device, count);
		out.expect([](int) { return 9u; });
	}
	return unit_finish();
}
