// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An allocation of a graph takes its memory when its node is made, since the address is known from then
// on, and gives it back when no node can make it again and the program has freed it.  The used bytes that
// programs ask for are those of allocations between their node and the freeing of them.
#include "graph_memory.h"

#include <assert.h>
#include <stdlib.h>

#include "memory.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct usage {
	uint64_t used, used_high, reserved, reserved_high;
} usages[AW_DEVICE_MAX];

static void raise(uint64_t *high, uint64_t now)
{
	if (*high < now)
		*high = now;
}

static void count_reserved(const struct aw_graph_memory *memory, bool more)
{
	struct usage *usage = &usages[memory->context->ordinal];
	pthread_mutex_lock(&lock);
	assert(more || usage->reserved >= memory->size);
	usage->reserved += more ? memory->size : -memory->size;
	raise(&usage->reserved_high, usage->reserved);
	pthread_mutex_unlock(&lock);
}

aw_status aw_core_graph_memory_create(struct cudaMemAllocNodeParamsV2 *params, struct aw_graph_memory **memory)
{
	struct aw_context *context;
	if (!params->bytesize || params->poolProps.allocType != cudaMemAllocationTypePinned ||
	    params->poolProps.location.type != cudaMemLocationTypeDevice ||
	    params->poolProps.handleTypes != cudaMemHandleTypeNone)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_open(params->poolProps.location.id, &context);
	if (status != AW_OK)
		return status == AW_INVALID_DEVICE ? AW_INVALID_VALUE : status;
	if (params->bytesize > PTRDIFF_MAX)
		return AW_NO_MEMORY;
	struct aw_graph_memory *made = calloc(1, sizeof(*made));
	if (!made)
		return AW_NO_MEMORY;
	*made = (struct aw_graph_memory){ .users = 1, .context = context, .size = params->bytesize };
	const struct aw_memory_ops *ops = context->driver->memory;
	status = ops->allocate(context->device, AW_MEMORY_DEVICE, made->size, &made->address);
	if (status != AW_OK)
		goto free_made;
	struct aw_range range = { .base = (uintptr_t)made->address, .size = made->size, .kind = AW_RANGE_DEVICE,
		                  .context = context, .graph = made };
	if (!aw_core_range_add(&range)) {
		status = AW_NO_MEMORY;
		goto release;
	}
	count_reserved(made, true);
	params->dptr = made->address;
	*memory = made;
	return AW_OK;

release:
	ops->release(context->device, AW_MEMORY_DEVICE, made->address);
free_made:
	free(made);
	return status;
}

struct aw_graph_memory *aw_core_graph_memory_find(const void *address)
{
	struct aw_range range;
	if (!address || !aw_core_range_find(address, &range) || range.base != (uintptr_t)address)
		return NULL;
	return range.graph;
}

void aw_core_graph_memory_retain(struct aw_graph_memory *memory)
{
	pthread_mutex_lock(&lock);
	assert(memory->users);
	memory->users++;
	pthread_mutex_unlock(&lock);
}

void aw_core_graph_memory_release(struct aw_graph_memory *memory)
{
	struct aw_range range;
	pthread_mutex_lock(&lock);
	assert(memory->users);
	unsigned users = --memory->users;
	pthread_mutex_unlock(&lock);
	if (users)
		return;
	assert(!memory->alive);
	count_reserved(memory, false);
	// A reset of the device has taken the memory if the range is gone.
	if (aw_core_graph_memory_find(memory->address) == memory) {
		aw_core_context_settle(memory->context);
		aw_core_range_remove(memory->address, &range);
		memory->context->driver->memory->release(memory->context->device, AW_MEMORY_DEVICE,
		                                         memory->address);
	}
	free(memory);
}

void aw_core_graph_memory_begin(struct aw_graph_memory *memory)
{
	struct usage *usage = &usages[memory->context->ordinal];
	pthread_mutex_lock(&lock);
	if (!memory->alive) {
		memory->alive = true;
		memory->users++;
		usage->used += memory->size;
		raise(&usage->used_high, usage->used);
	}
	pthread_mutex_unlock(&lock);
}

aw_status aw_core_graph_memory_free(struct aw_graph_memory *memory)
{
	pthread_mutex_lock(&lock);
	bool was_alive = memory->alive;
	if (was_alive) {
		assert(memory->users && usages[memory->context->ordinal].used >= memory->size);
		memory->alive = false;
		usages[memory->context->ordinal].used -= memory->size;
	}
	pthread_mutex_unlock(&lock);
	if (!was_alive)
		return AW_INVALID_VALUE;
	aw_core_graph_memory_release(memory);
	return AW_OK;
}

void aw_core_graph_memory_end(struct aw_graph_memory *memory)
{
	aw_core_graph_memory_free(memory);
}

aw_status aw_core_graph_memory_get(int ordinal, enum cudaGraphMemAttributeType attribute, void *value)
{
	struct aw_context *context;
	if (!value)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_open(ordinal, &context);
	if (status != AW_OK)
		return status;
	uint64_t *bytes = value;
	const struct usage *usage = &usages[ordinal];
	pthread_mutex_lock(&lock);
	switch (attribute) {
	case cudaGraphMemAttrUsedMemCurrent: *bytes = usage->used; break;
	case cudaGraphMemAttrUsedMemHigh: *bytes = usage->used_high; break;
	case cudaGraphMemAttrReservedMemCurrent: *bytes = usage->reserved; break;
	case cudaGraphMemAttrReservedMemHigh: *bytes = usage->reserved_high; break;
	default: status = AW_INVALID_VALUE;
	}
	pthread_mutex_unlock(&lock);
	return status;
}

// The two marks may be set back to what is in use now, and nothing else be set.
aw_status aw_core_graph_memory_set(int ordinal, enum cudaGraphMemAttributeType attribute, const void *value)
{
	struct aw_context *context;
	if (!value || *(const uint64_t *)value)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_open(ordinal, &context);
	if (status != AW_OK)
		return status;
	struct usage *usage = &usages[ordinal];
	pthread_mutex_lock(&lock);
	switch (attribute) {
	case cudaGraphMemAttrUsedMemHigh: usage->used_high = usage->used; break;
	case cudaGraphMemAttrReservedMemHigh: usage->reserved_high = usage->reserved; break;
	default: status = AW_INVALID_VALUE;
	}
	pthread_mutex_unlock(&lock);
	return status;
}

// There is nothing to hand back: what nodes may still allocate keeps its address, and all other memory went
// back when its last node did.
aw_status aw_core_graph_memory_trim(int ordinal)
{
	struct aw_context *context;
	return aw_core_context_open(ordinal, &context);
}
