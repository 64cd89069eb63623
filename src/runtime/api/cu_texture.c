// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "Memory Management" (arrays), "Texture Object Management", "Surface Object Management".  Handles are
// those of the runtime's interface.
#include "../core/texture.h"

#include <string.h>

#include "cu_texture.h"

static cudaArray_t array_of(CUarray array)
{
	return (cudaArray_t)array;
}

static cudaMipmappedArray_t mipmapped_of(CUmipmappedArray array)
{
	return (cudaMipmappedArray_t)array;
}

// --- formats ---

static const struct format_row {
	CUarray_format format;
	int bits;
	enum cudaChannelFormatKind kind;
} formats[] = {
	{ CU_AD_FORMAT_UNSIGNED_INT8, 8, cudaChannelFormatKindUnsigned },
	{ CU_AD_FORMAT_UNSIGNED_INT16, 16, cudaChannelFormatKindUnsigned },
	{ CU_AD_FORMAT_UNSIGNED_INT32, 32, cudaChannelFormatKindUnsigned },
	{ CU_AD_FORMAT_SIGNED_INT8, 8, cudaChannelFormatKindSigned },
	{ CU_AD_FORMAT_SIGNED_INT16, 16, cudaChannelFormatKindSigned },
	{ CU_AD_FORMAT_SIGNED_INT32, 32, cudaChannelFormatKindSigned },
	{ CU_AD_FORMAT_HALF, 16, cudaChannelFormatKindFloat },
	{ CU_AD_FORMAT_FLOAT, 32, cudaChannelFormatKindFloat },
};

aw_status aw_api_channels(CUarray_format format, unsigned count, struct cudaChannelFormatDesc *channels)
{
	const struct aw_array_format *row = aw_array_format_of_driver(format);
	if (row && aw_array_channel_count(&row->channels) == count) {
		*channels = row->channels;
		return AW_OK;
	}
	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
		int bits = formats[i].bits;
		if (formats[i].format != format || (count != 1 && count != 2 && count != 4))
			continue;
		*channels = (struct cudaChannelFormatDesc){ bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 2 ? bits : 0,
			                                    formats[i].kind };
		return AW_OK;
	}
	return AW_INVALID_VALUE;
}

// --- arrays ---

// Arrays are neither sparse nor without memory, and have one plane, which isn't told apart.
static aw_status refuse_plain(CUarray handle)
{
	struct cudaArray *array;
	aw_status status = aw_core_array_find(array_of(handle), &array);
	return status == AW_OK ? AW_INVALID_VALUE : status;
}

static aw_status refuse_plain_mipmapped(CUmipmappedArray handle)
{
	struct cudaMipmappedArray *array;
	aw_status status = aw_core_array_find_mipmapped(mipmapped_of(handle), &array);
	return status == AW_OK ? AW_INVALID_VALUE : status;
}

CUresult cuArrayGetPlane(CUarray *pPlaneArray, CUarray hArray, unsigned int planeIdx)
{
	(void)pPlaneArray, (void)planeIdx;
	return AW_CU_CONTEXT_CALL(refuse_plain(hArray));
}

CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *sparseProperties, CUarray array)
{
	(void)sparseProperties;
	return AW_CU_CONTEXT_CALL(refuse_plain(array));
}

CUresult cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *sparseProperties, CUmipmappedArray mipmap)
{
	(void)sparseProperties;
	return AW_CU_CONTEXT_CALL(refuse_plain_mipmapped(mipmap));
}

CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *memoryRequirements, CUarray array, CUdevice device)
{
	(void)memoryRequirements, (void)device;
	return AW_CU_CONTEXT_CALL(refuse_plain(array));
}

CUresult cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *memoryRequirements, CUmipmappedArray mipmap,
                                               CUdevice device)
{
	(void)memoryRequirements, (void)device;
	return AW_CU_CONTEXT_CALL(refuse_plain_mipmapped(mipmap));
}

static aw_status create(const CUDA_ARRAY3D_DESCRIPTOR *from, CUarray *made)
{
	struct cudaChannelFormatDesc channels;
	if (!from || !made)
		return AW_INVALID_VALUE;
	aw_status status = aw_api_channels(from->Format, from->NumChannels, &channels);
	struct cudaExtent extent = { from->Width, from->Height, from->Depth };
	return status == AW_OK ? aw_core_array_create(&channels, extent, from->Flags, (cudaArray_t *)made) : status;
}

CUresult cuArray3DCreate(CUarray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR *pAllocateArray)
{
	return AW_CU_CONTEXT_CALL(create(pAllocateArray, pHandle));
}

