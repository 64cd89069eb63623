// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of a GPU, and the host's where the GPU reaches it.  With unified addressing an address means the same
// on both sides.
#include "nvidia_device.h"

static aw_status allocate(struct aw_device *device, enum aw_memory_kind kind, size_t size, void **address)
{
	CUdeviceptr made = 0;
	void *host = NULL;
	aw_status status = aw_nvidia_enter(device);
	if (status != AW_OK)
		return status;
	switch (kind) {
	case AW_MEMORY_DEVICE: status = NVIDIA(memory_allocate, &made, size); break;
	case AW_MEMORY_MANAGED: status = NVIDIA(managed_allocate, &made, size, CU_MEM_ATTACH_GLOBAL); break;
	case AW_MEMORY_HOST:
		status = NVIDIA(host_allocate, &host, size, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP);
		break;
	}
	if (status == AW_OK)
		*address = kind == AW_MEMORY_HOST ? host : (void *)(uintptr_t)made;
	return status;
}

static aw_status release(struct aw_device *device, enum aw_memory_kind kind, void *address)
{
	aw_status status = aw_nvidia_enter(device);
	if (status != AW_OK)
		return status;
	return kind == AW_MEMORY_HOST ? NVIDIA(host_free, address) : NVIDIA(memory_free, aw_nvidia_address(address));
}

// Memory that can only be read is refused unless it is registered as such, which not every system offers.
static aw_status register_host(struct aw_device *device, void *address, size_t size, bool read_only)
{
	unsigned flags = CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP;
	aw_status status = aw_nvidia_enter(device);
	if (status != AW_OK)
		return status;
	return NVIDIA(host_register, address, size, flags | (read_only ? CU_MEMHOSTREGISTER_READ_ONLY : 0));
}

static aw_status unregister_host(struct aw_device *device, void *address)
{
	aw_status status = aw_nvidia_enter(device);
	return status == AW_OK ? NVIDIA(host_unregister, address) : status;
}

// The numbers of the advice are the same in both interfaces, and -1 is the host in the driver's, too.
static aw_status advise(struct aw_device *device, void *address, size_t size, enum cudaMemoryAdvise advice, int place)
{
	aw_status status = aw_nvidia_enter(device);
	return status == AW_OK ? NVIDIA(managed_advise, aw_nvidia_address(address), size, (CUmem_advise)advice, place) : status;
}

static aw_status prefetch(struct aw_stream *stream, void *address, size_t size, int place)
{
	aw_status status = aw_nvidia_enter(stream->device);
	return status == AW_OK ? NVIDIA(managed_prefetch, aw_nvidia_address(address), size, place,
	                                ((struct nvidia_stream *)stream)->stream) : status;
}

const struct aw_memory_ops aw_nvidia_memory_ops = {
	.allocate = allocate,
	.release = release,
	.register_host = register_host,
	.unregister_host = unregister_host,
	.advise = advise,
	.prefetch = prefetch,
};
