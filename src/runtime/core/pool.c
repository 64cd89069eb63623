// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A freed block keeps an event that was recorded in the freeing stream.  The block may be used again
// by the same stream at once, because stream order puts the new use behind the old one, and by any
// other once the event has happened.  At synchronisation points blocks go back to the device until
// the pool holds no more than its release threshold (0 unless the program sets it).
#include "pool.h"

#include <assert.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../base/vec.h"
#include "../device/check_memory.h"
#include "capture.h"
#include "graph_memory.h"
#include "handle.h"
#include "memory.h"
#include "place_pool.h"
#include "share.h"
#include "stream.h"

enum { GRANULE = 512, LIMIT_GRANULE = 32 << 20 }; // the second is what limits of pools are a multiple of on an H200

struct block {
	void *address;
	size_t size;
	struct CUstream_st *stream; // whose order it is free in; NULL: free for all
	struct aw_event *done;      // NULL: nothing to wait for
};

struct CUmemPoolHandle_st {
	struct aw_handle handle;
	struct aw_context *context;
	enum aw_memory_kind kind;
	struct cudaMemLocation place; // where a pool of the host's or of managed memory has it
	_Atomic uint64_t visitors;    // of the host's: a bit for each ordinal of a device that may reach it
	pthread_mutex_t lock;
	AW_VEC(struct block) blocks; // free ones
	int follow_events, opportunistic, internal;
	uint64_t threshold, limit; // the limit is 0 where there is none
	uint64_t reserved, reserved_high, used, used_high;
	bool is_default, shareable, imported;
};

static struct aw_handle_class pools = AW_HANDLE_CLASS(struct CUmemPoolHandle_st);

aw_status aw_core_pool_create(struct aw_context *context, cudaMemPool_t *pool)
{
	struct CUmemPoolHandle_st *self = aw_core_handle_create(&pools);
	if (!self)
		return AW_NO_MEMORY;
	self->context = context;
	self->kind = AW_MEMORY_DEVICE;
	pthread_mutex_init(&self->lock, NULL);
	self->follow_events = self->opportunistic = self->internal = 1;
	self->is_default = !context->default_pool;
	*pool = self;
	return AW_OK;
}

aw_status aw_core_pool_create_placed(struct aw_context *context, enum aw_memory_kind kind, const struct cudaMemLocation *place,
                                     bool is_default, cudaMemPool_t *pool)
{
	aw_status status = aw_core_pool_create(context, pool);
	if (status == AW_OK) {
		(*pool)->kind = kind;
		(*pool)->place = *place;
		(*pool)->is_default = is_default;
	}
	return status;
}

aw_status aw_core_pool_device(cudaMemPool_t pool, struct aw_context **context)
{
	if (!aw_core_handle_valid(&pools, pool))
		return AW_INVALID_VALUE;
	*context = pool->context;
	return AW_OK;
}

const struct cudaMemLocation *aw_core_pool_place(cudaMemPool_t pool, enum aw_memory_kind kind)
{
	return aw_core_handle_valid(&pools, pool) && pool->kind == kind ? &pool->place : NULL;
}

void aw_core_pool_admit(cudaMemPool_t pool, unsigned ordinal, bool admitted)
{
	uint64_t bit = UINT64_C(1) << ordinal;
	if (admitted)
		atomic_fetch_or(&pool->visitors, bit);
	else
		atomic_fetch_and(&pool->visitors, ~bit);
}

bool aw_core_pool_admits(cudaMemPool_t pool, unsigned ordinal)
{
	return atomic_load(&pool->visitors) >> ordinal & 1;
}

// What is known of ADDRESS, of POOL.
static struct aw_range range_of(struct CUmemPoolHandle_st *pool, void *address, size_t size)
{
	enum { NO_PLACE = -2 };
	struct aw_range range = { .base = (uintptr_t)address, .size = size, .pooled = true, .context = pool->context, .pool = pool };
	range.kind = pool->kind == AW_MEMORY_HOST ? AW_RANGE_HOST : pool->kind == AW_MEMORY_MANAGED ? AW_RANGE_MANAGED : AW_RANGE_DEVICE;
	if (pool->kind == AW_MEMORY_MANAGED) {
		range.flags = cudaMemAttachGlobal;
		range.prefetched = NO_PLACE;
		range.preferred = pool->place.type == cudaMemLocationTypeDevice ? pool->place.id
		                  : pool->place.type == cudaMemLocationTypeNone ? NO_PLACE : cudaCpuDeviceId;
	}
	return range;
}