static aw_status create_2d(const CUDA_ARRAY_DESCRIPTOR *from, CUarray *made)
{
	if (!from)
		return AW_INVALID_VALUE;
	CUDA_ARRAY3D_DESCRIPTOR whole = { .Width = from->Width, .Height = from->Height, .Format = from->Format,
		                          .NumChannels = from->NumChannels };
	return create(&whole, made);
}

CUresult cuArrayCreate(CUarray *pHandle, const CUDA_ARRAY_DESCRIPTOR *pAllocateArray)
{
	return AW_CU_CONTEXT_CALL(create_2d(pAllocateArray, pHandle));
}

aw_status aw_api_array_describe(CUDA_ARRAY3D_DESCRIPTOR *to, CUarray handle)
{
	struct cudaArray *array;
	aw_status status = to ? aw_core_array_find(array_of(handle), &array) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*to = (CUDA_ARRAY3D_DESCRIPTOR){
			.Width = array->shape.width, .Height = array->shape.height, .Depth = array->shape.depth,
			.Format = aw_array_driver_format(&array->shape.format), .NumChannels = aw_array_channel_count(&array->shape.format),
			.Flags = array->shape.flags,
		};
	return status;
}

CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *pArrayDescriptor, CUarray hArray)
{
	return AW_CU_CONTEXT_CALL(aw_api_array_describe(pArrayDescriptor, hArray));
}

static aw_status describe_2d(CUDA_ARRAY_DESCRIPTOR *to, CUarray array)
{
	CUDA_ARRAY3D_DESCRIPTOR whole;
	aw_status status = to ? aw_api_array_describe(&whole, array) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*to = (CUDA_ARRAY_DESCRIPTOR){ whole.Width, whole.Height, whole.Format, whole.NumChannels };
	return status;
}

CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *pArrayDescriptor, CUarray hArray)
{
	return AW_CU_CONTEXT_CALL(describe_2d(pArrayDescriptor, hArray));
}

CUresult cuArrayDestroy(CUarray hArray)
{
	return AW_CU_CONTEXT_CALL(hArray ? aw_core_array_destroy(array_of(hArray)) : AW_INVALID_HANDLE);
}

static aw_status create_mipmapped(CUmipmappedArray *made, const CUDA_ARRAY3D_DESCRIPTOR *from, unsigned levels)
{
	struct cudaChannelFormatDesc channels;
	if (!from || !made)
		return AW_INVALID_VALUE;
	aw_status status = aw_api_channels(from->Format, from->NumChannels, &channels);
	struct cudaExtent extent = { from->Width, from->Height, from->Depth };
	if (status != AW_OK)
		return status;
	return aw_core_array_create_mipmapped(&channels, extent, levels, from->Flags, (cudaMipmappedArray_t *)made);
}

CUresult cuMipmappedArrayCreate(CUmipmappedArray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR *pMipmappedArrayDesc,
                                unsigned int numMipmapLevels)
{
	return AW_CU_CONTEXT_CALL(create_mipmapped(pHandle, pMipmappedArrayDesc, numMipmapLevels));
}

CUresult cuMipmappedArrayGetLevel(CUarray *pLevelArray, CUmipmappedArray hMipmappedArray, unsigned int level)
{
	return AW_CU_CONTEXT_CALL(aw_core_array_level(mipmapped_of(hMipmappedArray), level, (cudaArray_t *)pLevelArray));
}

CUresult cuMipmappedArrayDestroy(CUmipmappedArray hMipmappedArray)
{
	return AW_CU_CONTEXT_CALL(hMipmappedArray ? aw_core_array_destroy_mipmapped(mipmapped_of(hMipmappedArray))
	                                          : AW_INVALID_HANDLE);
}

// --- copies of runs of bytes ---

static aw_status copy_run(struct aw_array_side target, struct aw_array_side source, size_t count, enum cudaMemcpyKind kind)
{
	return aw_core_array_copy_run(&target, &source, count, kind, NULL, AW_SYNC);
}

static aw_status copy_run_async(struct aw_array_side target, struct aw_array_side source, size_t count, enum cudaMemcpyKind kind,
                                CUstream stream)
{
	return aw_core_array_copy_run(&target, &source, count, kind, stream, AW_ASYNC);
}

static struct aw_array_side in_array(CUarray array, size_t offset)
{
	return (struct aw_array_side){ .array = array_of(array), .position = { offset, 0, 0 } };
}

static struct aw_array_side in_memory(const void *address)
{
	return (struct aw_array_side){ .address = address };
}

