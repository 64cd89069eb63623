// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "Memory Management": allocation, copies, fills, and "Unified Addressing".
#include "../core/memory.h"

#include "../core/array.h"
#include "../core/copy.h"
#include "api.h"
#include "cu_result.h"

static void *pointer(CUdeviceptr address)
{
	return (void *)(uintptr_t)address;
}

// --- allocation ---

static aw_status allocate(CUdeviceptr *result, enum aw_memory_kind kind, size_t size, unsigned flags)
{
	void *made;
	if (!result || !size) // unlike the runtime interface, size 0 is an error
		return AW_INVALID_VALUE;
	aw_status status = aw_core_memory_allocate(kind, size, flags, &made);
	if (status == AW_OK)
		*result = (CUdeviceptr)(uintptr_t)made;
	return status;
}

CUresult cuMemAlloc(CUdeviceptr *dptr, size_t bytesize)
{
	return AW_CU_CONTEXT_CALL(allocate(dptr, AW_MEMORY_DEVICE, bytesize, 0));
}

CUresult cuMemAllocManaged(CUdeviceptr *dptr, size_t bytesize, unsigned int flags)
{
	return AW_CU_CONTEXT_CALL(allocate(dptr, AW_MEMORY_MANAGED, bytesize, flags));
}

static aw_status allocate_pitch(CUdeviceptr *result, size_t *pitch, size_t width, size_t height, unsigned element)
{
	void *made;
	if (!result || !width || !height || (element != 4 && element != 8 && element != 16))
		return AW_INVALID_VALUE;
	aw_status status = aw_core_memory_allocate_pitch(width, height, &made, pitch);
	if (status == AW_OK)
		*result = (CUdeviceptr)(uintptr_t)made;
	return status;
}

CUresult cuMemAllocPitch(CUdeviceptr *dptr, size_t *pPitch, size_t WidthInBytes, size_t Height,
                         unsigned int ElementSizeBytes)
{
	return AW_CU_CONTEXT_CALL(allocate_pitch(dptr, pPitch, WidthInBytes, Height, ElementSizeBytes));
}

CUresult cuMemFree(CUdeviceptr dptr)
{
	return AW_CU_CALL(aw_core_memory_free(pointer(dptr), false));
}

static aw_status address_range(CUdeviceptr *base, size_t *size, CUdeviceptr address)
{
	struct aw_range range;
	if (!aw_core_range_find(pointer(address), &range))
		return AW_SYMBOL_NOT_FOUND; // "not found" in the driver's names
	if (base)
		*base = range.base;
	if (size)
		*size = range.size;
	return AW_OK;
}

CUresult cuMemGetAddressRange(CUdeviceptr *pbase, size_t *psize, CUdeviceptr dptr)
{
	return AW_CU_CONTEXT_CALL(address_range(pbase, psize, dptr));
}

CUresult cuMemGetInfo(size_t *free, size_t *total)
{
	return AW_CU_CONTEXT_CALL(aw_core_memory_info(free, total));
}

CUresult cuMemAllocHost(void **pp, size_t bytesize)
{
	return AW_CU_CONTEXT_CALL(bytesize ? aw_core_memory_allocate(AW_MEMORY_HOST, bytesize, 0, pp)
	                                   : AW_INVALID_VALUE);
}

CUresult cuMemHostAlloc(void **pp, size_t bytesize, unsigned int Flags)
{
	return AW_CU_CONTEXT_CALL(bytesize ? aw_core_memory_allocate(AW_MEMORY_HOST, bytesize, Flags, pp)
	                                   : AW_INVALID_VALUE);
}

CUresult cuMemFreeHost(void *p)
{
	return AW_CU_CALL(p ? aw_core_memory_free(p, true) : AW_INVALID_VALUE);
}

static aw_status device_pointer(CUdeviceptr *result, void *host, unsigned flags)
{
	void *device;
	aw_status status = result ? aw_core_memory_device_pointer(host, flags, &device) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*result = (CUdeviceptr)(uintptr_t)device;
	return status;
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr *pdptr, void *p, unsigned int Flags)
{
	return AW_CU_CONTEXT_CALL(device_pointer(pdptr, p, Flags));
}

CUresult cuMemHostGetFlags(unsigned int *pFlags, void *p)
{
	return AW_CU_CONTEXT_CALL(aw_core_memory_host_flags(p, pFlags));
}

