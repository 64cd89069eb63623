// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory.h"

#include <assert.h>
#include <stdint.h>

#include "../../base/os.h"
#include "../device/check_memory.h"
#include "capture.h"
#include "graph_memory.h"
#include "pool.h"
#include "share.h"
#include "stream.h"

enum { PITCH = 512, NO_PLACE = -2 };

static bool is_host(enum aw_range_kind kind)
{
	return kind == AW_RANGE_HOST || kind == AW_RANGE_REGISTERED;
}

static bool is_managed(enum aw_range_kind kind)
{
	return kind == AW_RANGE_MANAGED || kind == AW_RANGE_MANAGED_VARIABLE;
}

static enum aw_range_kind range_kind(enum aw_memory_kind kind)
{
	switch (kind) {
	case AW_MEMORY_DEVICE: return AW_RANGE_DEVICE;
	case AW_MEMORY_HOST: return AW_RANGE_HOST;
	default: return AW_RANGE_MANAGED;
	}
}

static enum aw_memory_kind memory_kind(enum aw_range_kind kind)
{
	if (is_host(kind))
		return AW_MEMORY_HOST;
	return kind == AW_RANGE_MANAGED ? AW_MEMORY_MANAGED : AW_MEMORY_DEVICE;
}

static aw_status check_flags(enum aw_memory_kind kind, unsigned flags)
{
	const unsigned host = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
	switch (kind) {
	case AW_MEMORY_HOST: return flags & ~host ? AW_INVALID_VALUE : AW_OK;
	case AW_MEMORY_MANAGED:
		return flags == cudaMemAttachGlobal || flags == cudaMemAttachHost ? AW_OK : AW_INVALID_VALUE;
	default: return AW_OK;
	}
}

aw_status aw_core_memory_allocate(enum aw_memory_kind kind, size_t size, unsigned flags, void **address)
{
	struct aw_context *context;
	aw_status status = address ? check_flags(kind, flags) : AW_INVALID_VALUE;
	if (status == AW_OK)
		status = aw_core_capture_forbid();
	if (status == AW_OK)
		status = aw_core_context_current(&context);
	if (status != AW_OK)
		return status;
	if (!size) {
		*address = NULL;
		return AW_OK;
	}
	if (size > PTRDIFF_MAX)
		return AW_NO_MEMORY;
	void *made;
	status = context->driver->memory->allocate(context->device, kind, size, &made);
	if (status != AW_OK)
		return status;
	assert(made && memory_kind(range_kind(kind)) == kind);
	struct aw_range range = { .base = (uintptr_t)made, .size = size, .kind = range_kind(kind),
		                  .flags = flags, .context = context,
		                  .preferred = NO_PLACE, .prefetched = NO_PLACE };
	if (!aw_core_range_add(&range)) {
		context->driver->memory->release(context->device, kind, made);
		return AW_NO_MEMORY;
	}
	aw_check_memory_add(made, size, kind == AW_MEMORY_DEVICE);
	*address = made;
	return AW_OK;
}

aw_status aw_core_memory_allocate_pitch(size_t width, size_t height, void **address, size_t *pitch)
{
	if (!address || !pitch)
		return AW_INVALID_VALUE;
	if (width > PTRDIFF_MAX)
		return AW_NO_MEMORY;
	size_t padded = (width + PITCH - 1) / PITCH * PITCH;
	if (padded && height > PTRDIFF_MAX / padded)
		return AW_NO_MEMORY;
	aw_status status = aw_core_memory_allocate(AW_MEMORY_DEVICE, padded * height, 0, address);
	if (status == AW_OK)
		*pitch = padded;
	return status;
}

aw_status aw_core_memory_free(void *address, bool host)
{
	struct aw_range range;
	if (!address) {
		struct aw_context *context;
		return aw_core_context_healthy(&context);
	}
	if (aw_core_context_ended())
		return AW_UNLOADING;
	if (!aw_core_range_find(address, &range) || range.base != (uintptr_t)address)
		return AW_INVALID_VALUE;
	bool right = host ? range.kind == AW_RANGE_HOST && !range.pooled
	                  : range.kind == AW_RANGE_DEVICE || range.kind == AW_RANGE_MANAGED || range.pooled;
	if (!right)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_capture_forbid();
	if (status == AW_OK)
		status = aw_core_context_settle(range.context);
	if (status != AW_OK)
		return status;
	if (range.mapped)
		return aw_core_share_close(address, false);
	if (range.graph)
		return aw_core_graph_memory_free(range.graph);
	if (range.pool)
		return aw_core_pool_release(&range, NULL);
	if (!aw_core_range_remove(address, &range))
		return AW_INVALID_VALUE; // another thread was faster
	assert(range.context && !range.pool && !range.graph && !range.mapped);
	aw_core_share_forget(address);
	aw_check_memory_remove(address);
	return range.context->driver->memory->release(range.context->device, memory_kind(range.kind), address);
}

