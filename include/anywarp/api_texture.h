/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Arrays, textures, surfaces (CUDA Runtime API, "Memory Management", "Texture Object Management",
 * "Surface Object Management").  Extents of arrays are elements, all other widths bytes.
 */
#ifndef AW_API_TEXTURE_H
#define AW_API_TEXTURE_H

/* --- arrays --- */

cudaError_t CUDARTAPI cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
	size_t width, size_t height __AW_DEFAULT(0), unsigned int flags __AW_DEFAULT(0));
cudaError_t CUDARTAPI cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
	struct cudaExtent extent, unsigned int flags __AW_DEFAULT(0));
cudaError_t CUDARTAPI cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmappedArray,
	const struct cudaChannelFormatDesc *desc, struct cudaExtent extent, unsigned int numLevels,
	unsigned int flags __AW_DEFAULT(0));
cudaError_t CUDARTAPI cudaGetMipmappedArrayLevel(cudaArray_t *levelArray,
	cudaMipmappedArray_const_t mipmappedArray, unsigned int level);
cudaError_t CUDARTAPI cudaFreeArray(cudaArray_t array);
cudaError_t CUDARTAPI cudaFreeMipmappedArray(cudaMipmappedArray_t mipmappedArray);
cudaError_t CUDARTAPI cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent,
	unsigned int *flags, cudaArray_t array);
cudaError_t CUDARTAPI cudaArrayGetPlane(cudaArray_t *pPlaneArray, cudaArray_t hArray, unsigned int planeIdx);
cudaError_t CUDARTAPI cudaArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *memoryRequirements,
	cudaArray_t array, int device);
cudaError_t CUDARTAPI cudaMipmappedArrayGetMemoryRequirements(
	struct cudaArrayMemoryRequirements *memoryRequirements, cudaMipmappedArray_t mipmap, int device);
cudaError_t CUDARTAPI cudaArrayGetSparseProperties(struct cudaArraySparseProperties *sparseProperties,
	cudaArray_t array);
cudaError_t CUDARTAPI cudaMipmappedArrayGetSparseProperties(
	struct cudaArraySparseProperties *sparseProperties, cudaMipmappedArray_t mipmap);

/* --- copies; offsets are bytes and rows --- */

cudaError_t CUDARTAPI cudaMemcpy2DToArray(cudaArray_t dst, size_t wOffset, size_t hOffset,
	const void *src, size_t spitch, size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t CUDARTAPI cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset,
	const void *src, size_t spitch, size_t width, size_t height, enum cudaMemcpyKind kind,
	cudaStream_t stream __AW_DEFAULT(0));
cudaError_t CUDARTAPI cudaMemcpy2DFromArray(void *dst, size_t dpitch, cudaArray_const_t src,
	size_t wOffset, size_t hOffset, size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t CUDARTAPI cudaMemcpy2DFromArrayAsync(void *dst, size_t dpitch, cudaArray_const_t src,
	size_t wOffset, size_t hOffset, size_t width, size_t height, enum cudaMemcpyKind kind,
	cudaStream_t stream __AW_DEFAULT(0));
cudaError_t CUDARTAPI cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
	cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc, size_t width, size_t height,
	enum cudaMemcpyKind kind __AW_DEFAULT(cudaMemcpyDeviceToDevice));
/* Deprecated forms that run over the ends of rows. */
cudaError_t CUDARTAPI cudaMemcpyToArray(cudaArray_t dst, size_t wOffset, size_t hOffset,
	const void *src, size_t count, enum cudaMemcpyKind kind);
cudaError_t CUDARTAPI cudaMemcpyToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset,
	const void *src, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream __AW_DEFAULT(0));
cudaError_t CUDARTAPI cudaMemcpyFromArray(void *dst, cudaArray_const_t src, size_t wOffset,
	size_t hOffset, size_t count, enum cudaMemcpyKind kind);
cudaError_t CUDARTAPI cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src, size_t wOffset,
	size_t hOffset, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream __AW_DEFAULT(0));
cudaError_t CUDARTAPI cudaMemcpyArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
	cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc, size_t count,
	enum cudaMemcpyKind kind __AW_DEFAULT(cudaMemcpyDeviceToDevice));

/* --- texture and surface objects --- */

cudaError_t CUDARTAPI cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array);
/* X, Y, Z, W: bits of the components. */
struct cudaChannelFormatDesc CUDARTAPI cudaCreateChannelDesc(int x, int y, int z, int w,
	enum cudaChannelFormatKind f);
/* PRESVIEWDESC may be NULL. */
cudaError_t CUDARTAPI cudaCreateTextureObject(cudaTextureObject_t *pTexObject,
	const struct cudaResourceDesc *pResDesc, const struct cudaTextureDesc *pTexDesc,
	const struct cudaResourceViewDesc *pResViewDesc);
cudaError_t CUDARTAPI cudaDestroyTextureObject(cudaTextureObject_t texObject);
cudaError_t CUDARTAPI cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *pResDesc,
	cudaTextureObject_t texObject);
cudaError_t CUDARTAPI cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *pTexDesc,
	cudaTextureObject_t texObject);
cudaError_t CUDARTAPI cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *pResViewDesc,
	cudaTextureObject_t texObject);
cudaError_t CUDARTAPI cudaCreateSurfaceObject(cudaSurfaceObject_t *pSurfObject,
	const struct cudaResourceDesc *pResDesc);
cudaError_t CUDARTAPI cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject);
cudaError_t CUDARTAPI cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *pResDesc,
	cudaSurfaceObject_t surfObject);

#endif
