// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Memory Management": arrays and the copies with them.
#include "../core/array.h"

#include <string.h>

#include "api.h"

// --- arrays ---

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, size_t width, size_t height,
                            unsigned int flags)
{
	return AW_CALL(aw_core_array_create(desc, (struct cudaExtent){ width, height, 0 }, flags, array));
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent,
                              unsigned int flags)
{
	return AW_CALL(aw_core_array_create(desc, extent, flags, array));
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmappedArray, const struct cudaChannelFormatDesc *desc,
                                     struct cudaExtent extent, unsigned int numLevels, unsigned int flags)
{
	return AW_CALL(aw_core_array_create_mipmapped(desc, extent, numLevels, flags, mipmappedArray));
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *levelArray, cudaMipmappedArray_const_t mipmappedArray, unsigned int level)
{
	return AW_CALL(aw_core_array_level(mipmappedArray, level, levelArray));
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
	return AW_CALL(aw_core_array_destroy(array));
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmappedArray)
{
	return AW_CALL(aw_core_array_destroy_mipmapped(mipmappedArray));
}

static aw_status array_info(struct cudaChannelFormatDesc *format, struct cudaExtent *extent, unsigned *flags,
                            cudaArray_const_t handle)
{
	struct cudaArray *array;
	aw_status status = aw_core_array_find(handle, &array);
	if (status != AW_OK)
		return status;
	if (format)
		*format = array->shape.format;
	if (extent)
		*extent = (struct cudaExtent){ array->shape.width, array->shape.height, array->shape.depth };
	if (flags)
		*flags = array->shape.flags;
	return AW_OK;
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent, unsigned int *flags,
                             cudaArray_t array)
{
	return AW_CALL(array_info(desc, extent, flags, array));
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array)
{
	return AW_CALL(desc ? array_info(desc, NULL, NULL, array) : AW_INVALID_VALUE);
}

// Only images of several planes (YUV) have more than the array itself, and there are none.
static aw_status no_plane(cudaArray_const_t handle)
{
	struct cudaArray *array;
	aw_status status = aw_core_array_find(handle, &array);
	return status == AW_OK ? AW_INVALID_VALUE : status;
}

cudaError_t cudaArrayGetPlane(cudaArray_t *pPlaneArray, cudaArray_t hArray, unsigned int planeIdx)
{
	(void)pPlaneArray, (void)planeIdx;
	return AW_CALL(no_plane(hArray));
}

// What questions about memory to be mapped later, which no array here has, come to.
static aw_status no_mapping(void *result, size_t size)
{
	if (result)
		memset(result, 0, size);
	return AW_INVALID_VALUE;
}

cudaError_t cudaArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *memoryRequirements, cudaArray_t array,
                                           int device)
{
	(void)array, (void)device;
	return AW_CALL(no_mapping(memoryRequirements, sizeof(*memoryRequirements)));
}

cudaError_t cudaMipmappedArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *memoryRequirements,
                                                    cudaMipmappedArray_t mipmap, int device)
{
	(void)mipmap, (void)device;
	return AW_CALL(no_mapping(memoryRequirements, sizeof(*memoryRequirements)));
}

cudaError_t cudaArrayGetSparseProperties(struct cudaArraySparseProperties *sparseProperties, cudaArray_t array)
{
	(void)array;
	return AW_CALL(no_mapping(sparseProperties, sizeof(*sparseProperties)));
}

cudaError_t cudaMipmappedArrayGetSparseProperties(struct cudaArraySparseProperties *sparseProperties,
                                                  cudaMipmappedArray_t mipmap)
{
	(void)mipmap;
	return AW_CALL(no_mapping(sparseProperties, sizeof(*sparseProperties)));
}

// --- copies ---

static struct aw_array_side in_array(cudaArray_const_t array, size_t x, size_t y)
{
	return (struct aw_array_side){ .array = array, .position = { x, y, 0 } };
}

static struct aw_array_side in_memory(const void *address, size_t pitch)
{
	return (struct aw_array_side){ .address = address, .pitch = pitch };
}

enum direction { TO_ARRAY, FROM_ARRAY, BETWEEN_ARRAYS };

// Arrays are never the host's.
static aw_status check_kind(enum direction direction, enum cudaMemcpyKind kind)
{
	bool known = kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
	known |= direction == TO_ARRAY && kind == cudaMemcpyHostToDevice;
	known |= direction == FROM_ARRAY && kind == cudaMemcpyDeviceToHost;
	return known ? AW_OK : AW_INVALID_MEMCPY_DIRECTION;
}

static aw_status check_copy(enum direction direction, const struct aw_array_side *target, const struct aw_array_side *source,
                            enum cudaMemcpyKind kind)
{
	if ((direction != FROM_ARRAY && !target->array) || (direction != TO_ARRAY && !source->array))
		return AW_INVALID_HANDLE;
	return check_kind(direction, kind);
}

