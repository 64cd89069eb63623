// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Memory Management": allocation, copies, fills, symbols.
#include "../core/memory.h"

#include "../core/copy.h"
#include "../core/module.h"
#include "api.h"

// --- allocation ---

cudaError_t cudaMalloc(void **devPtr, size_t size)
{
	return AW_CALL(aw_core_memory_allocate(AW_MEMORY_DEVICE, size, 0, devPtr));
}

cudaError_t cudaFree(void *devPtr)
{
	return AW_CALL(aw_core_memory_free(devPtr, false));
}

cudaError_t cudaMallocPitch(void **devPtr, size_t *pitch, size_t width, size_t height)
{
	return AW_CALL(aw_core_memory_allocate_pitch(width, height, devPtr, pitch));
}

static aw_status allocate_3d(struct cudaPitchedPtr *result, struct cudaExtent extent)
{
	struct cudaPitchedPtr made = { .xsize = extent.width, .ysize = extent.height };
	size_t rows;
	if (!result)
		return AW_INVALID_VALUE;
	if (__builtin_mul_overflow(extent.height, extent.depth, &rows))
		return AW_NO_MEMORY;
	aw_status status = aw_core_memory_allocate_pitch(extent.width, rows, &made.ptr, &made.pitch);
	if (status == AW_OK)
		*result = made;
	return status;
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitchedDevPtr, struct cudaExtent extent)
{
	return AW_CALL(allocate_3d(pitchedDevPtr, extent));
}

cudaError_t cudaMallocHost(void **ptr, size_t size)
{
	return AW_CALL(aw_core_memory_allocate(AW_MEMORY_HOST, size, cudaHostAllocDefault, ptr));
}

cudaError_t cudaHostAlloc(void **pHost, size_t size, unsigned int flags)
{
	return AW_CALL(aw_core_memory_allocate(AW_MEMORY_HOST, size, flags, pHost));
}

cudaError_t cudaFreeHost(void *ptr)
{
	return AW_CALL(aw_core_memory_free(ptr, true));
}

cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned int flags)
{
	return AW_CALL(aw_core_memory_register(ptr, size, flags));
}

cudaError_t cudaHostUnregister(void *ptr)
{
	return AW_CALL(aw_core_memory_unregister(ptr));
}

cudaError_t cudaHostGetDevicePointer(void **pDevice, void *pHost, unsigned int flags)
{
	return AW_CALL(aw_core_memory_device_pointer(pHost, flags, pDevice));
}

cudaError_t cudaHostGetFlags(unsigned int *pFlags, void *pHost)
{
	return AW_CALL(aw_core_memory_host_flags(pHost, pFlags));
}

cudaError_t cudaMemGetInfo(size_t *free, size_t *total)
{
	return AW_CALL(aw_core_memory_info(free, total));
}

// --- copies ---

cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind)
{
	return AW_CALL(aw_core_copy_linear(dst, src, count, kind, NULL, AW_SYNC));
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind,
                            cudaStream_t stream)
{
	return AW_CALL(aw_core_copy_linear(dst, src, count, kind, stream, AW_ASYNC));
}

// Rows of a matrix: TARGET and SOURCE with their pitches in SHAPE.
static aw_status copy_2d(struct aw_copy shape, enum cudaMemcpyKind kind, cudaStream_t stream, enum aw_wait wait)
{
	if (!shape.width || !shape.height)
		return AW_OK;
	if (shape.width > shape.target_pitch || shape.width > shape.source_pitch)
		return AW_INVALID_PITCH_VALUE;
	shape.depth = 1;
	return aw_core_copy(&shape, kind, stream, wait);
}