static const void *pointer(CUdeviceptr address)
{
	return (const void *)(uintptr_t)address;
}

CUresult cuMemcpyDtoA(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount)
{
	return AW_CU_CONTEXT_CALL(
		copy_run(in_array(dstArray, dstOffset), in_memory(pointer(srcDevice)), ByteCount, cudaMemcpyDeviceToDevice));
}

CUresult cuMemcpyAtoD(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount)
{
	return AW_CU_CONTEXT_CALL(
		copy_run(in_memory(pointer(dstDevice)), in_array(srcArray, srcOffset), ByteCount, cudaMemcpyDeviceToDevice));
}

CUresult cuMemcpyHtoA(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount)
{
	return AW_CU_CONTEXT_CALL(
		copy_run(in_array(dstArray, dstOffset), in_memory(srcHost), ByteCount, cudaMemcpyHostToDevice));
}

CUresult cuMemcpyAtoH(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount)
{
	return AW_CU_CONTEXT_CALL(
		copy_run(in_memory(dstHost), in_array(srcArray, srcOffset), ByteCount, cudaMemcpyDeviceToHost));
}

CUresult cuMemcpyHtoAAsync(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount, CUstream hStream)
{
	return AW_CU_CONTEXT_CALL(copy_run_async(in_array(dstArray, dstOffset), in_memory(srcHost), ByteCount,
	                                         cudaMemcpyHostToDevice, hStream));
}

CUresult cuMemcpyAtoHAsync(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount, CUstream hStream)
{
	return AW_CU_CONTEXT_CALL(copy_run_async(in_memory(dstHost), in_array(srcArray, srcOffset), ByteCount,
	                                         cudaMemcpyDeviceToHost, hStream));
}

CUresult cuMemcpyAtoA(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset, size_t ByteCount)
{
	return AW_CU_CONTEXT_CALL(
		copy_run(in_array(dstArray, dstOffset), in_array(srcArray, srcOffset), ByteCount, cudaMemcpyDeviceToDevice));
}

// --- objects ---

static aw_status to_resource(const CUDA_RESOURCE_DESC *from, struct cudaResourceDesc *to)
{
	memset(to, 0, sizeof(*to));
	to->resType = (enum cudaResourceType)from->resType;
	switch (from->resType) {
	case CU_RESOURCE_TYPE_ARRAY: to->res.array.array = array_of(from->res.array.hArray); return AW_OK;
	case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY: to->res.mipmap.mipmap = mipmapped_of(from->res.mipmap.hMipmappedArray); return AW_OK;
	case CU_RESOURCE_TYPE_LINEAR:
		to->res.linear.devPtr = (void *)(uintptr_t)from->res.linear.devPtr;
		to->res.linear.sizeInBytes = from->res.linear.sizeInBytes;
		return aw_api_channels(from->res.linear.format, from->res.linear.numChannels, &to->res.linear.desc);
	case CU_RESOURCE_TYPE_PITCH2D:
		to->res.pitch2D.devPtr = (void *)(uintptr_t)from->res.pitch2D.devPtr;
		to->res.pitch2D.width = from->res.pitch2D.width;
		to->res.pitch2D.height = from->res.pitch2D.height;
		to->res.pitch2D.pitchInBytes = from->res.pitch2D.pitchInBytes;
		return aw_api_channels(from->res.pitch2D.format, from->res.pitch2D.numChannels, &to->res.pitch2D.desc);
	default: return AW_INVALID_VALUE;
	}
}

static void from_resource(const struct cudaResourceDesc *from, CUDA_RESOURCE_DESC *to)
{
	memset(to, 0, sizeof(*to));
	to->resType = (CUresourcetype)from->resType;
	switch (from->resType) {
	case cudaResourceTypeArray: to->res.array.hArray = (CUarray)from->res.array.array; break;
	case cudaResourceTypeMipmappedArray: to->res.mipmap.hMipmappedArray = (CUmipmappedArray)from->res.mipmap.mipmap; break;
	case cudaResourceTypeLinear:
		to->res.linear.devPtr = (CUdeviceptr)(uintptr_t)from->res.linear.devPtr;
		to->res.linear.format = aw_array_driver_format(&from->res.linear.desc);
		to->res.linear.numChannels = aw_array_channel_count(&from->res.linear.desc);
		to->res.linear.sizeInBytes = from->res.linear.sizeInBytes;
		break;
	case cudaResourceTypePitch2D:
		to->res.pitch2D.devPtr = (CUdeviceptr)(uintptr_t)from->res.pitch2D.devPtr;
		to->res.pitch2D.format = aw_array_driver_format(&from->res.pitch2D.desc);
		to->res.pitch2D.numChannels = aw_array_channel_count(&from->res.pitch2D.desc);
		to->res.pitch2D.width = from->res.pitch2D.width;
		to->res.pitch2D.height = from->res.pitch2D.height;
		to->res.pitch2D.pitchInBytes = from->res.pitch2D.pitchInBytes;
		break;
	}
}

