// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Stream Ordered Memory Allocator".
#include "../core/place_pool.h"
#include "api.h"

cudaError_t cudaMallocAsync(void **devPtr, size_t size, cudaStream_t hStream)
{
	return AW_CALL(aw_core_pool_allocate(size, NULL, hStream, devPtr));
}

cudaError_t cudaMallocFromPoolAsync(void **ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream)
{
	return AW_CALL(memPool ? aw_core_pool_allocate(size, memPool, stream, ptr) : AW_INVALID_VALUE);
}

cudaError_t cudaFreeAsync(void *devPtr, cudaStream_t hStream)
{
	return AW_CALL(aw_core_pool_free(devPtr, hStream));
}

static bool is_host(const struct cudaMemLocation *location)
{
	return location->type == cudaMemLocationTypeHost || location->type == cudaMemLocationTypeHostNuma;
}

// Where it isn't a device's memory that LOCATION and TYPE mean.
static bool is_placed(const struct cudaMemLocation *location, enum cudaMemAllocationType type, enum aw_memory_kind *kind)
{
	*kind = type == cudaMemAllocationTypeManaged ? AW_MEMORY_MANAGED : AW_MEMORY_HOST;
	return type == cudaMemAllocationTypeManaged || (type == cudaMemAllocationTypePinned && is_host(location));
}

static aw_status create_placed(cudaMemPool_t *pool, const struct cudaMemPoolProps *wanted, enum aw_memory_kind kind)
{
	if (wanted->handleTypes != cudaMemHandleTypeNone) // only memory of devices goes to other processes
		return wanted->location.type == cudaMemLocationTypeHost ? AW_INVALID_VALUE : AW_NOT_SUPPORTED;
	aw_status status = aw_core_place_pool_create(kind, &wanted->location, pool);
	if (status == AW_OK)
		aw_core_pool_limit(*pool, wanted->maxSize);
	return status;
}

static aw_status create(cudaMemPool_t *pool, const struct cudaMemPoolProps *wanted)
{
	struct aw_context *context;
	enum aw_memory_kind kind;
	if (!pool || !wanted)
		return AW_INVALID_VALUE;
	if (is_placed(&wanted->location, wanted->allocType, &kind))
		return create_placed(pool, wanted, kind);
	if (wanted->allocType != cudaMemAllocationTypePinned || wanted->location.type != cudaMemLocationTypeDevice)
		return AW_INVALID_VALUE;
	if (wanted->handleTypes != cudaMemHandleTypeNone && wanted->handleTypes != cudaMemHandleTypePosixFileDescriptor)
		return AW_NOT_SUPPORTED;
	aw_status status = aw_core_context_open(wanted->location.id, &context);
	if (status == AW_OK)
		status = aw_core_pool_create(context, pool);
	if (status == AW_OK)
		aw_core_pool_limit(*pool, wanted->maxSize);
	if (status == AW_OK && wanted->handleTypes)
		aw_core_pool_make_shareable(*pool);
	return status;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *memPool, const struct cudaMemPoolProps *poolProps)
{
	return AW_CALL(create(memPool, poolProps));
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t memPool)
{
	return AW_CALL(aw_core_pool_destroy(memPool));
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t minBytesToKeep)
{
	return AW_CALL(aw_core_pool_trim(memPool, minBytesToKeep));
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, void *value)
{
	return AW_CALL(aw_core_pool_set(memPool, attr, value));
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, void *value)
{
	return AW_CALL(aw_core_pool_get(memPool, attr, value));
}

// Whether OTHER can reach the memory of POOL's device.
static aw_status reach(cudaMemPool_t pool, int other, bool *reachable)
{
	struct aw_context *owner, *visitor;
	aw_status status = aw_core_pool_device(pool, &owner);
	if (status == AW_OK)
		status = aw_core_context_open(other, &visitor);
	if (status == AW_OK)
		*reachable = owner == visitor ||
		             (owner->driver == visitor->driver &&
		              owner->driver->device->can_access_peer(visitor->device, owner->device));
	return status;
}

// Devices that can reach each other's memory always may, so there is nothing to switch; a device always reaches its own.
static aw_status check_access(cudaMemPool_t pool, const struct cudaMemAccessDesc *access)
{
	struct aw_context *owner;
	bool reachable = false;
	if (access->location.type != cudaMemLocationTypeDevice)
		return AW_NOT_SUPPORTED;
	aw_status status = reach(pool, access->location.id, &reachable);
	if (status != AW_OK)
		return status;
	switch (access->flags) {
	case cudaMemAccessFlagsProtNone:
		status = aw_core_pool_device(pool, &owner);
		return status == AW_OK && (int)owner->ordinal == access->location.id ? AW_INVALID_DEVICE : status;
	case cudaMemAccessFlagsProtReadWrite: return reachable ? AW_OK : AW_INVALID_DEVICE;
	case cudaMemAccessFlagsProtRead: return AW_NOT_SUPPORTED;
	default: return AW_INVALID_VALUE;
	}
}

