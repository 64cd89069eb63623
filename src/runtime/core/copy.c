// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kind of copy asks of its two pointers, as measured on CUDA 13.0 with unified addressing:
// "device" stands for any memory that the runtime knows (device, managed, page-locked host), and
// "host" for any memory at all.  So cudaMemcpyHostToDevice wants a known target,
// cudaMemcpyDeviceToHost a known source, cudaMemcpyDeviceToDevice both, the others nothing.
#include "copy.h"

#include <string.h>

#include "array.h"
#include "capture.h"
#include "range.h"
#include "stream.h"

// One side of a copy.
struct side {
	bool known; // lies in a range
	bool host;  // the host reaches it
	bool sync;  // synchronous copies of it wait though they are within the device
	struct aw_context *context;
	const struct cudaArray *array; // that it is, or NULL
};

// The bytes from the first to behind the last of a pitched box; false when they can't be counted.
static bool extent(size_t width, size_t height, size_t depth, size_t pitch, size_t slice, size_t *bytes)
{
	size_t rows, slices;
	return !__builtin_mul_overflow(height - 1, pitch, &rows) &&
	       !__builtin_mul_overflow(depth - 1, slice, &slices) &&
	       !__builtin_add_overflow(rows, slices, bytes) && !__builtin_add_overflow(*bytes, width, bytes) &&
	       *bytes <= PTRDIFF_MAX;
}

// Finds out what BYTES at POINTER are; AW_INVALID_VALUE when they leave their allocation.
static aw_status look_at(const void *pointer, size_t bytes, struct side *side)
{
	struct aw_range range;
	if (!pointer)
		return AW_INVALID_VALUE;
	*side = (struct side){ .host = true };
	if (!aw_core_range_find(pointer, &range))
		return AW_OK;
	if (bytes > range.size - ((uintptr_t)pointer - range.base))
		return AW_INVALID_VALUE;
	side->known = true;
	side->host = range.kind != AW_RANGE_DEVICE && range.kind != AW_RANGE_VARIABLE;
	side->sync = range.sync_memops;
	side->context = range.context;
	return AW_OK;
}

static aw_status check_kind(enum cudaMemcpyKind kind, const struct side *target, const struct side *source)
{
	bool target_known = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
	bool source_known = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
	if ((unsigned)kind > cudaMemcpyDefault)
		return AW_INVALID_MEMCPY_DIRECTION;
	return (target_known && !target->known) || (source_known && !source->known) ? AW_INVALID_VALUE : AW_OK;
}

// Another device than the stream's takes part in a synchronous copy: what it was given comes first.
static aw_status settle_other(const struct side *side, const struct CUstream_st *stream)
{
	if (!side->known || side->host || !side->context || side->context == stream->context)
		return AW_OK;
	return aw_core_context_settle(side->context);
}

// Of a copy's sides the one whose memory only its own back end reaches, while STREAM belongs to another.
static struct aw_context *stranger(const struct side *side, const struct CUstream_st *stream)
{
	bool own = side->known && !side->host && side->context && side->context->driver->own_memory;
	return own && side->context->driver != stream->context->driver ? side->context : NULL;
}

// Copies between STREAM's device and one of another kind, which has to do it: when all before it is done, and at once.
static aw_status copy_by(struct aw_context *context, struct CUstream_st *stream, const struct aw_copy *shape)
{
	const struct aw_stream_ops *ops = context->driver->stream;
	aw_status status = stream->context->driver->stream->synchronize(stream->stream);
	if (status == AW_OK)
		status = ops->copy(context->legacy->stream, shape);
	return status == AW_OK ? ops->synchronize(context->legacy->stream) : status;
}

// The description of a box of one side whose rows and slices follow each other at PITCH and SLICE bytes.
static struct cudaPitchedPtr box_of(const void *pointer, size_t pitch, size_t slice, const struct aw_copy *shape)
{
	pitch = shape->height > 1 || shape->depth > 1 ? pitch : shape->width;
	return (struct cudaPitchedPtr){ .ptr = (void *)(uintptr_t)pointer, .pitch = pitch, .xsize = shape->width,
		                        .ysize = shape->depth > 1 && pitch ? slice / pitch : shape->height };
}

