// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies to, from and between arrays: checks the boxes and leaves the rest to copy.c.
#include "array.h"

#include <string.h>

static size_t one(size_t extent)
{
	return extent ? extent : 1;
}

// The bytes of a row of an array.
static size_t row_bytes(const struct aw_array_shape *shape)
{
	return aw_array_elements(&shape->format, shape->width) * aw_array_element_bytes(&shape->format);
}

// Whether the box lies in the array.  Blocks can't be divided.
static bool holds(const struct cudaArray *array, const size_t position[3], const size_t size[3])
{
	const struct aw_array_shape *shape = &array->shape;
	const size_t extent[3] = { row_bytes(shape), aw_array_elements(&shape->format, one(shape->height)), one(shape->depth) };
	size_t block = aw_array_element_side(&shape->format) > 1 ? aw_array_element_bytes(&shape->format) : 1;
	if (position[0] % block || size[0] % block)
		return false;
	for (int i = 0; i < 3; i++)
		if (size[i] > extent[i] || position[i] > extent[i] - size[i])
			return false;
	return true;
}

static aw_status enter(const struct aw_array_side *side, const size_t size[3], struct cudaArray **array)
{
	if (!side->array)
		return AW_OK;
	aw_status status = aw_core_array_find(side->array, array);
	if (status == AW_OK && !holds(*array, side->position, size))
		status = AW_INVALID_VALUE;
	return status;
}

aw_status aw_core_array_copy(const struct aw_array_side *target, const struct aw_array_side *source, const size_t size[3],
                             enum cudaMemcpyKind kind, cudaStream_t stream, enum aw_wait wait)
{
	struct cudaArray *to = NULL, *from = NULL;
	struct aw_copy shape = {
		.target = (void *)(uintptr_t)target->address, .source = source->address,
		.width = size[0], .height = size[1], .depth = size[2],
		.target_pitch = target->pitch, .source_pitch = source->pitch,
		.target_slice = target->slice, .source_slice = source->slice,
	};
	aw_status status = enter(target, size, &to);
	if (status == AW_OK)
		status = enter(source, size, &from);
	if (status != AW_OK)
		return status;
	memcpy(shape.target_position, target->position, sizeof(shape.target_position));
	memcpy(shape.source_position, source->position, sizeof(shape.source_position));
	if ((!to && size[1] > 1 && size[0] > target->pitch) || (!from && size[1] > 1 && size[0] > source->pitch))
		return AW_INVALID_PITCH_VALUE;
	return aw_core_copy_arrays(&shape, to, from, kind, stream, wait);
}

// The bytes of a row of an array; any number for memory.
static size_t row_of(const struct aw_array_side *side, struct cudaArray **array)
{
	if (!side->array)
		return SIZE_MAX;
	if (aw_core_array_find(side->array, array) != AW_OK)
		return 0;
	return row_bytes(&(*array)->shape);
}

// Moves a side on by BYTES, at most what is left of its row.
static void advance(struct aw_array_side *side, size_t row, size_t bytes)
{
	if (!side->array) {
		side->address = (const char *)side->address + bytes;
		return;
	}
	side->position[0] += bytes;
	if (side->position[0] == row) {
		side->position[0] = 0;
		side->position[1]++;
	}
}

// Row by row: rows of both sides may begin anywhere.
aw_status aw_core_array_copy_run(const struct aw_array_side *target, const struct aw_array_side *source, size_t count,
                                 enum cudaMemcpyKind kind, cudaStream_t stream, enum aw_wait wait)
{
	struct aw_array_side to = *target, from = *source;
	struct cudaArray *unused;
	size_t to_row = row_of(&to, &unused), from_row = row_of(&from, &unused);
	aw_status status = to_row && from_row ? AW_OK : AW_INVALID_HANDLE;
	while (count && status == AW_OK) {
		size_t to_left = to.array ? to_row - to.position[0] : count, from_left = from.array ? from_row - from.position[0] : count;
		if ((to.array && to.position[0] >= to_row) || (from.array && from.position[0] >= from_row))
			return AW_INVALID_VALUE;
		size_t bytes = to_left < from_left ? to_left : from_left, rows = 1;
		bytes = bytes < count ? bytes : count;
		// Whole rows at once, where one side is memory or both have rows of the same size.
		bool whole = (!to.array || bytes == to_row) && (!from.array || bytes == from_row);
		if (whole)
			rows = count / bytes;
		const size_t size[3] = { bytes, rows, 1 };
		to.pitch = from.pitch = bytes;
		status = aw_core_array_copy(&to, &from, size, kind, stream, wait);
		for (size_t i = 0; i < rows; i++) {
			advance(&to, to_row, bytes);
			advance(&from, from_row, bytes);
		}
		count -= bytes * rows;
	}
	return status;
}