// Memory of the host is the host's, and devices' that were let; managed memory is everybody's.
static aw_status set_placed_access(cudaMemPool_t pool, const struct cudaMemAccessDesc *access)
{
	struct aw_context *visitor;
	bool admitted = access->flags == cudaMemAccessFlagsProtReadWrite, managed = aw_core_pool_place(pool, AW_MEMORY_MANAGED) != NULL;
	if (access->flags == cudaMemAccessFlagsProtRead)
		return AW_NOT_SUPPORTED;
	if (!admitted && access->flags != cudaMemAccessFlagsProtNone)
		return AW_INVALID_VALUE;
	if (is_host(&access->location))
		return admitted ? AW_OK : AW_INVALID_VALUE;
	if (access->location.type != cudaMemLocationTypeDevice || (managed && !admitted))
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_open(access->location.id, &visitor);
	if (status == AW_OK && !managed)
		aw_core_pool_admit(pool, visitor->ordinal, admitted);
	return status;
}

static bool has_placed(cudaMemPool_t pool)
{
	return aw_core_pool_place(pool, AW_MEMORY_HOST) || aw_core_pool_place(pool, AW_MEMORY_MANAGED);
}

static aw_status set_access(cudaMemPool_t pool, const struct cudaMemAccessDesc *list, size_t count)
{
	struct aw_context *owner;
	aw_status status = count && !list ? AW_INVALID_VALUE : aw_core_pool_device(pool, &owner);
	for (size_t i = 0; i < count && status == AW_OK; i++)
		status = has_placed(pool) ? set_placed_access(pool, &list[i]) : check_access(pool, &list[i]);
	return status;
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t memPool, const struct cudaMemAccessDesc *descList, size_t count)
{
	return AW_CALL(set_access(memPool, descList, count));
}

static aw_status get_access(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                            const struct cudaMemLocation *location)
{
	bool reachable = false, by_host = location && is_host(location) && has_placed(pool);
	if (!flags || !location || (location->type != cudaMemLocationTypeDevice && !by_host))
		return AW_INVALID_VALUE;
	aw_status status = by_host ? AW_OK : reach(pool, location->id, &reachable);
	if (by_host || aw_core_pool_place(pool, AW_MEMORY_MANAGED))
		reachable = true;
	else if (status == AW_OK && aw_core_pool_place(pool, AW_MEMORY_HOST))
		reachable = aw_core_pool_admits(pool, (unsigned)location->id);
	if (status == AW_OK)
		*flags = reachable ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
	return status;
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t memPool,
                                 struct cudaMemLocation *location)
{
	return AW_CALL(get_access(flags, memPool, location));
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *memPool, int device)
{
	return AW_CALL(aw_core_pool_of_device(device, true, memPool));
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t memPool)
{
	return AW_CALL(aw_core_pool_select(device, memPool));
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *memPool, int device)
{
	return AW_CALL(aw_core_pool_of_device(device, false, memPool));
}

static bool is_device(const struct cudaMemLocation *location, enum cudaMemAllocationType type)
{
	return location && type == cudaMemAllocationTypePinned && location->type == cudaMemLocationTypeDevice;
}

static aw_status pool_at(cudaMemPool_t *pool, const struct cudaMemLocation *location, enum cudaMemAllocationType type, bool first)
{
	enum aw_memory_kind kind;
	if (is_device(location, type))
		return aw_core_pool_of_device(location->id, first, pool);
	return location && is_placed(location, type, &kind) ? aw_core_place_pool_at(kind, location, first, pool) : AW_INVALID_VALUE;
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *memPool, struct cudaMemLocation *location, enum cudaMemAllocationType type)
{
	return AW_CALL(pool_at(memPool, location, type, true));
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t *memPool, struct cudaMemLocation *location, enum cudaMemAllocationType type)
{
	return AW_CALL(pool_at(memPool, location, type, false));
}

static aw_status select_at(const struct cudaMemLocation *location, enum cudaMemAllocationType type, cudaMemPool_t pool)
{
	enum aw_memory_kind kind;
	if (is_device(location, type))
		return aw_core_pool_select(location->id, pool);
	return location && is_placed(location, type, &kind) ? aw_core_place_pool_select(kind, location, pool) : AW_INVALID_VALUE;
}

cudaError_t cudaMemSetMemPool(struct cudaMemLocation *location, enum cudaMemAllocationType type, cudaMemPool_t memPool)
{
	return AW_CALL(select_at(location, type, memPool));
}

// --- between processes ---

static bool is_file(enum cudaMemAllocationHandleType type, unsigned flags)
{
	return type == cudaMemHandleTypePosixFileDescriptor && !flags;
}

cudaError_t cudaMemPoolExportToShareableHandle(void *shareableHandle, cudaMemPool_t memPool,
                                               enum cudaMemAllocationHandleType handleType, unsigned int flags)
{
	return AW_CALL(is_file(handleType, flags) ? aw_core_pool_export(memPool, shareableHandle) : AW_INVALID_VALUE);
}

cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t *memPool, void *shareableHandle,
                                                 enum cudaMemAllocationHandleType handleType, unsigned int flags)
{
	return AW_CALL(is_file(handleType, flags) ? aw_core_pool_import((int)(intptr_t)shareableHandle, memPool)
	                                          : AW_INVALID_VALUE);
}

cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *exportData, void *ptr)
{
	return AW_CALL(exportData ? aw_core_pool_export_pointer(ptr, (struct aw_share_ticket *)exportData)
	                          : AW_INVALID_VALUE);
}

cudaError_t cudaMemPoolImportPointer(void **ptr, cudaMemPool_t memPool, struct cudaMemPoolPtrExportData *exportData)
{
	return AW_CALL(aw_core_pool_import_pointer(memPool, (const struct aw_share_ticket *)exportData, ptr));
}
