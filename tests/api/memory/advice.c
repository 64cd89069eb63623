// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
//
// Advice on managed memory by locations, where it is wanted next, one by one and in batches, what is no longer wanted, and what the
// questions about a range say of it.
#include "api/support/api_test.h"

enum { PAGES = 4, PART = 1 << 21 };

static char *memory;
static cudaStream_t stream;
static const struct cudaMemLocation on_device = { cudaMemLocationTypeDevice, 0 }, on_host = { cudaMemLocationTypeHost, 0 };

static int tells(enum cudaMemRangeAttribute attribute, const void *address)
{
	int value = -77;
	SUCCEEDS(cudaMemRangeGetAttribute(&value, sizeof(value), attribute, address, PART));
	return value;
}

static void advice(void)
{
	struct cudaMemLocation nowhere = { cudaMemLocationTypeDevice, 99 }, of_no_type = { cudaMemLocationTypeInvalid, 0 };
	void *device;
	SUCCEEDS(cudaMemAdvise_v2(memory, PART, cudaMemAdviseSetReadMostly, on_device));
	CHECK_EQUAL(tells(cudaMemRangeAttributeReadMostly, memory), 1);
	SUCCEEDS(cudaMemAdvise_v2(memory, PART, cudaMemAdviseUnsetReadMostly, on_device));
	CHECK_EQUAL(tells(cudaMemRangeAttributeReadMostly, memory), 0);
	SUCCEEDS(cudaMemAdvise_v2(memory, PART, cudaMemAdviseSetPreferredLocation, on_device));
	CHECK_EQUAL(tells(cudaMemRangeAttributePreferredLocation, memory), 0);
	SUCCEEDS(cudaMemAdvise_v2(memory, PART, cudaMemAdviseSetPreferredLocation, on_host));
	CHECK_EQUAL(tells(cudaMemRangeAttributePreferredLocation, memory), cudaCpuDeviceId);
	CHECK_EQUAL(tells(cudaMemRangeAttributePreferredLocationType, memory), cudaMemLocationTypeHost);
	SUCCEEDS(cudaMemAdvise_v2(memory, PART, cudaMemAdviseUnsetPreferredLocation, on_device));
	CHECK_EQUAL(tells(cudaMemRangeAttributePreferredLocation, memory), cudaInvalidDeviceId);
	SUCCEEDS(cudaMemAdvise_v2(memory, PART, cudaMemAdviseSetAccessedBy, on_device));
	CHECK_EQUAL(tells(cudaMemRangeAttributeAccessedBy, memory), 0);
	SUCCEEDS(cudaMemAdvise_v2(memory, PART, cudaMemAdviseUnsetAccessedBy, on_device));
	CHECK_EQUAL(tells(cudaMemRangeAttributeAccessedBy, memory), cudaInvalidDeviceId);
	INVALID(cudaMemAdvise_v2(NULL, PART, cudaMemAdviseSetReadMostly, on_device));
	INVALID(cudaMemAdvise_v2(memory, 0, cudaMemAdviseSetReadMostly, on_device));
	INVALID(cudaMemAdvise_v2(memory, PART, (enum cudaMemoryAdvise)77, on_device));
	RETURNS(cudaErrorInvalidDevice, cudaMemAdvise_v2(memory, PART, cudaMemAdviseSetPreferredLocation, nowhere));
	INVALID(cudaMemAdvise_v2(memory, PART, cudaMemAdviseSetPreferredLocation, of_no_type));
	SUCCEEDS(cudaMalloc(&device, PART));
	INVALID(cudaMemAdvise_v2(device, PART, cudaMemAdviseSetReadMostly, on_device));
	SUCCEEDS(cudaFree(device));
}

static void prefetches(void)
{
	struct cudaMemLocation nowhere = { cudaMemLocationTypeDevice, 99 }, of_no_type = { cudaMemLocationTypeInvalid, 0 };
	memset(memory, 3, PART);
	SUCCEEDS(cudaMemPrefetchAsync_v2(memory, PART, on_device, 0, stream));
	CHECK_EQUAL(tells(cudaMemRangeAttributeLastPrefetchLocation, memory), 0);
	CHECK_EQUAL(tells(cudaMemRangeAttributeLastPrefetchLocationType, memory), cudaMemLocationTypeDevice);
	SUCCEEDS(cudaMemPrefetchAsync_v2(memory, PART, on_host, 0, stream));
	CHECK_EQUAL(tells(cudaMemRangeAttributeLastPrefetchLocation, memory), cudaCpuDeviceId);
	SUCCEEDS(cudaStreamSynchronize(stream));
	CHECK(memory[0] == 3 && memory[PART - 1] == 3);
	INVALID(cudaMemPrefetchAsync_v2(memory, PART, on_device, 1, stream)); // flags
	INVALID(cudaMemPrefetchAsync_v2(NULL, PART, on_device, 0, stream));
	INVALID(cudaMemPrefetchAsync_v2(memory, 0, on_device, 0, stream));
	RETURNS(cudaErrorInvalidDevice, cudaMemPrefetchAsync_v2(memory, PART, nowhere, 0, stream));
	INVALID(cudaMemPrefetchAsync_v2(memory, PART, of_no_type, 0, stream));
}