CUresult cuMemHostRegister(void *p, size_t bytesize, unsigned int Flags)
{
	return AW_CU_CONTEXT_CALL(aw_core_memory_register(p, bytesize, Flags));
}

CUresult cuMemHostUnregister(void *p)
{
	return AW_CU_CONTEXT_CALL(aw_core_memory_unregister(p));
}

// --- what a pointer is ---

// What the record of a range says, and of handles, which no memory has of itself.
static aw_status range_attribute(void *data, CUpointer_attribute attribute, const struct aw_range *range)
{
	switch (attribute) {
	case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS: *(unsigned *)data = range->sync_memops; return AW_OK;
	case CU_POINTER_ATTRIBUTE_BUFFER_ID:
	case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID: *(uint64_t *)data = range->id; return AW_OK;
	case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
		*(unsigned *)data = range->kind == AW_RANGE_DEVICE && !range->mapped && !range->pool;
		return AW_OK;
	case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES: *(uint64_t *)data = 0; return AW_OK;
	case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS: *(unsigned *)data = CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE; return AW_OK;
	case CU_POINTER_ATTRIBUTE_MAPPING_SIZE: *(size_t *)data = range->size; return AW_OK;
	case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR: *(CUdeviceptr *)data = range->base; return AW_OK;
	default: return AW_INVALID_VALUE;
	}
}

static aw_status pointer_attribute(void *data, CUpointer_attribute attribute, CUdeviceptr address)
{
	struct cudaPointerAttributes known;
	struct aw_range range;
	aw_status status = data ? aw_core_memory_attributes(pointer(address), &known) : AW_INVALID_VALUE;
	if (status == AW_OK && !aw_core_range_find(pointer(address), &range))
		status = AW_INVALID_VALUE; // pageable memory has no attributes
	if (status != AW_OK)
		return status;
	switch (attribute) {
	case CU_POINTER_ATTRIBUTE_CONTEXT:
		return aw_core_current_primary(known.device, (struct CUctx_st **)data);
	case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
		*(unsigned *)data = known.type == cudaMemoryTypeHost ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
		return AW_OK;
	case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: *(CUdeviceptr *)data = address; return AW_OK;
	case CU_POINTER_ATTRIBUTE_HOST_POINTER:
		if (!known.hostPointer)
			return AW_INVALID_VALUE;
		*(void **)data = known.hostPointer;
		return AW_OK;
	case CU_POINTER_ATTRIBUTE_IS_MANAGED:
		*(unsigned *)data = known.type == cudaMemoryTypeManaged;
		return AW_OK;
	case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)data = known.device; return AW_OK;
	case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: *(CUdeviceptr *)data = range.base; return AW_OK;
	case CU_POINTER_ATTRIBUTE_RANGE_SIZE: *(size_t *)data = range.size; return AW_OK;
	case CU_POINTER_ATTRIBUTE_MAPPED: *(unsigned *)data = 1; return AW_OK;
	case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE: *(CUmemoryPool *)data = range.pool; return AW_OK;
	default: return range_attribute(data, attribute, &range);
	}
}

CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute, CUdeviceptr ptr)
{
	return AW_CU_CALL(pointer_attribute(data, attribute, ptr));
}

// What is said of an attribute that a pointer hasn't, as driver 580 says it: nothing, of an address that CUDA doesn't know the
// address itself, of no range nothing at all.
static void no_attribute(void *data, CUpointer_attribute attribute, CUdeviceptr address)
{
	switch (attribute) {
	case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
	case CU_POINTER_ATTRIBUTE_RANGE_SIZE: return;
	case CU_POINTER_ATTRIBUTE_HOST_POINTER: {
		struct aw_range range;
		*(void **)data = aw_core_range_find(pointer(address), &range) ? NULL : pointer(address);
		return;
	}
	case CU_POINTER_ATTRIBUTE_CONTEXT:
	case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
	case CU_POINTER_ATTRIBUTE_BUFFER_ID:
	case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
	case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
	case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
	case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
	case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID: *(uint64_t *)data = 0; return;
	case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)data = CU_DEVICE_INVALID; return;
	default: *(unsigned *)data = 0;
	}
}

