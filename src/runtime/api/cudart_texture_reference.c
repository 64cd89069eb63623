// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA 11 Runtime API, "Texture Reference Management", "Surface Reference Management".
#include "../core/texture_reference.h"

#include "api.h"

cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *texref, const void *devPtr,
                            const struct cudaChannelFormatDesc *desc, size_t size)
{
	return AW_CALL(aw_core_texture_reference_bind_linear(offset, texref, devPtr, desc, size));
}

static aw_status bind_2d(size_t *offset, const struct textureReference *texref, const void *address,
                         const struct cudaChannelFormatDesc *format, size_t width, size_t height, size_t pitch)
{
	struct cudaResourceDesc resource = { .resType = cudaResourceTypePitch2D };
	if (!format)
		return AW_INVALID_VALUE;
	resource.res.pitch2D.devPtr = (void *)(uintptr_t)address;
	resource.res.pitch2D.desc = *format;
	resource.res.pitch2D.width = width;
	resource.res.pitch2D.height = height;
	resource.res.pitch2D.pitchInBytes = pitch;
	aw_status status = aw_core_texture_reference_bind(texref, &resource);
	if (status == AW_OK && offset)
		*offset = 0;
	return status;
}

cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *texref, const void *devPtr,
                              const struct cudaChannelFormatDesc *desc, size_t width, size_t height, size_t pitch)
{
	return AW_CALL(bind_2d(offset, texref, devPtr, desc, width, height, pitch));
}

static aw_status bind_array(const struct textureReference *texref, cudaArray_const_t array)
{
	struct cudaResourceDesc resource = { .resType = cudaResourceTypeArray };
	resource.res.array.array = (cudaArray_t)(uintptr_t)array;
	return aw_core_texture_reference_bind(texref, &resource);
}

// The array knows its texels; DESC says the same.
cudaError_t cudaBindTextureToArray(const struct textureReference *texref, cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc *desc)
{
	return AW_CALL(desc ? bind_array(texref, array) : AW_INVALID_VALUE);
}

static aw_status bind_mipmapped(const struct textureReference *texref, cudaMipmappedArray_const_t array)
{
	struct cudaResourceDesc resource = { .resType = cudaResourceTypeMipmappedArray };
	resource.res.mipmap.mipmap = (cudaMipmappedArray_t)(uintptr_t)array;
	return aw_core_texture_reference_bind(texref, &resource);
}

cudaError_t cudaBindTextureToMipmappedArray(const struct textureReference *texref, cudaMipmappedArray_const_t mipmappedArray,
                                            const struct cudaChannelFormatDesc *desc)
{
	return AW_CALL(desc ? bind_mipmapped(texref, mipmappedArray) : AW_INVALID_VALUE);
}

cudaError_t cudaUnbindTexture(const struct textureReference *texref)
{
	return AW_CALL(aw_core_texture_reference_unbind(texref));
}

cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const struct textureReference *texref)
{
	return AW_CALL(aw_core_texture_reference_offset(offset, texref));
}

static aw_status get_texture(const struct textureReference **texref, const void *symbol)
{
	if (!texref)
		return AW_INVALID_VALUE;
	if (!aw_core_texture_reference_known(symbol, false))
		return AW_INVALID_TEXTURE;
	*texref = symbol;
	return AW_OK;
}

cudaError_t cudaGetTextureReference(const struct textureReference **texref, const void *symbol)
{
	return AW_CALL(get_texture(texref, symbol));
}

cudaError_t cudaBindSurfaceToArray(const struct surfaceReference *surfref, cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc *desc)
{
	return AW_CALL(desc ? aw_core_surface_reference_bind(surfref, array) : AW_INVALID_VALUE);
}

static aw_status get_surface(const struct surfaceReference **surfref, const void *symbol)
{
	if (!surfref)
		return AW_INVALID_VALUE;
	if (!aw_core_texture_reference_known(symbol, true))
		return AW_INVALID_SURFACE;
	*surfref = symbol;
	return AW_OK;
}

cudaError_t cudaGetSurfaceReference(const struct surfaceReference **surfref, const void *symbol)
{
	return AW_CALL(get_surface(surfref, symbol));
}
