// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables at file scope: __device__, __constant__, __managed__, static, arrays of structs, pointers
// to each other, and the calls that copy to and from them.
#include "kernels/kernel_test.h"

struct Item {
	int key;
	double weight;
	char tag[3];
};

__device__ int counter = 5;
static __device__ int hidden[4] = { 1, 2, 3, 4 };
__constant__ float coefficients[8];
__constant__ Item items[2] = { { 7, 0.5, "ab" }, { 9, 1.5, "cd" } };
__device__ int *pointer = &hidden[1];
__device__ const char *text = "device text";
__managed__ int managed = 11;
__managed__ Item managed_items[3];

namespace inner {
__device__ int counter = 100;
}

__global__ void use(double *out)
{
	int me = threadIdx.x;
	out[me] = coefficients[me % 8] + items[me % 2].key * items[me % 2].weight + hidden[me % 4] + *pointer +
	          text[me % 11] + items[me % 2].tag[0];
	if (me == 0) {
		counter += 10;
		inner::counter *= 3;
		managed *= 2;
		managed_items[1].weight = managed_items[0].weight + 1;
	}
}

int main()
{
	float values[8];
	for (int i = 0; i < 8; i++)
		values[i] = i * 1.25f;
	CALL(cudaMemcpyToSymbol(coefficients, values, sizeof(values)));
	CHECK_EQUAL(managed, 11);
	managed_items[0].weight = 2.5;
	managed = 12;
	Buffer<double> out(64);
	use<<<1, 64>>>(out.device);
	const char *expected = "device text";
	out.expect([&](int i) {
		return values[i % 8] + (i % 2 ? 9 * 1.5 : 7 * 0.5) + (i % 4 + 1) + 2 + expected[i % 11] + (i % 2 ? 'c' : 'a');
	});
	CHECK_EQUAL(managed, 24);
	CHECK(managed_items[1].weight == 3.5);

	int seen = 0, replaced[2] = { 50, 60 };
	CALL(cudaMemcpyFromSymbol(&seen, counter, sizeof(seen)));
	CHECK_EQUAL(seen, 15);
	CALL(cudaMemcpyFromSymbol(&seen, inner::counter, sizeof(seen)));
	CHECK_EQUAL(seen, 300);
	CALL(cudaMemcpyToSymbol(hidden, replaced, sizeof(replaced), 2 * sizeof(int)));
	void *address;
	size_t size;
	CALL(cudaGetSymbolAddress(&address, hidden));
	CALL(cudaGetSymbolSize(&size, hidden));
	CHECK_EQUAL(size, 16);
	int all[4];
	CALL(cudaMemcpy(all, address, sizeof(all), cudaMemcpyDeviceToHost));
	CHECK(all[0] == 1 && all[1] == 2 && all[2] == 50 && all[3] == 60);
	return unit_finish();
}
