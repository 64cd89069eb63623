/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Memory (CUDA Runtime API, "Memory Management", "Unified Addressing", "Peer Device Memory Access").
 *
 * Sizes, widths and pitches are bytes unless said otherwise.  KIND is checked against what the
 * pointers are: cudaErrorInvalidMemcpyDirection, cudaErrorInvalidValue.  The ...Async forms return
 * before the work is done; copies from pageable memory have read it by then.
 */
#ifndef AW_API_MEMORY_H
#define AW_API_MEMORY_H

/* --- allocation: cudaErrorMemoryAllocation, cudaErrorInvalidValue --- */

/* Size 0 gives NULL; addresses are aligned to 256 bytes at least. */
cudaError_t CUDARTAPI cudaMalloc(void **devPtr, size_t size);
/* NULL is allowed.  Waits for the device. */
cudaError_t CUDARTAPI cudaFree(void *devPtr);
/* HEIGHT rows of WIDTH bytes; *PITCH is the distance of the rows. */
cudaError_t CUDARTAPI cudaMallocPitch(void **devPtr, size_t *pitch, size_t width, size_t height);
cudaError_t CUDARTAPI cudaMalloc3D(struct cudaPitchedPtr *pitchedDevPtr, struct cudaExtent extent);
/* Page-locked host memory. */
cudaError_t CUDARTAPI cudaMallocHost(void **ptr, size_t size);
cudaError_t CUDARTAPI cudaHostAlloc(void **pHost, size_t size, unsigned int flags);
cudaError_t CUDARTAPI cudaFreeHost(void *ptr);
/* cudaErrorHostMemoryAlreadyRegistered, cudaErrorHostMemoryNotRegistered. */
cudaError_t CUDARTAPI cudaHostRegister(void *ptr, size_t size, unsigned int flags);
cudaError_t CUDARTAPI cudaHostUnregister(void *ptr);
cudaError_t CUDARTAPI cudaHostGetDevicePointer(void **pDevice, void *pHost, unsigned int flags);
cudaError_t CUDARTAPI cudaHostGetFlags(unsigned int *pFlags, void *pHost);
/* One address for host and device.  FLAGS: cudaMemAttachGlobal or cudaMemAttachHost. */
cudaError_t CUDARTAPI cudaMallocManaged(void **devPtr, size_t size,
	unsigned int flags __AW_DEFAULT(cudaMemAttachGlobal));

cudaError_t CUDARTAPI cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t CUDARTAPI cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *ptr);

/* --- linear copies --- */

cudaError_t CUDARTAPI cudaMemcpy(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind);
cudaError_t CUDARTAPI cudaMemcpyAsync(void *dst, const void *src, size_t count,
	enum cudaMemcpyKind kind, cudaStream_t stream __AW_DEFAULT(0));
cudaError_t CUDARTAPI cudaMemcpyPeer(void *dst, int dstDevice, const void *src, int srcDevice, size_t count);
cudaError_t CUDARTAPI cudaMemcpyPeerAsync(void *dst, int dstDevice, const void *src, int srcDevice,
	size_t count, cudaStream_t stream __AW_DEFAULT(0));
/* HEIGHT rows of WIDTH bytes.  cudaErrorInvalidPitchValue when WIDTH is over a pitch. */
cudaError_t CUDARTAPI cudaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch,
	size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t CUDARTAPI cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch,
	size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream __AW_DEFAULT(0));
cudaError_t CUDARTAPI cudaMemcpy3D(const struct cudaMemcpy3DParms *p);
cudaError_t CUDARTAPI cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream __AW_DEFAULT(0));
cudaError_t CUDARTAPI cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p);
cudaError_t CUDARTAPI cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p,
	cudaStream_t stream __AW_DEFAULT(0));

/* --- batches (CUDA 12.8) --- */

/* COUNT copies of SIZES[i] bytes, in no order among each other.  ATTRS[k] is for those from ATTRSIDXS[k] on; ATTRSIDXS[0] is 0, and each is
 * greater than the one before.  On an error nothing is copied, and *FAILIDX is the copy that caused it, or SIZE_MAX.
 * cudaErrorInvalidValue: also for stream 0, whose batches CUDA doesn't take;
 * cudaErrorStreamCaptureUnsupported: the stream is being captured, and goes on. */
cudaError_t CUDARTAPI cudaMemcpyBatchAsync(void **dsts, void **srcs, size_t *sizes, size_t count,
	struct cudaMemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs, size_t *failIdx, cudaStream_t stream);
/* The same for NUMOPS boxes of memory or arrays.  FLAGS is 0. */
cudaError_t CUDARTAPI cudaMemcpy3DBatchAsync(size_t numOps, struct cudaMemcpy3DBatchOp *opList, size_t *failIdx,
	unsigned long long flags, cudaStream_t stream);