struct copy_2d {
	struct aw_array_side target, source;
	size_t width, height;
	enum cudaMemcpyKind kind;
};

static aw_status copy_2d(enum direction direction, const struct copy_2d *copy, cudaStream_t stream, enum aw_wait wait)
{
	const size_t size[3] = { copy->width, copy->height, 1 };
	const struct aw_array_side *target = &copy->target, *source = &copy->source;
	if (!copy->width || !copy->height)
		return AW_OK;
	aw_status status = check_copy(direction, target, source, copy->kind);
	if (status == AW_OK && !((target->array || target->address) && (source->array || source->address)))
		status = AW_INVALID_VALUE;
	if (status == AW_INVALID_HANDLE && direction == BETWEEN_ARRAYS)
		status = AW_INVALID_VALUE; // as driver 580 has it
	return status == AW_OK ? aw_core_array_copy(target, source, size, copy->kind, stream, wait) : status;
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch, size_t width,
                                size_t height, enum cudaMemcpyKind kind)
{
	struct copy_2d copy = { in_array(dst, wOffset, hOffset), in_memory(src, spitch), width, height, kind };
	return AW_CALL(copy_2d(TO_ARRAY, &copy, NULL, AW_SYNC));
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch,
                                     size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
{
	struct copy_2d copy = { in_array(dst, wOffset, hOffset), in_memory(src, spitch), width, height, kind };
	return AW_CALL(copy_2d(TO_ARRAY, &copy, stream, AW_ASYNC));
}

cudaError_t cudaMemcpy2DFromArray(void *dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t hOffset,
                                  size_t width, size_t height, enum cudaMemcpyKind kind)
{
	struct copy_2d copy = { in_memory(dst, dpitch), in_array(src, wOffset, hOffset), width, height, kind };
	return AW_CALL(copy_2d(FROM_ARRAY, &copy, NULL, AW_SYNC));
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t hOffset,
                                       size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
{
	struct copy_2d copy = { in_memory(dst, dpitch), in_array(src, wOffset, hOffset), width, height, kind };
	return AW_CALL(copy_2d(FROM_ARRAY, &copy, stream, AW_ASYNC));
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, cudaArray_const_t src,
                                     size_t wOffsetSrc, size_t hOffsetSrc, size_t width, size_t height,
                                     enum cudaMemcpyKind kind)
{
	struct copy_2d copy = { in_array(dst, wOffsetDst, hOffsetDst), in_array(src, wOffsetSrc, hOffsetSrc), width, height, kind };
	return AW_CALL(copy_2d(BETWEEN_ARRAYS, &copy, NULL, AW_SYNC));
}

struct copy_run {
	struct aw_array_side target, source;
	size_t count;
	enum cudaMemcpyKind kind;
};

static aw_status copy_run(enum direction direction, const struct copy_run *copy, cudaStream_t stream, enum aw_wait wait)
{
	aw_status status = check_copy(direction, &copy->target, &copy->source, copy->kind);
	if (status != AW_OK)
		return status;
	return aw_core_array_copy_run(&copy->target, &copy->source, copy->count, copy->kind, stream, wait);
}

cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t count,
                              enum cudaMemcpyKind kind)
{
	struct copy_run copy = { in_array(dst, wOffset, hOffset), in_memory(src, 0), count, kind };
	return AW_CALL(copy_run(TO_ARRAY, &copy, NULL, AW_SYNC));
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t count,
                                   enum cudaMemcpyKind kind, cudaStream_t stream)
{
	struct copy_run copy = { in_array(dst, wOffset, hOffset), in_memory(src, 0), count, kind };
	return AW_CALL(copy_run(TO_ARRAY, &copy, stream, AW_ASYNC));
}

cudaError_t cudaMemcpyFromArray(void *dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t count,
                                enum cudaMemcpyKind kind)
{
	struct copy_run copy = { in_memory(dst, 0), in_array(src, wOffset, hOffset), count, kind };
	return AW_CALL(copy_run(FROM_ARRAY, &copy, NULL, AW_SYNC));
}

cudaError_t cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t count,
                                     enum cudaMemcpyKind kind, cudaStream_t stream)
{
	struct copy_run copy = { in_memory(dst, 0), in_array(src, wOffset, hOffset), count, kind };
	return AW_CALL(copy_run(FROM_ARRAY, &copy, stream, AW_ASYNC));
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, cudaArray_const_t src,
                                   size_t wOffsetSrc, size_t hOffsetSrc, size_t count, enum cudaMemcpyKind kind)
{
	struct copy_run copy = { in_array(dst, wOffsetDst, hOffsetDst), in_array(src, wOffsetSrc, hOffsetSrc), count, kind };
	return AW_CALL(copy_run(BETWEEN_ARRAYS, &copy, NULL, AW_SYNC));
}
