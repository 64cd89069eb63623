// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texture and surface objects (CUDA Runtime API, "Texture Object Management", "Surface Object Management").
#ifndef AW_RUNTIME_CORE_TEXTURE_H
#define AW_RUNTIME_CORE_TEXTURE_H

#include "../../../include/surface_types.h"
#include "../../../include/anywarp/runtime_texture.h"
#include "array.h"

// VIEW may be NULL; BY_VIEW: what SAMPLING asks for must suit the view's format, not the array's own.  Errors: AW_INVALID_VALUE,
// AW_INVALID_CHANNEL_DESCRIPTOR, AW_INVALID_FILTER_SETTING for linear filtering of integers, AW_INVALID_NORM_SETTING for normalized
// reads of what is no integer of 8 or 16 bits.
aw_status aw_core_texture_create(const struct cudaResourceDesc *resource, const struct cudaTextureDesc *sampling,
                                 const struct cudaResourceViewDesc *view, bool by_view, cudaTextureObject_t *object);
// How many texels of FORMAT a texture of a row of memory may have: the device's limit is that of the largest ones, and an H100 takes up
// to four times as many.
size_t aw_core_texture_row_width(const struct cudaChannelFormatDesc *format, const struct cudaDeviceProp *limits);
// After the device's work.
aw_status aw_core_texture_destroy(cudaTextureObject_t object);

// What OBJECT was made of; each of the three may be NULL.  AW_INVALID_VALUE for a VIEW that it hasn't.
aw_status aw_core_texture_describe(cudaTextureObject_t object, struct cudaResourceDesc *resource,
                                   struct cudaTextureDesc *sampling, struct cudaResourceViewDesc *view);

aw_status aw_core_surface_create(const struct cudaResourceDesc *resource, cudaSurfaceObject_t *object);
// What a reference asks of ARRAY beyond what an object does: AW_INVALID_VALUE for one that was made without cudaArraySurfaceLoadStore.
aw_status aw_core_surface_check(cudaArray_const_t array);
aw_status aw_core_surface_destroy(cudaSurfaceObject_t object);
aw_status aw_core_surface_describe(cudaSurfaceObject_t object, struct cudaResourceDesc *resource);

// --- for the context ---

void aw_core_texture_drop_all(struct aw_context *context);

#endif