static aw_status pointer_attributes(unsigned count, const CUpointer_attribute *attributes, void **data,
                                    CUdeviceptr address)
{
	if (!count || !attributes || !data)
		return AW_INVALID_VALUE;
	for (unsigned i = 0; i < count; i++)
		if (attributes[i] < CU_POINTER_ATTRIBUTE_CONTEXT || attributes[i] > CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID ||
		    attributes[i] == CU_POINTER_ATTRIBUTE_P2P_TOKENS || !data[i])
			return AW_INVALID_VALUE;
	for (unsigned i = 0; i < count; i++)
		if (pointer_attribute(data[i], attributes[i], address) != AW_OK)
			no_attribute(data[i], attributes[i], address);
	return AW_OK;
}

CUresult cuPointerGetAttributes(unsigned int numAttributes, CUpointer_attribute *attributes, void **data,
                                CUdeviceptr ptr)
{
	return AW_CU_CALL(pointer_attributes(numAttributes, attributes, data, ptr));
}

static aw_status set_pointer_attribute(const void *value, CUpointer_attribute attribute, CUdeviceptr address)
{
	struct aw_range range;
	if (!value || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS)
		return AW_INVALID_VALUE;
	if (!aw_core_range_find(pointer(address), &range))
		return AW_INVALID_VALUE;
	range.sync_memops = *(const unsigned *)value;
	aw_core_range_update(&range);
	return AW_OK;
}

CUresult cuPointerSetAttribute(const void *value, CUpointer_attribute attribute, CUdeviceptr ptr)
{
	return AW_CU_CALL(set_pointer_attribute(value, attribute, ptr));
}

CUresult cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream)
{
	return AW_CU_CONTEXT_CALL(aw_core_memory_prefetch(pointer(devPtr), count, dstDevice, hStream));
}

CUresult cuMemAdvise(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUdevice device)
{
	return AW_CU_CALL(aw_core_memory_advise(pointer(devPtr), count, (enum cudaMemoryAdvise)advice, device));
}

CUresult cuMemRangeGetAttributes(void **data, size_t *dataSizes, CUmem_range_attribute *attributes, size_t numAttributes,
                                 CUdeviceptr devPtr, size_t count)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaMemRangeGetAttributes(data, dataSizes, (enum cudaMemRangeAttribute *)attributes,
	                          numAttributes, (const void *)(uintptr_t)devPtr, count));
}

CUresult cuMemRangeGetAttribute(void *data, size_t dataSize, CUmem_range_attribute attribute, CUdeviceptr devPtr,
                                size_t count)
{
	return AW_CU_CALL(aw_core_memory_query(data, dataSize, (enum cudaMemRangeAttribute)attribute,
	                                       pointer(devPtr), count));
}

// --- linear copies ---

CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount)
{
	return AW_CU_CONTEXT_CALL(
		aw_core_copy_linear(pointer(dst), pointer(src), ByteCount, cudaMemcpyDefault, NULL, AW_SYNC));
}

CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream)
{
	return AW_CU_CONTEXT_CALL(
		aw_core_copy_linear(pointer(dst), pointer(src), ByteCount, cudaMemcpyDefault, hStream, AW_ASYNC));
}

CUresult cuMemcpyHtoD(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount)
{
	return AW_CU_CONTEXT_CALL(aw_core_copy_linear(pointer(dstDevice), srcHost, ByteCount,
	                                              cudaMemcpyHostToDevice, NULL, AW_SYNC));
}

CUresult cuMemcpyDtoH(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount)
{
	return AW_CU_CONTEXT_CALL(aw_core_copy_linear(dstHost, pointer(srcDevice), ByteCount,
	                                              cudaMemcpyDeviceToHost, NULL, AW_SYNC));
}

CUresult cuMemcpyDtoD(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount)
{
	return AW_CU_CONTEXT_CALL(aw_core_copy_linear(pointer(dstDevice), pointer(srcDevice), ByteCount,
	                                              cudaMemcpyDeviceToDevice, NULL, AW_SYNC));
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount, CUstream hStream)
{
	return AW_CU_CONTEXT_CALL(aw_core_copy_linear(pointer(dstDevice), srcHost, ByteCount,
	                                              cudaMemcpyHostToDevice, hStream, AW_ASYNC));
}

