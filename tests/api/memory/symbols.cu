// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device variables from the host: addresses, sizes, copies both ways, names as strings, errors.
#include "api/support/api_test.h"

struct pair {
	int first;
	double second;
};

__device__ int numbers[16];
__constant__ float factors[4] = { 1, 2, 3, 4 };
static __device__ pair pairs[3];
__managed__ int counters[2] = { 10, 20 };
extern "C" {
__device__ unsigned plain_name = 77;
}

__global__ void use(int *out)
{
	int i = threadIdx.x;
	out[i] = numbers[i] + (int)factors[i & 3] + pairs[i % 3].first;
	if (i == 0) {
		counters[0]++;
		numbers[0] = -1;
	}
}

static int host[16], back[16];

static void lookup()
{
	void *address = NULL;
	size_t size = 0;
	cudaPointerAttributes attributes;
	SUCCEEDS(cudaGetSymbolAddress(&address, (const void *)numbers));
	SUCCEEDS(cudaPointerGetAttributes(&attributes, address));
	CHECK_EQUAL(attributes.type, cudaMemoryTypeDevice);
	INVALID(cudaFree(address));
	SUCCEEDS(cudaGetSymbolSize(&size, (const void *)pairs));
	CHECK_EQUAL(size, sizeof(pair) * 3);
	SUCCEEDS(cudaGetSymbolSize(&size, (const void *)factors));
	CHECK_EQUAL(size, 16);
	RETURNS(cudaErrorInvalidSymbol, cudaGetSymbolAddress(&address, host));
	RETURNS(cudaErrorInvalidSymbol, cudaGetSymbolSize(&size, NULL));
	RETURNS(cudaErrorInvalidSymbol, cudaGetSymbolAddress(&address, (const void *)use));
	INVALID(cudaGetSymbolAddress(NULL, (const void *)numbers));
	SUCCEEDS(cudaGetSymbolAddress(&address, "plain_name"));
	SUCCEEDS(cudaGetSymbolSize(&size, "pairs"));
	RETURNS(cudaErrorInvalidSymbol, cudaGetSymbolAddress(&address, "no_such_name"));
}

static void copies()
{
	const void *symbol = (const void *)numbers;
	void *device;
	SUCCEEDS(cudaMalloc(&device, 64));
	for (int i = 0; i < 16; i++)
		host[i] = i * 3;
	SUCCEEDS(cudaMemcpyToSymbol(symbol, host, 64));
	SUCCEEDS(cudaMemcpyToSymbol(symbol, host + 8, 8, 8));
	SUCCEEDS(cudaMemcpyFromSymbol(back, symbol, 64));
	CHECK(back[1] == 3 && back[2] == 24 && back[3] == 27 && back[15] == 45);
	SUCCEEDS(cudaMemcpyFromSymbol(back, symbol, 4, 60));
	CHECK_EQUAL(back[0], 45);
	INVALID(cudaMemcpyToSymbol(symbol, host, 65));
	INVALID(cudaMemcpyToSymbol(symbol, host, 60, 8));
	INVALID(cudaMemcpyFromSymbol(back, symbol, 68));
	INVALID(cudaMemcpyToSymbol(symbol, NULL, 4));
	RETURNS(cudaErrorInvalidMemcpyDirection, cudaMemcpyToSymbol(symbol, host, 64, 0, cudaMemcpyDeviceToHost));
	RETURNS(cudaErrorInvalidMemcpyDirection, cudaMemcpyToSymbol(symbol, host, 64, 0, cudaMemcpyHostToHost));
	RETURNS(cudaErrorInvalidMemcpyDirection,
	        cudaMemcpyFromSymbol(back, symbol, 64, 0, cudaMemcpyHostToDevice));
	RETURNS(cudaErrorInvalidSymbol, cudaMemcpyToSymbol(host, host, 4));
	SUCCEEDS(cudaMemcpyToSymbol(symbol, device, 64, 0, cudaMemcpyDeviceToDevice));
	SUCCEEDS(cudaMemcpyToSymbol(symbol, device, 64, 0, cudaMemcpyDefault));
	SUCCEEDS(cudaMemcpyToSymbolAsync(symbol, host, 64, 0, cudaMemcpyHostToDevice, cudaStreamPerThread));
	SUCCEEDS(cudaMemcpyFromSymbolAsync(back, symbol, 64, 0, cudaMemcpyDeviceToHost, cudaStreamPerThread));
	SUCCEEDS(cudaStreamSynchronize(cudaStreamPerThread));
	CHECK(memcmp(back, host, 64) == 0);
	SUCCEEDS(cudaFree(device));
}

static void from_kernels()
{
	int *out;
	pair some[3] = { { 100, 0 }, { 200, 0 }, { 300, 0 } };
	SUCCEEDS(cudaMalloc(&out, 64));
	SUCCEEDS(cudaMemcpyToSymbol((const void *)pairs, some, sizeof(some)));
	use<<<1, 16>>>(out);
	SUCCEEDS(cudaMemcpy(back, out, 64, cudaMemcpyDeviceToHost));
	for (int i = 0; i < 16; i++)
		CHECK_EQUAL(back[i], i * 3 + (i & 3) + 1 + (i % 3 + 1) * 100);
	SUCCEEDS(cudaMemcpyFromSymbol(back, (const void *)numbers, 4));
	CHECK_EQUAL(back[0], -1);
	SUCCEEDS(cudaFree(out));
}

static void managed()
{
	void *address;
	cudaPointerAttributes attributes;
	CHECK_EQUAL(counters[0], 11); // 10 before any kernel ran, and one was counted
	CHECK_EQUAL(counters[1], 20);
	SUCCEEDS(cudaGetSymbolAddress(&address, (const void *)counters));
	CHECK(address == counters);
	SUCCEEDS(cudaPointerGetAttributes(&attributes, counters));
	CHECK_EQUAL(attributes.type, cudaMemoryTypeManaged);
	host[0] = 1000;
	SUCCEEDS(cudaMemcpyToSymbol((const void *)counters, host, 4));
	CHECK_EQUAL(counters[0], 1000);
	SUCCEEDS(cudaMemPrefetchAsync(counters, sizeof(counters), 0, 0));
	INVALID(cudaFree(counters));
}

int main()
{
	CHECK_EQUAL(counters[0], 10);
	lookup();
	copies();
	from_kernels();
	managed();
	return unit_finish();
}
