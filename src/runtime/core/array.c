// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "array.h"

#include <assert.h>
#include <string.h>

#include "../device/check_memory.h"

static struct aw_handle_class arrays = AW_HANDLE_CLASS(struct cudaArray);
static struct aw_handle_class mipmapped_arrays = AW_HANDLE_CLASS(struct cudaMipmappedArray);

aw_status aw_core_array_check_format(const struct cudaChannelFormatDesc *format)
{
	int bits = format->x;
	bool channels = (!format->y && !format->z && !format->w) || (format->y == bits && !format->z && !format->w) ||
	                (format->y == bits && format->z == bits && format->w == bits);
	bool size = bits == 16 || bits == 32 || (bits == 8 && format->f != cudaChannelFormatKindFloat);
	bool kind = format->f == cudaChannelFormatKindSigned || format->f == cudaChannelFormatKindUnsigned ||
	            format->f == cudaChannelFormatKindFloat;
	return channels && size && kind ? AW_OK : AW_INVALID_CHANNEL_DESCRIPTOR;
}

// --- extents ---

static bool fits(size_t value, int most)
{
	return value <= (size_t)(most > 0 ? most : 0);
}

static bool layered_fits(const struct aw_array_shape *shape, const struct cudaDeviceProp *limits)
{
	bool cube = shape->flags & cudaArrayCubemap, layered = shape->flags & cudaArrayLayered;
	if (cube && (shape->width != shape->height || shape->depth % 6 || !shape->depth || (!layered && shape->depth != 6)))
		return false;
	if (cube && layered)
		return fits(shape->width, limits->maxTextureCubemapLayered[0]) && fits(shape->depth, limits->maxTextureCubemapLayered[1]);
	if (cube)
		return fits(shape->width, limits->maxTextureCubemap);
	if (!shape->depth)
		return false;
	if (!shape->height)
		return fits(shape->width, limits->maxTexture1DLayered[0]) && fits(shape->depth, limits->maxTexture1DLayered[1]);
	return fits(shape->width, limits->maxTexture2DLayered[0]) && fits(shape->height, limits->maxTexture2DLayered[1]) &&
	       fits(shape->depth, limits->maxTexture2DLayered[2]);
}

static bool extent_fits(const struct aw_array_shape *shape, const struct cudaDeviceProp *limits)
{
	if (!shape->width)
		return false;
	if (shape->flags & (cudaArrayLayered | cudaArrayCubemap))
		return layered_fits(shape, limits);
	if (shape->depth)
		return shape->height && fits(shape->width, limits->maxTexture3D[0]) && fits(shape->height, limits->maxTexture3D[1]) &&
		       fits(shape->depth, limits->maxTexture3D[2]);
	if (shape->height)
		return fits(shape->width, limits->maxTexture2D[0]) && fits(shape->height, limits->maxTexture2D[1]);
	return fits(shape->width, limits->maxTexture1D);
}

static unsigned most_levels(const struct aw_array_shape *shape)
{
	bool layered = shape->flags & (cudaArrayLayered | cudaArrayCubemap);
	size_t most = shape->width > shape->height ? shape->width : shape->height;
	unsigned levels = 1;
	if (!layered && shape->depth > most)
		most = shape->depth;
	while (most >>= 1)
		levels++;
	return levels;
}

// GPUs make no images of several planes, either.
aw_status aw_core_array_check_element(const struct cudaChannelFormatDesc *format)
{
	if (format->f == cudaChannelFormatKindNV12)
		return AW_INVALID_VALUE;
	const struct aw_array_format *row = aw_array_format_of(format);
	if (!row)
		return aw_core_array_check_format(format);
	return !memcmp(format, &row->channels, sizeof(*format)) ? AW_OK : AW_INVALID_CHANNEL_DESCRIPTOR;
}