aw_status aw_core_memory_register(void *address, size_t size, unsigned flags)
{
	struct aw_context *context;
	struct aw_range other;
	const unsigned known = cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterIoMemory |
	                       cudaHostRegisterReadOnly;
	if (!address || !size || (flags & ~known) || (uintptr_t)address + size < (uintptr_t)address)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_capture_forbid();
	if (status == AW_OK)
		status = aw_core_context_current(&context);
	if (status != AW_OK)
		return status;
	if (aw_core_range_overlap(address, size, &other))
		return other.kind == AW_RANGE_REGISTERED ? AW_HOST_ALREADY_REGISTERED : AW_INVALID_VALUE;
	status = context->driver->memory->register_host(context->device, address, size,
	                                                flags & cudaHostRegisterReadOnly);
	if (status != AW_OK)
		return status;
	struct aw_range range = { .base = (uintptr_t)address, .size = size, .kind = AW_RANGE_REGISTERED,
		                  .flags = flags, .context = context };
	if (!aw_core_range_add(&range)) {
		context->driver->memory->unregister_host(context->device, address);
		return AW_NO_MEMORY;
	}
	return AW_OK;
}

aw_status aw_core_memory_unregister(void *address)
{
	struct aw_range range;
	if (!address)
		return AW_INVALID_VALUE;
	if (!aw_core_range_find(address, &range))
		return AW_HOST_NOT_REGISTERED;
	if (range.kind != AW_RANGE_REGISTERED || range.base != (uintptr_t)address)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_settle(range.context);
	if (status != AW_OK)
		return status;
	if (!aw_core_range_remove(address, &range))
		return AW_HOST_NOT_REGISTERED;
	assert(range.kind == AW_RANGE_REGISTERED && range.context);
	return range.context->driver->memory->unregister_host(range.context->device, address);
}

aw_status aw_core_memory_device_pointer(void *host, unsigned flags, void **device)
{
	struct aw_range range;
	if (!device || flags || !aw_core_range_find(host, &range) || !is_host(range.kind))
		return AW_INVALID_VALUE;
	*device = host; // one address space
	return AW_OK;
}

aw_status aw_core_memory_host_flags(const void *host, unsigned *flags)
{
	struct aw_range range;
	if (!flags || !aw_core_range_find(host, &range) || !is_host(range.kind))
		return AW_INVALID_VALUE;
	*flags = range.flags | cudaHostAllocMapped; // with unified addressing all of it is mapped
	return AW_OK;
}

// Whether kernels of the current device may use memory of malloc.
static bool reaches_host_memory(void)
{
	struct aw_context *context;
	return aw_core_context_current(&context) == AW_OK && context->properties.pageableMemoryAccess;
}

aw_status aw_core_memory_attributes(const void *address, struct cudaPointerAttributes *attributes)
{
	struct aw_range range;
	if (!attributes)
		return AW_INVALID_VALUE;
	void *pointer = (void *)(uintptr_t)address;
	if (!aw_core_range_find(address, &range)) {
		*attributes = (struct cudaPointerAttributes){ .type = cudaMemoryTypeUnregistered,
			                                      .device = cudaInvalidDeviceId,
			                                      .devicePointer = reaches_host_memory() ? pointer : NULL,
			                                      .hostPointer = pointer };
		return AW_OK;
	}
	bool host = is_host(range.kind), managed = is_managed(range.kind);
	*attributes = (struct cudaPointerAttributes){
		.type = host      ? cudaMemoryTypeHost
		        : managed ? cudaMemoryTypeManaged
		                  : cudaMemoryTypeDevice,
		.device = range.context ? (int)range.context->ordinal : 0,
		.devicePointer = pointer,
		.hostPointer = host || managed ? pointer : NULL,
	};
	return AW_OK;
}