// Gives free block INDEX back to the device.
static void give_back(struct CUmemPoolHandle_st *pool, size_t index)
{
	assert(index < pool->blocks.count && pool->blocks.items[index].size <= pool->reserved);
	struct block block = pool->blocks.items[index];
	pool->blocks.items[index] = pool->blocks.items[--pool->blocks.count];
	pool->reserved -= block.size;
	const struct aw_driver *driver = pool->context->driver;
	if (block.done)
		driver->event->destroy(block.done);
	aw_core_share_forget(block.address);
	driver->memory->release(pool->context->device, pool->kind, block.address);
}

static bool is_done(const struct CUmemPoolHandle_st *pool, const struct block *block)
{
	return !block->done || pool->context->driver->event->query(block->done) != AW_NOT_READY;
}

static void trim_locked(struct CUmemPoolHandle_st *pool, uint64_t keep)
{
	for (size_t i = pool->blocks.count; i-- > 0 && pool->reserved > keep;)
		if (is_done(pool, &pool->blocks.items[i]))
			give_back(pool, i);
}

static void destroy(struct CUmemPoolHandle_st *pool)
{
	while (pool->blocks.count)
		give_back(pool, pool->blocks.count - 1);
	if (pool->kind != AW_MEMORY_DEVICE)
		aw_core_place_pool_forget(pool);
	aw_vec_finish(&pool->blocks);
	pthread_mutex_destroy(&pool->lock);
	aw_core_handle_destroy(&pools, pool);
}

// Blocks in use outlive their pool: their ranges become plain allocations.
static void release_used(struct CUmemPoolHandle_st *pool)
{
	for (struct aw_range range; aw_core_range_find_pool(pool, &range);) {
		range.pool = NULL;
		aw_core_range_update(&range);
	}
}

aw_status aw_core_pool_destroy(cudaMemPool_t pool)
{
	if (!aw_core_handle_valid(&pools, pool) || pool->is_default)
		return AW_INVALID_VALUE;
	struct aw_context *context = pool->context;
	assert(context->default_pool != pool);
	aw_status status = aw_core_context_settle(context);
	if (context->pool == pool)
		context->pool = context->default_pool;
	release_used(pool);
	destroy(pool);
	return status;
}

aw_status aw_core_pool_of_device(int ordinal, bool default_pool, cudaMemPool_t *pool)
{
	struct aw_context *context;
	if (!pool)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_open(ordinal, &context);
	if (status == AW_INVALID_DEVICE && !default_pool)
		return AW_INVALID_VALUE; // as the manual has it for the pool that was chosen, and that alone
	if (status == AW_OK)
		*pool = default_pool ? context->default_pool : context->pool;
	return status;
}

aw_status aw_core_pool_select(int ordinal, cudaMemPool_t pool)
{
	struct aw_context *context;
	if (!aw_core_handle_valid(&pools, pool))
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_open(ordinal, &context);
	if (status != AW_OK)
		return status == AW_INVALID_DEVICE ? AW_INVALID_VALUE : status;
	if (pool->context != context || pool->kind != AW_MEMORY_DEVICE)
		return AW_INVALID_VALUE;
	context->pool = pool;
	return AW_OK;
}

// Takes the smallest free block of at least SIZE that STREAM may use and that isn't wastefully large.
static bool take_block(struct CUmemPoolHandle_st *pool, size_t size, const struct CUstream_st *stream,
                       struct block *taken)
{
	size_t best = SIZE_MAX;
	for (size_t i = 0; i < pool->blocks.count; i++) {
		const struct block *block = &pool->blocks.items[i];
		if (block->size < size || block->size / 2 > size)
			continue;
		if (best != SIZE_MAX && block->size >= pool->blocks.items[best].size)
			continue;
		if (block->stream == stream || is_done(pool, block))
			best = i;
	}
	if (best == SIZE_MAX)
		return false;
	assert(pool->blocks.items[best].size >= size);
	*taken = pool->blocks.items[best];
	pool->blocks.items[best] = pool->blocks.items[--pool->blocks.count];
	if (taken->done)
		pool->context->driver->event->destroy(taken->done);
	taken->done = NULL;
	return true;
}

static aw_status new_block(const struct CUmemPoolHandle_st *pool, struct block *block)
{
	if (pool->limit && (block->size > pool->limit || pool->reserved > pool->limit - block->size))
		return AW_NO_MEMORY;
	return pool->context->driver->memory->allocate(pool->context->device, pool->kind, block->size, &block->address);
}