CUresult cuMemcpyDtoHAsync(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream)
{
	return AW_CU_CONTEXT_CALL(aw_core_copy_linear(dstHost, pointer(srcDevice), ByteCount,
	                                              cudaMemcpyDeviceToHost, hStream, AW_ASYNC));
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream)
{
	return AW_CU_CONTEXT_CALL(aw_core_copy_linear(pointer(dstDevice), pointer(srcDevice), ByteCount,
	                                              cudaMemcpyDeviceToDevice, hStream, AW_ASYNC));
}

static aw_status copy_peer(CUdeviceptr target, CUcontext to, CUdeviceptr source, CUcontext from, size_t size,
                           CUstream stream, enum aw_wait wait)
{
	struct CUctx_st *target_context, *source_context;
	struct aw_copy shape = { .target = pointer(target), .source = pointer(source),
		                 .width = size, .height = 1, .depth = 1 };
	aw_status status = aw_core_current_find(to, &target_context);
	if (status == AW_OK)
		status = aw_core_current_find(from, &source_context);
	if (status != AW_OK)
		return status;
	return aw_core_copy_peer(&shape, (int)target_context->context->ordinal,
	                         (int)source_context->context->ordinal, stream, wait);
}

CUresult cuMemcpyPeer(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext,
                      size_t ByteCount)
{
	return AW_CU_CONTEXT_CALL(
		copy_peer(dstDevice, dstContext, srcDevice, srcContext, ByteCount, NULL, AW_SYNC));
}

CUresult cuMemcpyPeerAsync(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice,
                           CUcontext srcContext, size_t ByteCount, CUstream hStream)
{
	return AW_CU_CONTEXT_CALL(
		copy_peer(dstDevice, dstContext, srcDevice, srcContext, ByteCount, hStream, AW_ASYNC));
}

// --- boxes ---

// One side of a 2D or 3D copy: its pointer, by its type, and the first byte of the box.
static aw_status side_of(CUmemorytype type, const void *host, CUdeviceptr device, size_t offset, char **first)
{
	switch (type) {
	case CU_MEMORYTYPE_HOST: *first = (char *)(uintptr_t)host; break;
	case CU_MEMORYTYPE_DEVICE:
	case CU_MEMORYTYPE_UNIFIED: *first = pointer(device); break;
	default: return AW_INVALID_VALUE;
	}
	if (!*first)
		return AW_INVALID_VALUE;
	*first += offset;
	return AW_OK;
}

// The kind of copy that the types of the two sides mean.
static enum cudaMemcpyKind kind_of(CUmemorytype target, CUmemorytype source)
{
	if (target == CU_MEMORYTYPE_UNIFIED || source == CU_MEMORYTYPE_UNIFIED)
		return cudaMemcpyDefault;
	if (target == CU_MEMORYTYPE_HOST)
		return source == CU_MEMORYTYPE_HOST ? cudaMemcpyHostToHost : cudaMemcpyDeviceToHost;
	return source == CU_MEMORYTYPE_HOST ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToDevice;
}

// With an array on one side or both.
static aw_status copy_arrays(const CUDA_MEMCPY3D *box, CUstream stream, enum aw_wait wait)
{
	struct aw_array_side target = { .position = { box->dstXInBytes, box->dstY, box->dstZ } }, source = {
		.position = { box->srcXInBytes, box->srcY, box->srcZ } };
	const size_t size[3] = { box->WidthInBytes, box->Height, box->Depth };
	aw_status status = AW_OK;
	char *first = NULL;
	target.pitch = box->dstPitch ? box->dstPitch : box->WidthInBytes + box->dstXInBytes;
	source.pitch = box->srcPitch ? box->srcPitch : box->WidthInBytes + box->srcXInBytes;
	target.slice = target.pitch * (box->dstHeight ? box->dstHeight : box->Height + box->dstY);
	source.slice = source.pitch * (box->srcHeight ? box->srcHeight : box->Height + box->srcY);
	if (box->dstMemoryType == CU_MEMORYTYPE_ARRAY) {
		target.array = (cudaArray_t)box->dstArray;
	} else {
		status = side_of(box->dstMemoryType, box->dstHost, box->dstDevice,
		                 box->dstZ * target.slice + box->dstY * target.pitch + box->dstXInBytes, &first);
		target.address = first;
	}
	if (box->srcMemoryType == CU_MEMORYTYPE_ARRAY) {
		source.array = (cudaArray_t)box->srcArray;
	} else if (status == AW_OK) {
		status = side_of(box->srcMemoryType, box->srcHost, box->srcDevice,
		                 box->srcZ * source.slice + box->srcY * source.pitch + box->srcXInBytes, &first);
		source.address = first;
	}
	bool handles = (box->dstMemoryType != CU_MEMORYTYPE_ARRAY || box->dstArray) &&
	               (box->srcMemoryType != CU_MEMORYTYPE_ARRAY || box->srcArray);
	if (status == AW_OK && !handles)
		status = AW_INVALID_HANDLE;
	enum cudaMemcpyKind kind = kind_of(box->dstMemoryType, box->srcMemoryType);
	return status == AW_OK ? aw_core_array_copy(&target, &source, size, kind, stream, wait) : status;
}

