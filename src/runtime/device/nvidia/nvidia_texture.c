// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays and objects of textures and surfaces are the driver's own.
#include <stdlib.h>
#include <string.h>

#include "../array_format.h"
#include "nvidia_device.h"

struct nvidia_array {
	struct aw_array base;
	CUarray array;             // a plain array, or a level of a mipmapped one
	CUmipmappedArray mipmapped; // or the whole
	bool is_level;              // belongs to the whole
};

static struct nvidia_array *array_of(struct aw_array *array)
{
	return (struct nvidia_array *)array;
}

CUarray aw_nvidia_array(struct aw_array *array)
{
	return array_of(array)->array;
}

// --- arrays ---

static struct nvidia_array *make(struct aw_device *device)
{
	struct nvidia_array *array = calloc(1, sizeof(*array));
	if (array)
		array->base.device = device;
	return array;
}

struct aw_array *aw_nvidia_array_adopt(struct aw_device *device, CUmipmappedArray mipmapped)
{
	struct nvidia_array *array = make(device);
	if (!array)
		return NULL;
	array->mipmapped = mipmapped;
	return &array->base;
}

// The flags of both interfaces have the same numbers.
CUDA_ARRAY3D_DESCRIPTOR aw_nvidia_array_description(const struct aw_array_shape *shape)
{
	return (CUDA_ARRAY3D_DESCRIPTOR){
		.Width = shape->width, .Height = shape->height, .Depth = shape->depth, .Format = aw_array_driver_format(&shape->format),
		.NumChannels = aw_array_channel_count(&shape->format), .Flags = shape->flags,
	};
}

static aw_status create_array(struct aw_device *device, const struct aw_array_shape *shape, struct aw_array **created)
{
	CUDA_ARRAY3D_DESCRIPTOR description = aw_nvidia_array_description(shape);
	struct nvidia_array *array = make(device);
	if (!array)
		return AW_NO_MEMORY;
	aw_status status = aw_nvidia_enter(device);
	if (status == AW_OK && shape->mipmapped)
		status = NVIDIA(mipmapped_create, &array->mipmapped, &description, shape->levels);
	else if (status == AW_OK)
		status = NVIDIA(array_create, &array->array, &description);
	if (status != AW_OK) {
		free(array);
		return status;
	}
	*created = &array->base;
	return AW_OK;
}

static aw_status level(struct aw_array *whole, unsigned index, struct aw_array **created)
{
	struct nvidia_array *array = make(whole->device);
	if (!array)
		return AW_NO_MEMORY;
	array->is_level = true;
	aw_status status = aw_nvidia_enter(whole->device);
	if (status == AW_OK)
		status = NVIDIA(mipmapped_level, &array->array, array_of(whole)->mipmapped, index);
	if (status != AW_OK) {
		free(array);
		return status;
	}
	*created = &array->base;
	return AW_OK;
}

static void destroy_array(struct aw_array *base)
{
	struct nvidia_array *array = array_of(base);
	if (!array->is_level && aw_nvidia_enter(base->device) == AW_OK) {
		if (array->mipmapped)
			NVIDIA(mipmapped_destroy, array->mipmapped);
		else
			NVIDIA(array_destroy, array->array);
	}
	free(array);
}

// --- objects ---

static CUDA_RESOURCE_DESC resource_of(const struct aw_texture_source *source)
{
	CUDA_RESOURCE_DESC resource;
	memset(&resource, 0, sizeof(resource));
	if (source->array && source->mipmapped) {
		resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
		resource.res.mipmap.hMipmappedArray = array_of(source->array)->mipmapped;
	} else if (source->array) {
		resource.resType = CU_RESOURCE_TYPE_ARRAY;
		resource.res.array.hArray = array_of(source->array)->array;
	} else if (source->height) {
		resource.resType = CU_RESOURCE_TYPE_PITCH2D;
		resource.res.pitch2D.devPtr = aw_nvidia_address(source->address);
		resource.res.pitch2D.format = aw_array_driver_format(&source->format);
		resource.res.pitch2D.numChannels = aw_array_channel_count(&source->format);
		resource.res.pitch2D.width = source->width;
		resource.res.pitch2D.height = source->height;
		resource.res.pitch2D.pitchInBytes = source->pitch;
	} else {
		resource.resType = CU_RESOURCE_TYPE_LINEAR;
		resource.res.linear.devPtr = aw_nvidia_address(source->address);
		resource.res.linear.format = aw_array_driver_format(&source->format);
		resource.res.linear.numChannels = aw_array_channel_count(&source->format);
		resource.res.linear.sizeInBytes = source->pitch;
	}
	return resource;
}