aw_status aw_core_memory_info(size_t *free_bytes, size_t *total_bytes)
{
	struct aw_context *context;
	size_t free_now, total;
	aw_status status = aw_core_context_healthy(&context);
	if (status == AW_OK)
		status = context->driver->device->memory_info(context->device, &free_now, &total);
	if (status != AW_OK)
		return status;
	if (free_bytes)
		*free_bytes = free_now;
	if (total_bytes)
		*total_bytes = total;
	return AW_OK;
}

// The managed range that holds SIZE bytes at ADDRESS.
static aw_status find_managed(const void *address, size_t size, struct aw_range *range)
{
	if (!size || !aw_core_range_find(address, range) || !is_managed(range->kind) ||
	    size > range->size - ((uintptr_t)address - range->base))
		return AW_INVALID_VALUE;
	return AW_OK;
}

static aw_status check_place(int device)
{
	struct aw_context *context;
	return device == cudaCpuDeviceId ? AW_OK : aw_core_context_find(device, &context);
}

// Where DEVICE's memory is to CONTEXT's driver: the index of one of its devices, or -1, the host and what has the host's memory.
static int place_for(const struct aw_context *context, int device)
{
	struct aw_context *named;
	bool own = device != cudaCpuDeviceId && aw_core_context_find(device, &named) == AW_OK && named->driver == context->driver;
	return own ? (int)named->index : -1;
}

// Whether kernels of the device DEVICE may use memory of malloc; the host is no worse.
static bool place_reaches_host_memory(int device)
{
	struct aw_context *context;
	return device == cudaCpuDeviceId ||
	       (aw_core_context_find(device, &context) == AW_OK && context->properties.pageableMemoryAccess);
}

// Whether SIZE bytes at ADDRESS are memory of the host's that CUDA doesn't know, and that the current device reaches.
static bool is_pageable(const void *address, size_t size)
{
	struct aw_range range;
	return size && !aw_core_range_find(address, &range) && reaches_host_memory() && aw_os_is_mapped(address, size);
}

// Advice on pageable memory is for devices with memory of their own alone: it is kept nowhere, as there are no queries of it.
static aw_status advise_pageable(const void *address, size_t size, enum cudaMemoryAdvise advice, int device, bool names_place)
{
	struct aw_context *context;
	if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy ||
	    (names_place && !place_reaches_host_memory(device)))
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_current(&context);
	if (status != AW_OK || !context->driver->own_memory)
		return status;
	return context->driver->memory->advise(context->device, (void *)(uintptr_t)address, size, advice,
	                                       names_place ? place_for(context, device) : -1);
}

// Advice is kept for queries, and given to devices with memory of their own.  Memory that all processors reach at one
// speed has nothing to move.
aw_status aw_core_memory_advise(const void *address, size_t size, enum cudaMemoryAdvise advice, int device)
{
	struct aw_range range;
	bool names_place = advice >= cudaMemAdviseSetPreferredLocation &&
	                   advice != cudaMemAdviseUnsetPreferredLocation;
	aw_status status = names_place ? check_place(device) : AW_OK;
	if (status == AW_OK && is_pageable(address, size))
		return advise_pageable(address, size, advice, device, names_place);
	if (status == AW_OK)
		status = find_managed(address, size, &range);
	if (status != AW_OK)
		return status;
	assert(!names_place || (device >= cudaCpuDeviceId && device < AW_DEVICE_MAX));
	uint64_t bit = (uint64_t)1 << (names_place ? device + 1 : 0);
	switch (advice) {
	case cudaMemAdviseSetReadMostly: range.read_mostly = true; break;
	case cudaMemAdviseUnsetReadMostly: range.read_mostly = false; break;
	case cudaMemAdviseSetPreferredLocation: range.preferred = device; break;
	case cudaMemAdviseUnsetPreferredLocation: range.preferred = NO_PLACE; break;
	case cudaMemAdviseSetAccessedBy: range.accessed_by |= bit; break;
	case cudaMemAdviseUnsetAccessedBy: range.accessed_by &= ~bit; break;
	default: return AW_INVALID_VALUE;
	}
	aw_core_range_update(&range);
	struct aw_context *owner = range.kind == AW_RANGE_MANAGED ? range.context : NULL;
	if (!owner || !owner->driver->own_memory)
		return AW_OK;
	return owner->driver->memory->advise(owner->device, (void *)(uintptr_t)address, size, advice,
	                                     names_place ? place_for(owner, device) : -1);
}