// One side of a captured copy: a box in memory, or an array and a place in it, in texels.
static void describe(const struct side *side, const struct cudaPitchedPtr *box, const size_t position[3],
                     struct cudaPitchedPtr *pointer, cudaArray_t *array, struct cudaPos *place)
{
	if (!side->array) {
		*pointer = *box;
		return;
	}
	const struct cudaChannelFormatDesc *format = &side->array->shape.format;
	unsigned texels = aw_array_element_side(format);
	*array = (cudaArray_t)(uintptr_t)side->array;
	*place = (struct cudaPos){ position[0] / aw_array_element_bytes(format) * texels, position[1] * texels, position[2] };
}

// The copy as a node of what STREAM captures.
static aw_status capture(const struct aw_copy *shape, const struct side *target, const struct side *source,
                         struct CUstream_st *stream)
{
	struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeMemcpy };
	struct cudaMemcpy3DParms *copy = &params.memcpy.copyParams;
	const struct cudaArray *array = source->array ? source->array : target->array; // as in copy_3d_arrays
	cudaGraphNode_t node;
	if (shape->depth > 1 && ((!target->array && shape->target_slice % shape->target_pitch) ||
	                         (!source->array && shape->source_slice % shape->source_pitch)))
		return AW_CAPTURE_UNSUPPORTED;
	struct cudaPitchedPtr to = box_of(shape->target, shape->target_pitch, shape->target_slice, shape);
	struct cudaPitchedPtr from = box_of(shape->source, shape->source_pitch, shape->source_slice, shape);
	describe(target, &to, shape->target_position, &copy->dstPtr, &copy->dstArray, &copy->dstPos);
	describe(source, &from, shape->source_position, &copy->srcPtr, &copy->srcArray, &copy->srcPos);
	copy->extent = (struct cudaExtent){ shape->width, shape->height, shape->depth };
	if (array) {
		unsigned texels = aw_array_element_side(&array->shape.format);
		copy->extent.width = copy->extent.width / aw_array_element_bytes(&array->shape.format) * texels;
		copy->extent.height *= texels;
	}
	copy->kind = cudaMemcpyDefault;
	return aw_core_capture_add(stream, &params, NULL, &node);
}

static aw_status submit(const struct aw_copy *shape, const struct side *target, const struct side *source,
                        cudaStream_t handle, enum aw_wait wait)
{
	struct CUstream_st *stream;
	bool capturing;
	aw_status status = aw_core_stream_find(handle, &stream);
	if (status == AW_OK)
		status = aw_core_capture_enter(stream, &capturing);
	if (status == AW_OK && capturing)
		return capture(shape, target, source, stream);
	if (status == AW_OK && wait == AW_SYNC)
		status = settle_other(target, stream);
	if (status == AW_OK && wait == AW_SYNC)
		status = settle_other(source, stream);
	if (status != AW_OK)
		return status;
	struct aw_context *other = stranger(target, stream);
	other = other ? other : stranger(source, stream);
	if (other)
		return copy_by(other, stream, shape);
	// Copies into pageable memory and from host to host are done when they return; so are synchronous
	// ones, but between two places on the device only their order counts.
	bool inside = !target->host && !source->host && target->context == source->context && !target->sync && !source->sync;
	bool finish = wait == AW_SYNC ? !inside : !target->known || (target->host && source->host);
	struct aw_copy copy = *shape;
	copy.source_pageable = !source->known && !finish;
	copy.target_host = target->host;
	copy.source_host = source->host;
	const struct aw_stream_ops *ops = stream->context->driver->stream;
	if (wait == AW_NODE) {
		// The cpu device reads host memory in the stream's order; a GPU's driver reads pageable memory at once.
		copy.source_pageable = false;
		finish = false;
		if (stream->context->driver->own_memory && !source->known)
			status = ops->synchronize(stream->stream);
		if (status != AW_OK)
			return status;
	}
	status = ops->copy(stream->stream, &copy);
	return status == AW_OK && finish ? ops->synchronize(stream->stream) : status;
}

