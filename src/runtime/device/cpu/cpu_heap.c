// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device malloc: the C library's, with a header in front of each block that links it to its device and
// counts it against cudaLimitMallocHeapSize.
#include <stdint.h>
#include <stdlib.h>

#include "cpu_device.h"
#include "cpu_watch.h"

enum { MAGIC = 0x41574850 };

struct cpu_heap_block {
	struct cpu_heap_block *next, **link;
	size_t size;
	struct cpu_device *device;
	uint64_t magic, unused; // the header is a multiple of 16 bytes
};

void *aw_cpu_heap_allocate(struct cpu_device *device, uint64_t size)
{
	size_t limit = atomic_load(&device->heap_limit);
	if (size == 0 || size > limit)
		return NULL;
	struct cpu_heap_block *block = malloc(sizeof(*block) + size);
	if (!block)
		return NULL;
	pthread_mutex_lock(&device->heap_lock);
	bool fits = device->heap_used + size <= limit;
	if (fits) {
		*block = (struct cpu_heap_block){ .next = device->heap, .link = &device->heap, .size = size,
		                                  .device = device, .magic = MAGIC };
		if (device->heap)
			device->heap->link = &block->next;
		device->heap = block;
		device->heap_used += size;
	}
	pthread_mutex_unlock(&device->heap_lock);
	if (!fits) {
		free(block);
		return NULL;
	}
	return block + 1;
}

bool aw_cpu_heap_release(struct cpu_device *device, void *address)
{
	if (!address)
		return true;
	struct cpu_heap_block *block = (struct cpu_heap_block *)address - 1;
	if ((uintptr_t)address % 16 != 0 || block->magic != MAGIC || block->device != device)
		return false;
	pthread_mutex_lock(&device->heap_lock);
	*block->link = block->next;
	if (block->next)
		block->next->link = block->link;
	device->heap_used -= block->size;
	block->magic = 0;
	pthread_mutex_unlock(&device->heap_lock);
	aw_cpu_watch_freed();
	free(block);
	return true;
}

const char *aw_cpu_heap_find(struct cpu_device *device, const char *place, size_t *size)
{
	const char *found = NULL;
	pthread_mutex_lock(&device->heap_lock);
	for (const struct cpu_heap_block *block = device->heap; block && !found; block = block->next) {
		const char *begin = (const char *)(block + 1);
		if (place >= begin && place < begin + block->size) {
			found = begin;
			*size = block->size;
		}
	}
	pthread_mutex_unlock(&device->heap_lock);
	return found;
}

void aw_cpu_heap_finish(struct cpu_device *device)
{
	while (device->heap) {
		struct cpu_heap_block *block = device->heap;
		device->heap = block->next;
		free(block);
	}
	device->heap_used = 0;
}
