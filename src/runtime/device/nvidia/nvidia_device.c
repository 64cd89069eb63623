// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVIDIA GPUs through the driver's own library.  A device is its primary context, which other libraries of the
// process share; streams, events and addresses are the driver's.
#include "nvidia_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../base/log.h"

static unsigned device_count(void)
{
	int count = 0;
	if (!aw_nvidia_open() || NVIDIA(device_count, &count) != AW_OK)
		return 0;
	return (unsigned)count;
}

static int attribute_of(CUdevice device, enum cudaDeviceAttr attribute)
{
	int value = 0;
	// The numbers of attributes are the same in both interfaces; an older driver doesn't know the newest.
	return aw_nvidia.device_attribute(&value, (CUdevice_attribute)attribute, device) == CUDA_SUCCESS ? value : 0;
}

static aw_status open_device(unsigned index, struct aw_device **opened)
{
	struct nvidia_device *device = calloc(1, sizeof(*device));
	if (!device)
		return AW_NO_MEMORY;
	device->base = (struct aw_device){ &aw_driver_nvidia, index };
	aw_status status = NVIDIA(device_get, &device->device, (int)index);
	if (status == AW_OK)
		status = NVIDIA(context_retain, &device->context, device->device);
	if (status == AW_OK)
		status = NVIDIA(context_set, device->context);
	if (status != AW_OK) {
		free(device);
		return status;
	}
	device->capability = attribute_of(device->device, cudaDevAttrComputeCapabilityMajor) * 10 +
	                     attribute_of(device->device, cudaDevAttrComputeCapabilityMinor);
	device->sees_host = attribute_of(device->device, cudaDevAttrPageableMemoryAccess);
	device->threads = (uint64_t)attribute_of(device->device, cudaDevAttrMultiProcessorCount) *
	                  (uint64_t)attribute_of(device->device, cudaDevAttrMaxThreadsPerMultiProcessor);
	snprintf(device->target, sizeof(device->target), "sm_%u", (unsigned)device->capability % 1000);
	*opened = &device->base;
	return AW_OK;
}

static void close_device(struct aw_device *base)
{
	struct nvidia_device *device = aw_nvidia_device(base);
	NVIDIA(context_release, device->device);
	free(device);
}

static void describe(struct aw_device *base, struct cudaDeviceProp *properties)
{
	CUdevice device = aw_nvidia_device(base)->device;
	memset(properties, 0, sizeof(*properties));
	NVIDIA(device_name, properties->name, (int)sizeof(properties->name), device);
	NVIDIA(device_memory, &properties->totalGlobalMem, device);
	if (aw_nvidia.device_uuid)
		NVIDIA(device_uuid, (CUuuid *)&properties->uuid, device);
#define AW_ATTRIBUTE(name, field) \
	properties->field = (__typeof__(properties->field))attribute_of(device, cudaDevAttr##name);
#include "../attributes.def"
#undef AW_ATTRIBUTE
	properties->unifiedFunctionPointers = 1;
}

static aw_status attribute(struct aw_device *base, enum cudaDeviceAttr wanted, int *value)
{
	return NVIDIA(device_attribute, value, (CUdevice_attribute)wanted, aw_nvidia_device(base)->device);
}

static aw_status memory_info(struct aw_device *device, size_t *free_bytes, size_t *total_bytes)
{
	aw_status status = aw_nvidia_enter(device);
	return status == AW_OK ? NVIDIA(memory_info, free_bytes, total_bytes) : status;
}

static aw_status get_limit(struct aw_device *device, enum cudaLimit limit, size_t *value)
{
	aw_status status = aw_nvidia_enter(device);
	return status == AW_OK ? NVIDIA(context_get_limit, value, (CUlimit)limit) : status;
}

static aw_status set_limit(struct aw_device *device, enum cudaLimit limit, size_t value)
{
	aw_status status = aw_nvidia_enter(device);
	return status == AW_OK ? NVIDIA(context_set_limit, (CUlimit)limit, value) : status;
}

static aw_status synchronize(struct aw_device *device)
{
	aw_status status = aw_nvidia_enter(device);
	if (status == AW_OK)
		status = NVIDIA(context_synchronize);
	if (status == AW_OK)
		aw_nvidia_entries_settle(device, true);
	return status;
}

static bool can_access_peer(struct aw_device *device, struct aw_device *peer)
{
	int answer = 0;
	return NVIDIA(device_can_access_peer, &answer, aw_nvidia_device(device)->device, aw_nvidia_device(peer)->device) ==
	               AW_OK && answer;
}

static aw_status set_peer(struct aw_device *device, struct aw_device *peer, bool enabled)
{
	CUcontext context = aw_nvidia_device(peer)->context;
	aw_status status = aw_nvidia_enter(device);
	if (status != AW_OK)
		return status;
	return enabled ? NVIDIA(context_enable_peer, context, 0) : NVIDIA(context_disable_peer, context);
}

static aw_status core_dump(struct aw_device *device, const struct aw_core_dump *dump)
{
	CUcoredumpSettings attribute = (CUcoredumpSettings)dump->attribute;
	if (!aw_nvidia.core_dump_set_global)
		return AW_NOT_SUPPORTED;
	aw_status status = aw_nvidia_enter(device);
	if (status != AW_OK)
		return status;
	if (dump->global)
		return dump->set ? NVIDIA(core_dump_set_global, attribute, dump->value, dump->size)
		                 : NVIDIA(core_dump_get_global, attribute, dump->value, dump->size);
	return dump->set ? NVIDIA(core_dump_set, attribute, dump->value, dump->size)
	                 : NVIDIA(core_dump_get, attribute, dump->value, dump->size);
}

static const struct aw_device_ops device_ops = {
	.close = close_device,
	.describe = describe,
	.attribute = attribute,
	.memory_info = memory_info,
	.get_limit = get_limit,
	.set_limit = set_limit,
	.synchronize = synchronize,
	.enter = aw_nvidia_enter,
	.can_access_peer = can_access_peer,
	.set_peer = set_peer,
	.core_dump = core_dump,
};

const struct aw_driver aw_driver_nvidia = {
	.name = "nvidia",
	.own_memory = true,
	.takes_ptx = true,
	.preload = aw_nvidia_preload,
	.count = device_count,
	.open = open_device,
	.device = &device_ops,
	.memory = &aw_nvidia_memory_ops,
	.module = &aw_nvidia_module_ops,
	.stream = &aw_nvidia_stream_ops,
	.event = &aw_nvidia_event_ops,
	.record = &aw_nvidia_record_ops,
	.foreign = &aw_nvidia_foreign_ops,
	.texture = &aw_nvidia_texture_ops,
	.share = &aw_nvidia_share_ops,
	.external = &aw_nvidia_external_ops,
	.tensor = &aw_nvidia_tensor_ops,
	.part = &aw_nvidia_part_ops,
};