// What one side of a copy is: memory, or the array that it has instead.
static aw_status look_at_side(const void *pointer, size_t pitch, size_t slice, const struct aw_copy *shape,
                              const struct cudaArray *array, struct side *side)
{
	size_t bytes;
	if (array) {
		*side = (struct side){ .known = true, .context = array->context };
		return AW_OK;
	}
	return extent(shape->width, shape->height, shape->depth, pitch, slice, &bytes) ? look_at(pointer, bytes, side)
	                                                                               : AW_INVALID_VALUE;
}

aw_status aw_core_copy_arrays(const struct aw_copy *given, const struct cudaArray *target_array,
                              const struct cudaArray *source_array, enum cudaMemcpyKind kind, cudaStream_t stream,
                              enum aw_wait wait)
{
	struct side target, source;
	struct aw_copy shape = *given;
	if (!shape.width || !shape.height || !shape.depth)
		return AW_OK;
	aw_status status = look_at_side(shape.target, shape.target_pitch, shape.target_slice, &shape, target_array, &target);
	if (status == AW_OK)
		status = look_at_side(shape.source, shape.source_pitch, shape.source_slice, &shape, source_array, &source);
	if (status == AW_OK)
		status = check_kind(kind, &target, &source);
	if (status != AW_OK || wait == AW_CHECK)
		return status;
	target.array = target_array;
	source.array = source_array;
	shape.target_array = target_array ? target_array->array : NULL;
	shape.source_array = source_array ? source_array->array : NULL;
	return submit(&shape, &target, &source, stream, wait);
}

aw_status aw_core_copy(const struct aw_copy *shape, enum cudaMemcpyKind kind, cudaStream_t stream,
                       enum aw_wait wait)
{
	return aw_core_copy_arrays(shape, NULL, NULL, kind, stream, wait);
}

bool aw_core_copy_is_device(const void *pointer)
{
	struct side side;
	return look_at(pointer, 0, &side) == AW_OK && !side.host;
}

aw_status aw_core_copy_linear(void *target, const void *source, size_t size, enum cudaMemcpyKind kind,
                              cudaStream_t stream, enum aw_wait wait)
{
	struct aw_copy shape = { .target = target, .source = source, .width = size, .height = 1, .depth = 1,
		                 .target_pitch = size, .source_pitch = size,
		                 .target_slice = size, .source_slice = size };
	return aw_core_copy(&shape, kind, stream, wait);
}

// Checks a box at POSITION of POINTER and finds its first byte and slice.
static aw_status enter_box(const struct cudaPitchedPtr *pointer, const struct cudaPos *position,
                           const struct cudaExtent *box, char **first, size_t *slice)
{
	if (!pointer->ptr)
		return AW_INVALID_VALUE;
	if (box->width > pointer->pitch || position->x > pointer->pitch - box->width)
		return AW_INVALID_PITCH_VALUE;
	size_t rows = pointer->ysize ? pointer->ysize : box->height;
	if (box->depth > 1 && (box->height > rows || position->y > rows - box->height))
		return AW_INVALID_VALUE;
	size_t offset;
	if (__builtin_mul_overflow(pointer->pitch, rows, slice) ||
	    __builtin_mul_overflow(*slice, position->z, &offset))
		return AW_INVALID_VALUE;
	*first = (char *)pointer->ptr + offset + position->y * pointer->pitch + position->x;
	return AW_OK;
}

// The copy that two pitched boxes describe.
static aw_status shape_of(const struct cudaPitchedPtr *target, const struct cudaPos *target_position,
                          const struct cudaPitchedPtr *source, const struct cudaPos *source_position,
                          const struct cudaExtent *box, struct aw_copy *shape)
{
	char *to, *from;
	*shape = (struct aw_copy){ .width = box->width, .height = box->height, .depth = box->depth,
		                   .target_pitch = target->pitch, .source_pitch = source->pitch };
	aw_status status = enter_box(target, target_position, box, &to, &shape->target_slice);
	if (status == AW_OK)
		status = enter_box(source, source_position, box, &from, &shape->source_slice);
	if (status != AW_OK)
		return status;
	shape->target = to;
	shape->source = from;
	return AW_OK;
}

