// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "Virtual Memory Management".
#include "../core/virtual.h"

#include <stdlib.h>

#include "cu_result.h"

static void *pointer(CUdeviceptr address)
{
	return (void *)(uintptr_t)address;
}

static aw_status check_properties(const CUmemAllocationProp *properties, struct aw_context **context)
{
	const unsigned known = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
	if (!properties || properties->type != CU_MEM_ALLOCATION_TYPE_PINNED)
		return AW_INVALID_VALUE;
	if (properties->allocFlags.compressionType > CU_MEM_ALLOCATION_COMP_GENERIC) // a hint; nothing is compressed here
		return AW_INVALID_VALUE;
	if ((unsigned)properties->requestedHandleTypes & ~known)
		return AW_NOT_SUPPORTED;
	if (properties->location.type == CU_MEM_LOCATION_TYPE_DEVICE)
		return aw_core_context_open(properties->location.id, context);
	if (properties->location.type == CU_MEM_LOCATION_TYPE_INVALID)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_current(context);
	return status == AW_OK && (*context)->driver->own_memory ? AW_NOT_SUPPORTED : status;
}

static aw_status get_granularity(size_t *granularity, const CUmemAllocationProp *properties, unsigned option)
{
	struct aw_context *context;
	if (!granularity || option > CU_MEM_ALLOC_GRANULARITY_RECOMMENDED)
		return AW_INVALID_VALUE;
	aw_status status = check_properties(properties, &context);
	if (status == AW_OK)
		*granularity = AW_VIRTUAL_GRANULE;
	return status;
}

CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *prop,
                                       CUmemAllocationGranularity_flags option)
{
	return AW_CU_CALL(get_granularity(granularity, prop, (unsigned)option));
}

static aw_status reserve(CUdeviceptr *address, size_t size, size_t alignment, CUdeviceptr wanted, uint64_t flags)
{
	void *found;
	if (!address || flags)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_virtual_reserve(size, alignment, pointer(wanted), &found);
	if (status == AW_OK)
		*address = (CUdeviceptr)(uintptr_t)found;
	return status;
}

CUresult cuMemAddressReserve(CUdeviceptr *ptr, size_t size, size_t alignment, CUdeviceptr addr,
                             unsigned long long flags)
{
	return AW_CU_CALL(reserve(ptr, size, alignment, addr, flags));
}

CUresult cuMemAddressFree(CUdeviceptr ptr, size_t size)
{
	return AW_CU_CALL(aw_core_virtual_unreserve(pointer(ptr), size));
}

static aw_status create(CUmemGenericAllocationHandle *handle, size_t size, const CUmemAllocationProp *properties,
                        uint64_t flags)
{
	struct aw_context *context;
	struct aw_physical *made;
	if (!handle || flags)
		return AW_INVALID_VALUE;
	aw_status status = check_properties(properties, &context);
	if (status == AW_OK)
		status = aw_core_physical_create(context, size, (unsigned)properties->requestedHandleTypes, &made);
	if (status != AW_OK)
		return status;
	made->place = (int)properties->location.type;
	made->place_id = properties->location.id;
	*handle = (uintptr_t)made;
	return AW_OK;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size, const CUmemAllocationProp *prop,
                     unsigned long long flags)
{
	return AW_CU_CALL(create(handle, size, prop, flags));
}

static aw_status find(CUmemGenericAllocationHandle handle, struct aw_physical **physical)
{
	return aw_core_physical_find((const void *)(uintptr_t)handle, physical);
}

static aw_status release(CUmemGenericAllocationHandle handle)
{
	struct aw_physical *physical;
	aw_status status = find(handle, &physical);
	return status == AW_OK ? aw_core_physical_release(physical) : status;
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
	return AW_CU_CALL(release(handle));
}

static aw_status retain(CUmemGenericAllocationHandle *handle, const void *address)
{
	struct aw_physical *physical;
	aw_status status = handle ? aw_core_physical_at(address, &physical) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*handle = (uintptr_t)physical;
	return status;
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *addr)
{
	return AW_CU_CALL(retain(handle, addr));
}