// The format of what is read, where VIEW doesn't give another kind; NULL when there is nothing.
static const struct cudaChannelFormatDesc *format_of(const struct cudaResourceDesc *resource, const CUDA_RESOURCE_VIEW_DESC *view)
{
	const struct aw_array_format *row = view ? aw_array_format_of_view((enum cudaResourceViewFormat)view->format) : NULL;
	if (row)
		return &row->channels;
	struct cudaArray *array;
	struct cudaMipmappedArray *whole;
	const struct cudaChannelFormatDesc *format = NULL;
	if (resource->resType == cudaResourceTypeLinear)
		format = &resource->res.linear.desc;
	else if (resource->resType == cudaResourceTypePitch2D)
		format = &resource->res.pitch2D.desc;
	else if (resource->resType == cudaResourceTypeArray && aw_core_array_find(resource->res.array.array, &array) == AW_OK)
		format = &array->shape.format;
	else if (resource->resType == cudaResourceTypeMipmappedArray &&
	         aw_core_array_find_mipmapped(resource->res.mipmap.mipmap, &whole) == AW_OK)
		format = &whole->shape.format;
	return format;
}

// Integers of 8 and 16 bits are normalized unless they are to be read as integers.
static bool is_normalized(const struct cudaChannelFormatDesc *format, unsigned flags)
{
	const struct aw_array_format *row = format ? aw_array_format_of(format) : NULL;
	if (row)
		return row->reading != AW_ARRAY_FLOAT;
	return !(flags & CU_TRSF_READ_AS_INTEGER) && !(format && (format->x == 32 || format->f == cudaChannelFormatKindFloat));
}

static struct cudaTextureDesc to_sampling(const CUDA_TEXTURE_DESC *from, const struct cudaChannelFormatDesc *format)
{
	struct cudaTextureDesc to = {
		.filterMode = (enum cudaTextureFilterMode)from->filterMode,
		.readMode = is_normalized(format, from->flags) ? cudaReadModeNormalizedFloat : cudaReadModeElementType,
		.sRGB = !!(from->flags & CU_TRSF_SRGB),
		.normalizedCoords = !!(from->flags & CU_TRSF_NORMALIZED_COORDINATES),
		.maxAnisotropy = from->maxAnisotropy,
		.mipmapFilterMode = (enum cudaTextureFilterMode)from->mipmapFilterMode,
		.mipmapLevelBias = from->mipmapLevelBias,
		.minMipmapLevelClamp = from->minMipmapLevelClamp,
		.maxMipmapLevelClamp = from->maxMipmapLevelClamp,
		.disableTrilinearOptimization = !!(from->flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION),
		.seamlessCubemap = !!(from->flags & CU_TRSF_SEAMLESS_CUBEMAP),
	};
	for (int i = 0; i < 3; i++)
		to.addressMode[i] = (enum cudaTextureAddressMode)from->addressMode[i];
	memcpy(to.borderColor, from->borderColor, sizeof(to.borderColor));
	return to;
}

static CUDA_TEXTURE_DESC from_sampling(const struct cudaTextureDesc *from)
{
	CUDA_TEXTURE_DESC to = {
		.filterMode = (CUfilter_mode)from->filterMode,
		.flags = (from->readMode == cudaReadModeElementType ? CU_TRSF_READ_AS_INTEGER : 0) |
		         (from->sRGB ? CU_TRSF_SRGB : 0) | (from->normalizedCoords ? CU_TRSF_NORMALIZED_COORDINATES : 0) |
		         (from->disableTrilinearOptimization ? CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION : 0) |
		         (from->seamlessCubemap ? CU_TRSF_SEAMLESS_CUBEMAP : 0),
		.maxAnisotropy = from->maxAnisotropy,
		.mipmapFilterMode = (CUfilter_mode)from->mipmapFilterMode,
		.mipmapLevelBias = from->mipmapLevelBias,
		.minMipmapLevelClamp = from->minMipmapLevelClamp,
		.maxMipmapLevelClamp = from->maxMipmapLevelClamp,
	};
	for (int i = 0; i < 3; i++)
		to.addressMode[i] = (CUaddress_mode)from->addressMode[i];
	memcpy(to.borderColor, from->borderColor, sizeof(to.borderColor));
	return to;
}

