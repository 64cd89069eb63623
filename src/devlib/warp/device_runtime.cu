// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What device code may call of the runtime (include/anywarp/device_launch.h): the CPU's way.  There a grid has ended when its
// launch returns, so streams and events have nothing to keep, handles are numbers that nothing looks at, and copies are
// done at once.  src/devlib/ptx/device_launch.cu has the functions of GPUs in their place.
#include "../math/math_internal.h"

enum { SOME_HANDLE = 0x10 };

AW_API i32 __aw_device_synchronize(void) { return 0; }

AW_API i32 __aw_device_stream_create(void **stream, u32)
{
	*stream = (void *)(u64)SOME_HANDLE;
	return 0;
}

AW_API i32 __aw_device_stream_destroy(void *) { return 0; }

AW_API i32 __aw_device_stream_wait(void *, void *, u32) { return 0; }

AW_API i32 __aw_device_event_create(void **event, u32)
{
	*event = (void *)(u64)SOME_HANDLE;
	return 0;
}

AW_API i32 __aw_device_event_record(void *, void *) { return 0; }

AW_API i32 __aw_device_event_destroy(void *) { return 0; }

AW_API i32 __aw_device_copy(void *to, const void *from, u64 size, u32, void *)
{
	__builtin_memcpy(to, from, size);
	return 0;
}

AW_API i32 __aw_device_fill(void *to, i32 value, u64 size, void *)
{
	__builtin_memset(to, value, size);
	return 0;
}

enum { INVALID_VALUE = 1, INVALID_PITCH = 12 };

AW_API i32 __aw_device_copy_2d(void *to, u64 to_pitch, const void *from, u64 from_pitch, u64 width, u64 height, u32, void *)
{
	if (width > to_pitch || width > from_pitch)
		return INVALID_PITCH;
	for (u64 y = 0; y < height; y++)
		__builtin_memcpy((char *)to + y * to_pitch, (const char *)from + y * from_pitch, width);
	return 0;
}

AW_API i32 __aw_device_fill_2d(void *to, u64 pitch, i32 value, u64 width, u64 height, void *)
{
	if (width > pitch)
		return INVALID_PITCH;
	for (u64 y = 0; y < height; y++)
		__builtin_memset((char *)to + y * pitch, value, width);
	return 0;
}

// cudaExtent (or cudaPos), cudaPitchedPtr and cudaMemcpy3DParms.
struct extent {
	u64 x, y, z;
};
struct pitched {
	char *address;
	u64 pitch, width, height;
};
struct parameters_3d {
	void *from_array;
	extent from_place;
	pitched from;
	void *to_array;
	extent to_place;
	pitched to;
	extent size;
	u32 kind;
};

AW_INLINE char *place_of(const pitched &memory, const extent &place, u64 z)
{
	return memory.address + ((place.z + z) * memory.height + place.y) * memory.pitch + place.x;
}

// Arrays aren't for kernels.
AW_API i32 __aw_device_copy_3d(const void *parameters, void *stream)
{
	const parameters_3d *p = (const parameters_3d *)parameters;
	if (p->from_array || p->to_array || !p->from.address || !p->to.address)
		return INVALID_VALUE;
	for (u64 z = 0; z < p->size.z; z++) {
		i32 error = __aw_device_copy_2d(place_of(p->to, p->to_place, z), p->to.pitch, place_of(p->from, p->from_place, z),
		                                p->from.pitch, p->size.x, p->size.y, p->kind, stream);
		if (error)
			return error;
	}
	return 0;
}

AW_API i32 __aw_device_fill_3d(const void *memory, i32 value, const void *size, void *stream)
{
	const pitched *to = (const pitched *)memory;
	const extent *part = (const extent *)size;
	for (u64 z = 0; z < part->z; z++) {
		i32 error = __aw_device_fill_2d(to->address + z * to->height * to->pitch, to->pitch, value, part->x, part->y, stream);
		if (error)
			return error;
	}
	return 0;
}

// Cooperative groups of the whole grid as compilers other than nvcc call them.  There is one grid.
extern "C" AW_DEVICE void __aw_grid_sync(void);

