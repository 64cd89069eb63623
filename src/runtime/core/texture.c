// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "texture.h"

#include <stdlib.h>

#include "../../base/map.h"

// What an object was made of.
struct object {
	struct aw_context *context;
	bool is_surface, has_view;
	struct cudaResourceDesc resource;
	struct cudaTextureDesc sampling;
	struct cudaResourceViewDesc view;
};

static struct {
	pthread_mutex_t lock;
	struct aw_map objects; // number -> struct object
} table = { .lock = PTHREAD_MUTEX_INITIALIZER };

static aw_status keep(const struct object *made, uint64_t number)
{
	struct object *object = malloc(sizeof(*object));
	if (!object)
		return AW_NO_MEMORY;
	*object = *made;
	pthread_mutex_lock(&table.lock);
	bool kept = aw_map_put(&table.objects, (void *)(uintptr_t)number, object);
	pthread_mutex_unlock(&table.lock);
	if (!kept)
		free(object);
	return kept ? AW_OK : AW_NO_MEMORY;
}

static bool find(uint64_t number, bool is_surface, struct object *found)
{
	pthread_mutex_lock(&table.lock);
	const struct object *object = aw_map_get(&table.objects, (void *)(uintptr_t)number);
	bool right = object && object->is_surface == is_surface;
	if (right)
		*found = *object;
	pthread_mutex_unlock(&table.lock);
	return right;
}

static void forget(uint64_t number)
{
	pthread_mutex_lock(&table.lock);
	free(aw_map_remove(&table.objects, (void *)(uintptr_t)number));
	pthread_mutex_unlock(&table.lock);
}

// --- what a texture is made of ---

// The channels of a view's formats, in their order.
static aw_status view_format(enum cudaResourceViewFormat format, struct cudaChannelFormatDesc *channels)
{
	static const struct {
		int bits;
		enum cudaChannelFormatKind kind;
	} rows[] = {
		{ 8, cudaChannelFormatKindUnsigned }, { 8, cudaChannelFormatKindSigned }, { 16, cudaChannelFormatKindUnsigned },
		{ 16, cudaChannelFormatKindSigned }, { 32, cudaChannelFormatKindUnsigned }, { 32, cudaChannelFormatKindSigned },
		{ 16, cudaChannelFormatKindFloat }, { 32, cudaChannelFormatKindFloat },
	};
	if (format == cudaResViewFormatNone)
		return AW_INVALID_VALUE;
	if (format > cudaResViewFormatFloat4) {
		const struct aw_array_format *row = aw_array_format_of_view(format);
		if (row)
			*channels = row->channels;
		return row ? AW_OK : AW_INVALID_VALUE;
	}
	unsigned index = (unsigned)format - 1, count = 1u << index % 3;
	int bits = rows[index / 3].bits;
	*channels = (struct cudaChannelFormatDesc){ bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 2 ? bits : 0,
		                                    rows[index / 3].kind };
	return AW_OK;
}

// Elements of the same size, of which blocks are unsigned integers of 32 bits otherwise.
static bool can_be_seen_as(const struct cudaChannelFormatDesc *stored, const struct cudaChannelFormatDesc *seen)
{
	bool words = stored->f == cudaChannelFormatKindUnsigned && stored->x == 32;
	return aw_array_element_bytes(stored) == aw_array_element_bytes(seen) && aw_array_element_side(stored) == 1 &&
	       (aw_array_element_side(seen) == 1 || words);
}

// Whether VIEW has the extents of all of an image, with SIDE texels for each element.
static bool view_fits(const struct cudaResourceViewDesc *view, const struct aw_array_shape *shape, unsigned side)
{
	return view->width == shape->width * side && view->height == shape->height * side && view->depth == shape->depth;
}

// Has SOURCE seen as its view wants it.
static aw_status apply_view(const struct aw_array_shape *shape, struct aw_texture_source *source)
{
	const struct cudaResourceViewDesc *view = source->view;
	if (!view)
		return AW_OK;
	if (!shape || view->firstMipmapLevel > view->lastMipmapLevel || view->lastMipmapLevel >= shape->levels ||
	    view->firstLayer > view->lastLayer || (view->lastLayer && view->lastLayer >= shape->depth))
		return AW_INVALID_VALUE;
	struct cudaChannelFormatDesc seen = source->format;
	aw_status status = view_format(view->format, &seen);
	if (status == AW_OK && (!can_be_seen_as(&source->format, &seen) || !view_fits(view, shape, aw_array_element_side(&seen))))
		status = AW_INVALID_VALUE;
	source->format = seen;
	return status;
}

