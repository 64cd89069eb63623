// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of a device are the driver's green contexts, and resources its own.
#include <stdlib.h>

#include "nvidia_device.h"

struct nvidia_part {
	struct aw_part base;
	CUgreenCtx green;
};

static aw_status whole(struct aw_device *device, CUdevResource *resource)
{
	if (!aw_nvidia.green_stream_create)
		return AW_CALL_REQUIRES_NEWER_DRIVER;
	return NVIDIA(device_resource, aw_nvidia_device(device)->device, resource, CU_DEV_RESOURCE_TYPE_SM);
}

static aw_status split(struct aw_device *device, const struct aw_part_split *wanted, unsigned *count)
{
	if (!aw_nvidia.green_stream_create)
		return AW_CALL_REQUIRES_NEWER_DRIVER;
	aw_status status = aw_nvidia_enter(device);
	return status == AW_OK ? NVIDIA(resource_split, wanted->result, count, wanted->input, wanted->rest, wanted->flags, wanted->least) : status;
}

static aw_status create(struct aw_device *device, const CUdevResource *resources, unsigned count, struct aw_part **created)
{
	CUdevResourceDesc description;
	if (!aw_nvidia.green_stream_create)
		return AW_CALL_REQUIRES_NEWER_DRIVER;
	struct nvidia_part *part = calloc(1, sizeof(*part));
	if (!part)
		return AW_NO_MEMORY;
	part->base.device = device;
	aw_status status = aw_nvidia_enter(device);
	if (status == AW_OK)
		status = NVIDIA(resource_describe, &description, (CUdevResource *)(uintptr_t)resources, count);
	if (status == AW_OK)
		status = NVIDIA(green_create, &part->green, description, aw_nvidia_device(device)->device, CU_GREEN_CTX_DEFAULT_STREAM);
	if (status == AW_OK)
		*created = &part->base;
	else
		free(part);
	return status;
}

static void destroy(struct aw_part *part)
{
	NVIDIA(green_destroy, ((struct nvidia_part *)part)->green);
	free(part);
}

static aw_status resource(struct aw_part *part, CUdevResource *found)
{
	return NVIDIA(green_resource, ((struct nvidia_part *)part)->green, found, CU_DEV_RESOURCE_TYPE_SM);
}

static aw_status create_stream(struct aw_part *part, int priority, struct aw_stream **created)
{
	CUstream own;
	aw_status status = NVIDIA(green_stream_create, &own, ((struct nvidia_part *)part)->green, CU_STREAM_NON_BLOCKING, priority);
	if (status != AW_OK)
		return status;
	status = aw_nvidia_stream_adopt(part->device, own, created);
	if (status != AW_OK)
		NVIDIA(stream_destroy, own);
	return status;
}

const struct aw_part_ops aw_nvidia_part_ops = {
	.whole = whole,
	.split = split,
	.create = create,
	.destroy = destroy,
	.resource = resource,
	.create_stream = create_stream,
};
