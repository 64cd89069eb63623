// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
// ENV: ANYWARP_NULL_DEVICE=1
// RUNS: CUDA_VISIBLE_DEVICES=0,1
//
// Every kind of copy between every two kinds of memory: with unified addressing a GPU only refuses
// pageable memory where the kind says device.
#include "../support/api_test.h"

enum { SIZE = 4096, PLACES = 6 };

static struct place {
	char *memory;
	int pageable;
} places[PLACES];

static int allowed(enum cudaMemcpyKind kind, const struct place *target, const struct place *source)
{
	switch (kind) {
	case cudaMemcpyHostToDevice: return !target->pageable;
	case cudaMemcpyDeviceToHost: return !source->pageable;
	case cudaMemcpyDeviceToDevice: return !target->pageable && !source->pageable;
	default: return 1;
	}
}

static void one(enum cudaMemcpyKind kind, const struct place *target, const struct place *source, int async)
{
	static unsigned char data[SIZE], back[SIZE];
	static unsigned seed;
	seed++;
	for (int i = 0; i < SIZE; i++)
		data[i] = (unsigned char)(i * 7 + seed);
	SUCCEEDS(cudaMemcpy(source->memory, data, SIZE, cudaMemcpyDefault));
	cudaError_t wanted = allowed(kind, target, source) ? cudaSuccess : cudaErrorInvalidValue;
	if (async)
		RETURNS(wanted, cudaMemcpyAsync(target->memory, source->memory, SIZE, kind, 0));
	else
		RETURNS(wanted, cudaMemcpy(target->memory, source->memory, SIZE, kind));
	if (wanted != cudaSuccess)
		return;
	SUCCEEDS(cudaMemcpy(back, target->memory, SIZE, cudaMemcpyDefault));
	CHECK(memcmp(back, data, SIZE) == 0);
}

static void bounds(char *device, char *host)
{
	RETURNS(cudaErrorInvalidMemcpyDirection, cudaMemcpy(device, host, 64, (enum cudaMemcpyKind)17));
	SUCCEEDS(cudaMemcpy(device, host, 0, (enum cudaMemcpyKind)17));
	INVALID(cudaMemcpy(NULL, host, 64, cudaMemcpyHostToDevice));
	INVALID(cudaMemcpy(device, NULL, 64, cudaMemcpyHostToDevice));
	SUCCEEDS(cudaMemcpy(NULL, NULL, 0, cudaMemcpyHostToDevice));
	INVALID(cudaMemcpy(device, host, SIZE + 1, cudaMemcpyHostToDevice));
	INVALID(cudaMemcpy(device + 4000, host, 200, cudaMemcpyHostToDevice));
	INVALID(cudaMemcpy(host, device + 4000, 200, cudaMemcpyDeviceToHost));
	INVALID(cudaMemcpyAsync(device, device + 1, SIZE, cudaMemcpyDeviceToDevice, 0));
	SUCCEEDS(cudaMemcpy(device + 4000, host, 96, cudaMemcpyHostToDevice));
}

int main(void)
{
	for (int i = 0; i < 2; i++) {
		SUCCEEDS(cudaMalloc((void **)&places[i].memory, SIZE));
		places[2 + i] = (struct place){ malloc(SIZE), 1 };
	}
	SUCCEEDS(cudaMallocHost((void **)&places[4].memory, SIZE));
	SUCCEEDS(cudaMallocManaged((void **)&places[5].memory, SIZE, cudaMemAttachGlobal));
	for (int kind = cudaMemcpyHostToHost; kind <= cudaMemcpyDefault; kind++)
		for (int target = 0; target < PLACES; target++)
			for (int source = 0; source < PLACES; source++)
				for (int async = 0; async < 2 && target != source; async++)
					one((enum cudaMemcpyKind)kind, &places[target], &places[source], async);
	bounds(places[0].memory, places[2].memory);
	cudaFree(places[0].memory);
	cudaFree(places[1].memory);
	free(places[2].memory);
	free(places[3].memory);
	cudaFreeHost(places[4].memory);
	cudaFree(places[5].memory);
	return unit_finish();
}