static aw_status copy_3d(const CUDA_MEMCPY3D *box, CUstream stream, enum aw_wait wait)
{
	char *target, *source;
	if (!box->WidthInBytes || !box->Height || !box->Depth)
		return AW_OK;
	if (box->dstMemoryType == CU_MEMORYTYPE_ARRAY || box->srcMemoryType == CU_MEMORYTYPE_ARRAY)
		return copy_arrays(box, stream, wait);
	// A pitch or height of 0 means that rows or slices follow each other closely.
	size_t source_pitch = box->srcPitch ? box->srcPitch : box->WidthInBytes + box->srcXInBytes;
	size_t target_pitch = box->dstPitch ? box->dstPitch : box->WidthInBytes + box->dstXInBytes;
	size_t source_slice = source_pitch * (box->srcHeight ? box->srcHeight : box->Height + box->srcY);
	size_t target_slice = target_pitch * (box->dstHeight ? box->dstHeight : box->Height + box->dstY);
	if (box->WidthInBytes + box->srcXInBytes > source_pitch || box->WidthInBytes + box->dstXInBytes > target_pitch)
		return AW_INVALID_VALUE;
	aw_status status = side_of(box->dstMemoryType, box->dstHost, box->dstDevice,
	                           box->dstZ * target_slice + box->dstY * target_pitch + box->dstXInBytes, &target);
	if (status == AW_OK)
		status = side_of(box->srcMemoryType, box->srcHost, box->srcDevice,
		                 box->srcZ * source_slice + box->srcY * source_pitch + box->srcXInBytes, &source);
	if (status != AW_OK)
		return status;
	struct aw_copy shape = { .target = target, .source = source, .width = box->WidthInBytes,
		                 .height = box->Height, .depth = box->Depth,
		                 .target_pitch = target_pitch, .source_pitch = source_pitch,
		                 .target_slice = target_slice, .source_slice = source_slice };
	return aw_core_copy(&shape, kind_of(box->dstMemoryType, box->srcMemoryType), stream, wait);
}

static aw_status copy_2d(const CUDA_MEMCPY2D *box, CUstream stream, enum aw_wait wait)
{
	if (!box)
		return AW_INVALID_VALUE;
	CUDA_MEMCPY3D whole = {
		.srcXInBytes = box->srcXInBytes, .srcY = box->srcY, .srcMemoryType = box->srcMemoryType,
		.srcHost = box->srcHost, .srcDevice = box->srcDevice, .srcArray = box->srcArray, .srcPitch = box->srcPitch,
		.dstXInBytes = box->dstXInBytes, .dstY = box->dstY, .dstMemoryType = box->dstMemoryType,
		.dstHost = box->dstHost, .dstDevice = box->dstDevice, .dstArray = box->dstArray, .dstPitch = box->dstPitch,
		.WidthInBytes = box->WidthInBytes, .Height = box->Height, .Depth = 1,
	};
	return copy_3d(&whole, stream, wait);
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D *pCopy)
{
	return AW_CU_CONTEXT_CALL(copy_2d(pCopy, NULL, AW_SYNC));
}

CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *pCopy)
{
	return AW_CU_CONTEXT_CALL(copy_2d(pCopy, NULL, AW_SYNC));
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *pCopy, CUstream hStream)
{
	return AW_CU_CONTEXT_CALL(copy_2d(pCopy, hStream, AW_ASYNC));
}