// Where a position in ARRAY, counted in texels, begins: bytes and rows of its elements.
static aw_status enter_array(cudaArray_const_t handle, const struct cudaPos *position, struct aw_array_side *side)
{
	struct cudaArray *array;
	aw_status status = aw_core_array_find(handle, &array);
	if (status != AW_OK)
		return status;
	const struct cudaChannelFormatDesc *format = &array->shape.format;
	unsigned texels = aw_array_element_side(format);
	side->array = handle;
	side->position[0] = position->x / texels * aw_array_element_bytes(format);
	side->position[1] = position->y / texels;
	side->position[2] = position->z;
	return AW_OK;
}

// One side of a box: a place in HANDLE, or in memory, where elements of BYTES are counted.
static aw_status enter_side(cudaArray_const_t handle, const struct cudaPitchedPtr *pointer, const struct cudaPos *position,
                            size_t bytes, const struct cudaExtent *box, struct aw_array_side *side)
{
	char *first;
	side->pitch = pointer->pitch;
	if (handle)
		return pointer->ptr ? AW_INVALID_VALUE : enter_array(handle, position, side);
	const struct cudaPos place = { position->x * bytes, position->y, position->z };
	aw_status status = enter_box(pointer, &place, box, &first, &side->slice);
	if (status == AW_OK)
		side->address = first;
	return status;
}

// Boxes with an array are counted in its texels, of which parts of blocks are whole ones.
static aw_status copy_3d_arrays(const struct cudaMemcpy3DParms *p, cudaStream_t stream, enum aw_wait wait)
{
	struct cudaArray *array;
	aw_status status = aw_core_array_find(p->srcArray ? p->srcArray : p->dstArray, &array);
	if (status != AW_OK)
		return status;
	const struct cudaChannelFormatDesc *format = &array->shape.format;
	size_t bytes = aw_array_element_bytes(format);
	struct cudaExtent box = { aw_array_elements(format, p->extent.width) * bytes, aw_array_elements(format, p->extent.height),
		                  p->extent.depth };
	const size_t size[3] = { box.width, box.height, box.depth };
	struct aw_array_side target = { 0 }, source = { 0 };
	status = enter_side(p->dstArray, &p->dstPtr, &p->dstPos, bytes, &box, &target);
	if (status == AW_OK)
		status = enter_side(p->srcArray, &p->srcPtr, &p->srcPos, bytes, &box, &source);
	return status == AW_OK ? aw_core_array_copy(&target, &source, size, p->kind, stream, wait) : status;
}

static bool is_empty(const struct cudaExtent *box)
{
	return !box->width || !box->height || !box->depth;
}

aw_status aw_core_copy_3d(const struct cudaMemcpy3DParms *parameters, cudaStream_t stream, enum aw_wait wait)
{
	struct aw_copy shape;
	if (!parameters)
		return AW_INVALID_VALUE;
	if (is_empty(&parameters->extent))
		return AW_OK;
	if (parameters->srcArray || parameters->dstArray)
		return copy_3d_arrays(parameters, stream, wait);
	aw_status status = shape_of(&parameters->dstPtr, &parameters->dstPos, &parameters->srcPtr,
	                            &parameters->srcPos, &parameters->extent, &shape);
	return status == AW_OK ? aw_core_copy(&shape, parameters->kind, stream, wait) : status;
}

aw_status aw_core_copy_check_3d(const struct cudaMemcpy3DParms *parameters)
{
	if ((unsigned)parameters->kind > cudaMemcpyDefault)
		return AW_INVALID_MEMCPY_DIRECTION;
	return is_empty(&parameters->extent) ? AW_INVALID_VALUE : aw_core_copy_3d(parameters, NULL, AW_CHECK);
}