aw_status aw_api_texture_create(CUtexObject *made, const CUDA_RESOURCE_DESC *resource, const CUDA_TEXTURE_DESC *sampling,
                                const CUDA_RESOURCE_VIEW_DESC *view)
{
	struct cudaResourceDesc what;
	struct cudaResourceViewDesc seen;
	if (!made || !resource || !sampling)
		return AW_INVALID_VALUE;
	aw_status status = to_resource(resource, &what);
	if (status != AW_OK)
		return status;
	struct cudaTextureDesc how = to_sampling(sampling, format_of(&what, view));
	if (view)
		seen = (struct cudaResourceViewDesc){ (enum cudaResourceViewFormat)view->format, view->width, view->height,
			                              view->depth, view->firstMipmapLevel, view->lastMipmapLevel,
			                              view->firstLayer, view->lastLayer };
	return aw_core_texture_create(&what, &how, view ? &seen : NULL, true, made);
}

CUresult cuTexObjectCreate(CUtexObject *pTexObject, const CUDA_RESOURCE_DESC *pResDesc, const CUDA_TEXTURE_DESC *pTexDesc,
                           const CUDA_RESOURCE_VIEW_DESC *pResViewDesc)
{
	return AW_CU_CONTEXT_CALL(aw_api_texture_create(pTexObject, pResDesc, pTexDesc, pResViewDesc));
}

CUresult cuTexObjectDestroy(CUtexObject texObject)
{
	return AW_CU_CONTEXT_CALL(aw_core_texture_destroy(texObject));
}

static aw_status get_resource(CUDA_RESOURCE_DESC *to, CUtexObject object)
{
	struct cudaResourceDesc resource;
	aw_status status = to ? aw_core_texture_describe(object, &resource, NULL, NULL) : AW_INVALID_VALUE;
	if (status == AW_OK)
		from_resource(&resource, to);
	return status;
}

CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *pResDesc, CUtexObject texObject)
{
	return AW_CU_CONTEXT_CALL(get_resource(pResDesc, texObject));
}

static aw_status get_sampling(CUDA_TEXTURE_DESC *to, CUtexObject object)
{
	struct cudaTextureDesc sampling;
	aw_status status = to ? aw_core_texture_describe(object, NULL, &sampling, NULL) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*to = from_sampling(&sampling);
	return status;
}

CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *pTexDesc, CUtexObject texObject)
{
	return AW_CU_CONTEXT_CALL(get_sampling(pTexDesc, texObject));
}

static aw_status get_view(CUDA_RESOURCE_VIEW_DESC *to, CUtexObject object)
{
	struct cudaResourceViewDesc view;
	aw_status status = to ? aw_core_texture_describe(object, NULL, NULL, &view) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*to = (CUDA_RESOURCE_VIEW_DESC){
			.format = (CUresourceViewFormat)view.format, .width = view.width, .height = view.height,
			.depth = view.depth, .firstMipmapLevel = view.firstMipmapLevel,
			.lastMipmapLevel = view.lastMipmapLevel, .firstLayer = view.firstLayer, .lastLayer = view.lastLayer,
		};
	return status;
}

CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *pResViewDesc, CUtexObject texObject)
{
	return AW_CU_CONTEXT_CALL(get_view(pResViewDesc, texObject));
}

static aw_status create_surface(CUsurfObject *made, const CUDA_RESOURCE_DESC *resource)
{
	struct cudaResourceDesc what;
	aw_status status = made && resource ? to_resource(resource, &what) : AW_INVALID_VALUE;
	return status == AW_OK ? aw_core_surface_create(&what, made) : status;
}

CUresult cuSurfObjectCreate(CUsurfObject *pSurfObject, const CUDA_RESOURCE_DESC *pResDesc)
{
	return AW_CU_CONTEXT_CALL(create_surface(pSurfObject, pResDesc));
}

CUresult cuSurfObjectDestroy(CUsurfObject surfObject)
{
	return AW_CU_CONTEXT_CALL(aw_core_surface_destroy(surfObject));
}

static aw_status get_surface(CUDA_RESOURCE_DESC *to, CUsurfObject object)
{
	struct cudaResourceDesc resource;
	aw_status status = to ? aw_core_surface_describe(object, &resource) : AW_INVALID_VALUE;
	if (status == AW_OK)
		from_resource(&resource, to);
	return status;
}

CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *pResDesc, CUsurfObject surfObject)
{
	return AW_CU_CONTEXT_CALL(get_surface(pResDesc, surfObject));
}
