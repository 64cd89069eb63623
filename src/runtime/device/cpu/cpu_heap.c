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
	uint64_t magic;
	void *memory; // what the C library gave; the header stands right before the block, and is a multiple of 16 bytes
};

// Memory for SIZE bytes behind a header; NULL: none.
static struct cpu_heap_block *take(uint64_t size, uint64_t alignment)
{
	char *memory = malloc(sizeof(struct cpu_heap_block) + size + alignment - 1);
	if (!memory)
		return NULL;
	uintptr_t first = (uintptr_t)memory + sizeof(struct cpu_heap_block);
	struct cpu_heap_block *block = (struct cpu_heap_block *)(memory + (-first & (alignment - 1)));
	block->memory = memory;
	return block;
}

void *aw_cpu_heap_allocate(struct cpu_device *device, uint64_t size, uint64_t alignment)
{
	size_t limit = atomic_load(&device->heap_limit);
	if (size == 0 || size > limit || alignment == 0 || (alignment & (alignment - 1)) || alignment > limit)
		return NULL;
	struct cpu_heap_block *block = take(size, alignment < 16 ? 16 : alignment);
	if (!block)
		return NULL;
	pthread_mutex_lock(&device->heap_lock);
	bool fits = device->heap_used + size <= limit;
	if (fits) {
		*block = (struct cpu_heap_block){ .next = device->heap, .link = &device->heap, .size = size,
		                                  .device = device, .magic = MAGIC, .memory = block->memory };
		if (device->heap)
			device->heap->link = &block->next;
		device->heap = block;
		device->heap_used += size;
	}
	pthread_mutex_unlock(&device->heap_lock);
	if (!fits) {
		free(block->memory);
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
	free(block->memory);
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
		free(block->memory);
	}
	device->heap_used = 0;
}