static aw_status get_block(struct CUmemPoolHandle_st *pool, size_t size, const struct CUstream_st *stream,
                           struct block *block)
{
	pthread_mutex_lock(&pool->lock);
	aw_status status = AW_OK;
	if (!take_block(pool, size, stream, block)) {
		*block = (struct block){ .size = size };
		status = new_block(pool, block);
		if (status == AW_NO_MEMORY) { // what is kept for later may be what is missing
			trim_locked(pool, 0);
			status = new_block(pool, block);
		}
		if (status == AW_OK)
			pool->reserved += size;
	}
	if (status == AW_OK)
		pool->used += block->size;
	assert(pool->used <= pool->reserved);
	if (pool->used > pool->used_high)
		pool->used_high = pool->used;
	if (pool->reserved > pool->reserved_high)
		pool->reserved_high = pool->reserved;
	pthread_mutex_unlock(&pool->lock);
	return status;
}

// Gives BLOCK, which is in use and can't be remembered as free, back to the device once STREAM is done with it.
static void drop_block(struct CUmemPoolHandle_st *pool, struct CUstream_st *stream, const struct block *block)
{
	const struct aw_driver *driver = pool->context->driver;
	if (stream)
		stream->context->driver->stream->synchronize(stream->stream);
	if (block->done)
		driver->event->destroy(block->done);
	aw_core_share_forget(block->address);
	driver->memory->release(pool->context->device, pool->kind, block->address);
	pthread_mutex_lock(&pool->lock);
	assert(block->size <= pool->used && pool->used <= pool->reserved);
	pool->used -= block->size;
	pool->reserved -= block->size;
	pthread_mutex_unlock(&pool->lock);
}

// An allocation in a capturing stream is a node of the graph.
static aw_status capture_allocate(size_t size, const struct CUmemPoolHandle_st *pool, struct CUstream_st *stream,
                                  void **address)
{
	struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeMemAlloc };
	const struct aw_context *context = pool ? pool->context : stream->context;
	cudaGraphNode_t node;
	params.alloc.poolProps.allocType = cudaMemAllocationTypePinned;
	params.alloc.poolProps.location.type = cudaMemLocationTypeDevice;
	params.alloc.poolProps.location.id = (int)context->ordinal;
	params.alloc.bytesize = size;
	aw_status status = aw_core_capture_add(stream, &params, NULL, &node);
	if (status == AW_OK)
		*address = node->work.params.alloc.dptr;
	return status;
}

static aw_status capture_free(void *address, struct CUstream_st *stream)
{
	struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeMemFree };
	cudaGraphNode_t node;
	params.free.dptr = address;
	return aw_core_capture_add(stream, &params, NULL, &node);
}

// The stream of HANDLE and whether it captures; outside of it nothing that captures forbids the call.
static aw_status find_user(cudaStream_t handle, struct CUstream_st **user, bool *capturing)
{
	aw_status status = aw_core_stream_find(handle, user);
	if (status == AW_OK)
		status = aw_core_capture_enter(*user, capturing);
	if (status == AW_OK && !*capturing)
		status = aw_core_capture_forbid();
	return status;
}

aw_status aw_core_pool_allocate(size_t size, cudaMemPool_t pool, cudaStream_t stream, void **address)
{
	struct CUstream_st *user;
	if (!address || (pool && !aw_core_handle_valid(&pools, pool)))
		return AW_INVALID_VALUE;
	bool capturing;
	aw_status status = find_user(stream, &user, &capturing);
	if (status != AW_OK)
		return status;
	if (capturing && size && pool && pool->kind != AW_MEMORY_DEVICE)
		return AW_NOT_SUPPORTED; // nodes of graphs have memory of devices
	if (capturing && size)
		return capture_allocate(size, pool, user, address);
	if (!size) {
		*address = NULL;
		return AW_OK;
	}
	if (size > PTRDIFF_MAX - GRANULE)
		return AW_NO_MEMORY;
	if (!pool)
		pool = user->context->pool;
	if (pool->imported)
		return AW_NOT_SUPPORTED; // its memory is the other process's to deal out
	struct block block;
	status = get_block(pool, (size + GRANULE - 1) / GRANULE * GRANULE, user, &block);
	if (status != AW_OK)
		return status;
	struct aw_range range = range_of(pool, block.address, block.size);
	if (!aw_core_range_add(&range)) {
		drop_block(pool, user, &block);
		return AW_NO_MEMORY;
	}
	aw_check_memory_add(block.address, block.size, pool->kind == AW_MEMORY_DEVICE);
	*address = block.address;
	return AW_OK;
}

