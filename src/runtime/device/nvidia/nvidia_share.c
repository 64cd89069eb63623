// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory apart from addresses, and of other processes (CUDA Driver API, "Virtual Memory Management" and the IPC functions
// of "Memory Management").  Memory is a handle of the driver's.  What concerns memory and addresses alone needs no
// context, so it works after the device is closed, too.
#include "nvidia_device.h"

static aw_status create(struct aw_device *device, size_t size, bool exportable, uint64_t *memory)
{
	CUmemGenericAllocationHandle made;
	CUmemAllocationProp properties = {
		.type = CU_MEM_ALLOCATION_TYPE_PINNED,
		.requestedHandleTypes = exportable ? CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR : CU_MEM_HANDLE_TYPE_NONE,
		.location = { .type = CU_MEM_LOCATION_TYPE_DEVICE, .id = aw_nvidia_device(device)->device },
	};
	aw_status status = aw_nvidia_enter(device);
	if (status == AW_OK)
		status = NVIDIA(physical_create, &made, size, &properties, 0);
	if (status == AW_OK)
		*memory = made;
	return status;
}

static aw_status release(struct aw_device *device, uint64_t memory)
{
	(void)device;
	return NVIDIA(physical_release, memory);
}

static aw_status export_file(struct aw_device *device, uint64_t memory, int *file)
{
	(void)device;
	return NVIDIA(physical_export, file, memory, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0);
}

// The driver doesn't tell how large it is.
static aw_status import_file(struct aw_device *device, int file, uint64_t *memory, size_t *size)
{
	CUmemGenericAllocationHandle made;
	aw_status status = aw_nvidia_enter(device);
	if (status == AW_OK)
		status = NVIDIA(physical_import, &made, (void *)(intptr_t)file, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
	if (status != AW_OK)
		return status;
	*memory = made;
	*size = 0;
	return AW_OK;
}

static aw_status reserve(struct aw_device *device, size_t size, size_t alignment, void *wanted, void **address)
{
	CUdeviceptr made;
	(void)device;
	aw_status status = NVIDIA(virtual_reserve, &made, size, alignment, aw_nvidia_address(wanted), 0);
	if (status == AW_OK)
		*address = (void *)(uintptr_t)made;
	return status;
}

static aw_status unreserve(struct aw_device *device, void *address, size_t size)
{
	(void)device;
	return NVIDIA(virtual_free, aw_nvidia_address(address), size);
}

static aw_status map(struct aw_device *device, void *address, size_t size, uint64_t memory, size_t offset)
{
	(void)device;
	return NVIDIA(virtual_map, aw_nvidia_address(address), size, offset, memory, 0);
}

static aw_status unmap(struct aw_device *device, void *address, size_t size)
{
	(void)device;
	return NVIDIA(virtual_unmap, aw_nvidia_address(address), size);
}

static aw_status protect(struct aw_device *device, void *address, size_t size, bool readable, bool writable)
{
	CUmemAccessDesc access = {
		.location = { .type = CU_MEM_LOCATION_TYPE_DEVICE, .id = aw_nvidia_device(device)->device },
		.flags = writable   ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE
		         : readable ? CU_MEM_ACCESS_FLAGS_PROT_READ
		                    : CU_MEM_ACCESS_FLAGS_PROT_NONE,
	};
	aw_status status = aw_nvidia_enter(device);
	return status == AW_OK ? NVIDIA(virtual_protect, aw_nvidia_address(address), size, &access, 1) : status;
}

// --- between processes ---

static aw_status export_handle(struct aw_device *device, void *address, void *handle)
{
	aw_status status = aw_nvidia_enter(device);
	return status == AW_OK ? NVIDIA(memory_ipc_get, handle, aw_nvidia_address(address)) : status;
}

static aw_status close_handle(struct aw_device *device, void *address)
{
	aw_status status = aw_nvidia_enter(device);
	return status == AW_OK ? NVIDIA(memory_ipc_close, aw_nvidia_address(address)) : status;
}

// What is told of the size may be a block's, which the allocation is only a part of.
static aw_status open_handle(struct aw_device *device, const void *handle, void **address, size_t *size)
{
	CUdeviceptr made, base;
	size_t room;
	aw_status status = aw_nvidia_enter(device);
	if (status == AW_OK)
		status = NVIDIA(memory_ipc_open, &made, *(const CUipcMemHandle *)handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS);
	if (status != AW_OK)
		return status;
	*address = (void *)(uintptr_t)made;
	status = NVIDIA(memory_range, &base, &room, made);
	if (status == AW_OK)
		*size = (size_t)(base + room - made);
	else
		close_handle(device, *address);
	return status;
}

const struct aw_share_ops aw_nvidia_share_ops = {
	.create = create,
	.release = release,
	.export_file = export_file,
	.import_file = import_file,
	.reserve = reserve,
	.unreserve = unreserve,
	.map = map,
	.unmap = unmap,
	.protect = protect,
	.export_handle = export_handle,
	.open_handle = open_handle,
	.close_handle = close_handle,
};