static aw_status check_shape(const struct aw_array_shape *shape, const struct aw_context *context)
{
	const unsigned known = cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather;
	if (shape->flags & (cudaArraySparse | cudaArrayDeferredMapping))
		return AW_NOT_SUPPORTED;
	if (shape->flags & ~known)
		return AW_INVALID_VALUE;
	bool compressed = aw_array_element_side(&shape->format) > 1;
	if (compressed && (shape->flags & cudaArraySurfaceLoadStore))
		return AW_NOT_SUPPORTED;
	if (compressed && !shape->height)
		return AW_INVALID_VALUE;
	if ((shape->flags & cudaArrayTextureGather) &&
	    (!shape->height || shape->depth || !fits(shape->width, context->properties.maxTexture2DGather[0]) ||
	     !fits(shape->height, context->properties.maxTexture2DGather[1])))
		return AW_INVALID_VALUE;
	return extent_fits(shape, &context->properties) ? AW_OK : AW_INVALID_VALUE;
}

// --- creation ---

// The back end's array of SHAPE on the current device.
static aw_status make(const struct aw_array_shape *shape, struct aw_context **context, struct aw_array **made)
{
	aw_status status = aw_core_context_healthy(context);
	if (status == AW_OK)
		status = aw_core_array_check_element(&shape->format);
	if (status == AW_OK)
		status = check_shape(shape, *context);
	return status == AW_OK ? (*context)->driver->texture->create_array((*context)->device, shape, made) : status;
}

static aw_status wrap(const struct aw_array_shape *shape, struct aw_context *context, struct aw_array *made,
                      struct cudaArray **created)
{
	struct cudaArray *array = aw_core_handle_create(&arrays);
	if (!array) {
		context->driver->texture->destroy_array(made);
		return AW_NO_MEMORY;
	}
	assert(made->device == context->device && shape->levels == 1);
	array->context = context;
	array->array = made;
	array->shape = *shape;
	*created = array;
	return AW_OK;
}

aw_status aw_core_array_create(const struct cudaChannelFormatDesc *format, struct cudaExtent extent, unsigned flags,
                               cudaArray_t *array)
{
	struct aw_context *context;
	struct aw_array *made;
	if (!array || !format)
		return AW_INVALID_VALUE;
	struct aw_array_shape shape = { *format, extent.width, extent.height, extent.depth, 1, flags, false };
	aw_status status = make(&shape, &context, &made);
	return status == AW_OK ? wrap(&shape, context, made, array) : status;
}

aw_status aw_core_array_adopt_mipmapped(const struct aw_array_shape *shape, struct aw_context *context, struct aw_array *made,
                                        cudaMipmappedArray_t *array)
{
	struct cudaMipmappedArray *whole = aw_core_handle_create(&mipmapped_arrays);
	if (!whole) {
		context->driver->texture->destroy_array(made);
		return AW_NO_MEMORY;
	}
	assert(made->device == context->device && shape->levels && shape->levels <= AW_ARRAY_LEVELS);
	whole->context = context;
	whole->array = made;
	whole->shape = *shape;
	pthread_mutex_init(&whole->lock, NULL);
	*array = whole;
	return AW_OK;
}

aw_status aw_core_array_create_mipmapped(const struct cudaChannelFormatDesc *format, struct cudaExtent extent,
                                         unsigned levels, unsigned flags, cudaMipmappedArray_t *array)
{
	struct aw_context *context;
	struct aw_array *made;
	if (!array || !format || !levels)
		return AW_INVALID_VALUE;
	struct aw_array_shape shape = { *format, extent.width, extent.height, extent.depth, levels, flags, true };
	unsigned most = most_levels(&shape);
	shape.levels = levels < most ? levels : most;
	aw_status status = make(&shape, &context, &made);
	return status == AW_OK ? aw_core_array_adopt_mipmapped(&shape, context, made, array) : status;
}

static size_t smaller(size_t extent, unsigned level)
{
	return !extent || extent >> level ? extent >> level : 1;
}

static aw_status make_level(struct cudaMipmappedArray *whole, unsigned level, struct cudaArray **created)
{
	struct aw_array *made;
	struct aw_array_shape shape = whole->shape;
	bool layered = shape.flags & (cudaArrayLayered | cudaArrayCubemap);
	shape.width = smaller(shape.width, level);
	shape.height = smaller(shape.height, level);
	shape.depth = layered ? shape.depth : smaller(shape.depth, level);
	shape.levels = 1;
	shape.mipmapped = false;
	assert(level < whole->shape.levels && whole->shape.levels <= AW_ARRAY_LEVELS);
	aw_status status = whole->context->driver->texture->level(whole->array, level, &made);
	if (status == AW_OK)
		status = wrap(&shape, whole->context, made, created);
	if (status == AW_OK)
		(*created)->is_level = true;
	return status;
}