static aw_status take_array(const struct cudaResourceDesc *resource, struct aw_texture_source *source,
                            struct aw_context **context, const struct aw_array_shape **shape)
{
	struct cudaArray *array;
	struct cudaMipmappedArray *whole;
	source->mipmapped = resource->resType == cudaResourceTypeMipmappedArray;
	aw_status status = source->mipmapped ? aw_core_array_find_mipmapped(resource->res.mipmap.mipmap, &whole)
	                                     : aw_core_array_find(resource->res.array.array, &array);
	if (status != AW_OK)
		return status;
	*context = source->mipmapped ? whole->context : array->context;
	source->array = source->mipmapped ? whole->array : array->array;
	*shape = source->mipmapped ? &whole->shape : &array->shape;
	source->format = (*shape)->format;
	return AW_OK;
}

static aw_status take_memory(const struct cudaResourceDesc *resource, struct aw_texture_source *source)
{
	bool pitched = resource->resType == cudaResourceTypePitch2D;
	source->address = pitched ? resource->res.pitch2D.devPtr : resource->res.linear.devPtr;
	source->format = pitched ? resource->res.pitch2D.desc : resource->res.linear.desc;
	bool is_plain = !aw_array_format_of(&source->format);
	aw_status status = source->address && is_plain ? aw_core_array_check_format(&source->format) : AW_INVALID_VALUE;
	if (status != AW_OK)
		return status;
	size_t texel = aw_array_element_bytes(&source->format);
	source->width = pitched ? resource->res.pitch2D.width : resource->res.linear.sizeInBytes / texel;
	source->height = pitched ? resource->res.pitch2D.height : 0;
	source->pitch = pitched ? resource->res.pitch2D.pitchInBytes : source->width * texel;
	if (pitched && (!source->width || !source->height || source->pitch < source->width * texel))
		return AW_INVALID_VALUE;
	return (uintptr_t)source->address % texel ? AW_MISALIGNED_ADDRESS : AW_OK;
}

size_t aw_core_texture_row_width(const struct cudaChannelFormatDesc *format, const struct cudaDeviceProp *limits)
{
	size_t most = (size_t)limits->maxTexture1DLinear, bytes = aw_array_element_bytes(format);
	return most * 16 / (bytes > 4 ? bytes : 4);
}

static aw_status check_limits(const struct aw_texture_source *source, const struct cudaDeviceProp *limits)
{
	if (source->array)
		return AW_OK;
	if (!source->height)
		return source->width <= aw_core_texture_row_width(&source->format, limits) ? AW_OK : AW_INVALID_VALUE;
	return source->width <= (size_t)limits->maxTexture2DLinear[0] && source->height <= (size_t)limits->maxTexture2DLinear[1] &&
	                       source->pitch <= (size_t)limits->maxTexture2DLinear[2]
	               ? AW_OK
	               : AW_INVALID_VALUE;
}

// Whether texels of FORMAT, as they are stored, can be read and filtered as SAMPLING says.
static aw_status check_reading(const struct cudaChannelFormatDesc *format, const struct cudaTextureDesc *sampling, bool memory_row)
{
	const struct aw_array_format *row = aw_array_format_of(format);
	bool normalized = sampling->readMode == cudaReadModeNormalizedFloat;
	if (row && normalized != (row->reading != AW_ARRAY_FLOAT))
		return AW_INVALID_NORM_SETTING;
	if (row)
		return row->reading == AW_ARRAY_CURVE && !sampling->sRGB ? AW_INVALID_VALUE : AW_OK;
	bool is_float = format->f == cudaChannelFormatKindFloat, is_small = !is_float && format->x < 32;
	bool linear = sampling->filterMode == cudaFilterModeLinear && !memory_row;
	if (linear && !is_float && !(normalized && is_small))
		return AW_INVALID_FILTER_SETTING;
	return normalized && !is_small ? AW_INVALID_NORM_SETTING : AW_OK;
}

static aw_status check_sampling(const struct aw_texture_source *source)
{
	const struct cudaTextureDesc *sampling = source->sampling;
	for (int i = 0; i < 3; i++)
		if ((unsigned)sampling->addressMode[i] > cudaAddressModeBorder)
			return AW_INVALID_VALUE;
	if ((unsigned)sampling->filterMode > cudaFilterModeLinear || (unsigned)sampling->readMode > cudaReadModeNormalizedFloat)
		return AW_INVALID_VALUE;
	aw_status status = check_reading(&source->format, sampling, source->address && !source->height);
	if (status == AW_OK && source->mipmapped && !sampling->normalizedCoords)
		status = AW_INVALID_VALUE;
	return status;
}

// SHAPE: of an array, else NULL.
static aw_status take(const struct cudaResourceDesc *resource, struct aw_texture_source *source, struct aw_context **context,
                      const struct aw_array_shape **shape)
{
	switch (resource->resType) {
	case cudaResourceTypeArray:
	case cudaResourceTypeMipmappedArray: return take_array(resource, source, context, shape);
	case cudaResourceTypeLinear:
	case cudaResourceTypePitch2D: return take_memory(resource, source);
	default: return AW_INVALID_VALUE;
	}
}

