// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays and mipmapped arrays: images in texture memory (CUDA Runtime API, "Memory Management").  A CUarray of the driver
// interface is the same object.
#ifndef AW_RUNTIME_CORE_ARRAY_H
#define AW_RUNTIME_CORE_ARRAY_H

#include "../device/array_format.h"
#include "context.h"
#include "copy.h"
#include "handle.h"

enum { AW_ARRAY_LEVELS = 32 };

struct cudaArray {
	struct aw_handle handle;
	struct aw_context *context;
	struct aw_array *array; // the back end's
	struct aw_array_shape shape;
	bool is_level; // lives as long as its mipmapped array
};

struct cudaMipmappedArray {
	struct aw_handle handle;
	struct aw_context *context;
	struct aw_array *array;
	struct aw_array_shape shape;
	pthread_mutex_t lock;
	struct cudaArray *levels[AW_ARRAY_LEVELS]; // those that were asked for
};

// Whether texels can have FORMAT: one, two or four components of 8, 16 or 32 bits; AW_INVALID_CHANNEL_DESCRIPTOR.
aw_status aw_core_array_check_format(const struct cudaChannelFormatDesc *format);
// The same for elements of arrays, which may be a row of array_formats.def, too; AW_INVALID_VALUE for images of several planes.
aw_status aw_core_array_check_element(const struct cudaChannelFormatDesc *format);

// Errors: AW_INVALID_VALUE for extents that no device has or that don't go with the flags.
aw_status aw_core_array_create(const struct cudaChannelFormatDesc *format, struct cudaExtent extent, unsigned flags,
                               cudaArray_t *array);
aw_status aw_core_array_create_mipmapped(const struct cudaChannelFormatDesc *format, struct cudaExtent extent,
                                         unsigned levels, unsigned flags, cudaMipmappedArray_t *array);
// An array that the back end made of memory that was there; it goes when this fails.
aw_status aw_core_array_adopt_mipmapped(const struct aw_array_shape *shape, struct aw_context *context, struct aw_array *made,
                                        cudaMipmappedArray_t *array);
// The array of one level, the same at each call.
aw_status aw_core_array_level(cudaMipmappedArray_const_t whole, unsigned level, cudaArray_t *array);

// After the device's work; NULL is fine.
aw_status aw_core_array_destroy(cudaArray_t array);
aw_status aw_core_array_destroy_mipmapped(cudaMipmappedArray_t array);

// The object behind a handle; AW_INVALID_HANDLE.
aw_status aw_core_array_find(cudaArray_const_t handle, struct cudaArray **array);
aw_status aw_core_array_find_mipmapped(cudaMipmappedArray_const_t handle, struct cudaMipmappedArray **array);

// --- copies ---

// One side of a copy: an array, or an address with pitches.
struct aw_array_side {
	cudaArray_const_t array;
	size_t position[3]; // in an array: bytes, rows, slices
	const void *address;
	size_t pitch, slice;
};

// Copies WIDTH bytes of HEIGHT rows of DEPTH slices.
aw_status aw_core_array_copy(const struct aw_array_side *target, const struct aw_array_side *source, const size_t size[3],
                             enum cudaMemcpyKind kind, cudaStream_t stream, enum aw_wait wait);

// Copies COUNT bytes that run on from row to row of the arrays (cudaMemcpyToArray).
aw_status aw_core_array_copy_run(const struct aw_array_side *target, const struct aw_array_side *source, size_t count,
                                 enum cudaMemcpyKind kind, cudaStream_t stream, enum aw_wait wait);

// --- for the context ---

void aw_core_array_drop_all(struct aw_context *context);

#endif