cudaError_t cudaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
                         enum cudaMemcpyKind kind)
{
	struct aw_copy shape = { .target = dst, .source = src, .width = width, .height = height,
		                 .target_pitch = dpitch, .source_pitch = spitch };
	return AW_CALL(copy_2d(shape, kind, NULL, AW_SYNC));
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                              size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
{
	struct aw_copy shape = { .target = dst, .source = src, .width = width, .height = height,
		                 .target_pitch = dpitch, .source_pitch = spitch };
	return AW_CALL(copy_2d(shape, kind, stream, AW_ASYNC));
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p)
{
	return AW_CALL(aw_core_copy_3d(p, NULL, AW_SYNC));
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream)
{
	return AW_CALL(aw_core_copy_3d(p, stream, AW_ASYNC));
}

static struct aw_copy row_of(void *target, const void *source, size_t size)
{
	return (struct aw_copy){ .target = target, .source = source, .width = size, .height = 1, .depth = 1 };
}

cudaError_t cudaMemcpyPeer(void *dst, int dstDevice, const void *src, int srcDevice, size_t count)
{
	struct aw_copy shape = row_of(dst, src, count);
	return AW_CALL(aw_core_copy_peer(&shape, dstDevice, srcDevice, NULL, AW_SYNC));
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dstDevice, const void *src, int srcDevice, size_t count,
                                cudaStream_t stream)
{
	struct aw_copy shape = row_of(dst, src, count);
	return AW_CALL(aw_core_copy_peer(&shape, dstDevice, srcDevice, stream, AW_ASYNC));
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p)
{
	return AW_CALL(aw_core_copy_peer_3d(p, NULL, AW_SYNC));
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream)
{
	return AW_CALL(aw_core_copy_peer_3d(p, stream, AW_ASYNC));
}

// --- fills ---

static aw_status fill(struct cudaPitchedPtr target, int value, struct cudaExtent extent, cudaStream_t stream,
                      enum aw_wait wait)
{
	struct aw_fill shape = { .target = target.ptr, .value = (unsigned char)value, .element = 1,
		                 .width = extent.width, .height = extent.height, .depth = extent.depth,
		                 .pitch = target.pitch };
	if (extent.height > 1 && extent.width > target.pitch)
		return AW_INVALID_VALUE;
	if (extent.depth > 1 && extent.height > target.ysize)
		return AW_INVALID_VALUE;
	if (__builtin_mul_overflow(target.pitch, target.ysize, &shape.slice))
		return AW_INVALID_VALUE;
	return aw_core_fill(&shape, stream, wait);
}

static struct cudaPitchedPtr pitched(void *pointer, size_t pitch, size_t width, size_t height)
{
	return (struct cudaPitchedPtr){ pointer, pitch, width, height };
}

cudaError_t cudaMemset(void *devPtr, int value, size_t count)
{
	return AW_CALL(fill(pitched(devPtr, count, count, 1), value, (struct cudaExtent){ count, 1, 1 }, NULL,
	                    AW_SYNC));
}

cudaError_t cudaMemsetAsync(void *devPtr, int value, size_t count, cudaStream_t stream)
{
	return AW_CALL(fill(pitched(devPtr, count, count, 1), value, (struct cudaExtent){ count, 1, 1 }, stream,
	                    AW_ASYNC));
}

cudaError_t cudaMemset2D(void *devPtr, size_t pitch, int value, size_t width, size_t height)
{
	return AW_CALL(fill(pitched(devPtr, pitch, width, height), value,
	                    (struct cudaExtent){ width, height, 1 }, NULL, AW_SYNC));
}

cudaError_t cudaMemset2DAsync(void *devPtr, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream)
{
	return AW_CALL(fill(pitched(devPtr, pitch, width, height), value,
	                    (struct cudaExtent){ width, height, 1 }, stream, AW_ASYNC));
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr pitchedDevPtr, int value, struct cudaExtent extent)
{
	return AW_CALL(fill(pitchedDevPtr, value, extent, NULL, AW_SYNC));
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitchedDevPtr, int value, struct cudaExtent extent,
                              cudaStream_t stream)
{
	return AW_CALL(fill(pitchedDevPtr, value, extent, stream, AW_ASYNC));
}

// --- symbols ---

static aw_status symbol_address(void **address, const void *symbol)
{
	struct aw_variable variable;
	if (!address)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_module_variable(symbol, &variable);
	if (status == AW_OK)
		*address = variable.address;
	return status;
}

cudaError_t cudaGetSymbolAddress(void **devPtr, const void *symbol)
{
	return AW_CALL(symbol_address(devPtr, symbol));
}

static aw_status symbol_size(size_t *size, const void *symbol)
{
	struct aw_variable variable;
	if (!size)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_module_variable(symbol, &variable);
	if (status == AW_OK)
		*size = variable.size;
	return status;
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol)
{
	return AW_CALL(symbol_size(size, symbol));
}

// The address of SIZE bytes at OFFSET of a variable.
static aw_status part_of_symbol(const void *symbol, size_t size, size_t offset, char **address)
{
	struct aw_variable variable;
	aw_status status = aw_core_module_variable(symbol, &variable);
	if (status != AW_OK)
		return status;
	if (offset > variable.size || size > variable.size - offset)
		return AW_INVALID_VALUE;
	*address = (char *)variable.address + offset;
	return AW_OK;
}

static bool is_one_of(enum cudaMemcpyKind kind, enum cudaMemcpyKind first)
{
	return kind == first || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
}

static aw_status copy_to_symbol(const void *symbol, size_t offset, struct aw_copy shape,
                                enum cudaMemcpyKind kind, cudaStream_t stream, enum aw_wait wait)
{
	char *target;
	aw_status status = part_of_symbol(symbol, shape.width, offset, &target);
	if (status == AW_OK && !is_one_of(kind, cudaMemcpyHostToDevice))
		status = AW_INVALID_MEMCPY_DIRECTION;
	shape.target = target;
	return status == AW_OK ? aw_core_copy(&shape, kind, stream, wait) : status;
}

static aw_status copy_from_symbol(const void *symbol, size_t offset, struct aw_copy shape,
                                  enum cudaMemcpyKind kind, cudaStream_t stream, enum aw_wait wait)
{
	char *source;
	aw_status status = part_of_symbol(symbol, shape.width, offset, &source);
	if (status == AW_OK && !is_one_of(kind, cudaMemcpyDeviceToHost))
		status = AW_INVALID_MEMCPY_DIRECTION;
	shape.source = source;
	return status == AW_OK ? aw_core_copy(&shape, kind, stream, wait) : status;
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *src, size_t count, size_t offset,
                               enum cudaMemcpyKind kind)
{
	return AW_CALL(copy_to_symbol(symbol, offset, row_of(NULL, src, count), kind, NULL, AW_SYNC));
}

cudaError_t cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t count, size_t offset,
                                 enum cudaMemcpyKind kind)
{
	return AW_CALL(copy_from_symbol(symbol, offset, row_of(dst, NULL, count), kind, NULL, AW_SYNC));
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t count, size_t offset,
                                    enum cudaMemcpyKind kind, cudaStream_t stream)
{
	return AW_CALL(copy_to_symbol(symbol, offset, row_of(NULL, src, count), kind, stream, AW_ASYNC));
}

cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t count, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream)
{
	return AW_CALL(copy_from_symbol(symbol, offset, row_of(dst, NULL, count), kind, stream, AW_ASYNC));
}