aw_status aw_core_copy_peer(const struct aw_copy *shape, int target_device, int source_device,
                            cudaStream_t stream, enum aw_wait wait)
{
	struct aw_context *target, *source;
	aw_status status = aw_core_context_open(target_device, &target);
	if (status == AW_OK)
		status = aw_core_context_open(source_device, &source);
	if (status != AW_OK)
		return status;
	// A synchronous copy between devices follows all their work and precedes all later work.
	if (wait == AW_SYNC)
		status = aw_core_context_settle(target);
	if (status == AW_OK && wait == AW_SYNC)
		status = aw_core_context_settle(source);
	return status == AW_OK ? aw_core_copy(shape, cudaMemcpyDeviceToDevice, stream, wait) : status;
}

aw_status aw_core_copy_peer_3d(const struct cudaMemcpy3DPeerParms *parameters, cudaStream_t stream,
                               enum aw_wait wait)
{
	struct aw_copy shape;
	if (!parameters)
		return AW_INVALID_VALUE;
	if (is_empty(&parameters->extent))
		return AW_OK;
	struct aw_context *unused;
	aw_status status = aw_core_context_open(parameters->dstDevice, &unused);
	if (status == AW_OK)
		status = aw_core_context_open(parameters->srcDevice, &unused);
	if (status != AW_OK)
		return status;
	if (parameters->srcArray || parameters->dstArray) {
		struct cudaMemcpy3DParms same = { parameters->srcArray, parameters->srcPos, parameters->srcPtr,
			                          parameters->dstArray, parameters->dstPos, parameters->dstPtr,
			                          parameters->extent, cudaMemcpyDeviceToDevice };
		return copy_3d_arrays(&same, stream, wait);
	}
	status = shape_of(&parameters->dstPtr, &parameters->dstPos, &parameters->srcPtr,
	                            &parameters->srcPos, &parameters->extent, &shape);
	if (status != AW_OK)
		return status;
	return aw_core_copy_peer(&shape, parameters->dstDevice, parameters->srcDevice, stream, wait);
}

static aw_status check_fill(const struct aw_fill *shape, struct side *target)
{
	size_t bytes;
	if (!extent(shape->width, shape->height, shape->depth, shape->pitch, shape->slice, &bytes))
		return AW_INVALID_VALUE;
	aw_status status = look_at(shape->target, bytes, target);
	return status == AW_OK && !target->known ? AW_INVALID_VALUE : status;
}

aw_status aw_core_fill_check(const struct aw_fill *shape)
{
	struct side target;
	return check_fill(shape, &target);
}

// The fill as nodes of what STREAM captures, one for each slice.
static aw_status capture_fill(const struct aw_fill *shape, struct CUstream_st *stream)
{
	struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeMemset };
	cudaGraphNode_t node;
	aw_status status = AW_OK;
	params.memset.value = shape->value;
	params.memset.elementSize = shape->element;
	params.memset.width = shape->width / shape->element;
	params.memset.height = shape->height;
	params.memset.pitch = shape->pitch;
	for (size_t i = 0; i < shape->depth && status == AW_OK; i++) {
		params.memset.dst = (char *)shape->target + i * shape->slice;
		status = aw_core_capture_add(stream, &params, NULL, &node);
	}
	return status;
}

aw_status aw_core_fill(const struct aw_fill *shape, cudaStream_t handle, enum aw_wait wait)
{
	struct side target;
	struct CUstream_st *stream;
	bool capturing;
	if (!shape->width || !shape->height || !shape->depth)
		return AW_OK;
	aw_status status = check_fill(shape, &target);
	if (status == AW_OK)
		status = aw_core_stream_find(handle, &stream);
	if (status == AW_OK)
		status = aw_core_capture_enter(stream, &capturing);
	if (status == AW_OK && capturing)
		return capture_fill(shape, stream);
	if (status != AW_OK)
		return status;
	const struct aw_stream_ops *ops = stream->context->driver->stream;
	status = ops->fill(stream->stream, shape);
	return status == AW_OK && wait == AW_SYNC && (target.host || target.sync) ? ops->synchronize(stream->stream) : status;
}