enum : u32 { SCOPE_GRID = 1 };

AW_API u64 cudaCGGetIntrinsicHandle(u32 scope) { return scope == SCOPE_GRID ? SOME_HANDLE : 0; }

AW_API i32 cudaCGSynchronize(u64 handle, u32)
{
	if (!handle)
		return INVALID_VALUE;
	__aw_grid_sync();
	return 0;
}

AW_API i32 cudaCGSynchronizeGrid(u64 handle, u32 flags) { return cudaCGSynchronize(handle, flags); }

AW_API i32 cudaCGGetSize(u32 *threads, u32 *grids, u64)
{
	*threads = (u32)(__nvvm_read_ptx_sreg_nctaid_x() * __nvvm_read_ptx_sreg_nctaid_y() * __nvvm_read_ptx_sreg_nctaid_z() *
	                 __nvvm_read_ptx_sreg_ntid_x() * __nvvm_read_ptx_sreg_ntid_y() * __nvvm_read_ptx_sreg_ntid_z());
	*grids = 1;
	return 0;
}

AW_API i32 cudaCGGetRank(u32 *thread, u32 *grid, u64)
{
	u32 block = (__nvvm_read_ptx_sreg_ctaid_z() * __nvvm_read_ptx_sreg_nctaid_y() + __nvvm_read_ptx_sreg_ctaid_y()) *
	                    __nvvm_read_ptx_sreg_nctaid_x() + __nvvm_read_ptx_sreg_ctaid_x();
	*thread = ((block * __nvvm_read_ptx_sreg_ntid_z() + __nvvm_read_ptx_sreg_tid_z()) * __nvvm_read_ptx_sreg_ntid_y() +
	           __nvvm_read_ptx_sreg_tid_y()) * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x();
	*grid = 0;
	return 0;
}

// Launches as nvcc spells them, with a buffer for the arguments (Programming Guide, "Device-side launch from PTX").
struct blocks {
	u32 x, y, z;
};
struct launch_buffer {
	const void *kernel;
	blocks grid, block;
	u32 shared;
	alignas(16) char arguments[4096];
};
enum : u32 { PACKED = 0xffffffff };

extern "C" AW_DEVICE i32 __aw_device_launch(const void *kernel, const u32 *shape, void *stream, void **arguments);
extern "C" AW_DEVICE void *malloc(u64 size);
extern "C" AW_DEVICE void free(void *);

AW_API void *cudaGetParameterBufferV2(void *kernel, blocks grid, blocks block, u32 shared)
{
	launch_buffer *buffer = (launch_buffer *)malloc(sizeof(launch_buffer));
	if (!buffer)
		return nullptr;
	buffer->kernel = kernel;
	buffer->grid = grid;
	buffer->block = block;
	buffer->shared = shared;
	return buffer->arguments;
}

AW_API i32 cudaLaunchDeviceV2(void *arguments, void *stream)
{
	launch_buffer *buffer = (launch_buffer *)((char *)arguments - __builtin_offsetof(launch_buffer, arguments));
	blocks grid = buffer->grid, block = buffer->block;
	const u32 shape[] = { grid.x, grid.y, grid.z, block.x, block.y, block.z, buffer->shared, PACKED, 0 };
	i32 error = __aw_device_launch(buffer->kernel, shape, stream, (void **)arguments);
	free(buffer);
	return error;
}

AW_API void *cudaGetParameterBuffer(u64, u64)
{
	return cudaGetParameterBufferV2(nullptr, blocks{}, blocks{}, 0);
}

AW_API i32 cudaLaunchDevice(void *kernel, void *arguments, blocks grid, blocks block, u32 shared, void *stream)
{
	launch_buffer *buffer = (launch_buffer *)((char *)arguments - __builtin_offsetof(launch_buffer, arguments));
	buffer->kernel = kernel;
	buffer->grid = grid;
	buffer->block = block;
	buffer->shared = shared;
	return cudaLaunchDeviceV2(arguments, stream);
}