// The event after which BLOCK, freed in STREAM, is free for all.
static aw_status mark_done(struct CUmemPoolHandle_st *pool, struct CUstream_st *stream, struct block *block)
{
	const struct aw_event_ops *ops = pool->context->driver->event;
	aw_status status = ops->create(pool->context->device, false, false, &block->done);
	if (status != AW_OK)
		return status;
	status = ops->record(block->done, stream->stream);
	if (status != AW_OK) {
		ops->destroy(block->done);
		block->done = NULL;
	}
	return status;
}

// Freeing needs memory and yet doesn't fail in want of it: then the stream is waited for.
aw_status aw_core_pool_release(const struct aw_range *range, struct CUstream_st *stream)
{
	struct CUmemPoolHandle_st *pool = range->pool;
	struct block block = { .address = (void *)range->base, .size = range->size, .stream = stream };
	aw_status status = AW_OK;
	bool ordered = stream && stream->context == pool->context; // another device's order means nothing here
	if (ordered)
		status = mark_done(pool, stream, &block);
	if (stream && (!ordered || status == AW_NO_MEMORY))
		status = stream->context->driver->stream->synchronize(stream->stream);
	if (status != AW_OK)
		return status;
	struct aw_range removed;
	if (!aw_core_range_remove(block.address, &removed))
		return AW_INVALID_VALUE;
	aw_check_memory_remove(block.address);
	pthread_mutex_lock(&pool->lock);
	assert(block.size <= pool->used);
	bool kept = aw_vec_push(&pool->blocks, block);
	if (kept)
		pool->used -= block.size;
	if (!stream)
		trim_locked(pool, pool->threshold);
	pthread_mutex_unlock(&pool->lock);
	if (!kept)
		drop_block(pool, stream, &block);
	return AW_OK;
}

aw_status aw_core_pool_free(void *address, cudaStream_t stream)
{
	struct CUstream_st *user;
	struct aw_range range;
	bool capturing;
	aw_status status = find_user(stream, &user, &capturing);
	if (status != AW_OK || !address)
		return status;
	if (capturing)
		return capture_free(address, user);
	if (!aw_core_range_find(address, &range) || range.base != (uintptr_t)address ||
	    (range.kind != AW_RANGE_DEVICE && range.kind != AW_RANGE_MANAGED && !range.pooled))
		return AW_INVALID_VALUE;
	if (range.graph)
		return aw_core_graph_memory_free(range.graph);
	if (range.pool)
		return aw_core_pool_release(&range, user);
	status = user->context->driver->stream->synchronize(user->stream); // memory of cudaMalloc
	return status == AW_OK ? aw_core_memory_free(address, false) : status;
}

aw_status aw_core_pool_set(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, const void *value)
{
	if (!aw_core_handle_valid(&pools, pool) || !value)
		return AW_INVALID_VALUE;
	const int *number = value;
	const uint64_t *bytes = value;
	aw_status status = AW_OK;
	pthread_mutex_lock(&pool->lock);
	switch (attribute) {
	case cudaMemPoolReuseFollowEventDependencies: pool->follow_events = *number; break;
	case cudaMemPoolReuseAllowOpportunistic: pool->opportunistic = *number; break;
	case cudaMemPoolReuseAllowInternalDependencies: pool->internal = *number; break;
	case cudaMemPoolAttrReleaseThreshold: pool->threshold = *bytes; break;
	case cudaMemPoolAttrReservedMemHigh: // may only be set back to what is in use now
		status = *bytes ? AW_INVALID_VALUE : AW_OK;
		pool->reserved_high = status == AW_OK ? pool->reserved : pool->reserved_high;
		break;
	case cudaMemPoolAttrUsedMemHigh:
		status = *bytes ? AW_INVALID_VALUE : AW_OK;
		pool->used_high = status == AW_OK ? pool->used : pool->used_high;
		break;
	default: status = AW_INVALID_VALUE;
	}
	pthread_mutex_unlock(&pool->lock);
	return status;
}

