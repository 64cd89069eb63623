// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texture and surface references: variables of device code that hold the object which is bound to them (CUDA 11 Runtime
// API, "Texture Reference Management").
#ifndef AW_RUNTIME_CORE_TEXTURE_REFERENCE_H
#define AW_RUNTIME_CORE_TEXTURE_REFERENCE_H

#include "module.h"
#include "texture.h"

// HOST is the reference as the host has it, NAME its variable on devices.
aw_status aw_core_texture_reference_register(struct aw_binary *binary, const void *host, const char *name, bool is_surface,
                                             enum cudaTextureReadMode read_mode);

// Binds RESOURCE on the current device, with what REFERENCE says now of coordinates and filters, after the device's work.
// AW_INVALID_TEXTURE when it isn't registered.
aw_status aw_core_texture_reference_bind(const struct textureReference *reference, const struct cudaResourceDesc *resource);
aw_status aw_core_texture_reference_unbind(const struct textureReference *reference);

// SIZE bytes of linear memory at ADDRESS, which may begin *OFFSET bytes in what is bound; OFFSET may be NULL for
// addresses that are aligned.
aw_status aw_core_texture_reference_bind_linear(size_t *offset, const struct textureReference *reference, const void *address,
                                                const struct cudaChannelFormatDesc *format, size_t size);
// The offset that the last bind gave; AW_INVALID_TEXTURE_BINDING when nothing is bound.
aw_status aw_core_texture_reference_offset(size_t *offset, const struct textureReference *reference);

aw_status aw_core_surface_reference_bind(const struct surfaceReference *reference, cudaArray_const_t array);

// Whether HOST is a registered reference.
bool aw_core_texture_reference_known(const void *host, bool is_surface);

// --- for the context and modules ---

// CONTEXT has lost its objects and variables.
void aw_core_texture_reference_drop_all(const struct aw_context *context);

#endif
