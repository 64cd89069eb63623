// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of kernels by kernels for PTX, and what else device code may call of the runtime: calls of NVIDIA's device runtime,
// libcudadevrt of a toolkit, which the nvidia device links when a module is loaded (nvidia_link.c).  The functions have the
// names under which toolkits have them from CUDA 11.6 on (as nvcc -ptx shows them); what they do stands in the CUDA
// C++ Programming Guide, "CUDA Dynamic Parallelism".
#include "../math/math_internal.h"

struct extent {
	u32 x, y, z;
};

// cudaExtent and cudaPitchedPtr.
struct extent_3d {
	u64 x, y, z;
};
struct pitched {
	void *address;
	u64 pitch, width, height;
};

// As in cpu_abi.h.
struct function_query {
	const void *kernel;
	void *result;
	u64 dynamic_shared;
	i32 block_size;
	u32 flags;
};

#define RUNTIME extern "C" AW_DEVICE

// Where the launch's arguments go, each at its place as parameter of the kernel; null, and an error noted, when it can't be.
RUNTIME void *__cudaCDP2GetParameterBufferV2(void *kernel, extent grid, extent block, u32 shared);
RUNTIME i32 __cudaCDP2LaunchDeviceV2(void *buffer, void *stream);
RUNTIME void *__cudaCDP2GetParameterBuffer(u64 alignment, u64 size);
RUNTIME i32 __cudaCDP2LaunchDevice(void *kernel, void *buffer, extent grid, extent block, u32 shared, void *stream);
RUNTIME i32 __cudaCDP2GetLastError(void);
RUNTIME i32 __cudaCDP2PeekAtLastError(void);
RUNTIME i32 __cudaCDP2GetDevice(i32 *device);
RUNTIME i32 __cudaCDP2StreamCreateWithFlags(void **stream, u32 flags);
RUNTIME i32 __cudaCDP2StreamDestroy(void *stream);
RUNTIME i32 __cudaCDP2StreamWaitEvent(void *stream, void *event, u32 flags);
RUNTIME i32 __cudaCDP2EventCreateWithFlags(void **event, u32 flags);
RUNTIME i32 __cudaCDP2EventRecord(void *event, void *stream);
RUNTIME i32 __cudaCDP2EventDestroy(void *event);
RUNTIME i32 __cudaCDP2MemcpyAsync(void *to, const void *from, u64 size, u32 kind, void *stream);
RUNTIME i32 __cudaCDP2MemsetAsync(void *to, i32 value, u64 size, void *stream);
RUNTIME i32 __cudaCDP2Memcpy2DAsync(void *to, u64 to_pitch, const void *from, u64 from_pitch, u64 width, u64 height, u32 kind,
                                    void *stream);
RUNTIME i32 __cudaCDP2Memcpy3DAsync(const void *parameters, void *stream);
RUNTIME i32 __cudaCDP2Memset2DAsync(void *to, u64 pitch, i32 value, u64 width, u64 height, void *stream);
RUNTIME i32 __cudaCDP2Memset3DAsync(pitched to, i32 value, extent_3d size, void *stream);
RUNTIME i32 __cudaCDP2GetDeviceCount(i32 *count);
RUNTIME i32 __cudaCDP2DeviceGetAttribute(i32 *value, u32 attribute, i32 device);
RUNTIME i32 __cudaCDP2DeviceGetLimit(u64 *value, u32 limit);

RUNTIME i32 __cudaCDP2FuncGetAttributes(void *attributes, const void *kernel);
RUNTIME i32 __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(i32 *blocks, const void *kernel, i32 block_size,
                                                                         u64 dynamic_shared, u32 flags);

RUNTIME void __assertfail(const char *text, const char *file, u32 line, const char *function, u64 size);

// The buffer suits the kernel's parameters, but not vectors of 16 bytes.
template <u32 ALIGNED> AW_INLINE void copy(void *to, const void *from, u32 size)
{
	__builtin_memcpy(__builtin_assume_aligned(to, ALIGNED), __builtin_assume_aligned(from, ALIGNED), size);
}

// SHAPE ends with the bytes that the arguments take, which lie as a kernel's parameters do, and their alignment.
AW_API i32 __aw_device_launch(const void *kernel, const u32 *shape, void *stream, void **arguments)
{
	extent grid = { shape[0], shape[1], shape[2] }, block = { shape[3], shape[4], shape[5] };
	void *buffer = __cudaCDP2GetParameterBufferV2((void *)kernel, grid, block, shape[6]);
	if (!buffer)
		return __cudaCDP2PeekAtLastError();
	if (shape[7] == 0)
		return __cudaCDP2LaunchDeviceV2(buffer, stream);
	if (shape[8] >= 8)
		copy<8>(buffer, arguments[0], shape[7]);
	else if (shape[8] == 4)
		copy<4>(buffer, arguments[0], shape[7]);
	else
		copy<1>(buffer, arguments[0], shape[7]);
	return __cudaCDP2LaunchDeviceV2(buffer, stream);
}