aw_status aw_core_pool_get(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
{
	if (!aw_core_handle_valid(&pools, pool) || !value)
		return AW_INVALID_VALUE;
	int *number = value;
	uint64_t *bytes = value;
	aw_status status = AW_OK;
	pthread_mutex_lock(&pool->lock);
	switch (attribute) {
	case cudaMemPoolReuseFollowEventDependencies: *number = pool->follow_events; break;
	case cudaMemPoolReuseAllowOpportunistic: *number = pool->opportunistic; break;
	case cudaMemPoolReuseAllowInternalDependencies: *number = pool->internal; break;
	case cudaMemPoolAttrReleaseThreshold: *bytes = pool->threshold; break;
	case cudaMemPoolAttrReservedMemCurrent: *bytes = pool->reserved; break;
	case cudaMemPoolAttrReservedMemHigh: *bytes = pool->reserved_high; break;
	case cudaMemPoolAttrUsedMemCurrent: *bytes = pool->used; break;
	case cudaMemPoolAttrUsedMemHigh: *bytes = pool->used_high; break;
	default: status = AW_INVALID_VALUE;
	}
	pthread_mutex_unlock(&pool->lock);
	return status;
}

aw_status aw_core_pool_trim(cudaMemPool_t pool, size_t keep)
{
	if (!aw_core_handle_valid(&pools, pool))
		return AW_INVALID_VALUE;
	pthread_mutex_lock(&pool->lock);
	trim_locked(pool, keep);
	pthread_mutex_unlock(&pool->lock);
	return AW_OK;
}

void aw_core_pool_limit(cudaMemPool_t pool, size_t most)
{
	pool->limit = most > SIZE_MAX - LIMIT_GRANULE ? 0 : (most + LIMIT_GRANULE - 1) / LIMIT_GRANULE * LIMIT_GRANULE;
}

void aw_core_pool_make_shareable(cudaMemPool_t pool)
{
	pool->shareable = true;
}

// The file holds nothing but a mark: the memory of each pointer comes with the pointer.
aw_status aw_core_pool_export(cudaMemPool_t pool, int *file)
{
	struct aw_share_ticket ticket;
	if (!file || !aw_core_handle_valid(&pools, pool) || !pool->shareable || pool->imported)
		return AW_INVALID_VALUE;
	int made = memfd_create("anywarp", MFD_CLOEXEC);
	if (made < 0)
		return AW_OPERATING_SYSTEM;
	aw_status status = aw_core_share_write(made, AW_SHARE_POOL, 0, sizeof(ticket), &ticket);
	if (status == AW_OK && pwrite(made, &ticket, sizeof(ticket), 0) != sizeof(ticket))
		status = AW_OPERATING_SYSTEM;
	if (status != AW_OK) {
		close(made);
		return status;
	}
	*file = made;
	return AW_OK;
}

aw_status aw_core_pool_import(int file, cudaMemPool_t *pool)
{
	struct aw_context *context;
	struct aw_share_ticket ticket;
	if (!pool || pread(file, &ticket, sizeof(ticket), 0) != sizeof(ticket) || ticket.kind != AW_SHARE_POOL)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_current(&context);
	if (status == AW_OK)
		status = aw_core_pool_create(context, pool);
	if (status == AW_OK)
		(*pool)->imported = true;
	return status;
}

aw_status aw_core_pool_export_pointer(const void *address, struct aw_share_ticket *ticket)
{
	struct aw_range range;
	if (!aw_core_range_find(address, &range) || !range.pool || !range.pool->shareable)
		return AW_INVALID_VALUE;
	return aw_core_share_export(address, true, ticket);
}

aw_status aw_core_pool_import_pointer(cudaMemPool_t pool, const struct aw_share_ticket *ticket, void **address)
{
	if (!ticket || !aw_core_handle_valid(&pools, pool) || !pool->imported)
		return AW_INVALID_VALUE;
	return aw_core_share_open(ticket, AW_SHARE_BY_POOL, address);
}

void aw_core_pool_trim_all(struct aw_context *context)
{
	for (struct CUmemPoolHandle_st *pool = NULL; (pool = aw_core_handle_next(&pools, pool));)
		if (pool->context == context && pool->blocks.count)
			aw_core_pool_trim(pool, pool->threshold);
}

void aw_core_pool_drop_all(struct aw_context *context)
{
	for (struct CUmemPoolHandle_st *pool = NULL; (pool = aw_core_handle_next(&pools, pool));) {
		if (pool->context != context)
			continue;
		release_used(pool);
		destroy(pool);
	}
}

void aw_core_pool_stream_gone(struct CUstream_st *stream)
{
	for (struct CUmemPoolHandle_st *pool = NULL; (pool = aw_core_handle_next(&pools, pool));) {
		if (pool->context != stream->context)
			continue;
		pthread_mutex_lock(&pool->lock);
		for (size_t i = 0; i < pool->blocks.count; i++)
			if (pool->blocks.items[i].stream == stream)
				pool->blocks.items[i].stream = NULL;
		pthread_mutex_unlock(&pool->lock);
	}
}