static void batches(void)
{
	void *parts[PAGES];
	size_t sizes[PAGES], first[] = { 0, 2 }, wrong_first[] = { 1, 2 }, not_rising[] = { 0, 0 };
	struct cudaMemLocation places[] = { on_device, on_host };
	for (int i = 0; i < PAGES; i++) {
		SUCCEEDS(cudaMallocManaged(&parts[i], PART, cudaMemAttachGlobal));
		sizes[i] = PART;
		memset(parts[i], 40 + i, PART);
	}
	SUCCEEDS(cudaMemPrefetchBatchAsync(parts, sizes, PAGES, places, first, 2, 0, stream));
	SUCCEEDS(cudaStreamSynchronize(stream));
	for (int i = 0; i < PAGES; i++) {
		CHECK_EQUAL(tells(cudaMemRangeAttributeLastPrefetchLocation, parts[i]), i < 2 ? 0 : cudaCpuDeviceId);
		CHECK_EQUAL(((char *)parts[i])[PART - 1], 40 + i);
	}
	INVALID(cudaMemPrefetchBatchAsync(parts, sizes, PAGES, places, first, 2, 1, stream));
	INVALID(cudaMemPrefetchBatchAsync(parts, sizes, 0, places, first, 2, 0, stream));
	INVALID(cudaMemPrefetchBatchAsync(NULL, sizes, PAGES, places, first, 2, 0, stream));
	INVALID(cudaMemPrefetchBatchAsync(parts, NULL, PAGES, places, first, 2, 0, stream));
	INVALID(cudaMemPrefetchBatchAsync(parts, sizes, PAGES, NULL, first, 2, 0, stream));
	INVALID(cudaMemPrefetchBatchAsync(parts, sizes, PAGES, places, NULL, 2, 0, stream));
	INVALID(cudaMemPrefetchBatchAsync(parts, sizes, PAGES, places, first, 0, 0, stream));
	INVALID(cudaMemPrefetchBatchAsync(parts, sizes, PAGES, places, wrong_first, 2, 0, stream));
	INVALID(cudaMemPrefetchBatchAsync(parts, sizes, PAGES, places, not_rising, 2, 0, stream));
	INVALID(cudaMemPrefetchBatchAsync(parts, sizes, 1, places, first, 2, 0, stream));
	INVALID(cudaMemPrefetchBatchAsync(parts, sizes, PAGES, places, first, 2, 0, NULL)); // the legacy stream
	SUCCEEDS(cudaMemDiscardBatchAsync(parts, sizes, 2, 0, stream));
	SUCCEEDS(cudaStreamSynchronize(stream));
	CHECK_EQUAL(((char *)parts[2])[5], 42);
	SUCCEEDS(cudaMemsetAsync(parts[0], 9, PART, stream)); // what is written after it is there
	SUCCEEDS(cudaStreamSynchronize(stream));
	CHECK(((char *)parts[0])[0] == 9 && ((char *)parts[0])[PART - 1] == 9);
	INVALID(cudaMemDiscardBatchAsync(parts, sizes, 2, 1, stream));
	INVALID(cudaMemDiscardBatchAsync(parts, sizes, 0, 0, stream));
	INVALID(cudaMemDiscardBatchAsync(NULL, sizes, 2, 0, stream));
	INVALID(cudaMemDiscardBatchAsync(parts, NULL, 2, 0, stream));
	INVALID(cudaMemDiscardBatchAsync(parts, sizes, 2, 0, NULL));
	SUCCEEDS(cudaMemDiscardAndPrefetchBatchAsync(parts + 2, sizes, 1, places, first, 1, 0, stream));
	SUCCEEDS(cudaMemsetAsync(parts[2], 8, PART, stream));
	SUCCEEDS(cudaStreamSynchronize(stream));
	CHECK(((char *)parts[2])[PART - 1] == 8 && ((char *)parts[3])[1] == 43);
	CHECK_EQUAL(tells(cudaMemRangeAttributeLastPrefetchLocation, parts[2]), 0);
	INVALID(cudaMemDiscardAndPrefetchBatchAsync(parts, sizes, 1, places, first, 1, 1, stream));
	INVALID(cudaMemDiscardAndPrefetchBatchAsync(parts, sizes, 1, places, wrong_first, 1, 0, stream));
	INVALID(cudaMemDiscardAndPrefetchBatchAsync(NULL, sizes, 1, places, first, 1, 0, stream));
	INVALID(cudaMemDiscardAndPrefetchBatchAsync(parts, sizes, 1, places, first, 1, 0, NULL));
	for (int i = 0; i < PAGES; i++)
		SUCCEEDS(cudaFree(parts[i]));
}

int main(void)
{
	int concurrent = 0;
	SUCCEEDS(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, 0));
	if (!concurrent)
		return 77;
	SUCCEEDS(cudaMallocManaged((void **)&memory, PART, cudaMemAttachGlobal));
	SUCCEEDS(cudaStreamCreate(&stream));
	advice();
	prefetches();
	batches();
	SUCCEEDS(cudaStreamDestroy(stream));
	SUCCEEDS(cudaFree(memory));
	return unit_finish();
}