AW_API i32 __aw_device_error(i32 clear)
{
	return clear ? __cudaCDP2GetLastError() : __cudaCDP2PeekAtLastError();
}

// GPUs no longer let a grid wait for grids that it launched (CUDA 12), so who goes on would read what isn't there yet.
AW_API i32 __aw_device_synchronize(void)
{
	__assertfail("cudaDeviceSynchronize() in kernels is for the cpu device only: CUDA 12 has taken it from GPUs",
	             "device_launch.h", 0, "cudaDeviceSynchronize", 1);
	__builtin_trap();
}

// As on the CPU (cpu_abi.h, aw_cpu_query).
AW_API i32 __aw_device_query(u32 what, i32 number, void *result)
{
	i32 device, error;
	const function_query *function = (const function_query *)result;
	switch (what) {
	case 0: return __cudaCDP2GetDevice((i32 *)result);
	case 1: return __cudaCDP2GetDeviceCount((i32 *)result);
	case 2:
		error = __cudaCDP2GetDevice(&device);
		return error ? error : __cudaCDP2DeviceGetAttribute((i32 *)result, (u32)number, device);
	case 3: return __cudaCDP2DeviceGetLimit((u64 *)result, (u32)number);
	case 4: return __cudaCDP2FuncGetAttributes(function->result, function->kernel);
	case 7: *(void **)result = nullptr; return 0; // no graph's handle
	default:
		return __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessorWithFlags((i32 *)function->result, function->kernel, function->block_size,
		                                                                    function->dynamic_shared, function->flags);
	}
}

// The handles that programs have of graphs aren't the driver's.
AW_API i32 __aw_device_graph(i32, void **)
{
	enum { NOT_SUPPORTED = 801 };
	return NOT_SUPPORTED;
}

AW_API i32 __aw_device_stream_create(void **stream, u32 flags) { return __cudaCDP2StreamCreateWithFlags(stream, flags); }

AW_API i32 __aw_device_stream_destroy(void *stream) { return __cudaCDP2StreamDestroy(stream); }

AW_API i32 __aw_device_stream_wait(void *stream, void *event, u32 flags)
{
	return __cudaCDP2StreamWaitEvent(stream, event, flags);
}

AW_API i32 __aw_device_event_create(void **event, u32 flags) { return __cudaCDP2EventCreateWithFlags(event, flags); }

AW_API i32 __aw_device_event_record(void *event, void *stream) { return __cudaCDP2EventRecord(event, stream); }

AW_API i32 __aw_device_event_destroy(void *event) { return __cudaCDP2EventDestroy(event); }

AW_API i32 __aw_device_copy(void *to, const void *from, u64 size, u32 kind, void *stream)
{
	return __cudaCDP2MemcpyAsync(to, from, size, kind, stream);
}

AW_API i32 __aw_device_fill(void *to, i32 value, u64 size, void *stream)
{
	return __cudaCDP2MemsetAsync(to, value, size, stream);
}

AW_API i32 __aw_device_copy_2d(void *to, u64 to_pitch, const void *from, u64 from_pitch, u64 width, u64 height, u32 kind, void *stream)
{
	return __cudaCDP2Memcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, stream);
}

AW_API i32 __aw_device_copy_3d(const void *parameters, void *stream) { return __cudaCDP2Memcpy3DAsync(parameters, stream); }

AW_API i32 __aw_device_fill_2d(void *to, u64 pitch, i32 value, u64 width, u64 height, void *stream)
{
	return __cudaCDP2Memset2DAsync(to, pitch, value, width, height, stream);
}

AW_API i32 __aw_device_fill_3d(const void *to, i32 value, const void *size, void *stream)
{
	return __cudaCDP2Memset3DAsync(*(const pitched *)to, value, *(const extent_3d *)size, stream);
}

AW_API void *cudaGetParameterBuffer(u64 alignment, u64 size) { return __cudaCDP2GetParameterBuffer(alignment, size); }

AW_API void *cudaGetParameterBufferV2(void *kernel, extent grid, extent block, u32 shared)
{
	return __cudaCDP2GetParameterBufferV2(kernel, grid, block, shared);
}

AW_API i32 cudaLaunchDevice(void *kernel, void *buffer, extent grid, extent block, u32 shared, void *stream)
{
	return __cudaCDP2LaunchDevice(kernel, buffer, grid, block, shared, stream);
}

AW_API i32 cudaLaunchDeviceV2(void *buffer, void *stream) { return __cudaCDP2LaunchDeviceV2(buffer, stream); }