aw_status aw_core_memory_prefetch(const void *address, size_t size, int device, cudaStream_t stream)
{
	struct aw_range range;
	struct CUstream_st *target;
	bool pageable = is_pageable(address, size);
	aw_status status = pageable ? AW_OK : find_managed(address, size, &range);
	if (status == AW_OK)
		status = check_place(device);
	if (status == AW_OK && pageable && !place_reaches_host_memory(device))
		status = AW_INVALID_VALUE;
	if (status == AW_OK)
		status = aw_core_stream_find(stream, &target);
	if (status == AW_OK)
		status = aw_core_capture_refuse(target);
	if (status != AW_OK)
		return status;
	const struct aw_driver *driver = target->context->driver;
	if (!pageable) {
		range.prefetched = device;
		aw_core_range_update(&range);
		if (range.kind != AW_RANGE_MANAGED || !range.context || range.context->driver != driver)
			return AW_OK;
	}
	if (!driver->own_memory)
		return AW_OK;
	return driver->memory->prefetch(target->stream, (void *)(uintptr_t)address, size, place_for(target->context, device));
}

aw_status aw_core_memory_attach(void *address, unsigned flags, cudaStream_t stream)
{
	struct aw_range range;
	struct CUstream_st *target;
	if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost && flags != cudaMemAttachSingle)
		return AW_INVALID_VALUE;
	if (!aw_core_range_find(address, &range) || !is_managed(range.kind))
		return AW_INVALID_VALUE;
	aw_status status = aw_core_stream_find(stream, &target);
	return status == AW_OK ? aw_core_capture_refuse(target) : status;
}

// The ordinals of ACCESSED_BY as cudaMemRangeGetAttribute lists them; unused places get -2.
static void list_places(uint64_t accessed_by, int *places, size_t count)
{
	size_t used = 0;
	for (int bit = 0; bit < 64 && used < count; bit++)
		if (accessed_by >> bit & 1)
			places[used++] = bit - 1;
	while (used < count)
		places[used++] = NO_PLACE;
}

static int location_type(int place)
{
	if (place == NO_PLACE)
		return cudaMemLocationTypeInvalid;
	return place == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
}

aw_status aw_core_memory_query(void *data, size_t size, enum cudaMemRangeAttribute attribute,
                               const void *address, size_t count)
{
	struct aw_range range;
	aw_status status = find_managed(address, count, &range);
	if (status != AW_OK || !data)
		return AW_INVALID_VALUE;
	int *value = data;
	if (attribute == cudaMemRangeAttributeAccessedBy && size && size % sizeof(int) == 0) {
		list_places(range.accessed_by, value, size / sizeof(int));
		return AW_OK;
	}
	if (size != sizeof(int))
		return AW_INVALID_VALUE;
	switch (attribute) {
	case cudaMemRangeAttributeReadMostly: *value = range.read_mostly; return AW_OK;
	case cudaMemRangeAttributePreferredLocation:
	case cudaMemRangeAttributePreferredLocationId: *value = range.preferred; return AW_OK;
	case cudaMemRangeAttributeLastPrefetchLocation:
	case cudaMemRangeAttributeLastPrefetchLocationId: *value = range.prefetched; return AW_OK;
	case cudaMemRangeAttributePreferredLocationType: *value = location_type(range.preferred); return AW_OK;
	case cudaMemRangeAttributeLastPrefetchLocationType:
		*value = location_type(range.prefetched);
		return AW_OK;
	default: return AW_INVALID_VALUE;
	}
}

void aw_core_memory_drop_all(struct aw_context *context)
{
	struct aw_range range;
	const struct aw_memory_ops *ops = context->driver->memory;
	while (aw_core_range_take(context, &range)) {
		aw_check_memory_leak((const void *)range.base);
		if (range.kind == AW_RANGE_REGISTERED)
			ops->unregister_host(context->device, (void *)range.base);
		else if (range.kind <= AW_RANGE_MANAGED && !range.pool && !range.mapped)
			ops->release(context->device, memory_kind(range.kind), (void *)range.base);
	}
}