/* COUNT ranges of managed memory, of which those from PREFETCHLOCIDXS[k] on are wanted at PREFETCHLOCS[k], as with cudaMemPrefetchAsync
 * (CUDA 13).  FLAGS is 0.  cudaErrorInvalidValue: also for stream 0. */
cudaError_t CUDARTAPI cudaMemPrefetchBatchAsync(void **dptrs, size_t *sizes, size_t count, struct cudaMemLocation *prefetchLocs,
	size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, cudaStream_t stream);
/* What the ranges hold is not wanted any more: it may be anything until it is written. */
cudaError_t CUDARTAPI cudaMemDiscardBatchAsync(void **dptrs, size_t *sizes, size_t count, unsigned long long flags,
	cudaStream_t stream);
cudaError_t CUDARTAPI cudaMemDiscardAndPrefetchBatchAsync(void **dptrs, size_t *sizes, size_t count,
	struct cudaMemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags,
	cudaStream_t stream);

/* --- filling with the low byte of VALUE --- */

cudaError_t CUDARTAPI cudaMemset(void *devPtr, int value, size_t count);
cudaError_t CUDARTAPI cudaMemsetAsync(void *devPtr, int value, size_t count, cudaStream_t stream __AW_DEFAULT(0));
cudaError_t CUDARTAPI cudaMemset2D(void *devPtr, size_t pitch, int value, size_t width, size_t height);
cudaError_t CUDARTAPI cudaMemset2DAsync(void *devPtr, size_t pitch, int value, size_t width,
	size_t height, cudaStream_t stream __AW_DEFAULT(0));
cudaError_t CUDARTAPI cudaMemset3D(struct cudaPitchedPtr pitchedDevPtr, int value, struct cudaExtent extent);
cudaError_t CUDARTAPI cudaMemset3DAsync(struct cudaPitchedPtr pitchedDevPtr, int value,
	struct cudaExtent extent, cudaStream_t stream __AW_DEFAULT(0));

/* --- device variables: SYMBOL is the host-side address; cudaErrorInvalidSymbol --- */

cudaError_t CUDARTAPI cudaGetSymbolAddress(void **devPtr, const void *symbol);
cudaError_t CUDARTAPI cudaGetSymbolSize(size_t *size, const void *symbol);
cudaError_t CUDARTAPI cudaMemcpyToSymbol(const void *symbol, const void *src, size_t count,
	size_t offset __AW_DEFAULT(0), enum cudaMemcpyKind kind __AW_DEFAULT(cudaMemcpyHostToDevice));
cudaError_t CUDARTAPI cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t count,
	size_t offset __AW_DEFAULT(0), enum cudaMemcpyKind kind __AW_DEFAULT(cudaMemcpyDeviceToHost));
cudaError_t CUDARTAPI cudaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t count,
	size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream __AW_DEFAULT(0));
cudaError_t CUDARTAPI cudaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t count,
	size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream __AW_DEFAULT(0));

/* --- managed memory --- */

/* Moves it to where DSTDEVICE (cudaCpuDeviceId: the host) or LOCATION is. */
cudaError_t CUDARTAPI cudaMemPrefetchAsync(const void *devPtr, size_t count, int dstDevice,
	cudaStream_t stream __AW_DEFAULT(0));
cudaError_t CUDARTAPI cudaMemPrefetchAsync_v2(const void *devPtr, size_t count,
	struct cudaMemLocation location, unsigned int flags, cudaStream_t stream __AW_DEFAULT(0));
cudaError_t CUDARTAPI cudaMemAdvise(const void *devPtr, size_t count, enum cudaMemoryAdvise advice, int device);
cudaError_t CUDARTAPI cudaMemAdvise_v2(const void *devPtr, size_t count, enum cudaMemoryAdvise advice,
	struct cudaMemLocation location);
cudaError_t CUDARTAPI cudaMemRangeGetAttribute(void *data, size_t dataSize,
	enum cudaMemRangeAttribute attribute, const void *devPtr, size_t count);
cudaError_t CUDARTAPI cudaMemRangeGetAttributes(void **data, size_t *dataSizes,
	enum cudaMemRangeAttribute *attributes, size_t numAttributes, const void *devPtr, size_t count);

/* --- sharing with other processes --- */

cudaError_t CUDARTAPI cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event);
cudaError_t CUDARTAPI cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle);
cudaError_t CUDARTAPI cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *devPtr);
cudaError_t CUDARTAPI cudaIpcOpenMemHandle(void **devPtr, cudaIpcMemHandle_t handle, unsigned int flags);
cudaError_t CUDARTAPI cudaIpcCloseMemHandle(void *devPtr);

#endif