static aw_status get_properties(CUmemAllocationProp *properties, CUmemGenericAllocationHandle handle)
{
	struct aw_physical *physical;
	aw_status status = properties ? find(handle, &physical) : AW_INVALID_VALUE;
	if (status != AW_OK)
		return status;
	*properties = (CUmemAllocationProp){
		.type = CU_MEM_ALLOCATION_TYPE_PINNED,
		.requestedHandleTypes = (CUmemAllocationHandleType)physical->shareable,
		.location = { .type = (CUmemLocationType)physical->place, .id = physical->place_id },
	};
	return AW_OK;
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *prop, CUmemGenericAllocationHandle handle)
{
	return AW_CU_CALL(get_properties(prop, handle));
}

static aw_status map(CUdeviceptr address, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                     uint64_t flags)
{
	struct aw_physical *physical;
	aw_status status = flags ? AW_INVALID_VALUE : find(handle, &physical);
	return status == AW_OK ? aw_core_virtual_map(pointer(address), size, offset, physical) : status;
}

CUresult cuMemMap(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags)
{
	return AW_CU_CALL(map(ptr, size, offset, handle, flags));
}

CUresult cuMemUnmap(CUdeviceptr ptr, size_t size)
{
	return AW_CU_CALL(aw_core_virtual_unmap(pointer(ptr), size));
}

// The device at LOCATION, or NULL for the host, whatever part of its memory.
static aw_status find_user(const CUmemLocation *location, struct aw_context **user)
{
	*user = NULL;
	if (location->type == CU_MEM_LOCATION_TYPE_INVALID)
		return AW_INVALID_DEVICE; // as an H200 answers
	return location->type == CU_MEM_LOCATION_TYPE_DEVICE ? aw_core_context_open(location->id, user) : AW_OK;
}

static aw_status set_access(CUdeviceptr address, size_t size, const CUmemAccessDesc *list, size_t count)
{
	struct aw_virtual_access *wanted = list && count ? calloc(count, sizeof(*wanted)) : NULL;
	if (!wanted)
		return list && count ? AW_NO_MEMORY : AW_INVALID_VALUE;
	aw_status status = AW_OK;
	for (size_t i = 0; i < count && status == AW_OK; i++) {
		unsigned rights = (unsigned)list[i].flags;
		bool known = rights == CU_MEM_ACCESS_FLAGS_PROT_NONE || rights == CU_MEM_ACCESS_FLAGS_PROT_READ ||
		             rights == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
		wanted[i].rights = rights;
		status = known ? find_user(&list[i].location, &wanted[i].user) : AW_INVALID_VALUE;
	}
	if (status == AW_OK)
		status = aw_core_virtual_protect(pointer(address), size, wanted, count);
	free(wanted);
	return status;
}

CUresult cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc *desc, size_t count)
{
	return AW_CU_CALL(set_access(ptr, size, desc, count));
}

static aw_status get_access(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr address)
{
	struct aw_context *user;
	unsigned rights;
	aw_status status = flags && location ? find_user(location, &user) : AW_INVALID_VALUE;
	if (status == AW_OK)
		status = aw_core_virtual_rights(pointer(address), user, &rights);
	if (status == AW_OK)
		*flags = rights;
	return status;
}

CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr ptr)
{
	return AW_CU_CALL(get_access(flags, location, ptr));
}

// --- between processes ---

static aw_status export(int *result, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType type,
                        uint64_t flags)
{
	struct aw_physical *physical;
	if (!result || flags || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
		return AW_INVALID_VALUE;
	aw_status status = find(handle, &physical);
	return status == AW_OK ? aw_core_physical_export(physical, result) : status;
}

CUresult cuMemExportToShareableHandle(void *shareableHandle, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType handleType, unsigned long long flags)
{
	return AW_CU_CALL(export(shareableHandle, handle, handleType, flags));
}

static aw_status import(CUmemGenericAllocationHandle *handle, int file, CUmemAllocationHandleType type)
{
	struct aw_physical *physical;
	if (!handle || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_physical_import(file, &physical);
	if (status == AW_OK)
		*handle = (uintptr_t)physical;
	return status;
}

CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *osHandle,
                                        CUmemAllocationHandleType shHandleType)
{
	return AW_CU_CALL(import(handle, (int)(intptr_t)osHandle, shHandleType));
}
