/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Texture and surface references (CUDA 11 Runtime API, "Texture Reference Management", "Surface Reference Management"),
 * which CUDA 12 has no more.  What is bound holds for the current device; binding waits for the device's work.
 *
 * cudaErrorInvalidTexture, cudaErrorInvalidSurface: the reference isn't one of device code.
 */
#ifndef AW_API_TEXTURE_REFERENCE_H
#define AW_API_TEXTURE_REFERENCE_H

#include <limits.h>

/* SIZE bytes of linear memory for tex1Dfetch.  *OFFSET: how many bytes before DEVPTR the texture begins. */
cudaError_t CUDARTAPI cudaBindTexture(size_t *offset, const struct textureReference *texref, const void *devPtr,
	const struct cudaChannelFormatDesc *desc, size_t size __AW_DEFAULT(UINT_MAX));
/* HEIGHT rows of WIDTH texels, PITCH bytes apart. */
cudaError_t CUDARTAPI cudaBindTexture2D(size_t *offset, const struct textureReference *texref, const void *devPtr,
	const struct cudaChannelFormatDesc *desc, size_t width, size_t height, size_t pitch);
cudaError_t CUDARTAPI cudaBindTextureToArray(const struct textureReference *texref, cudaArray_const_t array,
	const struct cudaChannelFormatDesc *desc);
cudaError_t CUDARTAPI cudaBindTextureToMipmappedArray(const struct textureReference *texref,
	cudaMipmappedArray_const_t mipmappedArray, const struct cudaChannelFormatDesc *desc);
cudaError_t CUDARTAPI cudaUnbindTexture(const struct textureReference *texref);
/* cudaErrorInvalidTextureBinding: nothing is bound. */
cudaError_t CUDARTAPI cudaGetTextureAlignmentOffset(size_t *offset, const struct textureReference *texref);
/* SYMBOL is the reference's address. */
cudaError_t CUDARTAPI cudaGetTextureReference(const struct textureReference **texref, const void *symbol);
cudaError_t CUDARTAPI cudaBindSurfaceToArray(const struct surfaceReference *surfref, cudaArray_const_t array,
	const struct cudaChannelFormatDesc *desc);
cudaError_t CUDARTAPI cudaGetSurfaceReference(const struct surfaceReference **surfref, const void *symbol);

#endif