static unsigned flags_of(const struct aw_texture_source *source)
{
	const struct cudaTextureDesc *sampling = source->sampling;
	bool integers = !aw_array_format_of(&source->format) && source->format.f != cudaChannelFormatKindFloat &&
	                sampling->readMode == cudaReadModeElementType;
	return (integers ? CU_TRSF_READ_AS_INTEGER : 0) | (sampling->normalizedCoords ? CU_TRSF_NORMALIZED_COORDINATES : 0) |
	       (sampling->sRGB ? CU_TRSF_SRGB : 0) |
	       (sampling->disableTrilinearOptimization ? CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION : 0) |
	       (sampling->seamlessCubemap ? CU_TRSF_SEAMLESS_CUBEMAP : 0);
}

static CUDA_TEXTURE_DESC sampling_of(const struct aw_texture_source *source)
{
	const struct cudaTextureDesc *from = source->sampling;
	CUDA_TEXTURE_DESC sampling = {
		.filterMode = (CUfilter_mode)from->filterMode,
		.flags = flags_of(source),
		.maxAnisotropy = from->maxAnisotropy,
		.mipmapFilterMode = (CUfilter_mode)from->mipmapFilterMode,
		.mipmapLevelBias = from->mipmapLevelBias,
		.minMipmapLevelClamp = from->minMipmapLevelClamp,
		.maxMipmapLevelClamp = from->maxMipmapLevelClamp,
	};
	for (int i = 0; i < 3; i++)
		sampling.addressMode[i] = (CUaddress_mode)from->addressMode[i];
	memcpy(sampling.borderColor, from->borderColor, sizeof(sampling.borderColor));
	return sampling;
}

static aw_status create(struct aw_device *device, const struct aw_texture_source *source, uint64_t *created)
{
	CUDA_RESOURCE_DESC resource = resource_of(source);
	CUDA_TEXTURE_DESC sampling = sampling_of(source);
	CUDA_RESOURCE_VIEW_DESC view;
	const struct cudaResourceViewDesc *from = source->view;
	CUtexObject object;
	if (from) {
		memset(&view, 0, sizeof(view));
		view.format = (CUresourceViewFormat)from->format;
		view.width = from->width;
		view.height = from->height;
		view.depth = from->depth;
		view.firstMipmapLevel = from->firstMipmapLevel;
		view.lastMipmapLevel = from->lastMipmapLevel;
		view.firstLayer = from->firstLayer;
		view.lastLayer = from->lastLayer;
	}
	aw_status status = aw_nvidia_enter(device);
	if (status == AW_OK)
		status = NVIDIA(texture_create, &object, &resource, &sampling, from ? &view : NULL);
	if (status == AW_OK)
		*created = object;
	return status;
}

static aw_status destroy(struct aw_device *device, uint64_t object)
{
	aw_status status = aw_nvidia_enter(device);
	return status == AW_OK ? NVIDIA(texture_destroy, object) : status;
}

static aw_status create_surface(struct aw_device *device, struct aw_array *array, uint64_t *created)
{
	CUDA_RESOURCE_DESC resource;
	CUsurfObject object;
	memset(&resource, 0, sizeof(resource));
	resource.resType = CU_RESOURCE_TYPE_ARRAY;
	resource.res.array.hArray = array_of(array)->array;
	aw_status status = aw_nvidia_enter(device);
	if (status == AW_OK)
		status = NVIDIA(surface_create, &object, &resource);
	if (status == AW_OK)
		*created = object;
	return status;
}

static aw_status destroy_surface(struct aw_device *device, uint64_t object)
{
	aw_status status = aw_nvidia_enter(device);
	return status == AW_OK ? NVIDIA(surface_destroy, object) : status;
}

const struct aw_texture_ops aw_nvidia_texture_ops = {
	.create_array = create_array,
	.level = level,
	.destroy_array = destroy_array,
	.create = create,
	.destroy = destroy,
	.create_surface = create_surface,
	.destroy_surface = destroy_surface,
};