CUresult cuMemcpy3D(const CUDA_MEMCPY3D *pCopy)
{
	return AW_CU_CONTEXT_CALL(pCopy ? copy_3d(pCopy, NULL, AW_SYNC) : AW_INVALID_VALUE);
}

CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D *pCopy, CUstream hStream)
{
	return AW_CU_CONTEXT_CALL(pCopy ? copy_3d(pCopy, hStream, AW_ASYNC) : AW_INVALID_VALUE);
}

static aw_status copy_3d_peer(const CUDA_MEMCPY3D_PEER *box, CUstream stream, enum aw_wait wait)
{
	struct CUctx_st *context;
	if (!box)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_current_find(box->dstContext, &context);
	if (status == AW_OK && wait == AW_SYNC) // all earlier work of both devices comes first
		status = aw_core_context_settle(context->context);
	if (status == AW_OK)
		status = aw_core_current_find(box->srcContext, &context);
	if (status == AW_OK && wait == AW_SYNC)
		status = aw_core_context_settle(context->context);
	if (status != AW_OK)
		return status;
	CUDA_MEMCPY3D plain = {
		.srcXInBytes = box->srcXInBytes, .srcY = box->srcY, .srcZ = box->srcZ,
		.srcMemoryType = box->srcMemoryType, .srcHost = box->srcHost, .srcDevice = box->srcDevice,
		.srcArray = box->srcArray, .srcPitch = box->srcPitch, .srcHeight = box->srcHeight,
		.dstXInBytes = box->dstXInBytes, .dstY = box->dstY, .dstZ = box->dstZ,
		.dstMemoryType = box->dstMemoryType, .dstHost = box->dstHost, .dstDevice = box->dstDevice,
		.dstArray = box->dstArray, .dstPitch = box->dstPitch, .dstHeight = box->dstHeight,
		.WidthInBytes = box->WidthInBytes, .Height = box->Height, .Depth = box->Depth,
	};
	return copy_3d(&plain, stream, wait);
}

CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *pCopy)
{
	return AW_CU_CONTEXT_CALL(copy_3d_peer(pCopy, NULL, AW_SYNC));
}

CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *pCopy, CUstream hStream)
{
	return AW_CU_CONTEXT_CALL(copy_3d_peer(pCopy, hStream, AW_ASYNC));
}

// --- fills: WIDTH and COUNT are elements ---

static aw_status fill(CUdeviceptr target, size_t pitch, unsigned value, unsigned element, size_t width,
                      size_t height, CUstream stream, enum aw_wait wait)
{
	struct aw_fill shape = { .target = pointer(target), .value = value, .element = element, .height = height,
		                 .depth = 1, .pitch = pitch };
	if (target % element || pitch % element || __builtin_mul_overflow(width, element, &shape.width))
		return AW_INVALID_VALUE;
	if (height > 1 && shape.width > pitch)
		return AW_INVALID_VALUE;
	return aw_core_fill(&shape, stream, wait);
}

#define AW_CU_FILL(bits, type) \
	CUresult cuMemsetD##bits##_v2(CUdeviceptr target, type value, size_t count) \
	{ \
		return AW_CU_CONTEXT_CALL(fill(target, 0, value, bits / 8, count, 1, NULL, AW_SYNC)); \
	} \
	CUresult cuMemsetD##bits##Async(CUdeviceptr target, type value, size_t count, CUstream stream) \
	{ \
		return AW_CU_CONTEXT_CALL(fill(target, 0, value, bits / 8, count, 1, stream, AW_ASYNC)); \
	} \
	CUresult cuMemsetD2D##bits##_v2(CUdeviceptr target, size_t pitch, type value, size_t width, size_t height) \
	{ \
		return AW_CU_CONTEXT_CALL(fill(target, pitch, value, bits / 8, width, height, NULL, AW_SYNC)); \
	} \
	CUresult cuMemsetD2D##bits##Async(CUdeviceptr target, size_t pitch, type value, size_t width, size_t height, CUstream stream) \
	{ \
		return AW_CU_CONTEXT_CALL(fill(target, pitch, value, bits / 8, width, height, stream, AW_ASYNC)); \
	}

AW_CU_FILL(8, unsigned char)
AW_CU_FILL(16, unsigned short)
AW_CU_FILL(32, unsigned int)