aw_status aw_core_array_level(cudaMipmappedArray_const_t handle, unsigned level, cudaArray_t *array)
{
	struct cudaMipmappedArray *whole;
	if (!array)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_array_find_mipmapped(handle, &whole);
	if (status != AW_OK)
		return status;
	if (level >= whole->shape.levels)
		return AW_INVALID_VALUE;
	pthread_mutex_lock(&whole->lock);
	if (!whole->levels[level])
		status = make_level(whole, level, &whole->levels[level]);
	*array = whole->levels[level];
	pthread_mutex_unlock(&whole->lock);
	return status;
}

// --- lookup and end ---

aw_status aw_core_array_find(cudaArray_const_t handle, struct cudaArray **array)
{
	if (!aw_core_handle_valid(&arrays, handle))
		return aw_core_context_ended() ? AW_UNLOADING : AW_INVALID_HANDLE;
	*array = (struct cudaArray *)(uintptr_t)handle;
	return AW_OK;
}

aw_status aw_core_array_find_mipmapped(cudaMipmappedArray_const_t handle, struct cudaMipmappedArray **array)
{
	if (!aw_core_handle_valid(&mipmapped_arrays, handle))
		return aw_core_context_ended() ? AW_UNLOADING : AW_INVALID_HANDLE;
	*array = (struct cudaMipmappedArray *)(uintptr_t)handle;
	return AW_OK;
}

static void forget(struct cudaArray *array)
{
	array->context->driver->texture->destroy_array(array->array);
	aw_core_handle_destroy(&arrays, array);
}

static void forget_mipmapped(struct cudaMipmappedArray *whole)
{
	for (unsigned i = 0; i < AW_ARRAY_LEVELS; i++)
		if (whole->levels[i])
			forget(whole->levels[i]);
	whole->context->driver->texture->destroy_array(whole->array);
	pthread_mutex_destroy(&whole->lock);
	aw_core_handle_destroy(&mipmapped_arrays, whole);
}

aw_status aw_core_array_destroy(cudaArray_t handle)
{
	struct cudaArray *array;
	if (!handle)
		return AW_OK;
	aw_status status = aw_core_array_find(handle, &array);
	if (status == AW_OK && array->is_level)
		status = AW_INVALID_VALUE;
	if (status == AW_OK)
		status = aw_core_context_settle(array->context);
	if (status == AW_OK)
		forget(array);
	return status;
}

aw_status aw_core_array_destroy_mipmapped(cudaMipmappedArray_t handle)
{
	struct cudaMipmappedArray *whole;
	if (!handle)
		return AW_OK;
	aw_status status = aw_core_array_find_mipmapped(handle, &whole);
	if (status == AW_OK)
		status = aw_core_context_settle(whole->context);
	if (status == AW_OK)
		forget_mipmapped(whole);
	return status;
}

// The texels of SHAPE take so many bytes, without padding.
static size_t bytes_of(const struct aw_array_shape *shape)
{
	size_t rows = shape->height ? aw_array_elements(&shape->format, shape->height) : 1, slices = shape->depth ? shape->depth : 1;
	return aw_array_elements(&shape->format, shape->width) * rows * slices * aw_array_element_bytes(&shape->format);
}

void aw_core_array_drop_all(struct aw_context *context)
{
	for (struct cudaMipmappedArray *whole = NULL; (whole = aw_core_handle_next(&mipmapped_arrays, whole));)
		if (whole->context == context)
			forget_mipmapped(whole);
	for (struct cudaArray *array = NULL; (array = aw_core_handle_next(&arrays, array));)
		if (array->context == context) {
			aw_check_memory_leak_array(array, bytes_of(&array->shape));
			forget(array);
		}
}