aw_status aw_core_texture_create(const struct cudaResourceDesc *resource, const struct cudaTextureDesc *sampling,
                                 const struct cudaResourceViewDesc *view, bool by_view, cudaTextureObject_t *object)
{
	struct aw_context *context;
	const struct aw_array_shape *shape = NULL;
	struct aw_texture_source source = { .sampling = sampling, .view = view };
	uint64_t number;
	if (!object || !resource || !sampling)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_healthy(&context);
	if (status == AW_OK)
		status = take(resource, &source, &context, &shape);
	if (status == AW_OK)
		status = check_limits(&source, &context->properties);
	if (status == AW_OK && by_view)
		status = apply_view(shape, &source);
	if (status == AW_OK)
		status = check_sampling(&source);
	if (status == AW_OK && !by_view)
		status = apply_view(shape, &source);
	if (status == AW_OK)
		status = context->driver->texture->create(context->device, &source, &number);
	if (status != AW_OK)
		return status;
	struct object made = { .context = context, .has_view = view, .resource = *resource, .sampling = *sampling };
	if (view)
		made.view = *view;
	status = keep(&made, number);
	if (status == AW_OK)
		*object = number;
	else
		context->driver->texture->destroy(context->device, number);
	return status;
}

// --- surfaces ---

aw_status aw_core_surface_create(const struct cudaResourceDesc *resource, cudaSurfaceObject_t *object)
{
	struct cudaArray *array;
	uint64_t number;
	if (!object || !resource || resource->resType != cudaResourceTypeArray)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_array_find(resource->res.array.array, &array);
	// Objects of levels are made without the flag, which only references to them are said to need.
	if (status == AW_OK && !array->is_level && !(array->shape.flags & cudaArraySurfaceLoadStore))
		status = AW_INVALID_VALUE;
	if (status == AW_OK)
		status = array->context->driver->texture->create_surface(array->context->device, array->array, &number);
	if (status != AW_OK)
		return status;
	struct object made = { .context = array->context, .is_surface = true, .resource = *resource };
	status = keep(&made, number);
	if (status == AW_OK)
		*object = number;
	else
		array->context->driver->texture->destroy_surface(array->context->device, number);
	return status;
}

aw_status aw_core_surface_check(cudaArray_const_t array)
{
	struct cudaArray *found;
	aw_status status = aw_core_array_find(array, &found);
	return status == AW_OK && !(found->shape.flags & cudaArraySurfaceLoadStore) ? AW_INVALID_VALUE : status;
}

// --- questions and end ---

aw_status aw_core_texture_describe(cudaTextureObject_t number, struct cudaResourceDesc *resource,
                                   struct cudaTextureDesc *sampling, struct cudaResourceViewDesc *view)
{
	struct object object;
	if (!find(number, false, &object))
		return AW_INVALID_VALUE;
	if (view && !object.has_view)
		return AW_INVALID_VALUE;
	if (resource)
		*resource = object.resource;
	if (sampling)
		*sampling = object.sampling;
	if (view)
		*view = object.view;
	return AW_OK;
}

aw_status aw_core_surface_describe(cudaSurfaceObject_t number, struct cudaResourceDesc *resource)
{
	struct object object;
	if (!resource || !find(number, true, &object))
		return AW_INVALID_VALUE;
	*resource = object.resource;
	return AW_OK;
}

static aw_status release(const struct object *object, uint64_t number)
{
	const struct aw_texture_ops *ops = object->context->driver->texture;
	return object->is_surface ? ops->destroy_surface(object->context->device, number)
	                          : ops->destroy(object->context->device, number);
}

static aw_status destroy(uint64_t number, bool is_surface)
{
	struct object object;
	if (!number)
		return AW_OK;
	if (!find(number, is_surface, &object)) // any number will do, as an H200's driver has it
		return aw_core_context_ended() ? AW_UNLOADING : AW_OK;
	aw_status status = aw_core_context_settle(object.context);
	if (status != AW_OK)
		return status;
	forget(number);
	return release(&object, number);
}

aw_status aw_core_texture_destroy(cudaTextureObject_t object)
{
	return destroy(object, false);
}

aw_status aw_core_surface_destroy(cudaSurfaceObject_t object)
{
	return destroy(object, true);
}

// Some object of CONTEXT; false when there is none left.
static bool find_any(const struct aw_context *context, struct object *object, uint64_t *number)
{
	bool found = false;
	pthread_mutex_lock(&table.lock);
	for (struct aw_map_slot *slot = NULL; !found && (slot = aw_map_next(&table.objects, slot));) {
		*object = *(struct object *)slot->value;
		*number = (uintptr_t)slot->key;
		found = object->context == context;
	}
	pthread_mutex_unlock(&table.lock);
	return found;
}

void aw_core_texture_drop_all(struct aw_context *context)
{
	struct object object;
	uint64_t number;
	while (find_any(context, &object, &number)) {
		forget(number);
		release(&object, number);
	}
}
